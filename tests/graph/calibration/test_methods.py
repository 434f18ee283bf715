"""The methods: known distributions, and the definitions written out as loops."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.graph.calibration.kullback_leibler import divergence_curve, divergences
from compiler_core.graph.calibration.mean_squared_error import error_curve
from compiler_core.graph.calibration.percentile import percentile_range
from compiler_core.graph.observing.records import Range
from compiler_core.graph.quantisation.parameters import (
    activation_parameters,
    dequantise_activation,
    quantise_activation,
)
from tests.graph.calibration.distributions import DISTRIBUTIONS, drawn, histogram_of
from tests.graph.calibration.entropy_comparison import compare
from tests.graph.calibration.named_methods import METHOD_NAMED

METHOD_NAMES = list(METHOD_NAMED)


def chosen(name: str, values: np.ndarray) -> Range:
    return METHOD_NAMED[name].choose(histogram_of(values))


def squared_error(values: np.ndarray, low: float, high: float) -> float:
    parameters = activation_parameters(low, high)
    restored = dequantise_activation(quantise_activation(values, parameters), parameters)
    return float(np.mean((values.astype(np.float64) - restored) ** 2))


def written_out(counts: list[int], levels: int, kept: int) -> float:
    """The recipe for one candidate, slide by slide."""
    reference = [float(count) for count in counts[:kept]]
    reference[-1] += sum(counts[kept:])
    spread = [0.0] * kept
    for level in range(levels):
        bins = range(level * kept // levels, (level + 1) * kept // levels)
        occupied = [
            index for index in bins if counts[index] or (index == kept - 1 and reference[index])
        ]
        for index in occupied:
            spread[index] = sum(counts[each] for each in bins) / len(occupied)
    total, inside = sum(reference), sum(spread)
    cost = 0.0
    for real, quantised in zip(reference, spread, strict=True):
        if real and not quantised:
            return math.inf
        if real:
            cost += real / total * math.log(real / total / (quantised / inside))
    return cost


COUNTS = st.lists(st.integers(0, 5) | st.sampled_from([0, 0, 1000]), min_size=8, max_size=40)


@settings(max_examples=200, deadline=None)
@given(COUNTS.filter(any), st.integers(2, 8))
def test_the_divergence_is_the_recipe_s(counts: list[int], levels: int) -> None:
    found = divergences(np.array(counts), levels)
    expected = [written_out(counts, levels, kept) for kept in range(levels, len(counts) + 1)]
    assert found == pytest.approx(expected, abs=1e-9)


def test_a_uniform_distribution_keeps_its_range_by_divergence() -> None:
    assert chosen("kl", drawn("uniform")).high > 0.99


def test_outliers_are_clipped_by_divergence() -> None:
    found = chosen("kl", drawn("normal, five outliers at 40"))
    assert 3.5 < found.high < 6
    assert found.clipped == pytest.approx(5 / 200_000, abs=5e-5)


def test_one_sided_data_has_the_finer_levels() -> None:
    assert divergence_curve(histogram_of(drawn("after Relu"))).thresholds.size < 1100
    finer, coarser = (
        divergence_curve(histogram_of(drawn(name))) for name in ("after Relu", "normal")
    )
    assert finer.bins == coarser.bins
    assert coarser.thresholds.size - finer.thresholds.size == 255 - 128


def test_exact_zeros_do_not_move_the_threshold() -> None:
    values = np.abs(drawn("normal"))
    padded = np.concatenate([values, np.zeros(10 * values.size, np.float32)])
    assert chosen("kl", padded).high == chosen("kl", values).high
    assert chosen("mse", padded).high == chosen("mse", values).high


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_squared_error_is_as_small_as_any_threshold_makes_it(name: str) -> None:
    values = drawn(name, 50_000)
    found = chosen("mse", values)
    largest = float(np.abs(values).max())
    best = min(
        squared_error(values, max(float(values.min()), -limit), min(float(values.max()), limit))
        for limit in np.linspace(0.05, 1, 60) * largest
    )
    assert squared_error(values, found.low, found.high) < 1.05 * best


def test_the_error_curve_ends_at_rounding_alone() -> None:
    values = drawn("uniform")
    assert error_curve(histogram_of(values)).costs[-1] == pytest.approx(
        (2 / 255) ** 2 / 12, rel=0.01
    )


@pytest.mark.parametrize("name", DISTRIBUTIONS)
def test_the_percentile_is_numpy_s_within_a_bin(name: str) -> None:
    values = drawn(name)
    histogram = histogram_of(values)
    found = percentile_range(histogram, 0.99)
    share = 0.01 if values.min() >= 0 else 0.005
    assert found.high == pytest.approx(float(np.quantile(values, 1 - share)), abs=histogram.width)
    if values.min() < 0:
        assert found.low == pytest.approx(float(np.quantile(values, share)), abs=histogram.width)
    assert found.clipped <= 0.01


@pytest.mark.parametrize("name", METHOD_NAMES)
@settings(max_examples=40, deadline=None)
@given(data=st.lists(st.floats(-1e4, 1e4, width=32), min_size=1, max_size=50))
def test_a_range_holds_zero_and_stays_within_the_data(name: str, data: list[float]) -> None:
    values = np.array(data, np.float32)
    found = chosen(name, values)
    assert min(float(values.min()), 0.0) <= found.low <= 0.0
    assert 0.0 <= found.high <= max(float(values.max()), 0.0)
    assert 0.0 <= found.clipped <= 1.0


@pytest.mark.parametrize("name", METHOD_NAMES)
@pytest.mark.parametrize("value", [0.0, 3.0, -3.0])
def test_a_constant_tensor_keeps_its_value(name: str, value: float) -> None:
    values = np.full(100, value, np.float32)
    found = chosen(name, values)
    parameters = activation_parameters(found.low, found.high)
    restored = dequantise_activation(quantise_activation(values, parameters), parameters)
    assert restored == pytest.approx(values, rel=1e-3)


def test_min_max_clips_nothing() -> None:
    values = drawn("normal, five outliers at 40")
    found = chosen("minmax", values)
    assert (found.low, found.high, found.clipped) == (values.min(), values.max(), 0.0)


def test_onnx_runtime_weighs_one_threshold_and_ours_is_no_worse() -> None:
    rows = [compare(name) for name in ("normal", "after Relu", "Laplace")]
    assert all(row.their_candidates == 1 for row in rows)
    assert all(row.their_threshold == pytest.approx(row.largest, rel=1e-5) for row in rows)
    assert all(row.candidates > 900 and row.threshold < row.largest for row in rows)
    assert all(row.decibel > row.their_decibel for row in rows)
