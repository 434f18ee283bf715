"""A region drawn on the picture that an input is: rectangles of pixels."""

from __future__ import annotations

import numpy as np

from compiler_core.graph.slicing.answer import InputPlane, PlaneRectangle
from compiler_core.graph.slicing.step import Mask, touched

_RANK = 4
_CHANNELS = (1, 3, 4)
_MOST_RECTANGLES = 400


def plane_of(name: str, mask: Mask) -> InputPlane | None:
    """None for a tensor that is no picture: four axes, with the channels second or last."""
    if mask.ndim != _RANK or not mask.any():
        return None
    if mask.shape[1] in _CHANNELS:
        flat = touched(mask, (0, 1))
    elif mask.shape[3] in _CHANNELS:
        flat = touched(mask, (0, 3))
    else:
        return None
    rectangles, size = _rectangles(flat), (len(flat), len(flat[0]))
    if len(rectangles) > _MOST_RECTANGLES:
        return InputPlane(name, size, (_box(flat),), whole=False)
    return InputPlane(name, size, tuple(rectangles), whole=True)


def _rectangles(flat: Mask) -> list[PlaneRectangle]:
    """Runs of each line; lines with the same runs are one."""
    rectangles: list[PlaneRectangle] = []
    top = 0
    while top < len(flat):
        bottom = top + 1
        while bottom < len(flat) and np.array_equal(flat[bottom], flat[top]):
            bottom += 1
        rectangles += (
            PlaneRectangle(top, left, bottom - top, right - left)
            for left, right in _runs(flat[top])
        )
        top = bottom
    return rectangles


def _runs(line: Mask) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate(([0], line.astype(np.int8), [0]))))
    return [(int(left), int(right)) for left, right in edges.reshape(-1, 2)]


def _box(flat: Mask) -> PlaneRectangle:
    rows, columns = np.flatnonzero(flat.any(1)), np.flatnonzero(flat.any(0))
    top, left = int(rows[0]), int(columns[0])
    return PlaneRectangle(top, left, int(rows[-1]) - top + 1, int(columns[-1]) - left + 1)
