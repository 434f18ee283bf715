"""MinMax: nothing is clipped, so one outlier makes every step coarse.

The range is the exact minimum and maximum that calibration saw, widened to hold zero.
"""

from __future__ import annotations

from compiler_core.graph.observing.histogram import Histogram
from compiler_core.graph.observing.records import CalibrationMethod, Range


def choose(histogram: Histogram) -> Range:
    """The whole range of the data, and zero."""
    low, high = min(histogram.minimum, 0.0), max(histogram.maximum, 0.0)
    return Range(low, high, 0.0, "the smallest and the largest value seen")


MINIMUM_MAXIMUM = CalibrationMethod(
    "minmax",
    "Take the smallest and the largest value seen; nothing is clipped, and one outlier makes every "
    "step coarse.",
    choose,
)
