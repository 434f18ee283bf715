"""From the accumulator to int8 against exact rational numbers, through the real passes."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import onnx_ir as ir
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.graph.calibration.calibrate import calibrate
from compiler_core.graph.quantisation.integer_form import INTEGER_FORM
from compiler_core.graph.quantisation.parameters import activation_parameters
from compiler_core.graph.quantisation.quantise import quantise
from compiler_core.graph.quantisation.records import QuantisationSettings
from compiler_core.graph.quantisation.reference import reference_run
from compiler_core.graph.quantisation.reference_operators import (
    dequantize_linear,
    quantize_linear,
)
from tests.graph.quantisation.networks import Network

PLAIN_QUANTISE = ir.Node("", "QuantizeLinear", [])
PLAIN_DEQUANTISE = ir.Node("", "DequantizeLinear", [])


def exact_integers(
    accumulator: np.ndarray, multiplier: np.ndarray, zero_point: int
) -> tuple[np.ndarray, np.ndarray]:
    """round(accumulator · multiplier) + zero point in rationals, and the distance to a tie."""
    integers = np.empty(accumulator.shape, np.int64)
    distance = np.empty(accumulator.shape, np.float64)
    for place in np.ndindex(*accumulator.shape):
        exact = Fraction(int(accumulator[place])) * Fraction(float(multiplier[place[1]]))
        integers[place] = max(-128, min(127, round(exact) + zero_point))
        distance[place] = abs(float(abs(exact - round(exact))) - 0.5)
    return integers, distance


@pytest.mark.parametrize("seed", range(3))
def test_the_integer_form_rounds_as_rational_numbers_do(seed: int) -> None:
    net = Network(1, 3, 6, 6, seed=seed)
    value = net.node("Relu", net.conv("image", 3, 5))
    model = net.model(net.conv(value, 5, 2))
    integers = quantise(model, calibrate(model, net.images(3)), QuantisationSettings("mse")).model
    INTEGER_FORM.run(integers)
    values = reference_run(integers, net.images(1, seed=9)[0])
    multiplier = values["conv0_multiplier_in_steps_exact"]
    expected, distance = exact_integers(values["conv0_sum"], multiplier, -128)
    sure = distance > 1e-5
    assert sure.mean() > 0.99
    assert np.array_equal(values["relu0_quantised"][sure], expected[sure])
    assert np.abs(values["relu0_quantised"].astype(int) - expected).max() <= 1


def test_the_accumulator_is_the_exact_sum_of_products() -> None:
    net = Network(1, 3, 6, 6)
    model = net.model(net.conv("image", 3, 4, strides=[2, 1], pads=[1, 0, 2, 1]))
    pairs = quantise(model, calibrate(model, net.images(2))).model
    integers = pairs.clone()
    INTEGER_FORM.run(integers)
    values = reference_run(integers, net.images(1, seed=5)[0])
    picture = values["image_quantised"].astype(int) - int(values["image_zero_point"])
    padded = np.pad(picture, ((0, 0), (0, 0), (1, 2), (0, 1)))
    weights = values["conv0_integers"].astype(int)
    for channel, row, column in ((0, 0, 0), (3, 2, 4), (1, 3, 0)):
        window = padded[0, :, 2 * row : 2 * row + 3, column : column + 3]
        exact = int((window * weights[channel]).sum())
        assert values["conv0_accumulator"][0, channel, row, column] == exact


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.integers(-(2**31), 2**31 - 1), min_size=1, max_size=8),
    st.floats(2.0**-30, 1024.0, width=32),
)
def test_dequantising_an_accumulator_rounds_twice_at_most(accumulators, scale) -> None:
    operands = [np.array(accumulators, np.int32), np.float32(scale)]
    found = dequantize_linear(PLAIN_DEQUANTISE, [operands[0], np.asarray(operands[1])])
    exact = np.array([float(Fraction(each) * Fraction(float(scale))) for each in accumulators])
    assert found.dtype == np.float32
    assert found == pytest.approx(exact, rel=2**-22)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        *[(0.5, 0), (1.5, 2), (2.5, 2), (-0.5, 0), (-1.5, -2), (126.5, 126), (127.5, 127)],
        *[(1e30, 127), (-1e30, -128), (3e9, 127), (-3e9, -128), (-128.5, -128)],
    ],
)
def test_half_goes_to_even_and_the_ends_saturate(value: float, expected: int) -> None:
    operands = [np.float32([value]), np.array(1.0, np.float32), np.array(0, np.int8)]
    assert quantize_linear(PLAIN_QUANTISE, operands).tolist() == [expected]


def test_a_huge_value_does_not_wrap_when_the_zero_point_is_added() -> None:
    operands = [np.float32([2.0**31]), np.array(1.0, np.float32), np.array(100, np.int8)]
    assert quantize_linear(PLAIN_QUANTISE, operands).tolist() == [127]


def test_the_zero_point_is_added_after_rounding() -> None:
    """Else 0.5 with an odd zero point would round up."""
    operands = [np.float32([0.5, 1.5]), np.array(1.0, np.float32), np.array(1, np.int8)]
    assert quantize_linear(PLAIN_QUANTISE, operands).tolist() == [1, 3]


def test_an_unsigned_range_has_its_own_limits() -> None:
    operands = [np.float32([-5, 300]), np.array(1.0, np.float32), np.array(3, np.uint8)]
    assert quantize_linear(PLAIN_QUANTISE, operands).tolist() == [0, 255]


def test_a_symmetric_range_has_its_zero_near_the_middle() -> None:
    assert abs(activation_parameters(-1, 1).zero_point) <= 1
