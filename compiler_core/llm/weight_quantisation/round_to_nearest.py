"""Every weight to the nearest value of its grid: what the other methods are measured against."""

from __future__ import annotations

import numpy as np

from compiler_core.llm.block_formats.code_places import with_codes
from compiler_core.llm.block_formats.formats import block_format
from compiler_core.llm.weight_quantisation.grids import (
    FittedGrid,
    GridFamily,
    nearest_codes,
    on_grid,
)
from compiler_core.llm.weight_quantisation.records import QuantisedMatrix


def round_to_nearest(weights: np.ndarray, family: GridFamily) -> QuantisedMatrix:
    """float32 [rows, n] on grids fitted to it, span by span."""
    grids = fitted_grids(weights, family)
    steps, floors = columns_of(grids, family)
    codes = nearest_codes(weights, steps, floors, family)
    return quantised_matrix(codes, on_grid(codes, steps, floors), grids, family)


def nearest_values(weights: np.ndarray, family: GridFamily) -> np.ndarray:
    """What rounding to nearest leaves, float32 [rows, n], without writing any block."""
    steps, floors = columns_of(fitted_grids(weights, family), family)
    return on_grid(nearest_codes(weights, steps, floors, family), steps, floors)


def encoded(weights: np.ndarray, type_name: str) -> QuantisedMatrix:
    """Rounded as the format's own encoder does it: the same bytes as llama.cpp's."""
    chosen = block_format(type_name)
    raw = chosen.encode(weights)
    codes = chosen.unpack(raw).codes.reshape(weights.shape)
    return QuantisedMatrix(codes, chosen.decode(raw), raw)


def fitted_grids(weights: np.ndarray, family: GridFamily) -> list[FittedGrid]:
    """One for each span of columns."""
    starts = range(0, weights.shape[1], family.span)
    return [family.fit(weights[:, start : start + family.span]) for start in starts]


def columns_of(grids: list[FittedGrid], family: GridFamily) -> tuple[np.ndarray, np.ndarray]:
    """Steps and floors repeated for every column, float32 [rows, n] each."""
    steps = np.concatenate([grid.steps for grid in grids], axis=1)
    floors = np.concatenate([grid.floors for grid in grids], axis=1)
    return np.repeat(steps, family.group, axis=1), np.repeat(floors, family.group, axis=1)


def quantised_matrix(
    codes: np.ndarray, values: np.ndarray, grids: list[FittedGrid], family: GridFamily
) -> QuantisedMatrix:
    """Codes [rows, n] put into the grids' blocks."""
    whole = codes.astype(np.int16)
    raw = np.concatenate([grid.raw for grid in grids], axis=1)
    if family.type:
        raw = with_codes(raw, whole, family.type)
    return QuantisedMatrix(whole, values.astype(np.float32), raw)
