"""The layers of a network: the sizes of each kernel, from the shapes of the nodes in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod

import onnx_ir as ir

from compiler_core.graph.fusion.convolution_facts import (
    CONVOLUTIONS,
    NHWC_DOMAIN,
    WindowFacts,
    integers_of,
    window_facts,
)
from compiler_core.graph.layers.layer import Layer
from compiler_core.graph.records import FusedGroup
from compiler_core.graph.sizes import is_constant, static_shape

_TRANSPOSED = "ConvTranspose"
_CONVOLUTIONS = (*CONVOLUTIONS, _TRANSPOSED)
_DENSE = ("Gemm", "MatMul", "MatMulInteger")


def model_layers(model: ir.Model, groups: tuple[FusedGroup, ...]) -> tuple[Layer, ...]:
    """Of a model with static shapes; a layer for each group, in order."""
    nodes = {str(node.name): node for node in model.graph}
    values = {
        str(value.name): value
        for value in [*model.graph.inputs, *(made for node in model.graph for made in node.outputs)]
        if value.name
    }
    return tuple(_layer(group, nodes, values) for group in groups)


def _layer(
    group: FusedGroup, nodes: Mapping[str, ir.Node], values: Mapping[str, ir.Value]
) -> Layer:
    members = [nodes[name] for name in group.nodes]
    anchor = nodes.get(group.anchor, members[-1])
    constants = {
        id(leaf): leaf for node in members for leaf in node.inputs if leaf and is_constant(leaf)
    }
    given = sum(_elements(values[tensor]) for tensor in group.inputs if tensor in values)
    weights = sum(map(_elements, constants.values()))
    product = _product(anchor, given, weights)
    if product is None:
        tables = sum(_elements(constant) for constant in constants.values() if _is_real(constant))
        return _other(anchor, given, tables)
    return replace(product, residual_elements=_residual_elements(members, anchor))


def _residual_elements(members: Sequence[ir.Node], anchor: ir.Node) -> int:
    """Of tensors as large as the anchor's result that other nodes read from outside the kernel."""
    inside = {id(value) for node in members for value in node.outputs}
    size = _elements(anchor.outputs[0])
    read = {
        id(value): _elements(value)
        for node in members
        if node is not anchor
        for value in node.inputs
        if value is not None and id(value) not in inside and not is_constant(value)
    }
    return sum(elements for elements in read.values() if elements == size)


def _product(anchor: ir.Node, given: int, weights: int) -> Layer | None:
    """A convolution or a dense layer; None for anything else."""
    facts = window_facts(anchor)
    if facts is not None and facts.groups:
        return _windowed(anchor, facts, given, weights)
    if anchor.op_type in _CONVOLUTIONS and anchor.domain != NHWC_DOMAIN:
        return _other_convolution(anchor, given, weights)
    if anchor.op_type not in _DENSE:
        return None
    return _dense(anchor, given, weights)


def _windowed(anchor: ir.Node, facts: WindowFacts, given: int, weights: int) -> Layer:
    made = static_shape(anchor.outputs[0]) or (1, 1, 1, 1)
    kind = "depthwise" if facts.is_depthwise else "convolution"
    seen, taps = facts.channels_in // facts.groups, prod(facts.kernel)
    rows, columns = made[1:3] if anchor.domain == NHWC_DOMAIN else made[2:4]
    return Layer(
        name=str(anchor.name),
        kind=kind,
        rows=made[0] * rows,
        columns=columns,
        channels_in=seen,
        channels_out=facts.channels_out,
        taps=taps,
        groups=facts.groups,
        input_elements=given,
        weight_elements=weights,
        stride=facts.strides[0],
        window_rows=facts.kernel[0],
    )


def _dense(anchor: ir.Node, given: int, weights: int) -> Layer | None:
    """None where its shapes are not known."""
    made, left = (
        static_shape(anchor.outputs[0]),
        static_shape(anchor.inputs[0] or anchor.outputs[0]),
    )
    if not made or not left:
        return None
    turned = "transA" in anchor.attributes and anchor.attributes["transA"].as_int() == 1
    summed = left[0] if turned else left[-1]
    return Layer(
        name=str(anchor.name),
        kind="dense",
        rows=prod(made[:-1]),
        columns=1,
        channels_in=summed,
        channels_out=made[-1],
        taps=1,
        groups=1,
        input_elements=given,
        weight_elements=weights,
    )


def _other_convolution(anchor: ir.Node, given: int, weights: int) -> Layer | None:
    """Transposed, of signals or volumes, or one that pads by itself."""
    read, window, made = (
        static_shape(value) if value is not None else None
        for value in (anchor.inputs[0], anchor.inputs[1], anchor.outputs[0])
    )
    if not read or not window or not made or not 3 <= len(read) == len(window) == len(made):
        return None
    groups = integers_of(anchor, "group", (1,))[0]
    is_transposed = anchor.op_type == _TRANSPOSED
    kind = "depthwise" if groups == read[1] > 1 else "convolution"
    stride = 1 if is_transposed else integers_of(anchor, "strides", (1,))[0]
    return Layer(
        name=str(anchor.name),
        kind=kind,
        rows=made[0] * prod(made[2:-1]),
        columns=made[-1],
        channels_in=read[1] // groups,
        channels_out=made[1],
        taps=prod(window[2:]),
        groups=groups,
        input_elements=given,
        weight_elements=weights,
        stride=stride,
        window_rows=prod(window[2:-1]),
        spread_pixels=read[0] * prod(read[2:]) if is_transposed else 0,
    )


def _other(anchor: ir.Node, given: int, weights: int) -> Layer:
    """Pooling, sums, moves: no products are counted. weights: constants such as tables."""
    shape = static_shape(anchor.outputs[0]) or (1,)
    channels = shape[1] if len(shape) == 4 else shape[-1] if shape else 1
    rows = prod(shape) // max(channels, 1)
    kind = "pooling" if "Pool" in anchor.op_type else "elementwise"
    return Layer(
        name=str(anchor.name),
        kind=kind,
        rows=rows,
        columns=1,
        channels_in=1,
        channels_out=channels,
        taps=1,
        groups=max(channels, 1),
        input_elements=given,
        weight_elements=weights,
    )


def _is_real(value: ir.Value) -> bool:
    """Not shapes, axes and other whole numbers that say what to do."""
    return value.dtype is not None and value.dtype.is_floating_point()


def _elements(value: ir.Value) -> int:
    return prod(static_shape(value) or ())
