"""A Pad of zeros and the convolution behind it as one kernel.

A convolution pads by itself: it leaves out the products with the border. So the padded copy of the
image need not exist.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.fusion.convolution_facts import CONVOLUTIONS, NHWC_DOMAIN, text_of
from compiler_core.graph.fusion.extensions.extension import (
    Candidate,
    Extension,
    Pair,
    anchor_node,
    common_refusal,
)
from compiler_core.graph.sizes import bytes_of


def examine(pair: Pair) -> Candidate | None:
    """The candidate, if a Pad alone feeds the image of a convolution."""
    second = anchor_node(pair.consumer, pair.consumer_nodes)
    if len(pair.producer_nodes) != 1 or pair.producer_nodes[0].op_type != "Pad":
        return None
    if second is None or second.op_type not in CONVOLUTIONS or second.inputs[0] is not pair.value:
        return None
    refusal = common_refusal(pair) or _refusal(pair.producer_nodes[0], second)
    if refusal:
        return Candidate(refusal=refusal)
    return Candidate(saved_bytes=2 * bytes_of(pair.value))


def _refusal(pad: ir.Node, convolution: ir.Node) -> str:
    if text_of(pad, "mode", "constant") != "constant":
        return "The border repeats the image; a convolution's own padding is zero."
    if not _fills_with_zero(pad, convolution):
        return "The border is not zero."
    amounts = _amounts(pad)
    if amounts is None or min(amounts) < 0:
        return "How much it pads is not known, or it cuts."
    image = (1, 2) if convolution.domain == NHWC_DOMAIN else (2, 3)
    rank = len(amounts) // 2
    if any(amount for index, amount in enumerate(amounts) if index % rank not in image):
        return "It pads the batch or the channels, not only the image."
    if text_of(convolution, "auto_pad", "NOTSET") != "NOTSET":
        return "The convolution decides its own padding from the image's size."
    return ""


def _fills_with_zero(pad: ir.Node, convolution: ir.Node) -> bool:
    """Zero, or for integers the value that stands for zero in the convolution's input."""
    border = _scalar(pad, 2)
    expected = _scalar(convolution, 2) if convolution.op_type == "ConvInteger" else 0.0
    return border is not None and border == expected


def _scalar(node: ir.Node, index: int) -> float | None:
    """A constant scalar input; 0 when the input is left out, None when it is not known."""
    value = node.inputs[index] if index < len(node.inputs) else None
    if value is None:
        return 0.0
    if value.const_value is None or value.const_value.size != 1:
        return None
    return float(value.const_value.numpy().reshape(-1)[0])


def _amounts(pad: ir.Node) -> tuple[int, ...] | None:
    """Elements added at the beginning of each axis, then at the end of each; None if not known."""
    given = pad.inputs[1] if len(pad.inputs) > 1 else None
    if given is None or given.const_value is None or (len(pad.inputs) > 3 and pad.inputs[3]):
        return None
    return tuple(int(amount) for amount in given.const_value.numpy())


PAD_INTO_CONVOLUTION = Extension(
    name="pad-into-convolution",
    idea="Let the convolution pad by itself instead of copying the image into a larger one.",
    legality="A border of zeros around the image only, read by this convolution only.",
    cost="Nothing is added: products with the border are left out.",
    examine=examine,
)
