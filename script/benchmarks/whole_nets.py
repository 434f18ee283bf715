"""Published networks as a whole, which the figures of instructions per product are meant for.

Layers, channels, strides and activations are those of the source named at each; weights are drawn.
Where the source takes large pictures, smaller ones are taken, so that an emulator counts a run in a
minute; the channels, which decide what a kernel can do, stay.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx

from script.benchmarks.calibration_nets import mobile_net_v3_small, vision_transformer
from script.benchmarks.net_builder import NetBuilder, fire

_BINS = 16
_CLASSES = 80


def squeeze_net_1_1() -> onnx.ModelProto:
    """F. Iandola et al., "SqueezeNet", 2016, in its version 1.1, whole, for 112 x 112."""
    net = NetBuilder()
    x, channels = net.node("Relu", net.convolution("image", (3, 64), 3, 2)), 64
    for stage in (((16, 64),) * 2, ((32, 128),) * 2, ((48, 192),) * 2 + ((64, 256),) * 2):
        x = net.node("MaxPool", x, kernel_shape=[3, 3], strides=[2, 2])
        for squeezed, wide in stage:
            x, channels = fire(net, x, (channels, squeezed, wide)), 2 * wide
    x = net.node("Relu", net.convolution(x, (channels, 1000)))
    return net.model((1, 3, 112, 112), net.node("GlobalAveragePool", x))


def yolo_v8_n() -> onnx.ModelProto:
    """YOLOv8-n (Ultralytics, 2023, yolov8.yaml at depth 0.33 and width 0.25) for 128 x 128, with
    its three heads, up to the distances of boxes and the classes' probabilities.
    """
    net = NetBuilder()
    x = _step(net, _step(net, "image", (3, 16), 3, 2), (16, 32), 3, 2)
    x = _step(net, _split_block(net, x, (32, 32), 1), (32, 64), 3, 2)
    wide = _split_block(net, x, (64, 64), 2)
    middle = _split_block(net, _step(net, wide, (64, 128), 3, 2), (128, 128), 2)
    x = _split_block(net, _step(net, middle, (128, 256), 3, 2), (256, 256), 1)
    deep = _pooled(net, x, 256)
    up = _split_block(net, _joined(net, _twice(net, deep), middle), (384, 128), 1, adds=False)
    fine = _split_block(net, _joined(net, _twice(net, up), wide), (192, 64), 1, adds=False)
    x = _joined(net, _step(net, fine, (64, 64), 3, 2), up)
    coarse = _split_block(net, x, (192, 128), 1, adds=False)
    x = _joined(net, _step(net, coarse, (128, 128), 3, 2), deep)
    last = _split_block(net, x, (384, 256), 1, adds=False)
    heads = [_head(net, *of) for of in ((fine, 64), (coarse, 128), (last, 256))]
    return net.model((1, 3, 128, 128), _decoded(net, net.node("Concat", *heads, axis=2)))


def _step(net: NetBuilder, x: str, sizes: tuple[int, int], kernel: int = 1, stride: int = 1) -> str:
    return net.silu(net.convolution(x, sizes, kernel, stride))


def _split_block(
    net: NetBuilder, x: str, sizes: tuple[int, int], depth: int, *, adds: bool = True
) -> str:
    """C2f: halves split off, one goes through bottlenecks, all are joined."""
    half = sizes[1] // 2
    first = net.node("Split", _step(net, x, sizes), net.constant(np.array([half, half])), axis=1)
    net.nodes[-1].output.append(f"{first}_second")
    parts = [first, f"{first}_second"]
    for _ in range(depth):
        inner = _step(net, _step(net, parts[-1], (half, half), 3), (half, half), 3)
        parts.append(net.node("Add", parts[-1], inner) if adds else inner)
    return _step(net, _joined(net, *parts), (half * len(parts), sizes[1]))


def _pooled(net: NetBuilder, x: str, channels: int) -> str:
    """SPPF: three pools of 5 x 5 one after another, joined."""
    parts = [_step(net, x, (channels, channels // 2))]
    for _ in range(3):
        parts.append(net.node("MaxPool", parts[-1], kernel_shape=[5, 5], pads=[2] * 4))
    return _step(net, _joined(net, *parts), (2 * channels, channels))


def _joined(net: NetBuilder, *parts: str) -> str:
    return net.node("Concat", *parts, axis=1)


def _twice(net: NetBuilder, x: str) -> str:
    scales = net.constant(np.array([1, 1, 2, 2], np.float32))
    return net.node(
        "Resize",
        x,
        "",
        scales,
        mode="nearest",
        coordinate_transformation_mode="asymmetric",
        nearest_mode="floor",
    )


def _head(net: NetBuilder, x: str, channels: int) -> str:
    """Of one scale: four distances in bins, and classes, positions last."""
    ways = []
    for wide, out in ((64, 4 * _BINS), (_CLASSES, _CLASSES)):
        inner = _step(net, _step(net, x, (channels, wide), 3), (wide, wide), 3)
        ways.append(net.convolution(inner, (wide, out)))
    shape = net.constant(np.array([1, 4 * _BINS + _CLASSES, -1]))
    return net.node("Reshape", _joined(net, *ways), shape)


def _decoded(net: NetBuilder, heads: str) -> str:
    """Each distance is the mean of its bins' numbers, weighed by their softmax."""
    boxes = net.node("Split", heads, net.constant(np.array([4 * _BINS, _CLASSES])), axis=1)
    net.nodes[-1].output.append(f"{boxes}_classes")
    classes = net.node("Sigmoid", f"{boxes}_classes")
    bins = net.node("Reshape", boxes, net.constant(np.array([1, 4, _BINS, -1])))
    weights = net.node("Softmax", net.node("Transpose", bins, perm=[0, 2, 1, 3]), axis=1)
    numbers = net.constant(np.arange(_BINS, dtype=np.float32).reshape(1, _BINS, 1, 1))
    means = net.node("Conv", weights, numbers, kernel_shape=[1, 1])
    means = net.node("Reshape", means, net.constant(np.array([1, 4, -1])))
    return net.node("Concat", means, classes, axis=1)


