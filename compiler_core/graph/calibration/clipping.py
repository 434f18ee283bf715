"""From a threshold on |x| to a range: shared by the methods that clip."""

from __future__ import annotations

import math

import numpy as np

from compiler_core.graph.observing.histogram import BINS, Histogram
from compiler_core.graph.observing.records import Curve, Range


def bins_within(histogram: Histogram) -> int:
    """How many bins of |x| reach up to the largest magnitude; 0 for a tensor of zeros."""
    largest = max(-histogram.minimum, histogram.maximum)
    return min(BINS, math.floor(largest / histogram.width) + 1) if largest > 0 else 0


def is_one_sided(histogram: Histogram) -> bool:
    """Whether all values lie on one side of zero, as after Relu: then 256 levels serve one side."""
    return histogram.minimum >= 0 or histogram.maximum <= 0


def clipped_range(
    histogram: Histogram, low: float, high: float, reason: str, curve: Curve | None = None
) -> Range:
    """The range [low, high], cut to the data and widened to hold zero, with the share outside."""
    low = min(max(low, histogram.minimum), 0.0)
    high = max(min(high, histogram.maximum), 0.0)
    outside = histogram.counts[_below(histogram, low) | _above(histogram, high)].sum()
    return Range(low, high, float(outside) / max(histogram.total, 1), reason, curve)


def _below(histogram: Histogram, low: float) -> np.ndarray:
    """Which bins lie wholly below the range; none when it starts at the minimum."""
    ends = histogram.borders()[1:]
    return (ends <= low) & (low > histogram.minimum)


def _above(histogram: Histogram, high: float) -> np.ndarray:
    """Which bins lie wholly above the range; none when it ends at the maximum."""
    starts = histogram.borders()[:-1]
    return (starts >= high) & (high < histogram.maximum)


def cumulative(values: np.ndarray) -> np.ndarray:
    """Prefix sums with a leading zero: the sum of values[a:b] is result[b] - result[a]."""
    return np.concatenate([np.zeros(1), np.cumsum(values, dtype=np.float64)])
