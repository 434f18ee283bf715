"""The arithmetic of scales: how far a value can move, and what a channel of its own buys."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.graph.quantisation.decibel import signal_to_noise
from compiler_core.graph.quantisation.layer_table import restored_weights
from compiler_core.graph.quantisation.parameters import (
    accumulator_scales,
    activation_parameters,
    dequantise_activation,
    quantise_activation,
    quantise_weights,
)

REAL = st.floats(-1e6, 1e6, width=32)


@settings(max_examples=300, deadline=None)
@given(REAL, REAL, st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_a_value_in_range_moves_by_half_a_step_at_most(low, high, places) -> None:
    parameters = activation_parameters(low, high)
    span = parameters.high - parameters.low
    values = np.float32([parameters.low + place * span for place in places])
    restored = dequantise_activation(quantise_activation(values, parameters), parameters)
    # The zero point is rounded as well: at the very ends that is another half step.
    inside = np.abs(values.astype(np.float64) - restored)
    assert (inside <= parameters.scale * 1.001).all()
    middle = (values > parameters.low + parameters.scale) & (
        values < parameters.high - parameters.scale
    )
    assert (inside[middle] <= parameters.scale * 0.5001).all()


@settings(max_examples=200, deadline=None)
@given(REAL, REAL)
def test_zero_is_exact_and_the_whole_range_is_used(low, high) -> None:
    parameters = activation_parameters(low, high)
    zero = quantise_activation(np.float32([0.0]), parameters)
    assert dequantise_activation(zero, parameters) == 0.0
    if parameters.high - parameters.low > 1e-30:
        ends = quantise_activation(np.float32([parameters.low, parameters.high]), parameters)
        assert int(ends[1]) - int(ends[0]) >= 254


@pytest.mark.parametrize(
    ("low", "high", "zero_point"), [(0, 5, -128), (-5, 0, 127), (2, 5, -128), (-1, 1, 0)]
)
def test_one_sided_ranges_use_all_steps(low: float, high: float, zero_point: int) -> None:
    parameters = activation_parameters(low, high)
    assert parameters.zero_point == zero_point or (low, high) == (-1, 1)
    assert parameters.scale == pytest.approx((max(high, 0) - min(low, 0)) / 255, rel=1e-6)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**32 - 1),
    st.integers(2, 12),
    st.floats(0.05, 20.0),
    st.sampled_from([(0, (3, 3)), (1, ())]),
)
def test_a_scale_for_each_channel_is_never_worse(seed, channels, spread, place) -> None:
    random = np.random.default_rng(seed)
    axis, kernel = place
    shape = (channels, 16, *kernel) if axis == 0 else (144, channels)
    ratios = np.exp(random.uniform(-spread, spread, channels) / 4)
    weights = random.normal(size=shape) * ratios.reshape(
        [-1 if i == axis else 1 for i in range(len(shape))]
    )
    weights = weights.astype(np.float32)
    own, shared = (quantise_weights(weights, axis, None, 0.1, each) for each in (True, False))
    assert (own.scales <= shared.scales * (1 + 1e-6)).all()
    # The steps are smaller; where hardly, rounding of so few weights may still come out otherwise.
    assert signal_to_noise(weights, restored_weights(own, axis)) >= (
        signal_to_noise(weights, restored_weights(shared, axis)) - 1.5
    )
    steps = own.scales.reshape([-1 if index == axis else 1 for index in range(len(shape))])
    assert (np.abs(weights - restored_weights(own, axis)) <= steps * 0.5001).all()


@settings(max_examples=200, deadline=None)
@given(
    st.floats(-100, 100, width=32), st.sampled_from([0.0, 1e-30, 1e-6, 0.5]), st.floats(1e-5, 10)
)
def test_a_bias_fits_its_accumulator_even_where_weights_vanish(bias, weight, scale) -> None:
    weights = np.full((1, 1, 1, 1), weight, np.float32)
    scale = float(np.float32(scale))
    found = quantise_weights(weights, 0, np.float32([bias]), scale, True)
    assert found.bias is not None
    assert abs(int(found.bias[0])) <= 2**30 * (1 + 1e-6)
    units = accumulator_scales(scale, found.scales)
    error = abs(float(found.bias[0]) * float(units[0]) - bias)
    assert error <= float(units[0]) * 0.51 + abs(bias) * 1e-6
    assert np.isfinite(found.scales).all()
    assert (found.scales > 0).all()


def test_a_dead_channel_keeps_its_bias() -> None:
    weights = np.zeros((2, 3, 3, 3), np.float32)
    found = quantise_weights(weights, 0, np.float32([0.7, 0.0]), 0.02, True)
    assert found.bias is not None
    assert not found.integers.any()
    restored = found.bias * accumulator_scales(0.02, found.scales)
    assert restored == pytest.approx([0.7, 0.0], rel=1e-6)


@pytest.mark.parametrize("value", [np.nan, np.inf], ids=["nan", "inf"])
@pytest.mark.parametrize("what", ["weights", "bias"])
def test_constants_that_are_no_numbers_are_refused(value: float, what: str) -> None:
    weights, bias = np.ones((2, 2), np.float32), np.ones(2, np.float32)
    (weights if what == "weights" else bias).flat[1] = value
    with pytest.raises(InputError, match=f"The {what} hold NaN or infinity"):
        quantise_weights(weights, 0, bias, 0.1, True)


@settings(max_examples=200, deadline=None)
@given(st.lists(REAL, min_size=1, max_size=10), st.floats(1e-3, 1e3), st.integers(-128, 127))
def test_quantising_is_division_and_half_to_even(values, scale, zero_point) -> None:
    parameters = activation_parameters(-1.0, 1.0)
    parameters = type(parameters)(float(np.float32(scale)), zero_point, -1.0, 1.0)
    found = quantise_activation(np.float32(values), parameters)
    for value, integer in zip(np.float32(values), found, strict=True):
        exact = Fraction(float(value)) / Fraction(parameters.scale)
        nearest = round(exact) + zero_point
        expected = max(-128, min(127, nearest))
        close_to_a_tie = abs(exact - round(exact)) > Fraction(4999, 10_000)
        assert int(integer) == expected or (close_to_a_tie and abs(int(integer) - expected) <= 1)


def test_the_signal_to_noise_ratio_is_in_decibels() -> None:
    real = np.float32([1.0, -1.0, 1.0, -1.0])
    assert signal_to_noise(real, real) == np.inf
    assert signal_to_noise(real, real * np.float32(1.1)) == pytest.approx(20.0, abs=1e-3)
    assert signal_to_noise(np.zeros(3), np.ones(3)) == -np.inf
