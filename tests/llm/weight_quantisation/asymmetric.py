"""Codes 0 … 15 with a whole-number zero point, as in the GPTQ and AWQ papers; no file has them."""

from __future__ import annotations

import numpy as np

from compiler_core.llm.weight_quantisation.grids import FittedGrid, GridFamily


def asymmetric_family(group: int) -> GridFamily:
    return GridFamily(
        name=f"asymmetric, groups of {group}",
        type="",
        span=group,
        group=group,
        lowest=0,
        highest=15,
        fit=_fit_asymmetric,
    )


def _fit_asymmetric(columns: np.ndarray) -> FittedGrid:
    low = np.minimum(columns.min(axis=1, keepdims=True), 0)
    high = np.maximum(columns.max(axis=1, keepdims=True), 0)
    spread = (high - low) / 15
    steps = spread.astype(np.float16).astype(np.float32)
    zero_points = np.rint(-low / np.where(steps > 0, steps, 1))
    floors = (steps * zero_points).astype(np.float32)
    return FittedGrid(steps, floors, np.zeros((len(columns), 0), np.uint8))
