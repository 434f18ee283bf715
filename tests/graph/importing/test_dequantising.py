"""Products that quantise their inputs in each run are computed with floats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import ModelProto, helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from compiler_core.graph.importing.reader import ImportedModel, import_model
from compiler_core.graph.running.comparison import reference_outputs
from compiler_core.graph.validation import run_model
from tests.graph.importing.models import model

node = helper.make_node
chance = np.random.default_rng(5)


def weights(*shape: int) -> np.ndarray:
    return (chance.standard_normal(shape) * 0.3).astype(np.float32)


def products() -> ModelProto:
    nodes = [node("MatMul", ["x", "a"], ["p"], "first"), node("Relu", ["p"], ["q"]),
             node("MatMul", ["q", "b"], ["y"], "second")]  # fmt: skip
    return model(nodes, {"x": (3, 32)}, ["y"], {"a": weights(32, 24), "b": weights(24, 5)})


def convolution() -> ModelProto:
    nodes = [
        node("Conv", ["x", "w", "c"], ["p"], "first", pads=[1, 0, 1, 0], strides=[2, 1], group=2),
        node("Sigmoid", ["p"], ["y"]),
    ]
    return model(nodes, {"x": (1, 4, 9, 8)}, ["y"], {"w": weights(6, 2, 3, 3), "c": weights(6)})


def lstm(directions: int) -> ModelProto:
    way = "bidirectional" if directions == 2 else "forward"
    nodes = [
        node("LSTM", ["x", "w", "r", "b"], ["y", "", "c"], "first", hidden_size=12, direction=way)
    ]
    constants = {
        "w": weights(directions, 48, 8),
        "r": weights(directions, 48, 12),
        "b": weights(directions, 96),
    }
    return model(nodes, {"x": (5, 2, 8)}, ["y", "c"], constants)


def quantised(made: ModelProto, folder: Path, **how: Any) -> bytes:
    plain, small = folder / "plain.onnx", folder / "small.onnx"
    onnx.save(made, plain)
    quantize_dynamic(plain, small, **how)
    return small.read_bytes()


def outputs(content: bytes, x: np.ndarray) -> list[np.ndarray]:
    return list(reference_outputs(content, {"x": x})[0].values())


def largest_part(imported: ImportedModel, content: bytes, x: np.ndarray) -> float:
    """Of the outputs' largest number, how far ours are from those of the file."""
    (ours,) = run_model(imported.model, ({"x": x},))
    pairs = zip(ours, outputs(content, x), strict=True)
    return max(float(np.abs(one - other).max() / np.abs(other).max()) for one, other in pairs)


CASES = [
    pytest.param(products(), {}, id="products"),
    pytest.param(products(), {"per_channel": True}, id="products, a scale a column"),
    pytest.param(products(), {"weight_type": QuantType.QUInt8}, id="products, unsigned"),
    pytest.param(convolution(), {"op_types_to_quantize": ["Conv"],
                                 "weight_type": QuantType.QUInt8}, id="convolution"),
    *(pytest.param(lstm(directions), {"weight_type": of}, id=f"LSTM, {directions}, {of}")
      for directions in (1, 2) for of in (QuantType.QInt8, QuantType.QUInt8)),
]  # fmt: skip


@pytest.mark.parametrize(("made", "how"), CASES)
def test_results_differ_by_the_rounding_of_inputs_alone(
    made: ModelProto, how: dict[str, Any], tmp_path: Path
) -> None:
    content = quantised(made, tmp_path, **how)
    shape = [one.dim_value for one in made.graph.input[0].type.tensor_type.shape.dim]
    imported = import_model(content)
    left = {one.op_type for one in imported.model.graph}
    assert not {one for one in left if "Integer" in one or "Dynamic" in one}
    (told,) = [warning for warning in imported.report.warnings if "anew in each run" in warning]
    assert "first" in told
    x = chance.standard_normal(shape).astype(np.float32)
    assert largest_part(imported, content, x) < 0.05


