"""Small nets of today's building blocks, for the rows that count instructions per product.

Each has its originals' blocks, activations and proportions, at sizes that an emulator counts in
seconds. Weights are drawn, with deviations that keep activations near one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
        return self.node("Conv", data, weights, bias, kernel_shape=[kernel, kernel], group=groups,
                         strides=[stride, stride], pads=[half] * 4)  # fmt: skip

    def silu(self, data: str) -> str:
        return self.node("Mul", data, self.node("Sigmoid", data))

    def hard_swish(self, data: str) -> str:
        """Written out, as older exporters do."""
        moved = self.node("Add", data, self.constant(np.float32(3)))
        bounds = [self.constant(np.float32(number)) for number in (0, 6)]
        product = self.node("Mul", data, self.node("Clip", moved, *bounds))
        return self.node("Div", product, self.constant(np.float32(6)))

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


def mobile_net() -> onnx.ModelProto:
    """MobileNet v3's blocks: expand, depthwise, squeeze and excite, project, add."""
    net = NetBuilder()
    x = net.hard_swish(net.convolution("image", (3, 16), 3, 2))
    for channels, wide, kernel in ((16, 64, 3), (16, 96, 5)):
        inner = net.hard_swish(net.convolution(x, (channels, wide)))
        inner = net.hard_swish(net.convolution(inner, (wide, wide), kernel, 1, wide))
        squeezed = net.node("GlobalAveragePool", inner)
        squeezed = net.node("Relu", net.convolution(squeezed, (wide, 16)))
        gate = net.node("HardSigmoid", net.convolution(squeezed, (16, wide)))
        inner = net.convolution(net.node("Mul", inner, gate), (wide, channels))
        x = net.node("Add", inner, x)
    x = net.node("GlobalAveragePool", net.hard_swish(net.convolution(x, (16, 96))))
    return net.model((1, 3, 48, 48), net.convolution(x, (96, 10)))


def squeeze_net() -> onnx.ModelProto:
    """SqueezeNet's fire blocks: two convolutions side by side, joined."""
    return fire_blocks(NetBuilder(), (32, 10), ((16, 48), (16, 64)), 65)


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
        inner = net.node("Relu", net.convolution(x, (channels, squeezed)))
        ways = [net.node("Relu", net.convolution(inner, (squeezed, wide), kernel))
                for kernel in (1, 3)]  # fmt: skip
        x, channels = net.node("Concat", *ways, axis=1), 2 * wide
    x = net.node("Relu", net.convolution(x, (channels, ends[1])))
    return net.model((1, 3, side, side), net.node("GlobalAveragePool", x))


def yolo() -> onnx.ModelProto:
    """YOLOv8's blocks: SiLU behind convolutions, halves split off and joined, a pool, a resize."""
    net = NetBuilder()
    x = net.silu(net.convolution("image", (3, 16), 3, 2))
    x = net.silu(net.convolution(x, (16, 32), 3, 2))
    split = net.silu(net.convolution(x, (32, 32)))
    first = net.node("Split", split, net.constant(np.array([16, 16])), axis=1)
    net.nodes[-1].output.append(f"{first}_second")
    second = f"{first}_second"
    inner = net.silu(net.convolution(second, (16, 16), 3))
    inner = net.node("Add", second, net.silu(net.convolution(inner, (16, 16), 3)))
    x = net.node("Concat", first, second, inner, axis=1)
    x = net.silu(net.convolution(x, (48, 32)))
    pooled = net.node("MaxPool", x, kernel_shape=[5, 5], pads=[2, 2, 2, 2])
    deep = net.silu(net.convolution(net.node("Concat", x, pooled, axis=1), (64, 64), 3, 2))
    scales = net.constant(np.array([1, 1, 2, 2], np.float32))
    risen = net.node("Resize", deep, "", scales, mode="nearest",
                     coordinate_transformation_mode="asymmetric", nearest_mode="floor")  # fmt: skip
    x = net.silu(net.convolution(net.node("Concat", x, risen, axis=1), (96, 32), 3))
    return net.model((1, 3, 64, 64), net.convolution(x, (32, 20)))


def u_net() -> onnx.ModelProto:
    """U-Net: two levels down, up by a transposed convolution, joined with what was left."""
    net = NetBuilder()
    left = net.node("Relu", net.convolution("image", (3, 16), 3))
    left = net.node("Relu", net.convolution(left, (16, 16), 3))
    x = net.node("MaxPool", left, kernel_shape=[2, 2], strides=[2, 2])
    x = net.node("Relu", net.convolution(x, (16, 32), 3))
    x = net.node("Relu", net.convolution(x, (32, 32), 3))
    weights = net.drawn(32, 16, 2, 2, terms=32)
    x = net.node("ConvTranspose", x, weights, kernel_shape=[2, 2], strides=[2, 2])
    x = net.node("Relu", net.convolution(net.node("Concat", x, left, axis=1), (32, 16), 3))
    return net.model((1, 3, 48, 48), net.convolution(x, (16, 2)))


def transformer() -> onnx.ModelProto:
    """The products of a vision transformer's block: patches, MLP with GELU, residual."""
    net = NetBuilder()
    patches = net.convolution("image", (3, 96), 3, 2)
    flat = net.node("Reshape", patches, net.constant(np.array([1, 96, 256])))
    x = net.node("Transpose", flat, perm=[0, 2, 1])
    for _ in range(2):
        wide = net.node("MatMul", x, net.drawn(96, 256, terms=96))
        wide = net.gelu(net.node("Add", wide, net.drawn(256, terms=400)))
        narrow = net.node("MatMul", wide, net.drawn(256, 96, terms=256))
        x = net.node("Add", net.node("Add", narrow, net.drawn(96, terms=400)), x)
    return net.model((1, 3, 32, 32), net.node("ReduceMean", x, axes=[1]))


NETS: dict[str, Callable[[], onnx.ModelProto]] = {
    "mobile": mobile_net,
    "squeeze": squeeze_net,
    "yolo": yolo,
    "unet": u_net,
    "vit": transformer,
}
