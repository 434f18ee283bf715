"""Elements around the chosen one, to ask about next."""

from __future__ import annotations

import numpy as np

from compiler_core.graph.slicing.answer import GridCell

_SIDE = 16
_ROW = 48
_LEVELS = 9
_PICTURE_RANK = 4


def grid_around(value: np.ndarray, index: tuple[int, ...]) -> tuple[tuple[GridCell, ...], ...]:
    """Of a picture the rows and columns around it, of any other tensor its last axis."""
    axes = _axes(value.shape)
    if not axes:
        return ()
    windows = [
        _window(index[axis], value.shape[axis], _SIDE if len(axes) > 1 else _ROW) for axis in axes
    ]
    rows = windows[0] if len(axes) > 1 else range(1)
    places = [
        [_at(index, axes, (row, column) if len(axes) > 1 else (column,)) for column in windows[-1]]
        for row in rows
    ]
    shown = np.array([[float(value[position]) for position in row] for row in places])
    levels = _levels(shown)
    return tuple(
        tuple(
            GridCell(position, int(level), position == index)
            for position, level in zip(row, line, strict=True)
        )
        for row, line in zip(places, levels, strict=True)
    )


def _axes(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Height and width: they are alike as a rule, which tells where the channels are."""
    if len(shape) != _PICTURE_RANK:
        return (len(shape) - 1,) if shape else ()
    return (1, 2) if shape[1] == shape[2] and shape[2] != shape[3] else (2, 3)


def _window(at: int, size: int, most: int) -> range:
    first = max(0, min(at - most // 2, size - most))
    return range(first, min(size, first + most))


def _at(index: tuple[int, ...], axes: tuple[int, ...], places: tuple[int, ...]) -> tuple[int, ...]:
    indices = list(index)
    for axis, coordinate in zip(axes, places, strict=True):
        indices[axis] = coordinate
    return tuple(indices)


def _levels(shown: np.ndarray) -> np.ndarray:
    finite = np.nan_to_num(shown, posinf=0, neginf=0)
    low, high = finite.min(), finite.max()
    span = high - low
    return np.zeros(shown.shape, int) if not span else (finite - low) / span * _LEVELS
