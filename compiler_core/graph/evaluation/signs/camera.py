"""Where a sign stands in the picture, and what a camera or a scanner does to it."""

from __future__ import annotations

import math

import numpy as np

from compiler_core.graph.evaluation.signs.chance import Chance

SIDE = 32
_FULL = 255.0


def sign_points(chance: Chance) -> tuple[np.ndarray, float]:
    """For each pixel its place on the sign, [1024, 2], and how many pixels a unit is.

    The sign is turned by up to 17 degrees, scaled, moved within the picture and seen aslant.
    """
    half = SIDE / 2
    size = chance.between(0.42, 0.97) * half
    room = half - size
    angle = math.radians(chance.between(-17, 17))
    move_x, move_y = (half + room * chance.between(-0.9, 0.9) for _ in range(2))
    slant_x, slant_y = (chance.between(-0.22, 0.22) for _ in range(2))
    stretch = chance.between(0.88, 1.12)
    row, column = np.divmod(np.arange(SIDE * SIDE), SIDE)
    x, y = (column + 0.5 - move_x) / size, (row + 0.5 - move_y) / size
    depth = 1 + slant_x * x + slant_y * y
    x, y = x * stretch / depth, y / stretch / depth
    cosine, sine = math.cos(angle), math.sin(angle)
    return np.stack([x * cosine + y * sine, y * cosine - x * sine], axis=1), size


def photographed(picture: np.ndarray, chance: Chance) -> np.ndarray:
    """Uneven light, blur, gain and noise, in that order; [32, 32, 3] from 0 to 255, uint8 out."""
    lit = picture * _light(chance)[:, :, None]
    seen = _blurred(lit, chance.between(0.0, 0.28))
    seen = 128 + (seen - 128) * chance.between(0.5, 1.2) + chance.between(-35, 30)
    grain = chance.between(0, 24)
    return _as_bytes(seen + chance.spread(SIDE, SIDE, 3) * grain)


def scanned(picture: np.ndarray, chance: Chance) -> np.ndarray:
    """Little blur and little noise: a drawing on the screen or a scan; uint8 out."""
    seen = _blurred(picture, chance.between(0.0, 0.16))
    grain = chance.one_of((0.0, 0.0, 4.0, 14.0))
    return _as_bytes(seen + chance.spread(SIDE, SIDE, 3) * grain)


def _light(chance: Chance) -> np.ndarray:
    """Brighter on one side: a factor for each pixel."""
    across, down = chance.between(-0.22, 0.22), chance.between(-0.22, 0.22)
    offsets = (np.arange(SIDE) - (SIDE - 1) / 2) / (SIDE / 2)
    return 1 + across * offsets[None, :] + down * offsets[:, None]


def _blurred(picture: np.ndarray, side: float) -> np.ndarray:
    """Each pixel mixed with its neighbours: `side` of each of them, down and then across."""
    for axis in (0, 1):
        padded = np.pad(picture, [(1, 1) if at == axis else (0, 0) for at in range(3)], "edge")
        before, after = (
            padded[:-2] if axis == 0 else padded[:, :-2],
            padded[2:] if axis == 0 else padded[:, 2:],
        )
        picture = (1 - 2 * side) * picture + side * (before + after)
    return picture


def _as_bytes(picture: np.ndarray) -> np.ndarray:
    return np.rint(np.clip(picture, 0.0, _FULL)).astype(np.uint8)
