"""What the extensions need to know of a convolution or a pooling window."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import onnx_ir as ir

from compiler_core.graph.sizes import bytes_of, static_shape

CONVOLUTIONS: tuple[str, ...] = ("Conv", "ConvInteger")
POOLINGS: tuple[str, ...] = ("MaxPool", "AveragePool")
NHWC_DOMAIN = "lowlab.nhwc"


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowFacts:
    """A two-dimensional window operator. Sizes in elements, weight_bytes in bytes."""

    channels_in: int
    """Of the whole input, over all groups."""
    channels_out: int
    """Of the whole result, over all groups."""
    kernel: tuple[int, int]
    """Height and width of the window."""
    strides: tuple[int, int]
    """Down and across."""
    pads: tuple[int, ...]
    """Top, left, bottom, right."""
    groups: int
    """How many a convolution has, 1 for a plain one; 0 for pooling."""
    rows: int
    """How many the output picture has."""
    weight_bytes: int
    """0 for pooling, which has none."""

    @property
    def is_depthwise(self) -> bool:
        return self.groups == self.channels_in > 1

    @property
    def is_pointwise(self) -> bool:
        return self.kernel == self.strides == (1, 1) and self.groups == 1 and not any(self.pads)


def window_facts(node: ir.Node) -> WindowFacts | None:
    """The facts of a two-dimensional convolution or pooling; None for any other node."""
    if node.op_type not in (*CONVOLUTIONS, *POOLINGS) or node.inputs[0] is None:
        return None
    given, made = static_shape(node.inputs[0]), static_shape(node.outputs[0])
    if given is None or made is None or len(given) != 4 or len(made) != 4:
        return None
    channel, row = (3, 1) if node.domain == NHWC_DOMAIN else (1, 2)
    kernel = kernel_of(node)
    if kernel is None or ("auto_pad" in node.attributes and text_of(node, "auto_pad") != "NOTSET"):
        return None
    convolves = node.op_type in CONVOLUTIONS
    return WindowFacts(
        channels_in=given[channel],
        channels_out=made[channel],
        kernel=kernel,
        strides=cast("tuple[int, int]", integers_of(node, "strides", (1, 1))),
        pads=integers_of(node, "pads", (0, 0, 0, 0)),
        groups=integers_of(node, "group", (1,))[0] if convolves else 0,
        rows=made[row],
        weight_bytes=bytes_of(weights) if convolves and (weights := node.inputs[1]) else 0,
    )


def kernel_of(node: ir.Node) -> tuple[int, int] | None:
    """Height and width of the window, from the attribute or the weights."""
    window = integers_of(node, "kernel_shape", ())
    if not window and node.op_type in CONVOLUTIONS and node.inputs[1] is not None:
        window = (static_shape(node.inputs[1]) or ())[2:]
    return (window[0], window[1]) if len(window) == 2 else None


def integers_of(node: ir.Node, name: str, default: tuple[int, ...]) -> tuple[int, ...]:
    """An attribute of one or more integers."""
    attribute = node.attributes.get(name)
    if attribute is None:
        return default
    if attribute.type == ir.AttributeType.INT:
        return (attribute.as_int(),)
    return tuple(attribute.as_ints())


def text_of(node: ir.Node, name: str, default: str = "") -> str:
    """An attribute of text."""
    attribute = node.attributes.get(name)
    return default if attribute is None else attribute.as_string()
