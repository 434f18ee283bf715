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
    """A tensor as it is written."""

    name: str
    type: str
    """GGML's name."""
    shape: tuple[int, ...]
    """Of the values."""
    data: np.ndarray
    """uint8 [..., bytes of a row]."""
    method: str
    """How codes were chosen, "" where nothing was rounded to a grid."""
    reason: str
    """Why this type and method."""


@dataclass(frozen=True, slots=True)
class FedError:
    """How much one later column was changed to make up for a rounded one, by shown row."""

    column: int
    changes: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GptqStep:
    """One column rounded, for the rows shown on a page."""

    place: int
    """In the order of processing."""
    column: int
    sensitivity: float
    """The Hessian's diagonal element, mean square of this input."""
    pivot: float
    """Diagonal element of the factor of the inverse Hessian; the error is divided by it."""
    original: tuple[float, ...]
    """Weights as in the file."""
    weights: tuple[float, ...]
    """As earlier columns have changed them."""
    codes: tuple[int, ...]
    """What was chosen."""
    plain_codes: tuple[int, ...]
    """What rounding alone would have chosen on the same grid."""
    rounded: tuple[float, ...]
    """What was chosen."""
    errors: tuple[float, ...]
    """Weight minus rounded."""
    fed: tuple[FedError, ...]
    """The columns that were changed most."""
    output_error: float
    """Of all rows, relative, if the columns not yet rounded stayed as they now are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GptqWalk:
    """GPTQ on some rows and columns of a layer, step by step, and what it changed."""

    name: str
    type: str
    group: int
    damping: float
    rows: int
    """What was cut out, and of what (of_rows, of_columns)."""
    columns: int
    """What was cut out, and of what (of_rows, of_columns)."""
    of_rows: int
    of_columns: int
    samples: int
    """Calibration inputs."""
    shown_rows: tuple[int, ...]
    order: tuple[int, ...]
    """The columns as processed."""
    steps: tuple[GptqStep, ...]
    plain_error: float
    """Relative output error of rounding to nearest and of GPTQ on the same kind of grid."""
    error: float
    """As `plain_error`."""
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
    """The search of one group of tensors that share an input."""

    tensors: tuple[str, ...]
    """Those multiplied."""
    folded_into: str
    """The tensor that is divided instead."""
    points: tuple[AwqPoint, ...]
    """One for each alpha."""
    alpha: float
    """The best."""
    plain_error: float
    """At alpha 0, where nothing is scaled."""
    error: float
    channels: tuple[AwqChannel, ...]
    """The largest and the smallest."""
    reason: str
    """Why the fold changes nothing in exact arithmetic, or why there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantisedModel:
    """Every tensor of a model by name, the errors of those that were rounded, and AWQ's
    searches."""

    tensors: dict[str, QuantisedTensor]
    errors: tuple[TensorError, ...]
    curves: tuple[AwqCurve, ...] = ()
    bytes_before: int = 0
    """Of all tensors in F16 (F32 where they are kept so)."""
    bytes_after: int = 0
    notes: tuple[str, ...] = field(default=())
