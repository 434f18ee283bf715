"""Every step an epilogue may have: in vectors, in the lanes left over, in planes, in plain C."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import erf
from pathlib import Path

import numpy as np
import pytest

from compiler_core.graph.emission.byte_tables import with_byte_tables
from compiler_core.graph.fixed_point import nearby_scales
from compiler_core.graph.kernels.epilogue_text import unsupported
from compiler_core.graph.kernels.folded_factor import with_folded_factor
from compiler_core.graph.kernels.harness import HarnessCase
from compiler_core.graph.kernels.registry import find_tactic
from compiler_core.graph.records import EpilogueStep
from tests.graph.kernels.layers import exact_sums, in_float, in_planes, sample_of, shape_of
from tests.graph.kernels.programs import run_emulated, run_natively

pytestmark = pytest.mark.usefixtures("emulator")

# Absolute, by operator.
LARGEST_ERRORS = {"Sigmoid": 2e-7, "Tanh": 5e-7, "Erf": 5e-7}
_SHAPE = shape_of(5, 7, (3, 3))
_GENERATOR = np.random.default_rng(11)
_CHANNELS = (_GENERATOR.random(7) + 0.5).astype(np.float32)
_TENSOR = _GENERATOR.standard_normal((1, 3, 3, 7)).astype(np.float32)
_NUMBER = np.array([0.75], np.float32)


def unary(name: str, **numbers: float) -> EpilogueStep:
    return EpilogueStep(operator=name, attributes=numbers)


def channel(name: str) -> EpilogueStep:
    return EpilogueStep(operator=name, operand="channel", values=_CHANNELS)


def scalar(name: str) -> EpilogueStep:
    return EpilogueStep(operator=name, operand="scalar", values=_NUMBER)


def values_of(step: EpilogueStep) -> np.ndarray:
    assert step.values is not None
    return step.values


def tensor(name: str) -> EpilogueStep:
    return EpilogueStep(operator=name, operand="tensor", name="other")


FLOAT_STEPS: dict[str, tuple[EpilogueStep, Callable[[np.ndarray], np.ndarray]]] = {
    "Identity": (unary("Identity"), lambda x: x),
    "Clip": (unary("Clip", min=-0.5, max=1.25), lambda x: np.clip(x, -0.5, 1.25)),
    "Clip from below": (unary("Clip", min=0.1), lambda x: np.maximum(x, 0.1)),
    "LeakyRelu": (unary("LeakyRelu", alpha=0.1), lambda x: np.where(x < 0, 0.1 * x, x)),
    "Elu": (unary("Elu", alpha=0.7), lambda x: np.where(x < 0, 0.7 * (np.exp(x) - 1), x)),
    "Sigmoid": (unary("Sigmoid"), lambda x: 1 / (1 + np.exp(-x))),
    "Tanh": (unary("Tanh"), np.tanh),
    "Softplus": (unary("Softplus"), lambda x: np.log(np.exp(x) + 1)),
    "HardSigmoid": (
        unary("HardSigmoid", alpha=0.3, beta=0.4),
        lambda x: np.clip(0.3 * x + 0.4, 0, 1),
    ),
    "HardSwish": (unary("HardSwish"), lambda x: x * np.clip(x / 6 + 0.5, 0, 1)),
    "Swish": (unary("Swish", alpha=1.5), lambda x: x / (1 + np.exp(-1.5 * x))),
    "Erf": (unary("Erf"), np.vectorize(erf)),
    "Gelu": (unary("Gelu"), lambda x: 0.5 * x * (1 + np.vectorize(erf)(x / 2**0.5))),
    "Gelu by tanh": (
        unary("GeluTanh"),
        lambda x: 0.5 * x * (1 + np.tanh((2 / np.pi) ** 0.5 * (x + 0.044715 * x**3))),
    ),
    "Softsign": (unary("Softsign"), lambda x: x / (1 + np.abs(x))),
    "Neg": (unary("Neg"), lambda x: -x),
    "Abs": (unary("Abs"), np.abs),
    "A number less the value": (
        EpilogueStep(
            operator="Sub", operand="scalar", values=_NUMBER, attributes={"reversed": 1.0}
        ),
        lambda x: 0.75 - x,
    ),
    "A square": (
        EpilogueStep(operator="Pow", operand="scalar", values=_NUMBER * 0 + 2),
        lambda x: x * x,
    ),
    "Sub a channel's": (channel("Sub"), lambda x: x - _CHANNELS),
    "Mul by a channel's": (channel("Mul"), lambda x: x * _CHANNELS),
    "PRelu": (channel("PRelu"), lambda x: np.where(x < 0, x * _CHANNELS, x)),
    "Div by a number": (scalar("Div"), lambda x: x / 0.75),
    "Max with a number": (scalar("Max"), lambda x: np.maximum(x, 0.75)),
    "Min with a tensor": (tensor("Min"), lambda x: np.minimum(x, _TENSOR)),
    "Mul by a tensor": (tensor("Mul"), lambda x: x * _TENSOR),
}


def float_cases() -> tuple[list[HarnessCase], list[np.ndarray]]:
    cases, wanted = [], []
    sample = sample_of(in_float(_SHAPE), 2)
    sums = exact_sums(sample.layer.shape, sample.inputs, sample.layer.weights, 0)
    for number, (step, meaning) in enumerate(FLOAT_STEPS.values()):
        exact = meaning(sums)
        operands = (_TENSOR,) if step.operand == "tensor" else ()
        layer = replace(sample.layer, epilogue=(step, unary("Relu")))
        kernel = find_tactic("gemm-fma").build(layer.request(f"last_{number}"))
        cases.append(HarnessCase(kernel, sample.inputs, operands, exact.size, "float32"))
        wanted.append(np.maximum(exact, 0).reshape(-1))
        planes = replace(layer, shape=in_planes(_SHAPE))
        kernel = find_tactic("planes").build(planes.request(f"first_{number}"))
        turned = [
            np.ascontiguousarray(one.transpose(0, 3, 1, 2)) for one in (sample.inputs, *operands)
        ]
        cases.append(HarnessCase(kernel, turned[0], tuple(turned[1:]), exact.size, "float32"))
        wanted.append(np.maximum(exact, 0).transpose(0, 3, 1, 2).reshape(-1))
    return cases, wanted


def test_float_steps(tmp_path: Path) -> None:
    cases, wanted = float_cases()
    names = [name for name in FLOAT_STEPS for _ in range(2)]
    for results in (run_emulated(tuple(cases)), run_natively(tuple(cases), tmp_path)):
        for name, result, exact in zip(names, results, wanted, strict=True):
            assert np.abs(result - exact).max() <= 1e-5 * max(1.0, np.abs(exact).max()), name


def test_a_factor_behind_a_square_goes_into_the_weights(tmp_path: Path) -> None:
    """Hard-swish written out, by a quotient and by a product; not where the sum is read again."""
    three, six = np.array([3], np.float32), np.array([6], np.float32)
    start = (
        EpilogueStep(operator="Add", operand="scalar", values=three, node="moved", taken="sum"),
        EpilogueStep(
            operator="Clip", attributes={"min": 0.0, "max": 6.0}, node="cut", taken="moved"
        ),
        EpilogueStep(operator="Mul", operand="step", name="sum", node="square", taken="cut"),
    )
    ends = (
        (EpilogueStep(operator="Div", operand="scalar", values=six, node="swish", taken="square"),),
        (
            EpilogueStep(
                operator="Mul", operand="scalar", values=1 / six, node="swish", taken="square"
            ),
            unary("Neg"),
        ),
        (
            EpilogueStep(
                operator="Div", operand="scalar", values=six, node="swish", taken="square"
            ),
            EpilogueStep(operator="Add", operand="step", name="swish", taken="sum"),
        ),
    )
    sample = sample_of(in_float(_SHAPE), 2)
    bias = sample.layer.epilogue[0]
    sums = exact_sums(sample.layer.shape, sample.inputs, sample.layer.weights, 0) + bias.values
    swish = sums * np.clip(sums + 3, 0, 6) / 6
    cases, folded = [], []
    for number, end in enumerate(ends):
        request = replace(sample.layer, epilogue=(bias, *start, *end)).request(f"kernel_{number}")
        folded.append(with_folded_factor(request) is not request)
        kernel = find_tactic("gemm-fma").build(request)
        cases.append(HarnessCase(kernel, sample.inputs, (), sums.size, "float32"))
    assert folded == [True, True, False]
    for results in (run_emulated(tuple(cases)), run_natively(tuple(cases), tmp_path)):
        for result, exact in zip(results, (swish, -swish, sums + swish), strict=True):
            assert np.abs(result - exact.reshape(-1)).max() <= 1e-5 * np.abs(exact).max()


def test_polynomials_keep_their_bounds() -> None:
    """A 1×1 filter that copies, so that the functions alone are seen."""
    values = np.linspace(-12, 12, 4 * 1600).astype(np.float32)
    sample = sample_of(in_float(shape_of(4, 4, (40, 40))), 2)
    copying = np.eye(4, dtype=np.float32)[:, :, None, None]
    inputs = values.reshape(1, 40, 40, 4)
    cases = tuple(
        HarnessCase(
            find_tactic("gemm-fma").build(
                replace(sample.layer, weights=copying, epilogue=(unary(name),)).request(name)
            ),
            inputs,
            (),
            values.size,
            "float32",
        )
        for name in LARGEST_ERRORS
    )
    for (name, bound), result in zip(LARGEST_ERRORS.items(), run_emulated(cases), strict=True):
        exact = FLOAT_STEPS[name][1](values.astype(np.float64))
        assert np.abs(result - exact).max() <= bound, name


def test_a_value_quantised_on_the_way_is_saturated_there(tmp_path: Path) -> None:
    """Quantise, dequantise, Relu, quantise: what left the range of int8 must not come back."""
    sample = sample_of(_SHAPE, 2)
    one = np.ones(1, np.float32)
    steps = (
        *sample.layer.epilogue[:2],
        EpilogueStep(
            operator="QuantizeLinear",
            operand="scalar",
            values=one / 16,
            name="",
            element_type="int8",
            attributes={"zero_point": 9.0},
        ),
        EpilogueStep(
            operator="DequantizeLinear",
            operand="scalar",
            values=one / 8,
            attributes={"zero_point": 9.0},
        ),
        EpilogueStep(operator="Relu"),
        EpilogueStep(
            operator="QuantizeLinear",
            operand="scalar",
            values=one,
            name="",
            element_type="int8",
            attributes={"zero_point": -3.0},
        ),
    )
    layer = replace(sample.layer, epilogue=steps)
    sums = exact_sums(layer.shape, sample.inputs, layer.weights, layer.input_zero_point)
    real = (sums + values_of(steps[0])).astype(np.int32).astype(np.float32) * values_of(steps[1])
    middle = np.clip(np.rint(real / np.float32(1 / 16)) + 9, -128, 127).astype(np.float32)
    last = np.maximum((middle - 9) * np.float32(1 / 8), 0)
    wanted = np.clip(np.rint(last) - 3, -128, 127).astype(np.int8).reshape(-1)
    assert np.abs(real * 16).max() > 128
    kernel = find_tactic("gemm-sdot").build(layer.request("kernel"))
    case = (HarnessCase(kernel, sample.inputs, (), wanted.size, "int8"),)
    assert np.array_equal(run_emulated(case)[0], wanted)
    assert np.array_equal(run_natively(case, tmp_path)[0], wanted)


@pytest.mark.parametrize("further", [False, True])
def test_sums_become_bytes_by_one_product_of_integers(tmp_path: Path, further: bool) -> None:
    """Scales for which it is exact. 22 channels: vectors side by side, one, and lanes left over; a
    filter's columns are shared by the rows of a tile. Further steps want the byte in its lane."""
    sample = sample_of(shape_of(32, 22, (4, 9), (3, 3), pads=(1, 1, 1, 1)), 2)
    add, real = sample.layer.epilogue[:2]
    real = replace(real, values=nearby_scales(values_of(real) * np.float32(4), 9))
    one = np.ones(1, np.float32)
    first = EpilogueStep(
        operator="QuantizeLinear",
        operand="scalar",
        values=one,
        name="",
        element_type="int8",
        attributes={"zero_point": 9.0},
    )
    behind = (
        EpilogueStep(
            operator="DequantizeLinear",
            operand="scalar",
            values=one / 4,
            attributes={"zero_point": 9.0},
        ),
        EpilogueStep(operator="Relu"),
        EpilogueStep(
            operator="QuantizeLinear",
            operand="scalar",
            values=one,
            name="",
            element_type="int8",
            attributes={"zero_point": -3.0},
        ),
    )
    layer = replace(sample.layer, epilogue=(add, real, first, *(behind if further else ())))
    sums = exact_sums(layer.shape, sample.inputs, layer.weights, layer.input_zero_point)
    scaled = (sums + values_of(add)).astype(np.int32).astype(np.float32) * values_of(real)
    wanted = np.clip(np.rint(scaled) + 9, -128, 127)
    if further:
        wanted = np.rint(np.maximum((wanted - 9) * np.float32(1 / 4), 0)) - 3
    kernel = find_tactic("direct-sdot").build(layer.request("kernel"))
    assert "vqdmulhq_s32" in kernel.text
    assert "column6" in kernel.text
    case = (HarnessCase(kernel, sample.inputs, (), wanted.size, "int8"),)
    assert np.array_equal(run_emulated(case)[0], wanted.astype(np.int8).reshape(-1))
    assert np.array_equal(run_natively(case, tmp_path)[0], wanted.astype(np.int8).reshape(-1))


