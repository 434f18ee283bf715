"""The histogram: the same counts however the data arrives, and never more memory."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from compiler_core.errors import InputError
from compiler_core.graph.observing.histogram import BINS, Histogram
from tests.graph.calibration.distributions import histogram_of

VALUES = st.floats(-1e6, 1e6, width=32, allow_subnormal=False) | st.sampled_from(
    [0.0, -0.0, 1.0, -1.0, 0.5, 1024.0]
)
DATA = arrays.arrays(np.float32, st.integers(1, 60), elements=VALUES)


@settings(max_examples=150, deadline=None)
@given(DATA, st.lists(st.integers(0, 60), max_size=4), st.randoms(use_true_random=False))
def test_batches_in_any_cut_and_order_equal_one_batch(data, cuts, order) -> None:
    parts = np.split(data, sorted(min(cut, data.size) for cut in cuts))
    order.shuffle(parts)
    whole, merged = histogram_of(data), histogram_of(*parts)
    assert merged.exponent == whole.exponent
    assert np.array_equal(merged.counts, whole.counts)
    assert (merged.minimum, merged.maximum) == (data.min(), data.max())
    assert (merged.total, merged.zeros) == (data.size, int((data == 0).sum()))


@settings(max_examples=150, deadline=None)
@given(DATA)
def test_counts_are_those_of_numpy_over_the_same_borders(data) -> None:
    histogram = histogram_of(data)
    expected, _ = np.histogram(data.astype(np.float64), histogram.borders())
    assert np.array_equal(histogram.counts, expected)


@settings(max_examples=100, deadline=None)
@given(DATA)
def test_at_least_half_of_the_bins_lie_within_the_data(data) -> None:
    largest = float(np.abs(data).max())
    histogram = histogram_of(data)
    if largest > 1e-20:
        assert largest < BINS * histogram.width <= 2 * largest


@settings(max_examples=100, deadline=None)
@given(DATA)
def test_magnitudes_leave_out_exact_zeros_only(data) -> None:
    magnitudes = histogram_of(data).magnitudes()
    assert (magnitudes >= 0).all()
    assert magnitudes.sum() == np.count_nonzero(data)


def test_range_grows_by_merging_pairs() -> None:
    histogram = histogram_of(np.float32([0.5]), np.float32([3.0]), np.float32([100.0]))
    assert histogram.exponent == 7
    assert histogram.counts[BINS + int(0.5 / histogram.width)] == 1
    assert histogram.counts[BINS + int(3.0 / histogram.width)] == 1


def test_extreme_magnitudes_are_counted() -> None:
    tiny, huge = np.float32(1e-38), np.finfo(np.float32).max
    histogram = histogram_of(np.array([tiny, -tiny, huge, -huge], np.float32))
    assert histogram.counts.sum() == 4
    assert histogram.counts[[0, -1]].tolist() == [1, 1]


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf], ids=["nan", "inf", "minus inf"])
def test_what_is_no_number_is_refused(value: float) -> None:
    with pytest.raises(InputError, match="NaN or infinity"):
        histogram_of(np.array([1.0, value, 2.0], np.float32))


def test_memory_does_not_grow_with_data_or_range() -> None:
    histogram = Histogram.empty()
    random = np.random.default_rng(0)
    histogram.add(random.normal(size=1000).astype(np.float32))
    before = histogram.bytes
    tracemalloc.start()
    try:
        held = []
        for exponent in range(40):
            batch = random.normal(size=50_000).astype(np.float32) * np.float32(2.0**exponent)
            histogram.add(batch)
            del batch
            held.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert histogram.total == 1000 + 40 * 50_000
    assert histogram.bytes == before == 2 * BINS * 8
    assert held[-1] - held[0] < 4096
