"""The reference multiplies 8-bit integers exactly, whatever the processor can do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import ModelProto, TensorProto, helper
from onnx.reference import ReferenceEvaluator
from onnxruntime.quantization import CalibrationDataReader, QuantFormat, QuantType, quantize_static

from compiler_core.graph.exact_integers import exact_integers
from compiler_core.graph.running.comparison import reference_outputs
from tests.graph.importing.models import model

node = helper.make_node
chance = np.random.default_rng(8)
KINDS = [np.uint8, np.int8]
SCALES = {"one": np.float32(1), "big": np.float32(400)}


def extremes(kind: type, *shape: int) -> np.ndarray:
    """Both ends of the type, whose products saturate in 16 bits wherever anything does."""
    limits = np.iinfo(kind)
    return chance.choice(np.array([limits.min, limits.max, limits.max - 1], kind), shape)


def zero(kind: type, value: int = 0) -> np.ndarray:
    return np.array(np.iinfo(kind).min // 2 + 3 + value, kind)


def integer_products(inputs: type, weights: type) -> ModelProto:
    parts = {"w": extremes(weights, 24, 5), "zx": zero(inputs), "zw": zero(weights, 1)}
    return typed(
        model([node("MatMulInteger", ["x", "w", "zx", "zw"], ["y"])], {"x": (3, 24)}, ["y"], parts),
        inputs,
    )


def products_without_zero_points(inputs: type, weights: type) -> ModelProto:
    return typed(
        model(
            [node("MatMulInteger", ["x", "w"], ["y"])],
            {"x": (3, 24)},
            ["y"],
            {"w": extremes(weights, 24, 5)},
        ),
        inputs,
    )


def scaled_products(inputs: type, weights: type) -> ModelProto:
    parts = {"w": extremes(weights, 24, 5), "zx": zero(inputs), "zw": zero(weights, 1), **SCALES}
    operands = ["x", "one", "zx", "w", "one", "zw", "big", "zx"]
    return typed(
        model(
            [node("Flatten", ["x0"], ["x"]), node("QLinearMatMul", operands, ["y"])],
            {"x0": (3, 24)},
            ["y"],
            parts,
        ),
        inputs,
    )


def integer_convolution(inputs: type, weights: type) -> ModelProto:
    parts = {"w": extremes(weights, 4, 6, 3, 3)}
    return typed(
        model(
            [node("ConvInteger", ["x", "w"], ["y"], pads=[1, 1, 1, 1])],
            {"x": (1, 6, 5, 5)},
            ["y"],
            parts,
        ),
        inputs,
    )


def scaled_convolution(inputs: type, weights: type) -> ModelProto:
    zw = np.array(0, weights) if weights is np.int8 else zero(weights)
    parts = {"w": extremes(weights, 4, 6, 3, 3), "zx": zero(inputs), "zw": zw, **SCALES}
    operands = ["x", "one", "zx", "w", "one", "zw", "big", "zx"]
    return typed(
        model([node("QLinearConv", operands, ["y"])], {"x": (1, 6, 5, 5)}, ["y"], parts), inputs
    )


def typed(made: ModelProto, inputs: type) -> ModelProto:
    kind = helper.np_dtype_to_tensor_dtype(np.dtype(inputs))
    made.graph.input[0].type.tensor_type.elem_type = kind
    sums = made.graph.node[-1].op_type.endswith("Integer")
    made.graph.output[0].type.tensor_type.elem_type = TensorProto.INT32 if sums else kind
    return made


@pytest.mark.parametrize("weights", KINDS)
@pytest.mark.parametrize("inputs", KINDS)
@pytest.mark.parametrize(
    "make",
    [
        integer_products,
        products_without_zero_points,
        scaled_products,
        integer_convolution,
        scaled_convolution,
    ],
)
def test_products_are_those_of_the_definition(make, inputs: type, weights: type) -> None:
    made = make(inputs, weights)
    entry = made.graph.input[0]
    shape = [one.dim_value for one in entry.type.tensor_type.shape.dim]
    fed = {entry.name: extremes(inputs, *shape)}
    content = made.SerializeToString()
    if inputs is np.int8:  # The runtime has few kernels for them, and those are exact.
        assert exact_integers(content) == content
        return
    found, _ = reference_outputs(content, fed)
    (wanted,) = map(np.asarray, ReferenceEvaluator(made).run(None, fed))
    assert np.abs(found["y"].astype(int) - wanted.astype(int)).max() <= ("scaled" in make.__name__)


FED = {"x": chance.standard_normal((1, 4, 8, 8)).astype(np.float32)}


class Pictures(CalibrationDataReader):
    def __init__(self) -> None:
        self.left = [FED]

    def get_next(self) -> dict[str, np.ndarray] | None:
        return self.left.pop() if self.left else None


@pytest.mark.parametrize("form", QuantFormat)
@pytest.mark.parametrize("inputs", [QuantType.QUInt8, QuantType.QInt8])
def test_networks_quantised_elsewhere_run_whatever_their_signs(
    form: QuantFormat, inputs: QuantType, tmp_path: Path
) -> None:
    """Products whose inputs stay signed are left as they are: the runtime has no other kernel."""
    made = model([node("Conv", ["x", "w"], ["c"]), node("Relu", ["c"], ["r"]),
                  node("Flatten", ["r"], ["f"]), node("MatMul", ["f", "v"], ["y"])],
                 {"x": (1, 4, 8, 8)}, ["y"],
                 {"w": chance.standard_normal((8, 4, 3, 3)).astype(np.float32),
                  "v": chance.standard_normal((288, 5)).astype(np.float32)})  # fmt: skip
    plain, small = tmp_path / "plain.onnx", tmp_path / "small.onnx"
    onnx.save(made, plain)
    quantize_static(plain, small, Pictures(), form, activation_type=inputs)
    (found, _), (wanted, _) = (reference_outputs(one.read_bytes(), FED) for one in (small, plain))
    assert np.abs(found["y"] - wanted["y"]).max() < 0.1 * np.abs(wanted["y"]).max()
