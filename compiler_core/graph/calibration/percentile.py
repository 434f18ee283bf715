"""Percentile: give up a fixed small share of the values at either end.

The range runs from the 0.005th to the 99.995th percentile of the histogram (99.99 % of all values
stay), whole bins, never beyond the exact minimum and maximum. A side without values loses nothing.
"""

from __future__ import annotations

import numpy as np

from compiler_core.graph.calibration.clipping import clipped_range, is_one_sided
from compiler_core.graph.observing.histogram import BINS, Histogram
from compiler_core.graph.observing.records import CalibrationMethod, Range

KEPT = 0.9999


def percentile_range(histogram: Histogram, fraction: float) -> Range:
    """The fewest bins that leave out at most (1 - kept) of the values, half of them at either end.

    A tensor on one side of zero gives up all of it at its far end.
    """
    share = (1.0 - fraction) * (1.0 if is_one_sided(histogram) else 0.5)
    allowed = share * histogram.total
    below = np.cumsum(histogram.counts)
    above = np.cumsum(histogram.counts[::-1])
    first = int(np.argmax(below > allowed))
    last = 2 * BINS - int(np.argmax(above > allowed))
    low, high = (first - BINS) * histogram.width, (last - BINS) * histogram.width
    return clipped_range(histogram, low, high, f"keeps {fraction:.2%} of the values")


def choose(histogram: Histogram) -> Range:
    """The range that keeps 99.99 % of the values."""
    return percentile_range(histogram, KEPT)


PERCENTILE = CalibrationMethod(
    "percentile",
    f"Clip the outermost {1 - KEPT:.2%} of the values, however far out they lie.",
    choose,
)