@pytest.mark.parametrize(("made", "how"), CASES[:4])
def test_inputs_that_are_not_rounded_give_the_same(
    made: ModelProto, how: dict[str, Any], tmp_path: Path
) -> None:
    """Numbers of the grid that the file would round to, with both of its ends."""
    only = onnx.ModelProto.FromString(made.SerializeToString())
    del only.graph.node[1:]
    only.graph.node[0].output[0] = "y"
    content = quantised(only, tmp_path, **how)
    shape = [one.dim_value for one in made.graph.input[0].type.tensor_type.shape.dim]
    x = chance.integers(0, 256, shape).astype(np.float32)
    x.flat[0], x.flat[1] = 0, 255
    assert largest_part(import_model(content), content, (x - 128) / 32) < 1e-5


def test_weights_that_only_the_run_knows_stay_as_they_are() -> None:
    nodes = [node("DynamicQuantizeLinear", ["x"], ["q", "s", "z"]),
             node("MatMulInteger", ["q", "q", "z", "z"], ["p"], "first"),
             node("Cast", ["p"], ["f"], to=1), node("Mul", ["s", "s"], ["t"]),
             node("Mul", ["f", "t"], ["y"])]  # fmt: skip
    content = model(nodes, {"x": (4, 4)}, ["y"]).SerializeToString()
    imported = import_model(content)
    assert "MatMulInteger" in {one.op_type for one in imported.model.graph}
    x = chance.standard_normal((4, 4)).astype(np.float32)
    assert largest_part(imported, content, x) < 1e-6


def microsoft(
    operator: str,
    inputs: list[str],
    shape: tuple[int, ...],
    constants: dict[str, np.ndarray],
    **settings: int,
) -> bytes:
    made = model(
        [node(operator, inputs, ["y"], "odd", domain="com.microsoft", **settings)],
        {"x": shape},
        ["y"],
        constants,
    )
    made.opset_import.append(helper.make_opsetid("com.microsoft", 1))
    return made.SerializeToString()


def odd_lstm(weight: tuple[int, ...], scale: tuple[int, ...], zero: tuple[int, ...]) -> bytes:
    inputs = ["x", "w", "r", "", "", "", "", "", "ws", "wz", "rs", "rz"]
    return microsoft("DynamicQuantizeLSTM", inputs, (5, 2, 8), {
        "w": np.ones(weight, np.int8), "r": np.ones((1, 12, 48), np.int8),
        "ws": np.ones(scale, np.float32), "wz": np.ones(zero, np.int8),
        "rs": np.ones(1, np.float32), "rz": np.ones(1, np.int8),
    }, hidden_size=12)  # fmt: skip


def odd_product(scale: tuple[int, ...], zero: tuple[int, ...]) -> bytes:
    return microsoft(
        "DynamicQuantizeMatMul",
        ["x", "w", "s", "z"],
        (3, 8),
        {
            "w": np.ones((8, 5), np.int8),
            "s": np.ones(scale, np.float32),
            "z": np.ones(zero, np.int8),
        },
    )


@pytest.mark.parametrize("content", [
    pytest.param(odd_lstm((1, 8, 48), (), (1,)), id="a scale without axes"),
    pytest.param(odd_lstm((1, 8, 48), (1, 7), (1,)), id="seven scales for 48 rows"),
    pytest.param(odd_lstm((1, 8, 48), (1,), (2,)), id="zero points of two directions"),
    pytest.param(odd_lstm((0, 8, 48), (0,), (0,)), id="no direction"),
    pytest.param(odd_lstm((8, 48), (8,), (8,)), id="weights without directions"),
    pytest.param(odd_product((4,), (1,)), id="four scales for five columns"),
    pytest.param(odd_product((5,), (3,)), id="three zero points for five columns"),
    pytest.param(odd_product((20_000, 1, 1), (1,)), id="scales that would repeat the weights"),
])  # fmt: skip
def test_scales_that_do_not_fit_leave_the_operator_to_be_refused_by_name(content: bytes) -> None:
    (refused,) = import_model(content).report.unsupported
    assert refused.operator.startswith("DynamicQuantize")
    assert refused.nodes == ("odd",)
    assert refused.reason
