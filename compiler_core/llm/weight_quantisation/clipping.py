"""Smaller steps than the largest weight asks for: AWQ's second search.

A group's step is set by its largest weight. Where that one matters little, a smaller step clips it
and makes all others finer. For each row and group the step is tried at shares of the full one, and
the one with the least error of the group's part of the output is kept; a share of 1 is among them.
Only Q4_0's steps can be chosen freely. Source: auto_clip of the AWQ authors' code.
"""

from __future__ import annotations

import numpy as np

from compiler_core.llm.weight_quantisation.grids import (
    FittedGrid,
    GridFamily,
    full_steps,
    nearest_codes,
    on_grid,
    symmetric_grid,
)
from compiler_core.llm.weight_quantisation.records import QuantisedMatrix
from compiler_core.llm.weight_quantisation.round_to_nearest import (
    columns_of,
    quantised_matrix,
    round_to_nearest,
)

SHARES = tuple(1 - trial / 20 for trial in range(10))
"""Of the full step: 1, 0.95, … 0.55."""


def round_clipped(weights: np.ndarray, family: GridFamily, gram: np.ndarray) -> QuantisedMatrix:
    """Weights float32 [rows, n] whose inputs have the Gram matrix [n, n]."""
    if family.type != "Q4_0":
        return round_to_nearest(weights, family)
    spans = [slice(first, first + family.span) for first in range(0, len(gram), family.span)]
    grids = [_clipped_grid(weights[:, span], family, gram[span, span]) for span in spans]
    steps, floors = columns_of(grids, family)
    codes = nearest_codes(weights, steps, floors, family)
    return quantised_matrix(codes, on_grid(codes, steps, floors), grids, family)


def _clipped_grid(columns: np.ndarray, family: GridFamily, gram: np.ndarray) -> FittedGrid:
    full = full_steps(columns)
    best, chosen = _loss(columns, full, family, gram), full
    for share in SHARES[1:]:
        steps = full * np.float32(share)
        losses = _loss(columns, steps, family, gram)
        chosen = np.where(losses < best, steps, chosen)
        best = np.minimum(losses, best)
    return symmetric_grid(chosen, columns.shape[1])


def _loss(
    columns: np.ndarray, steps: np.ndarray, family: GridFamily, gram: np.ndarray
) -> np.ndarray:
    """The mean squared error of each row's part of the output, [rows]."""
    stored = symmetric_grid(steps, columns.shape[1]).steps
    floors = np.zeros_like(stored)
    errors = on_grid(nearest_codes(columns, stored, floors, family), stored, floors) - columns
    return np.einsum("rn,rn->r", errors @ gram, errors)
