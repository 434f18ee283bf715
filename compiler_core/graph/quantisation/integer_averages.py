"""Averages on int8: a convolution with weights of one, whose scale holds the division.

    average = scale · (sum x - n·zx) / n,   n = values in the window

Each channel is summed alone, so the convolution is depthwise; the sum is exact in int32. Where n is
the same everywhere it is part of the scale. Where windows at the border hold fewer values, a
constant picture of 1/n multiplies the sums.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.quantisation.construction import Construction, typed
from compiler_core.graph.quantisation.integer_products import finish_product
from compiler_core.graph.quantisation.pairs import Scaled, dequantised, is_int8_tensor
from compiler_core.graph.quantisation.placement import name_of
from compiler_core.graph.quantisation.reference_products import convolve, window_of
from compiler_core.graph.quantisation.roles import refusal
from compiler_core.trace import Change


@dataclass(frozen=True, slots=True)
class _Windows:
    """How a pool reads a picture. counts: values in each window, [1, 1, H', W']."""

    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    pads: tuple[int, int, int, int]
    counts: np.ndarray


def averages_to_integers(construction: Construction) -> list[Change]:
    """Replace every average of a dequantised value of known shape."""
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


def _windows(node: ir.Node, size: tuple[int, ...]) -> _Windows:
    if node.op_type == "GlobalAveragePool":
        counts = np.full((1, 1, 1, 1), size[0] * size[1])
        return _Windows(size, (1, 1), (1, 1), (0, 0, 0, 0), counts)
    kernel = tuple(node.attributes.get_ints("kernel_shape", ()))
    strides, dilations, pads = window_of(node, size, kernel)
    inside = np.ones((1, 1, *size))
    counted = (0, 0, 0, 0) if node.attributes.get_int("count_include_pad", 0) else pads
    if counted != pads:
        inside = np.ones((1, 1, size[0] + pads[0] + pads[2], size[1] + pads[1] + pads[3]))
    counts = convolve(inside, np.ones((1, 1, *kernel)), counted, strides, dilations, 1)
    return _Windows(kernel, strides, dilations, pads, counts)


def _replace(
    construction: Construction, node: ir.Node, source: Scaled, shape: tuple[int, ...]
) -> Change:
    windows = _windows(node, shape[2:])
    same = bool(np.all(windows.counts == windows.counts.flat[0]))
    count = int(windows.counts.flat[0]) if same else 1
    padded = any(windows.pads) and bool(source.zero_point.any())
    product = _sum(construction, node, source, shape[1], windows, padded)
    taps = windows.kernel[0] * windows.kernel[1]
    correction = 0 if padded else -int(source.zero_point) * taps
    scale = (source.scale.astype(np.float64) / count).astype(np.float32)
    if not same:
        _multiply_after(construction, node, (1 / windows.counts).astype(np.float32))
    start = np.full(shape[1], correction, np.int32)
    return finish_product(construction, node, product, start, scale)


def _sum(
    construction: Construction,
    node: ir.Node,
    source: Scaled,
    channels: int,
    windows: _Windows,
    padded: bool,
) -> ir.Node:
    name = name_of(node)
    ones = np.ones((channels, 1, *windows.kernel), np.int8)
    stored = construction.constant(f"{name}_integers", ones)
    attributes = [
        ir.AttrInt64("group", channels),
        ir.AttrInt64s("kernel_shape", windows.kernel),
        ir.AttrInt64s("strides", windows.strides),
        ir.AttrInt64s("dilations", windows.dilations),
        ir.AttrInt64s("pads", windows.pads),
    ]
    operands = [source.integers, stored, *([source.node.inputs[2]] if padded else [])]
    return construction.node("ConvInteger", operands, f"{name}_accumulator", node, attributes)


def _multiply_after(construction: Construction, node: ir.Node, shares: np.ndarray) -> None:
    """Put a product with a constant picture between the node and its readers."""
    old = node.outputs[0]
    name = name_of(old)
    stored = construction.constant(f"{name_of(node)}_shares", shares)
    made = construction.node("Mul", [old, stored], f"{name}_averaged", node)
    result = typed(made, ir.DataType.FLOAT, old.shape)
    ir.convenience.replace_all_uses_with(old, result, replace_graph_outputs=True)
    made.replace_input_with(0, old)
    construction.graph.insert_after(node, [made])
    old.name, result.name = construction.name(f"{name}_total"), name
