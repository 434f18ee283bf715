"""What quantising leaves: the bytes, the errors, and the steps of the algorithms for a page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from compiler_core.llm.weight_quantisation.error_record import TensorError

Method = Literal["rtn", "grouped rtn", "gptq", "awq"]


@dataclass(frozen=True, slots=True)
class QuantisedMatrix:
    """A weight [rows, n] on its grid.

    codes: int16 [rows, n]. values: float32 [rows, n], what they stand for. raw: uint8 [rows,
    bytes] for a file; no bytes when no format holds the grid.
    """

    codes: np.ndarray
    values: np.ndarray
    raw: np.ndarray


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantisedTensor:
    """A tensor as it is written.

    type: GGML's name. data: uint8 [..., bytes of a row]. shape: of the values. method: how codes
    were chosen, "" where nothing was rounded to a grid. reason: why this type and method.
    """

    name: str
    type: str
    shape: tuple[int, ...]
    data: np.ndarray
    method: str
    reason: str


@dataclass(frozen=True, slots=True)
class FedError:
    """How much one later column was changed to make up for a rounded one, by shown row."""

    column: int
    changes: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GptqStep:
    """One column rounded, for the rows shown on a page.

    place: in the order of processing. sensitivity: the Hessian's diagonal element, mean square of
    this input. pivot: diagonal element of the factor of the inverse Hessian; the error is divided
    by it. original: weights as in the file; weights: as earlier columns have changed them. codes,
    rounded: what was chosen. plain_codes: what rounding alone would have chosen on the same grid.
    errors: weight minus rounded. fed: the columns that were changed most. output_error: of all
    rows, relative, if the columns not yet rounded stayed as they now are.
    """

    place: int
    column: int
    sensitivity: float
    pivot: float
    original: tuple[float, ...]
    weights: tuple[float, ...]
    codes: tuple[int, ...]
    plain_codes: tuple[int, ...]
    rounded: tuple[float, ...]
    errors: tuple[float, ...]
    fed: tuple[FedError, ...]
    output_error: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GptqWalk:
    """GPTQ on some rows and columns of a layer, step by step, and what it changed.

    rows, columns: what was cut out, and of what (of_rows, of_columns). samples: calibration
    inputs. order: the columns as processed. plain_error, error: relative output error of rounding
    to nearest and of GPTQ on the same kind of grid.
    """

    name: str
    type: str
    group: int
    damping: float
    rows: int
    columns: int
    of_rows: int
    of_columns: int
    samples: int
    shown_rows: tuple[int, ...]
    order: tuple[int, ...]
    steps: tuple[GptqStep, ...]
    plain_error: float
    error: float
    sentences: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AwqPoint:
    """One tried exponent and the relative output error it gives."""

    alpha: float
    error: float


@dataclass(frozen=True, slots=True)
class AwqChannel:
    """An input channel: its mean magnitude, and the factor its weights were multiplied by."""

    channel: int
    magnitude: float
    scale: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AwqCurve:
    """The search of one group of tensors that share an input.

    tensors: those multiplied; folded_into: the tensor that is divided instead. points: one for
    each alpha. alpha: the best. plain_error: at alpha 0, where nothing is scaled. channels: the
    largest and the smallest. reason: why the fold changes nothing in exact arithmetic, or why
    there is none.
    """

    tensors: tuple[str, ...]
    folded_into: str
    points: tuple[AwqPoint, ...]
    alpha: float
    plain_error: float
    error: float
    channels: tuple[AwqChannel, ...]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantisedModel:
    """Every tensor of a model by name, the errors of those that were rounded, and AWQ's searches.

    bytes_before: of all tensors in F16 (F32 where they are kept so).
    """

    tensors: dict[str, QuantisedTensor]
    errors: tuple[TensorError, ...]
    curves: tuple[AwqCurve, ...] = ()
    bytes_before: int = 0
    bytes_after: int = 0
    notes: tuple[str, ...] = field(default=())
