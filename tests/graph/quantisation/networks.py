"""Small networks with weights as training leaves them, and the real topologies with random ones."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx_ir as ir
from onnx import helper, numpy_helper

from compiler_core.graph.evaluation.random_weights import with_random_weights
from tests.graph.light_models import light_model

OPSET = 17


class Network:
    """A network under construction. Each operator gives the name of its result, which is the
    operator's name in lower case with a number; the node has the same name.
    """

    def __init__(self, *shape: int, seed: int = 0) -> None:
        self.random = np.random.default_rng(seed)
        self.shape = shape
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, array: np.ndarray) -> str:
        name = f"constant{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def node(self, operator: str, *inputs: str, **attributes: Any) -> str:
        count = sum(each.op_type == operator for each in self.nodes)
        name = f"{operator.lower()}{count}"
        self.nodes.append(helper.make_node(operator, list(inputs), [name], name, **attributes))
        return name

    def conv(
        self, value: str, inputs: int, outputs: int, size: int = 3, bias: bool = True, **more: Any
    ) -> str:
        """A convolution that keeps the picture's size, with weights of uneven channels."""
        group = more.get("group", 1)
        shape = (outputs, inputs // group, size, size)
        spread = self.random.uniform(0.3, 2.0, (outputs, 1, 1, 1))
        weights = self.random.normal(size=shape) * spread * np.sqrt(2 / np.prod(shape[1:]))
        operands = [value, self.constant(weights.astype(np.float32))]
        if bias:
            operands.append(self.constant(self.random.normal(0, 0.2, outputs).astype(np.float32)))
        more.setdefault("pads", [size // 2] * 4)
        return self.node("Conv", *operands, kernel_shape=[size, size], **more)

    def gemm(self, value: str, inputs: int, outputs: int, **attributes: Any) -> str:
        turned = attributes.get("transB", 0)
        shape = (outputs, inputs) if turned else (inputs, outputs)
        weights = self.random.normal(0, np.sqrt(1 / inputs), shape).astype(np.float32)
        bias = self.random.normal(0, 0.1, outputs).astype(np.float32)
        return self.node("Gemm", value, self.constant(weights), self.constant(bias), **attributes)

    def proto(self, *outputs: str) -> onnx.ModelProto:
        graph = helper.make_graph(
            self.nodes,
            "network",
            [helper.make_tensor_value_info("image", onnx.TensorProto.FLOAT, self.shape)],
            [helper.make_empty_tensor_value_info(name) for name in outputs],
            self.constants,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
        model.ir_version = 9
        return onnx.shape_inference.infer_shapes(model, check_type=True, strict_mode=True)

    def model(self, *outputs: str) -> ir.Model:
        return ir.from_proto(self.proto(*outputs))

    def images(self, count: int, seed: int = 1) -> list[dict[str, np.ndarray]]:
        """Batches as calibration takes them."""
        random = np.random.default_rng(seed)
        return [{"image": random.normal(size=self.shape).astype(np.float32)} for _ in range(count)]


def plain() -> tuple[Network, str]:
    """Convolutions, a maximum pool, a dense layer."""
    net = Network(1, 3, 16, 16, seed=1)
    value = net.node("Relu", net.conv("image", 3, 12))
    value = net.node("MaxPool", value, kernel_shape=[2, 2], strides=[2, 2])
    value = net.node("Relu", net.conv(value, 12, 20))
    value = net.node("Flatten", net.node("GlobalAveragePool", value))
    return net, net.gemm(value, 20, 10)


def residual() -> tuple[Network, str]:
    """Two blocks, the second with a convolution on the shortcut."""
    net = Network(1, 3, 16, 16, seed=2)
    start = net.node("Relu", net.conv("image", 3, 8))
    branch = net.conv(net.node("Relu", net.conv(start, 8, 8)), 8, 8)
    value = net.node("Relu", net.node("Add", branch, start))
    branch = net.conv(net.node("Relu", net.conv(value, 8, 16, strides=[2, 2])), 16, 16)
    shortcut = net.conv(value, 8, 16, size=1, strides=[2, 2])
    value = net.node("Relu", net.node("Add", branch, shortcut))
    value = net.node("Flatten", net.node("GlobalAveragePool", value))
    return net, net.gemm(value, 16, 10, transB=1)


def depthwise() -> tuple[Network, str]:
    """Depthwise and pointwise convolutions with a bounded Relu."""
    net = Network(1, 3, 16, 16, seed=3)
    bounds = net.constant(np.float32(0)), net.constant(np.float32(6))
    value = net.node("Clip", net.conv("image", 3, 8, strides=[2, 2]), *bounds)
    for channels in (8, 16):
        value = net.node("Clip", net.conv(value, channels, channels, group=channels), *bounds)
        value = net.node("Clip", net.conv(value, channels, 2 * channels, size=1), *bounds)
    value = net.node("AveragePool", value, kernel_shape=[2, 2], strides=[2, 2])
    value = net.node("Flatten", value)
    return net, net.gemm(value, 32 * 16, 10)


def parts() -> tuple[Network, str]:
    """Halves split off and joined, one of them never read, and a picture made twice as high."""
    net = Network(1, 3, 16, 16, seed=4)
    value = net.node("Relu", net.conv("image", 3, 12))
    sizes = net.constant(np.array([4, 4, 4]))
    first = net.node("Split", value, sizes, axis=1)
    net.nodes[-1].output.extend(["split0_second", "split0_unread"])
    inner = net.node("Add", "split0_second", net.node("Relu", net.conv("split0_second", 4, 4)))
    value = net.node("Concat", first, inner, axis=1)
    scales = net.constant(np.array([1, 1, 2, 1], np.float32))
    value = net.node("Resize", net.conv(value, 8, 8), "", scales, mode="nearest")
    value = net.node("Relu", net.conv(value, 8, 8, strides=[2, 2]))
    value = net.node("Flatten", net.node("GlobalAveragePool", value))
    return net, net.gemm(value, 8, 10)


GENERATED = {"plain": plain, "residual": residual, "depthwise": depthwise, "parts": parts}


@cache
def light_bytes(name: str, seed: int = 1) -> bytes:
    """A light topology with random weights, folded by ONNX Runtime, in opset 17."""
    return _folded(ir.to_proto(with_random_weights(light_model(name).content(), seed)))


def light(name: str, seed: int = 1) -> ir.Model:
    return ir.from_proto(onnx.load_from_string(light_bytes(name, seed)))


def _folded(model: onnx.ModelProto) -> bytes:
    """Constants and normalisations folded, by another optimiser than ours."""
    import onnxruntime

    constants = {entry.name for entry in model.graph.initializer}
    inputs = [entry for entry in model.graph.input if entry.name not in constants]
    del model.graph.input[:]
    model.graph.input.extend(inputs)
    raised = onnx.version_converter.convert_version(model, OPSET)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "folded.onnx")
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_BASIC
        options.graph_optimization_level = level
        options.optimized_model_filepath = str(path)
        onnxruntime.InferenceSession(
            raised.SerializeToString(), options, providers=["CPUExecutionProvider"]
        )
        folded = onnx.load(path)
    for index, node in enumerate(folded.graph.node):
        node.name = f"{node.op_type.lower()}_{index}"
    del folded.opset_import[:]
    folded.opset_import.append(helper.make_opsetid("", OPSET))
    return onnx.shape_inference.infer_shapes(folded).SerializeToString()
