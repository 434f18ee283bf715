"""How much of each pixel a shape covers, from the distance between the pixel and the shape.

Only additions, products, quotients and square roots of float64 are used, which IEEE 754 rounds the
same everywhere: so that a seed gives the same picture on every machine. Source of the distance to
a segment: the projection of the point on the line, held within its ends.
"""

from __future__ import annotations

import numpy as np

_SMALL = 1e-12


def segment_distances(points: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Distance of each point to the nearest segment. Points [n, 2], starts and ends [m, 2]: [n]."""
    along = ends - starts
    length = along[:, 0] ** 2 + along[:, 1] ** 2 + _SMALL
    x = points[:, None, 0] - starts[None, :, 0]
    y = points[:, None, 1] - starts[None, :, 1]
    position = np.clip((x * along[:, 0] + y * along[:, 1]) / length, 0.0, 1.0)
    aside_x = x - position * along[:, 0]
    aside_y = y - position * along[:, 1]
    return np.sqrt((aside_x**2 + aside_y**2).min(axis=1))


def inside_polygon(points: np.ndarray, starts: np.ndarray, ends: np.ndarray) -> np.ndarray:
    """Whether each point lies within the polygon of these edges, by the even-odd rule: bool [n]."""
    y = points[:, None, 1]
    crosses = (starts[None, :, 1] > y) != (ends[None, :, 1] > y)
    rise = ends[:, 1] - starts[:, 1]
    slope = (ends[:, 0] - starts[:, 0]) / np.where(rise == 0, 1.0, rise)
    at = starts[None, :, 0] + (y - starts[None, :, 1]) * slope
    return np.logical_xor.reduce(crosses & (points[:, None, 0] < at), axis=1)


def edges(corners: np.ndarray, closed: str) -> tuple[np.ndarray, np.ndarray]:
    """Starts and ends of the segments between corners [n, 2]; closed: "closed" or "open"."""
    if closed == "closed":
        return corners, np.roll(corners, -1, axis=0)
    return corners[:-1], corners[1:]


def coverage(distance: np.ndarray, pixels_per_unit: float) -> np.ndarray:
    """From 0 outside to 1 inside, over one pixel at the border; distance is negative inside."""
    return np.clip(0.5 - distance * pixels_per_unit, 0.0, 1.0)