def u_net() -> onnx.ModelProto:
    """O. Ronneberger et al., "U-Net", 2015, with two levels of 16 and 32 channels and 64 below."""
    net = NetBuilder()
    first = _pair(net, "image", 3, 16)
    second = _pair(net, _halved(net, first), 16, 32)
    x = _pair(net, _halved(net, second), 32, 64)
    x = _pair(net, _joined(net, second, _risen(net, x, 64)), 64, 32)
    x = _pair(net, _joined(net, first, _risen(net, x, 32)), 32, 16)
    return net.model((1, 3, 48, 48), net.convolution(x, (16, 2)))


def _pair(net: NetBuilder, x: str, channels: int, wide: int) -> str:
    x = net.node("Relu", net.convolution(x, (channels, wide), 3))
    return net.node("Relu", net.convolution(x, (wide, wide), 3))


def _halved(net: NetBuilder, x: str) -> str:
    return net.node("MaxPool", x, kernel_shape=[2, 2], strides=[2, 2])


def _risen(net: NetBuilder, x: str, channels: int) -> str:
    weights = net.drawn(channels, channels // 2, 2, 2, terms=channels)
    return net.node("ConvTranspose", x, weights, kernel_shape=[2, 2], strides=[2, 2])


def transformer() -> onnx.ModelProto:
    """A vision transformer of six blocks, with attention and norms."""
    return vision_transformer(64, 96, 6)


WHOLE_NETS: dict[str, Callable[[], onnx.ModelProto]] = {
    "mobile": mobile_net_v3_small,
    "squeeze": squeeze_net_1_1,
    "yolo": yolo_v8_n,
    "unet": u_net,
    "vit": transformer,
}
