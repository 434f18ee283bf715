"""Building networks for the benchmarks, block by block, with drawn weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import onnx
from onnx import helper, numpy_helper


@dataclass(slots=True)
class NetBuilder:
    """Nodes in order; each method adds some and gives the name of their result."""

    nodes: list[onnx.NodeProto] = field(default_factory=list)
    weights: list[onnx.TensorProto] = field(default_factory=list)
    draws: np.random.Generator = field(default_factory=lambda: np.random.default_rng(5))

    def node(self, operator: str, *inputs: str, **attributes) -> str:
        name = f"{operator.lower()}_{len(self.nodes)}"
        made = helper.make_node(operator, list(inputs), [f"{name}_out"], name=name, **attributes)
        self.nodes.append(made)
        return made.output[0]

    def constant(self, values: np.ndarray | np.floating) -> str:
        name = f"constant_{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.asarray(values), name))
        return name

    def drawn(self, *shape: int, terms: int) -> str:
        values = self.draws.standard_normal(shape) * np.sqrt(1.6 / terms)
        return self.constant(values.astype(np.float32))

    def convolution(
        self, data: str, sizes: tuple[int, int], kernel: int = 1, stride: int = 1, groups: int = 1
    ) -> str:
        """sizes: channels in and out."""
        before = sizes[0] // groups
        weights = self.drawn(sizes[1], before, kernel, kernel, terms=before * kernel * kernel)
        bias = self.drawn(sizes[1], terms=400)
        half = kernel // 2
        return self.node(
            "Conv",
            data,
            weights,
            bias,
            kernel_shape=[kernel, kernel],
            group=groups,
            strides=[stride, stride],
            pads=[half] * 4,
        )

    def silu(self, data: str) -> str:
        return self.node("Mul", data, self.node("Sigmoid", data))

    def gelu(self, data: str) -> str:
        """Written out with the error function."""
        inner = self.node("Erf", self.node("Div", data, self.constant(np.float32(np.sqrt(2)))))
        risen = self.node("Add", inner, self.constant(np.float32(1)))
        return self.node("Mul", self.node("Mul", data, risen), self.constant(np.float32(0.5)))

    def model(self, shape: tuple[int, ...], output: str) -> onnx.ModelProto:
        value = helper.make_tensor_value_info("image", onnx.TensorProto.FLOAT, shape)
        result = helper.make_empty_tensor_value_info(output)
        graph = helper.make_graph(self.nodes, "net", [value], [result], self.weights)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
        model.ir_version = 9
        return onnx.shape_inference.infer_shapes(model)


def fire_blocks(
    net: NetBuilder, ends: tuple[int, int], blocks: Sequence[tuple[int, int]], side: int
) -> onnx.ModelProto:
    """ends: channels of the first convolution and of the last. blocks: of each, channels between
    and of each of its two ways. side: of the picture.
    """
    x = net.node("Relu", net.convolution("image", (3, ends[0]), 3, 2))
    x = net.node("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2])
    channels = ends[0]
    for squeezed, wide in blocks:
        x, channels = fire(net, x, (channels, squeezed, wide)), 2 * wide
    x = net.node("Relu", net.convolution(x, (channels, ends[1])))
    return net.model((1, 3, side, side), net.node("GlobalAveragePool", x))


def fire(net: NetBuilder, x: str, sizes: tuple[int, int, int]) -> str:
    """sizes: channels before, squeezed, and of each of the two ways that are joined."""
    before, squeezed, wide = sizes
    inner = net.node("Relu", net.convolution(x, (before, squeezed)))
    ways = [net.node("Relu", net.convolution(inner, (squeezed, wide), kernel)) for kernel in (1, 3)]
    return net.node("Concat", *ways, axis=1)
