"""The parts of a sign as a hand or a printer would put them down: strokes and filled areas."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from compiler_core.graph.evaluation.signs.chance import Chance
from compiler_core.graph.evaluation.signs.distance import (
    edges,
    inside_polygon,
    segment_distances,
)

_PIECE = 0.3


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line of half this thickness to each side; corners [n, 2], closed: "closed" or "open"."""

    corners: np.ndarray
    closed: str
    thickness: float

    def distances(self, points: np.ndarray) -> np.ndarray:
        """Negative inside; points [n, 2]."""
        return segment_distances(points, *edges(self.corners, self.closed)) - self.thickness / 2


@dataclass(frozen=True, slots=True)
class Area:
    """What lies within a polygon; corners [n, 2]."""

    corners: np.ndarray

    def distances(self, points: np.ndarray) -> np.ndarray:
        """Negative inside; points [n, 2]."""
        starts, ends = edges(self.corners, "closed")
        distance = segment_distances(points, starts, ends)
        return np.where(inside_polygon(points, starts, ends), -distance, distance)


def freehand(corners: np.ndarray, closed: str, wobble: float, chance: Chance) -> np.ndarray:
    """The same line as a hand draws it: in short pieces, each a little aside of the last."""
    fine = _in_pieces(corners, closed)
    aside = chance.spread(len(fine), 2) * wobble
    return fine + (np.roll(aside, 1, axis=0) + 2 * aside + np.roll(aside, -1, axis=0)) / 4


def _in_pieces(corners: np.ndarray, closed: str) -> np.ndarray:
    starts, ends = edges(corners, closed)
    pieces = [_divided(start, end) for start, end in zip(starts, ends, strict=True)]
    return np.concatenate(pieces if closed == "closed" else [*pieces, corners[-1:]])


def _divided(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    """Points from start to just before end."""
    length = math.dist(start.tolist(), end.tolist())
    count = max(1, math.ceil(length / _PIECE))
    return start + (end - start) * (np.arange(count)[:, None] / count)
