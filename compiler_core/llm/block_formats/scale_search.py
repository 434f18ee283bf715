"""The search for a sub-block's scale that K-quants rest on, for many sub-blocks at once.

Taking the scale from the largest value alone wastes codes on values that hardly occur. The search
tries scales around that one; for each it rounds the values to codes and then solves for the scale
(and minimum) that fits these codes best by weighted least squares, and keeps the best of all.
Arrays are [values, sub-blocks] so that sums run over the first axis, in float32 and in the order of
ggml's loops: make_qkx2_quants (scale and minimum) and make_qx_quants (scale alone).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

_TINY = np.float32(1e-15)
"""Groups whose largest magnitude is below this are all zeros: GROUP_MAX_EPS."""


@dataclass(frozen=True, slots=True)
class Grids:
    """What the search found, each float32 [sub-blocks].

    scales, minimums: value ≈ scale · code − minimum. inverses: what values were multiplied by
    before they were rounded to the codes that gave this scale; floors: subtracted before that.
    """

    scales: np.ndarray
    minimums: np.ndarray
    inverses: np.ndarray
    floors: np.ndarray


def search_scale_and_minimum(values: np.ndarray, weights: np.ndarray, highest: int) -> Grids:
    """Codes 0 … highest: float32 [values, sub-blocks] -> grids.

    Tries highest − 1 … highest + 1 steps across the range, a tenth apart, as for Q4_K.
    """
    tops = values.max(axis=0)
    lows = np.minimum(values.min(axis=0), np.float32(0))
    uneven = tops != lows
    totals = (weights.sum(axis=0), (weights * values).sum(axis=0))
    inverses = _where(uneven, np.float32(highest) / (tops - lows))
    floors = lows
    scales = _where(uneven, np.float32(1) / inverses)
    best = _weighted_error(_codes(values - lows, inverses, highest), values, weights, scales, lows)
    for trial in range(21):
        numerator = np.float32(-1) + np.float32(0.1) * np.float32(trial) + np.float32(highest)
        # The range begins at the best minimum so far: later trials search around the better fit.
        tried = numerator / (tops - lows)
        codes = _codes(values - lows, tried, highest)
        new_scales, new_lows, usable = _least_squares(codes, values, weights, totals)
        errors = _weighted_error(codes, values, weights, new_scales, new_lows)
        better = uneven & usable & (errors < best)
        inverses = np.where(better, tried, inverses)
        floors = np.where(better, lows, floors)
        best = np.where(better, errors, best)
        scales = np.where(better, new_scales, scales)
        lows = np.where(better, new_lows, lows)
    return Grids(scales, -lows, inverses, floors)


def _where(condition: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    return np.where(condition, numbers, np.float32(0))


def _codes(shifted: np.ndarray, inverses: np.ndarray, highest: int) -> np.ndarray:
    codes = shifted * inverses
    np.rint(codes, out=codes)
    return np.clip(codes, 0, highest, out=codes)


def _least_squares(
    codes: np.ndarray,
    values: np.ndarray,
    weights: np.ndarray,
    totals: tuple[np.ndarray, np.ndarray],
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scale and low end that fit these codes best; the low end is never above zero."""
    weight_sum, value_sum = totals
    weighted = weights * codes
    code_sum = weighted.sum(axis=0)
    product_sum = (weighted * values).sum(axis=0)
    weighted *= codes
    square_sum = weighted.sum(axis=0)
    determinant = weight_sum * square_sum - code_sum * code_sum
    usable = determinant > 0
    divisor = np.where(usable, determinant, np.float32(1))
    scales = (weight_sum * product_sum - value_sum * code_sum) / divisor
    lows = (square_sum * value_sum - code_sum * product_sum) / divisor
    above = usable & (lows > 0)
    scales = np.where(above, product_sum / np.where(above, square_sum, np.float32(1)), scales)
    return scales, np.where(above, np.float32(0), lows), usable


def _weighted_error(
    codes: np.ndarray,
    values: np.ndarray,
    weights: np.ndarray,
    scales: np.ndarray,
    lows: np.ndarray,
) -> np.ndarray:
    difference = codes * scales
    difference += lows
    difference -= values
    difference *= difference
    difference *= weights
    return difference.sum(axis=0)


def search_scale(values: np.ndarray, highest: int) -> Grids:
    """Codes −highest … highest − 1: float32 [values, groups] -> grids without minimum.

    Large values weigh more (by their square); 19 scales around the plain one are tried.
    """
    furthest = np.abs(values).argmax(axis=0)[None]
    extremes = np.take_along_axis(values, furthest, axis=0)[0]
    filled = np.abs(extremes) >= _TINY
    divisors = np.where(filled, extremes, np.float32(1))
    weights = values * values
    inverses = np.where(filled, np.float32(-highest) / divisors, np.float32(0))
    products, squares = _moments(values, weights, inverses, highest)
    scales = np.where(squares > 0, products / np.where(squares > 0, squares, 1), np.float32(0))
    best = scales * products
    for trial in (*range(-9, 0), *range(1, 10)):
        numerator = -(np.float32(highest) + np.float32(0.1) * np.float32(trial))
        tried = np.where(filled, numerator / divisors, np.float32(0))
        products, squares = _moments(values, weights, tried, highest)
        better = (squares > 0) & (products * products > best * squares)
        fitted = products / np.where(better, squares, np.float32(1))
        scales = np.where(better, fitted, scales)
        best = np.where(better, fitted * products, best)
        inverses = np.where(better, tried, inverses)
    nothing = np.zeros_like(scales)
    return Grids(np.where(filled, scales, np.float32(0)), nothing, inverses, nothing)


def _moments(
    values: np.ndarray, weights: np.ndarray, inverses: np.ndarray, highest: int
) -> tuple[np.ndarray, np.ndarray]:
    """Σ weight·value·code and Σ weight·code² of each group."""
    codes = values * inverses
    np.rint(codes, out=codes)
    np.clip(codes, -highest, highest - 1, out=codes)
    weighted = weights * values
    weighted *= codes
    products = weighted.sum(axis=0)
    np.multiply(weights, codes, out=weighted)
    weighted *= codes
    return products, weighted.sum(axis=0)
