"""Averages on int8: a convolution with weights of one, whose scale holds the division.

    average = scale · (sum x - n·zx) / n,   n = kernel height · kernel width

Each channel is summed alone, so the convolution is depthwise; the sum is exact in int32.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.quantisation.construction import Construction
from compiler_core.graph.quantisation.integer_products import finish_product, is_padded
from compiler_core.graph.quantisation.pairs import Scaled, dequantised, is_int8_tensor
from compiler_core.graph.quantisation.placement import name_of
from compiler_core.graph.quantisation.roles import refusal
from compiler_core.trace import Change

_KEPT_ATTRIBUTES = ("pads", "strides", "dilations")


def averages_to_integers(construction: Construction) -> list[Change]:
    """Replace every average of a dequantised value whose divisor is the same everywhere."""
    changes = []
    for node in list(construction.graph):
        if node.op_type not in ("AveragePool", "GlobalAveragePool") or refusal(node):
            continue
        source = dequantised(node.inputs[0])
        shape = _static(node.inputs[0])
        if source is None or shape is None or not is_int8_tensor(source):
            continue
        changes.append(_replace(construction, node, source, shape))
    return changes


def _static(value: ir.Value | None) -> tuple[int, ...] | None:
    if value is None or value.shape is None or not value.shape.is_static():
        return None
    return tuple(int(size) for size in value.shape.numpy())


def _replace(
    construction: Construction, node: ir.Node, source: Scaled, shape: tuple[int, ...]
) -> Change:
    channels = shape[1]
    kernel = tuple(node.attributes.get_ints("kernel_shape", shape[2:]))
    count = kernel[0] * kernel[1]
    ones = construction.constant(
        f"{name_of(node)}_integers", np.ones((channels, 1, *kernel), np.int8)
    )
    padded = is_padded(node) and bool(source.zero_point.any())
    operands = [source.integers, ones, *([source.node.inputs[2]] if padded else [])]
    attributes = [
        ir.AttrInt64("group", channels),
        ir.AttrInt64s("kernel_shape", kernel),
        *(node.attributes[name] for name in _KEPT_ATTRIBUTES if name in node.attributes),
    ]
    product = construction.node(
        "ConvInteger", operands, f"{name_of(node)}_accumulator", node, attributes
    )
    correction = 0 if padded else -int(source.zero_point) * count
    scale = (source.scale.astype(np.float64) / count).astype(np.float32)
    start = np.full(channels, correction, np.int32)
    return finish_product(construction, node, product, start, scale)
