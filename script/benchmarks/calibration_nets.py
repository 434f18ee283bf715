"""Networks whose activations are as uneven as training leaves them, for comparing calibrations.

Topologies are the published ones; weights are drawn with heavy tails, and channels differ by
factors, for with equal normal channels every method finds the same range.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx

from script.benchmarks.net_builder import NetBuilder, fire_blocks

# A. Howard et al., "Searching for MobileNetV3", 2019, table 2: kernel, expansion, channels out,
# squeeze and excite, activation, stride.
_MOBILE_NET_V3_SMALL = (
    (3, 16, 16, True, "Relu", 2), (3, 72, 24, False, "Relu", 2), (3, 88, 24, False, "Relu", 1),
    (5, 96, 40, True, "HardSwish", 2), (5, 240, 40, True, "HardSwish", 1),
    (5, 240, 40, True, "HardSwish", 1), (5, 120, 48, True, "HardSwish", 1),
    (5, 144, 48, True, "HardSwish", 1), (5, 288, 96, True, "HardSwish", 2),
    (5, 576, 96, True, "HardSwish", 1), (5, 576, 96, True, "HardSwish", 1),
)  # fmt: skip


class UnevenBuilder(NetBuilder):
    """Weights of Student's distribution with four degrees of freedom, times a factor by channel
    whose mean square is one, so that signals neither grow nor fade.
    """

    def drawn(self, *shape: int, terms: int) -> str:
        values = self.draws.standard_t(4, shape) * np.sqrt(0.8 / terms)
        if len(shape) > 1:
            # Convolutions have their outputs first, products of two axes last.
            uneven = (shape[0], *[1] * (len(shape) - 1)) if len(shape) == 4 else (1, shape[1])
            values *= np.exp(self.draws.normal(-0.16, 0.4, uneven))
        return self.constant(values.astype(np.float32))

    def normalised(self, data: str, width: int) -> str:
        scale = self.constant(np.exp(self.draws.normal(0, 0.4, width)).astype(np.float32))
        shift = self.constant(self.draws.normal(0, 0.2, width).astype(np.float32))
        return self.node("LayerNormalization", data, scale, shift, axis=-1)

    def dense(self, data: str, sizes: tuple[int, int]) -> str:
        product = self.node("MatMul", data, self.drawn(*sizes, terms=sizes[0]))
        return self.node("Add", product, self.drawn(sizes[1], terms=400))


def mobile_net_v3_small(side: int = 224) -> onnx.ModelProto:
    """The whole network, 56 million multiply-accumulates at 224 x 224."""
    net = UnevenBuilder()
    x, channels = net.node("HardSwish", net.convolution("image", (3, 16), 3, 2)), 16
    for kernel, wide, after, squeezes, activation, stride in _MOBILE_NET_V3_SMALL:
        inner = x
        if wide != channels:
            inner = net.node(activation, net.convolution(x, (channels, wide)))
        inner = net.convolution(inner, (wide, wide), kernel, stride, wide)
        inner = net.node(activation, inner)
        if squeezes:
            inner = _excited(net, inner, wide)
        inner = net.convolution(inner, (wide, after))
        x = net.node("Add", inner, x) if stride == 1 and after == channels else inner
        channels = after
    x = net.node("HardSwish", net.convolution(x, (channels, 576)))
    x = net.node("Flatten", net.node("GlobalAveragePool", x))
    x = net.node("HardSwish", net.dense(x, (576, 1024)))
    return net.model((1, 3, side, side), net.dense(x, (1024, 1000)))


def _excited(net: NetBuilder, data: str, wide: int) -> str:
    squeezed = max(8, (wide // 4 + 4) // 8 * 8)
    gate = net.convolution(net.node("GlobalAveragePool", data), (wide, squeezed))
    gate = net.convolution(net.node("Relu", gate), (squeezed, wide))
    return net.node("Mul", data, net.node("HardSigmoid", gate, alpha=1 / 6, beta=0.5))


def vision_transformer(side: int = 64, width: int = 96, depth: int = 4) -> onnx.ModelProto:
    """Patches of 8 x 8, blocks of attention (3 heads) and of two dense layers, normalised before
    each, as in A. Dosovitskiy et al., "An Image is Worth 16x16 Words", 2020.
    """
    net, heads = UnevenBuilder(), 3
    tokens = (side // 8) ** 2
    patches = net.node(
        "Conv", "image", net.drawn(width, 3, 8, 8, terms=192), strides=[8, 8], kernel_shape=[8, 8]
    )
    x = net.node("Reshape", patches, net.constant(np.array([1, width, tokens])))
    x = net.node("Transpose", x, perm=[0, 2, 1])
    x = net.node("Add", x, net.constant(net.draws.normal(0, 0.3, (1, tokens, width)).astype("f4")))
    for _ in range(depth):
        x = net.node("Add", _attention(net, net.normalised(x, width), (tokens, width, heads)), x)
        inner = net.gelu(net.dense(net.normalised(x, width), (width, 4 * width)))
        x = net.node("Add", net.dense(inner, (4 * width, width)), x)
    x = net.node("ReduceMean", net.normalised(x, width), axes=[1], keepdims=0)
    return net.model((1, 3, side, side), net.dense(x, (width, 100)))


def _attention(net: UnevenBuilder, data: str, sizes: tuple[int, int, int]) -> str:
    tokens, width, heads = sizes
    split = net.constant(np.array([1, tokens, heads, width // heads]))
    ways = [net.node("Reshape", net.dense(data, (width, width)), split) for _ in range(3)]
    query, value = (net.node("Transpose", ways[at], perm=[0, 2, 1, 3]) for at in (0, 2))
    key = net.node("Transpose", ways[1], perm=[0, 2, 3, 1])
    scale = net.constant(np.float32((width // heads) ** -0.5))
    weights = net.node("Softmax", net.node("Mul", net.node("MatMul", query, key), scale), axis=-1)
    mixed = net.node("Transpose", net.node("MatMul", weights, value), perm=[0, 2, 1, 3])
    mixed = net.node("Reshape", mixed, net.constant(np.array([1, tokens, width])))
    return net.dense(mixed, (width, width))


def squeeze_net() -> onnx.ModelProto:
    """Fire blocks of SqueezeNet 1.1 (F. Iandola et al., 2016), the first half."""
    blocks = ((16, 64), (16, 64), (32, 128), (32, 128))
    return fire_blocks(UnevenBuilder(), (64, 100), blocks, 97)


def residual_net() -> onnx.ModelProto:
    """Basic blocks of ResNet (K. He et al., 2015) at three sizes."""
    net = UnevenBuilder()
    x, channels = net.node("Relu", net.convolution("image", (3, 16), 3)), 16
    for after, stride in ((16, 1), (16, 1), (32, 2), (32, 1), (64, 2), (64, 1)):
        inner = net.node("Relu", net.convolution(x, (channels, after), 3, stride))
        inner = net.convolution(inner, (after, after), 3)
        short = x if stride == 1 else net.convolution(x, (channels, after), 1, stride)
        x, channels = net.node("Relu", net.node("Add", inner, short)), after
    x = net.node("Flatten", net.node("GlobalAveragePool", x))
    return net.model((1, 3, 64, 64), net.dense(x, (64, 10)))


def u_net() -> onnx.ModelProto:
    """Two levels with SiLU, up by a transposed convolution, joined with what was left."""
    net = UnevenBuilder()
    left = net.silu(net.convolution(net.silu(net.convolution("image", (3, 16), 3)), (16, 16), 3))
    x = net.node("MaxPool", left, kernel_shape=[2, 2], strides=[2, 2])
    x = net.silu(net.convolution(net.silu(net.convolution(x, (16, 32), 3)), (32, 32), 3))
    weights = net.drawn(32, 16, 2, 2, terms=32)
    x = net.node("ConvTranspose", x, weights, kernel_shape=[2, 2], strides=[2, 2])
    x = net.silu(net.convolution(net.node("Concat", x, left, axis=1), (32, 16), 3))
    return net.model((1, 3, 64, 64), net.convolution(x, (16, 2)))


CALIBRATION_NETS: dict[str, Callable[[], onnx.ModelProto]] = {
    "mobilenet-v3-small": mobile_net_v3_small,
    "vit": vision_transformer,
    "squeezenet": squeeze_net,
    "resnet": residual_net,
    "unet": u_net,
}
