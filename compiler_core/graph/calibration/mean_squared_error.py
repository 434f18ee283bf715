"""Mean squared error: weigh what clipping loses against what a coarse step loses.

For every threshold T at a bin's border, the expected error is s²/12 for each value inside (a step
of size s rounds uniformly: Bennett, "Spectra of Quantized Signals", 1948) plus (|x| - T)² for each
value outside. s is the step of the range cut at ±T: (high - low)/255. Exact zeros cost nothing at
any T. Prefix sums of count, x and x² give all 2,048 candidates at once.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.graph.calibration.clipping import bins_within, clipped_range, cumulative
from compiler_core.graph.calibration.minimum_maximum import choose as whole_range
from compiler_core.graph.observing.histogram import Histogram
from compiler_core.graph.observing.records import CalibrationMethod, Curve, Range

STEPS = 255


@dataclass(frozen=True, slots=True)
class ErrorParts:
    """Squared error a value, by threshold: what rounding and what clipping have of it."""

    thresholds: np.ndarray
    rounding: np.ndarray
    clipping: np.ndarray


def error_parts(histogram: Histogram) -> ErrorParts:
    """For every threshold; the histogram must hold a value other than 0."""
    bins = bins_within(histogram)
    counts = histogram.magnitudes()[:bins]
    centres = (np.arange(bins) + 0.5) * histogram.width
    thresholds = np.arange(1, bins + 1) * histogram.width
    number, first, second = (cumulative(counts * centres**power) for power in (0, 1, 2))
    outside = (second[-1] - second[1:]) - 2 * thresholds * (first[-1] - first[1:])
    outside += thresholds**2 * (number[-1] - number[1:])
    low, high = (
        np.maximum(histogram.minimum, -thresholds),
        np.minimum(histogram.maximum, thresholds),
    )
    step = (np.maximum(high, 0) - np.minimum(low, 0)) / STEPS
    total = max(histogram.total, 1)
    return ErrorParts(thresholds, number[1:] * step**2 / 12 / total, outside / total)


def error_curve(histogram: Histogram) -> Curve:
    """The mean squared error of every threshold; the histogram must hold a value other than 0."""
    parts = error_parts(histogram)
    costs = parts.rounding + parts.clipping
    return Curve(parts.thresholds, costs, int(np.argmin(costs)), len(costs))


def choose(histogram: Histogram) -> Range:
    """The range with the smallest expected squared error."""
    if bins_within(histogram) == 0:
        return whole_range(histogram)
    curve = error_curve(histogram)
    reason = f"|x| up to {curve.threshold:.4g} has the smallest squared error"
    return clipped_range(histogram, -curve.threshold, curve.threshold, reason, curve)


MEAN_SQUARED_ERROR = CalibrationMethod(
    "mse",
    "Weigh the error of clipping against the error of a coarse step, and take the range where "
    "their sum is smallest.",
    choose,
)
