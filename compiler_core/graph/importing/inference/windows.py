"""Rules of operators that move a window over an image: convolution, pooling, and relatives."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import onnx_ir as ir

from compiler_core.graph.importing.value_facts import Fact, NodeFacts, Shape


@dataclass(frozen=True, slots=True)
class InferredWindow:
    """Sizes of a window along each spatial axis; pads: before each axis, then after each."""

    kernel: Shape
    strides: Shape
    dilations: Shape
    pads: Shape
    auto_pad: str

    @property
    def spans(self) -> Shape:
        """Places from the first to the last one a window touches, both included."""
        pairs = zip(self.kernel, self.dilations, strict=True)
        return tuple((size - 1) * dilation + 1 for size, dilation in pairs)


def window_of(node: NodeFacts, kernel: Shape) -> InferredWindow:
    """The window of a node. Raises InferenceRefused for sizes that no window can have."""
    axes = len(kernel)
    window = InferredWindow(
        kernel,
        node.integers("strides", (1,) * axes),
        node.integers("dilations", (1,) * axes),
        node.integers("pads", (0,) * 2 * axes),
        node.text("auto_pad", "NOTSET"),
    )
    node.require(axes >= 1, "it has no spatial axis")
    for name, sizes in (("strides", window.strides), ("dilations", window.dilations)):
        node.require(len(sizes) == axes, f"{name} are not one for each spatial axis")
        node.require(min(sizes) >= 1, f"{name} must be at least 1")
    node.require(min(kernel) >= 1, "its window is empty")
    node.require(len(window.pads) == 2 * axes, "pads are not two for each spatial axis")
    node.require(min(window.pads) >= 0, "pads must not be negative")
    node.require(max(window.pads) < 1 << 20, "pads are too large")
    node.require(
        window.auto_pad in ("NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"),
        f"auto_pad {window.auto_pad!r} does not exist",
    )
    return window


def _places(node: NodeFacts, image: Shape, window: InferredWindow) -> Shape:
    """How many places the window takes along each axis."""
    if window.auto_pad.startswith("SAME"):
        return tuple(-(-size // step) for size, step in zip(image, window.strides, strict=True))
    rounds_up = node.integer("ceil_mode", 0) == 1
    axes = len(image)
    result = []
    for axis, size in enumerate(image):
        before, after = window.pads[axis], window.pads[axis + axes]
        if window.auto_pad == "VALID":
            before = after = 0
        step, room = window.strides[axis], size + before + after - window.spans[axis]
        node.require(room >= 0, "its window is larger than the image")
        count = (ceil(room / step) if rounds_up else room // step) + 1
        # A window that would begin in the padding behind the image is left out.
        if rounds_up and (count - 1) * step >= size + before:
            count -= 1
        result.append(count)
    return tuple(result)


def convolution(node: NodeFacts) -> tuple[Fact, ...]:
    """Conv: input N×C×spatial, weights M×(C/group)×kernel, output N×M×spatial."""
    return (Fact(node.input(0).element_type, _convolved(node, 1)),)


def integer_convolution(node: NodeFacts) -> tuple[Fact, ...]:
    return (Fact(ir.DataType.INT32, _convolved(node, 1)),)


def quantised_convolution(node: NodeFacts) -> tuple[Fact, ...]:
    """QLinearConv: the weights are the fourth input, the output's zero point the eighth."""
    return (Fact(node.input(7).element_type, _convolved(node, 3)),)


def _convolved(node: NodeFacts, weights_at: int) -> Shape:
    image, weights = list(node.input(0).shape), list(node.input(weights_at).shape)
    group = node.integer("group", 1)
    node.require(len(image) >= 3 and len(weights) == len(image), "image and weights do not fit")
    node.require(
        node.integers("kernel_shape", tuple(weights[2:])) == tuple(weights[2:]),
        "kernel_shape is not that of the weights",
    )
    node.require(group >= 1 and weights[0] % max(group, 1) == 0, "group does not divide channels")
    node.require(image[1] == weights[1] * group, "the weights want another number of channels")
    if weights_at == 1 and node.node.op_type == "Conv" and node.has(2):
        node.require(node.input(2).shape == (weights[0],), "the bias needs one value per channel")
    window = window_of(node, tuple(weights[2:]))
    return (image[0], weights[0], *_places(node, tuple(image[2:]), window))


def transposed_convolution(node: NodeFacts) -> tuple[Fact, ...]:
    """ConvTranspose: weights C×(M/group)×kernel."""
    image, weights = list(node.input(0).shape), list(node.input(1).shape)
    group = node.integer("group", 1)
    node.require(len(image) >= 3 and len(weights) == len(image), "image and weights do not fit")
    node.require(
        group >= 1 and image[1] == weights[0] and weights[0] % max(group, 1) == 0,
        "the weights want another number of channels",
    )
    window = window_of(node, tuple(weights[2:]))
    axes = len(image) - 2
    extra = node.integers("output_padding", (0,) * axes)
    node.require(len(extra) == axes and min(extra) >= 0, "output_padding does not fit")
    sizes = node.integers("output_shape") or _unfolded(tuple(image[2:]), window, extra)
    node.require(len(sizes) >= axes and min(sizes) >= 1, "its output is empty")
    return (Fact(node.input(0).element_type, (image[0], weights[1] * group, *sizes[-axes:])),)


def _unfolded(image: Shape, window: InferredWindow, extra: Shape) -> Shape:
    if window.auto_pad.startswith("SAME"):
        return tuple(size * step for size, step in zip(image, window.strides, strict=True))
    axes = len(image)
    pads = (0,) * 2 * axes if window.auto_pad == "VALID" else window.pads
    return tuple(
        (image[axis] - 1) * window.strides[axis]
        + extra[axis]
        + window.spans[axis]
        - pads[axis]
        - pads[axis + axes]
        for axis in range(axes)
    )


def pooling(node: NodeFacts) -> tuple[Fact, ...]:
    """MaxPool and the others; the second output holds positions of the largest elements."""
    image = node.input(0)
    kernel = node.integers("kernel_shape")
    node.require(image.rank >= 3 and len(kernel) == image.rank - 2, "its window does not fit")
    window = window_of(node, kernel)
    for axis, span in enumerate(window.spans):
        pads = window.pads[axis], window.pads[axis + len(kernel)]
        node.require(max(pads) < span, "a pad is as large as the window")
    shape = (*image.shape[:2], *_places(node, image.shape[2:], window))
    return Fact(image.element_type, shape), Fact(ir.DataType.INT64, shape)


def global_pooling(node: NodeFacts) -> tuple[Fact, ...]:
    image = node.input(0)
    node.require(image.rank >= 3, "it needs an image")
    return (Fact(image.element_type, (*image.shape[:2], *(1,) * (image.rank - 2))),)