@pytest.mark.parametrize("channels", [7, 12, 41])
def test_a_step_reads_earlier_ones_and_a_table_any_byte(tmp_path: Path, channels: int) -> None:
    """41 channels: sixteen, eight, four and single ones at a time; 12: three vectors with one
    look-up, which write nothing behind them. The first sum is read twice."""
    sample = sample_of(shape_of(5, channels, (3, 3)), 2)
    one = np.ones(1, np.float32)
    table = np.random.default_rng(3).integers(-128, 128, 256).astype(np.int8)
    steps = (
        *(replace(step, node=f"n{index}") for index, step in enumerate(sample.layer.epilogue[:2])),
        EpilogueStep(operator="HardSigmoid", attributes={"alpha": 0.3, "beta": 0.4}, node="gate"),
        EpilogueStep(operator="Mul", operand="step", name="n1", node="product", taken="gate"),
        EpilogueStep(
            operator="QuantizeLinear",
            operand="scalar",
            values=one / 16,
            name="",
            element_type="int8",
            attributes={"zero_point": 9.0},
            node="byte",
        ),
        EpilogueStep(
            operator="Table", operand="table", values=table, element_type="int8", taken="byte"
        ),
    )
    layer = replace(sample.layer, epilogue=steps)
    sums = exact_sums(layer.shape, sample.inputs, layer.weights, layer.input_zero_point)
    real = (sums + values_of(steps[0])).astype(np.int32).astype(np.float32) * values_of(steps[1])
    product = real * np.clip(real * np.float32(0.3) + np.float32(0.4), 0, 1)
    byte = np.clip(np.rint(product * 16) + 9, -128, 127).astype(int)
    wanted = table[byte + 128].reshape(-1)
    kernel = find_tactic("gemm-sdot").build(layer.request("kernel"))
    case = (HarnessCase(kernel, sample.inputs, (), wanted.size, "int8"),)
    assert np.array_equal(run_emulated(case)[0], wanted)
    assert np.array_equal(run_natively(case, tmp_path)[0], wanted)


