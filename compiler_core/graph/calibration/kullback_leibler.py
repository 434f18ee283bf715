"""KL divergence: the threshold at which the quantised distribution differs least from the real one.

The recipe of TensorRT (S. Migacz, "8-bit Inference with TensorRT", GTC 2017, slides 38 to 42), on
the histogram of |x|: for every i from 128 to the last bin,

    P  = bins[0:i], all that lies beyond added to P[i-1]      (clipping saturates)
    Q  = bins[0:i] merged into L levels; each level's sum is spread evenly over those of its bins
         that are not empty                                    (empty bins stay empty)
    cost(i) = sum P log(P / Q), both divided by their sums;   threshold = i · width of a bin

L is 128 for a signed tensor (int8 has 128 magnitudes) and 255 for one-sided data such as the output
of Relu, where the asymmetric range gives one side all steps. Where the recipe is silent: level k
holds bins floor(k·i/L) to floor((k+1)·i/L); the exact zeros are left out, since every scale
represents zero exactly and after Relu they would outweigh all else; the bin that receives the
clipped values counts as occupied. Where P has values and Q has none the cost is infinite.

Within a level Q is constant, so sums over bins become differences of prefix sums: the whole curve
costs (bins x levels) operations, no loop over bins.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from compiler_core.graph.calibration.clipping import (
    bins_within,
    clipped_range,
    cumulative,
    is_one_sided,
)
from compiler_core.graph.calibration.minimum_maximum import choose as whole_range
from compiler_core.graph.observing.histogram import BINS, Histogram
from compiler_core.graph.observing.records import CalibrationMethod, Curve, Range

SIGNED_LEVELS = 128
ONE_SIDED_LEVELS = 255


def levels_of(histogram: Histogram) -> int:
    """How many levels int8 has for the magnitudes of this data."""
    return ONE_SIDED_LEVELS if is_one_sided(histogram) else SIGNED_LEVELS


def divergences(counts: np.ndarray, levels: int) -> np.ndarray:
    """cost(i) for i = levels, …, len(counts), in nats. counts: of |x|, at least one not zero.

    A candidate that keeps no value at all costs infinity.
    """
    candidates = np.arange(levels, counts.size + 1)
    borders = _borders(levels)[: candidates.size]
    total, inside = float(counts.sum()), cumulative(counts)[candidates]
    last = counts[candidates - 1].astype(np.float64)
    saturated = last + (total - inside)
    mass = np.diff(np.take(cumulative(counts), borders), axis=1)
    occupied = np.diff(np.take(cumulative(counts > 0), borders), axis=1)
    occupied[:, -1] += (last == 0) & (saturated > 0)
    entropy = cumulative(_times_logarithm(counts))[candidates]
    entropy += _times_logarithm(saturated) - _times_logarithm(last)
    logarithms = np.zeros_like(mass)
    np.divide(mass, occupied, out=logarithms, where=mass > 0)
    np.log(logarithms, out=logarithms, where=mass > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = np.einsum("ij,ij->i", mass, logarithms) + _clipped(
            saturated - last, mass[:, -1], logarithms[:, -1]
        )
        costs = (entropy - spread) / total - np.log(total) + np.log(inside)
    return np.where(np.isfinite(costs), costs, np.inf)


def _clipped(beyond: np.ndarray, mass: np.ndarray, logarithms: np.ndarray) -> np.ndarray:
    """What the last level's share of the sum gains by the values clipped to it: -inf where P has
    values there and Q has none.
    """
    return np.where(mass > 0, beyond * logarithms, np.where(beyond > 0, -np.inf, 0.0))


@cache
def _borders(levels: int) -> np.ndarray:
    """The bin at which level k of candidate i starts, k from 0 to `levels`: the same for every
    tensor, and a division for each of a quarter of a million elements. Of both kinds 6 MiB.
    """
    candidates = np.arange(levels, BINS + 1)
    return (candidates[:, None] * np.arange(levels + 1)[None, :] // levels).astype(np.int32)


def _times_logarithm(values: np.ndarray) -> np.ndarray:
    """x·log(x), with 0·log(0) = 0."""
    return values * np.log(np.where(values > 0, values, 1.0))


def divergence_curve(histogram: Histogram) -> Curve:
    """The curve over all thresholds; of several smallest costs the largest threshold wins."""
    bins, levels = bins_within(histogram), levels_of(histogram)
    costs = divergences(histogram.magnitudes()[:bins], levels)
    thresholds = np.arange(levels, bins + 1) * histogram.width
    chosen = costs.size - 1 - int(np.argmin(costs[::-1]))
    return Curve(thresholds, costs, chosen, bins)


def choose(histogram: Histogram) -> Range:
    """The range cut at the threshold of least divergence."""
    levels = levels_of(histogram)
    if bins_within(histogram) < levels:
        return whole_range(histogram)
    curve = divergence_curve(histogram)
    reason = (
        f"|x| up to {curve.threshold:.4g} loses least information "
        f"({levels} levels, bin {curve.chosen + levels} of {curve.bins})"
    )
    return clipped_range(histogram, -curve.threshold, curve.threshold, reason, curve)


KULLBACK_LEIBLER = CalibrationMethod(
    "kl",
    "Try every threshold and take the one where the quantised distribution differs least from the "
    "real one, measured in information lost.",
    choose,
)
