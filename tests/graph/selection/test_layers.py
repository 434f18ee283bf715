"""Layers read from a model compute what ONNX Runtime computes for their nodes."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir
import onnxruntime
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.shape_inference import infer_shapes

from compiler_core.graph.kernels.harness import HarnessCase
from compiler_core.graph.pass_pipeline import run_passes
from compiler_core.graph.records import FusedGroup
from compiler_core.graph.selection.choose import choose_kernel, kernel_of
from compiler_core.graph.selection.cores import CORES
from compiler_core.graph.selection.layers import layers_of
from compiler_core.graph.selection.records import Layer, RefusedLayer
from tests.graph.kernels.programs import run_emulated

pytestmark = pytest.mark.usefixtures("emulator")

CORE = CORES[1]
GENERATOR = np.random.default_rng(5)


def random(*sizes: int) -> np.ndarray:
    return GENERATOR.standard_normal(sizes).astype(np.float32)


def integers(*sizes: int) -> np.ndarray:
    return GENERATOR.integers(-127, 128, sizes, dtype=np.int8)


def model_of(nodes: list, inputs: np.ndarray, constants: dict[str, np.ndarray], result: tuple):
    """A model of these nodes from `x` to `y`, with shapes inferred; opset 21."""
    kinds = {"float32": TensorProto.FLOAT, "int8": TensorProto.INT8}
    graph = helper.make_graph(
        nodes,
        "layers",
        [helper.make_tensor_value_info("x", kinds[inputs.dtype.name], inputs.shape)],
        [helper.make_tensor_value_info("y", kinds[result[1]], result[0])],
        [numpy_helper.from_array(array, name) for name, array in constants.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)


def read(proto) -> ir.Model:
    return ir.from_proto(infer_shapes(proto))


def one_group(model: ir.Model) -> FusedGroup:
    names = tuple(node.name or "" for node in model.graph)
    anchor = next(
        node.name or ""
        for node in model.graph
        if node.op_type in ("Conv", "ConvInteger", "Gemm", "MatMul", "MatMulInteger")
    )
    return FusedGroup(
        name="group",
        nodes=names,
        anchor=anchor,
        inputs=("x",),
        outputs=(model.graph.outputs[0].name or "",),
        rule="",
    )


FLOATS = {
    "Conv, same padding with the odd line at the end": (
        [helper.make_node("Conv", ["x", "w", "b"], ["c"], name="conv", auto_pad="SAME_UPPER",
                          strides=[2, 2]),
         helper.make_node("Relu", ["c"], ["y"], name="relu")],
        random(1, 3, 8, 6), {"w": random(5, 3, 3, 3), "b": random(5)}, (1, 5, 4, 3)),
    "Conv over one axis": (
        [helper.make_node("Conv", ["x", "w"], ["y"], name="conv", pads=[2, 0])],
        random(2, 4, 9), {"w": random(6, 4, 3)}, (2, 6, 9)),
    "Conv with groups, dilated": (
        [helper.make_node("Conv", ["x", "w"], ["y"], name="conv", group=2, dilations=[2, 1])],
        random(1, 4, 7, 5), {"w": random(6, 2, 3, 2)}, (1, 6, 3, 4)),
    "Gemm, transposed weights and alpha": (
        [helper.make_node("Gemm", ["x", "w", "b"], ["y"], name="gemm", transB=1, alpha=0.5)],
        random(2, 7), {"w": random(5, 7), "b": random(5)}, (2, 5)),
    "Gemm with one bias for all": (
        [helper.make_node("Gemm", ["x", "w", "b"], ["y"], name="gemm")],
        random(3, 6), {"w": random(6, 4), "b": random(1)}, (3, 4)),
    "MatMul of many rows": (
        [helper.make_node("MatMul", ["x", "w"], ["p"], name="product"),
         helper.make_node("Add", ["p", "b"], ["y"], name="bias")],
        random(2, 3, 6), {"w": random(6, 9), "b": random(9)}, (2, 3, 9)),
}  # fmt: skip


def runtime(proto, inputs: np.ndarray) -> np.ndarray:
    session = onnxruntime.InferenceSession(
        proto.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return np.asarray(session.run(None, {"x": inputs})[0])


def layer_in(model: ir.Model) -> Layer:
    found = layers_of(model, (one_group(model),))[0]
    assert isinstance(found, Layer), found
    return found


def test_float_layers_agree_with_the_runtime() -> None:
    cases, expected = [], []
    for number, (nodes, inputs, constants, result) in enumerate(FLOATS.values()):
        proto = model_of(nodes, inputs, constants, (result, "float32"))
        layer = layer_in(read(proto))
        kernel = kernel_of(layer, choose_kernel(layer, CORE), f"kernel_{number}")
        expected.append(runtime(proto, inputs).reshape(-1))
        cases.append(HarnessCase(kernel, inputs, (), expected[-1].size, "float32"))
    for name, result, wanted in zip(FLOATS, run_emulated(tuple(cases)), expected, strict=True):
        assert np.abs(result - wanted).max() < 1e-5 * np.abs(wanted).max(), name


def integer_convolution():
    """The integer form that quantisation leaves: padded, with a zero point, to int8."""
    nodes = [
        helper.make_node("ConvInteger", ["x", "w", "xz"], ["a"], name="conv", pads=[1, 1, 1, 1]),
        helper.make_node("Add", ["a", "b"], ["s"], name="bias"),
        helper.make_node("DequantizeLinear", ["s", "scale"], ["r"], name="scaled", axis=1),
        helper.make_node("QuantizeLinear", ["r", "one", "yz"], ["y"], name="rounded"),
    ]
    constants = {
        "w": integers(6, 5, 3, 3), "xz": np.array(-7, np.int8),
        "b": GENERATOR.integers(-900, 900, (1, 6, 1, 1), dtype=np.int32),
        "scale": (random(6) ** 2 / 900 + 1e-4).astype(np.float32),
        "one": np.array(1, np.float32), "yz": np.array(-128, np.int8),
    }  # fmt: skip
    inputs = integers(1, 5, 6, 7)
    return model_of(nodes, inputs, constants, ((1, 6, 6, 7), "int8")), inputs


def test_an_integer_layer_agrees_to_the_bit() -> None:
    proto, inputs = integer_convolution()
    model = run_passes(read(proto), ("nhwc-layout",)).model
    anchor = next(node for node in model.graph if node.op_type == "ConvInteger")
    chain = ("ConvInteger", "Add", "DequantizeLinear", "QuantizeLinear")
    nodes = tuple(node.name or "" for node in model.graph if node.op_type in chain)
    last = next(node for node in model.graph if node.op_type == "QuantizeLinear")
    end = last.outputs[0].name or ""
    group = FusedGroup(
        name="group", nodes=nodes, anchor=anchor.name or "", inputs=("x",), outputs=(end,), rule=""
    )
    layer = layers_of(model, (group,))[0]
    assert isinstance(layer, Layer)
    assert (layer.shape.layout, layer.input_zero_point) == ("NHWC", -7)
    kernel = kernel_of(layer, choose_kernel(layer, CORE), "kernel")
    last_channels = np.ascontiguousarray(inputs.transpose(0, 2, 3, 1))
    result = run_emulated((HarnessCase(kernel, last_channels, (), 252, "int8"),))[0]
    wanted = runtime(proto, inputs).transpose(0, 2, 3, 1).reshape(-1)
    assert np.array_equal(result, wanted)


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"transA": 1}, "transposed"),
        ({"beta": 0.5}, "scaled"),
    ],
)
def test_what_a_kernel_would_compute_wrongly_is_refused(change: dict, word: str) -> None:
    node = helper.make_node("Gemm", ["x", "w", "b"], ["y"], name="gemm", **change)
    proto = model_of([node], random(6, 6), {"w": random(6, 4), "b": random(4)}, ((6, 4), "float32"))
    model = read(proto)
    found = layers_of(model, (one_group(model),))[0]
    assert isinstance(found, RefusedLayer)
    assert word in found.reason


def test_weights_that_are_computed_are_refused() -> None:
    node = helper.make_node("MatMul", ["x", "x"], ["y"], name="product")
    model = read(model_of([node], random(4, 4), {}, ((4, 4), "float32")))
    found = layers_of(model, (one_group(model),))[0]
    assert isinstance(found, RefusedLayer)
    assert "computed" in found.reason