def test_what_joins_behind_a_function_of_a_byte_leaves_it_a_table(tmp_path: Path) -> None:
    """x·Sigmoid(x) and a residual sum: the function is a look-up of float32, the sum is none."""
    sample = sample_of(shape_of(5, 23, (3, 3)), 2)
    scale = np.full(1, 1 / 16, np.float32)
    other = np.random.default_rng(5).integers(-128, 128, (1, 3, 3, 23)).astype(np.int8)
    operand = {"operand_scale": 0.125, "operand_zero_point": 3.0}
    steps = (
        *(replace(step, node=f"n{index}") for index, step in enumerate(sample.layer.epilogue[:2])),
        _to_bytes(scale, "byte", taken="n1"),
        EpilogueStep(
            operator="DequantizeLinear", operand="scalar", values=scale, node="x", taken="byte"
        ),
        EpilogueStep(operator="Sigmoid", node="gate", taken="x"),
        EpilogueStep(operator="Mul", operand="step", name="x", node="silu", taken="gate"),
        EpilogueStep(
            operator="Add",
            operand="tensor",
            name="other",
            element_type="int8",
            attributes=operand,
            node="sum",
            taken="silu",
        ),
        _to_bytes(scale, "end", taken="sum"),
    )
    layer = replace(sample.layer, epilogue=with_byte_tables(steps))
    kinds = [(step.operator, step.element_type) for step in layer.epilogue[3:]]
    assert kinds == [("Table", "float32"), ("Add", "int8"), ("QuantizeLinear", "int8")]
    sums = exact_sums(layer.shape, sample.inputs, layer.weights, layer.input_zero_point)
    real = (sums + values_of(steps[0])).astype(np.int32).astype(np.float32) * values_of(steps[1])
    x = np.clip(np.rint(real * 16), -128, 127).astype(np.float32) / np.float32(16)
    joined = x / (1 + np.exp(-x)) + (other.astype(np.float32) - 3) * np.float32(0.125)
    wanted = np.clip(np.rint(joined * 16), -128, 127).astype(np.int8).reshape(-1)
    case = (
        HarnessCase(
            find_tactic("gemm-sdot").build(layer.request("kernel")),
            sample.inputs,
            (other,),
            wanted.size,
            "int8",
        ),
    )
    assert np.array_equal(run_emulated(case)[0], wanted)
    assert np.array_equal(run_natively(case, tmp_path)[0], wanted)


def _to_bytes(scale: np.ndarray, node: str, *, taken: str) -> EpilogueStep:
    return EpilogueStep(
        operator="QuantizeLinear",
        operand="scalar",
        values=scale,
        element_type="int8",
        node=node,
        taken=taken,
    )


def test_what_cannot_be_written_is_named() -> None:
    assert unsupported((unary("Relu"), unary("Mish"))) == "Mish"
    to_unsigned = EpilogueStep(
        operator="QuantizeLinear", operand="scalar", values=_NUMBER, name="", element_type="uint8"
    )
    assert unsupported((to_unsigned,)) == "QuantizeLinear to uint8"
    assert unsupported(tuple(step for step, _ in FLOAT_STEPS.values())) == ""
