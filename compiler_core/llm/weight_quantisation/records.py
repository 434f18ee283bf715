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
    """As in GGUF: `blk.0.attn_q.weight`."""
    type: str
    """The format of `data`, by GGML's name: `Q4_0`, `F16`."""
    shape: tuple[int, ...]
    """Of the tensor's values, rows first; not that of `data`."""
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
    """Its number in the matrix, from 0."""
    sensitivity: float
    """The Hessian's diagonal element, mean square of this input."""
    pivot: float
    """Diagonal element of the factor of the inverse Hessian; the error is divided by it."""
    original: tuple[float, ...]
    """Weights as in the file."""
    weights: tuple[float, ...]
    """As earlier columns have changed them."""
    codes: tuple[int, ...]
    """Codes that GPTQ chose, one for each shown row."""
    plain_codes: tuple[int, ...]
    """What rounding alone would have chosen on the same grid."""
    rounded: tuple[float, ...]
    """Values that the codes stand for, one for each shown row."""
    errors: tuple[float, ...]
    """The weight just before rounding minus the rounded one, for each shown row."""
    fed: tuple[FedError, ...]
    """The columns that were changed most."""
    output_error: float
    """Relative, of all rows computed, if the columns not yet rounded stayed as they now are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GptqWalk:
    """GPTQ on some rows and columns of a layer, step by step, and what it changed."""

    name: str
    """Of the tensor: `blk.0.attn_q.weight`."""
    type: str
    """The block format of the grid: `Q4_0`."""
    group: int
    """Columns that share a step."""
    damping: float
    """Share of the Hessian's mean diagonal that was added to the diagonal."""
    rows: int
    """The first rows of the tensor, which were computed; of how many see `of_rows`."""
    columns: int
    """The first columns of the tensor, which were computed; of how many see `of_columns`."""
    of_rows: int
    """Rows of the whole tensor."""
    of_columns: int
    """Columns of the whole tensor."""
    samples: int
    """How many calibration inputs the Hessian is made from."""
    shown_rows: tuple[int, ...]
    """Numbers of the rows whose values the steps have, the first four at most."""
    order: tuple[int, ...]
    """The columns as processed."""
    steps: tuple[GptqStep, ...]
    """One for each column, in the order of processing."""
    plain_error: float
    """Relative output error of rounding to nearest and of GPTQ on the same kind of grid."""
    error: float
    """Relative output error of GPTQ, on the same kind of grid as `plain_error`."""
    sentences: tuple[str, ...]
    """What the walk shows, computed from it for the page."""


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
    """Names of the tensors whose columns are multiplied, all with the same input."""
    folded_into: str
    """The tensor that is divided instead."""
    points: tuple[AwqPoint, ...]
    """One for each alpha."""
    alpha: float
    """The exponent with the least error; 0.0 also where there was no search."""
    plain_error: float
    """At alpha 0, where nothing is scaled."""
    error: float
    """Least relative output error of the searched alphas; 0.0 where there was no search."""
    channels: tuple[AwqChannel, ...]
    """The largest and the smallest."""
    reason: str
    """Why the fold changes nothing in exact arithmetic, or why there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuantisedModel:
    """Every tensor of a model by name, the errors of those that were rounded, and AWQ's
    searches."""

    tensors: dict[str, QuantisedTensor]
    """All tensors of the model, those kept in floats too, by name."""
    errors: tuple[TensorError, ...]
    """One for each tensor that was rounded to a grid."""
    curves: tuple[AwqCurve, ...] = ()
    """Empty for every method but `awq`."""
    bytes_before: int = 0
    """Of all tensors in F16, or F32 where they are kept so."""
    bytes_after: int = 0
    """Of all tensors as they are written."""
    notes: tuple[str, ...] = field(default=())
    """Sentences on what the method leaves open, for pages."""
