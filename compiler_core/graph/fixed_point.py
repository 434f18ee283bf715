"""Sums to bytes by one multiplication of integers, where that gives every byte of the floats.

DequantizeLinear and QuantizeLinear are a conversion, one or two roundings of float32 and another
conversion. floor(s·b / 2^(31 + n) + 1/2), which AArch64 has as SQDMULH and a narrowing shift that
rounds (SQRSHRN), is half of that. Both grow with the sum s, so they agree everywhere when they
agree at the 255 sums at which the byte changes. Each of those bounds b from one side; for some
scales no b is left, for a scale a few units in the last place away nearly always one is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

_BITS = 31
_MOST_SHIFT = 16
# Behind it float32 soon no longer tells one sum from the next.
_LARGEST_SUM = 1 << 22
# How far `nearby_scales` goes, in units in the last place: 48 of them are 6e-6 of a scale.
_FARTHEST = 48


class Multipliers(NamedTuple):
    """values: b of each channel, int32, 0 where there is none. shift: n, at least 1."""

    values: np.ndarray
    shift: int


def multipliers(scales: np.ndarray, divisor: float, zero_point: int) -> Multipliers | None:
    """b and n of rint(float32(s)·scale / divisor) + zero_point, saturated to int8, for every sum s.

    scales: float32, one for each channel. None when one is not positive or too large for a shift.
    """
    shift = _common_shift(scales, divisor)
    return None if shift is None else _with_shift(scales, divisor, zero_point, shift)


def _common_shift(scales: np.ndarray, divisor: float) -> int | None:
    """n for all channels together, None as above."""
    ratios = scales.astype(np.float64) / divisor
    if not (np.isfinite(ratios).all() and (ratios > 0).all()):
        return None
    # A margin, so that a scale nearby has the same shift.
    shift = min(_MOST_SHIFT, int(np.floor(-np.log2(ratios.max() * (1 + 1e-5)))))
    return None if shift < 1 else shift


def _with_shift(scales: np.ndarray, divisor: float, zero_point: int, shift: int) -> Multipliers:
    ratios = scales.astype(np.float64) / divisor
    levels = np.arange(-127.0 - zero_point, 128.0 - zero_point)
    firsts, known = _first_sums(scales, np.float32(divisor), ratios, levels)
    least, most = _bounds(firsts, (2 * levels - 1) * 2.0 ** (_BITS - 1 + shift))
    factors = np.where(known & (least <= most), (least + most) // 2, 0)
    return Multipliers(factors.astype(np.int32), shift)


def nearby_scales(scales: np.ndarray, zero_point: int) -> np.ndarray:
    """For each channel the nearest float32 whose results one multiplication of integers gives,
    among those a few units in the last place away; the scale itself where there is none."""
    chosen = scales.astype(np.float32)
    factors = multipliers(chosen, 1.0, zero_point)
    if factors is None:
        return chosen
    missing = factors.values == 0
    bits = chosen.view(np.int32)
    for distance in range(1, _FARTHEST + 1):
        for offset in (distance, -distance):
            if not missing.any():
                return chosen
            tried = np.where(missing, bits + np.int32(offset), bits).view(np.float32)
            shift = _common_shift(tried, 1.0)
            if shift is None:
                continue
            # Of most channels the first few are good: trying all again took twenty times as long.
            channels = np.flatnonzero(missing)
            again = _with_shift(tried[channels], 1.0, zero_point, shift)
            better = channels[again.values > 0]
            chosen[better] = tried[better]
            missing[better] = False
    return chosen


def _first_sums(
    scales: np.ndarray, divisor: np.float32, ratios: np.ndarray, levels: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """channels × levels, float64: the smallest sum that the float32 steps bring to each level; and
    for which channels that is known.

    The exact quotient is nearly always that sum already, so its neighbours are tried only where it
    is not.
    """
    firsts = np.ceil((levels - 0.5) / ratios[:, None])
    known = np.abs(firsts).max(axis=1) <= _LARGEST_SUM
    firsts[~known] = 0.0

    def reached(sums: np.ndarray, scale: np.ndarray, level: np.ndarray) -> np.ndarray:
        return np.rint(sums.astype(np.float32) * scale / divisor) >= level

    wanted = levels.astype(np.float32)
    column = scales[:, None]
    exact = reached(firsts, column, wanted) & ~reached(firsts - 1, column, wanted)
    channels, positions = np.nonzero(~exact)
    sums = firsts[channels, positions][:, None] + np.arange(-2, 3)
    near = reached(sums, scales[channels][:, None], wanted[positions][:, None])
    firsts[channels, positions] = sums[np.arange(len(sums)), near.argmax(axis=1)]
    known[channels[near[:, 0] | ~near[:, -1]]] = False
    return firsts, known


def _bounds(firsts: np.ndarray, edges: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """For each channel the smallest and largest b with first·b ≥ edge and (first - 1)·b < edge.

    In float64, which is exact here: a quotient below 2^31 of a divisor up to 2^22 is at least 2^-22
    from the next integer unless it is one, and half a unit in its last place is 2^-23.
    """
    before, edges = firsts - 1, np.broadcast_to(edges, firsts.shape)
    lowest, highest = np.ones(firsts.shape), np.full(firsts.shape, float((1 << _BITS) - 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        needed, allowed = edges / firsts, edges / before
    np.maximum(lowest, np.ceil(needed), out=lowest, where=firsts > 0)
    np.minimum(highest, np.floor(needed), out=highest, where=firsts < 0)
    highest[(firsts == 0) & (edges > 0)] = 0
    np.minimum(highest, np.ceil(allowed) - 1, out=highest, where=before > 0)
    np.maximum(lowest, np.floor(allowed) + 1, out=lowest, where=before < 0)
    highest[(before == 0) & (edges <= 0)] = 0
    return lowest.max(axis=1), highest.min(axis=1)
