"""Write a placement into the model as pairs of QuantizeLinear and DequantizeLinear.

An int8 value v becomes v -> QuantizeLinear -> v_quantised -> DequantizeLinear -> v_dequantised, and
all readers of v read the last one: what is stored is the int8 tensor. The weights of a multiplying
node become int8 constants, its bias an int32 constant, each with a DequantizeLinear, so that the
file is a third to a quarter of its size and any runtime computes it in float32.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.quantisation.construction import (
    DEQUANTISED,
    QUANTISED,
    Construction,
    typed,
)
from compiler_core.graph.quantisation.parameters import (
    ActivationParameters,
    QuantisedWeights,
    accumulator_scales,
    quantise_weights,
)
from compiler_core.graph.quantisation.placement import Placement, name_of
from compiler_core.graph.quantisation.records import QuantisationSettings
from compiler_core.graph.quantisation.roles import channel_axis, output_channels
from compiler_core.graph.rewriting import constant, input_of
from compiler_core.graph.side_by_side import side_by_side


@dataclass(frozen=True, slots=True)
class Insertion:
    """What was put in, by the name of the float32 value or node."""

    activations: dict[str, tuple[str, str]]
    weights: dict[str, QuantisedWeights]


def insert_pairs(
    model: ir.Model,
    placement: Placement,
    parameters: dict[str, ActivationParameters],
    settings: QuantisationSettings,
) -> Insertion:
    """Change the model in place. InputError when weights are no finite numbers."""
    construction = Construction(model.graph)
    layers = [node for node in model.graph if placement.roles.get(name_of(node)) == "multiply"]
    weights = _quantised_layers(layers, parameters, settings)
    for node in layers:
        scale = _input_scale(node, parameters)
        _replace_constants(construction, node, weights[name_of(node)], scale)
    values = [*model.graph.inputs, *(value for node in model.graph for value in node.outputs)]
    activations = {
        name_of(value): _store_as_int8(construction, value, parameters[name_of(value)])
        for value in values
        if value.name in parameters
    }
    _drop_unread_constants(model.graph)
    return Insertion(activations, weights)


def _store_as_int8(
    construction: Construction, value: ir.Value, parameters: ActivationParameters
) -> tuple[str, str]:
    """Put the pair behind a value and give it to all readers; names of the two nodes."""
    readers = tuple(value.uses())
    producer = value.producer()
    name = name_of(value)
    scalars = construction.scalars(name, parameters)
    quantise = construction.node("QuantizeLinear", [value, *scalars], name + QUANTISED, producer)
    integers = typed(quantise, ir.DataType.INT8, value.shape)
    dequantise = construction.node(
        "DequantizeLinear", [integers, *scalars], name + DEQUANTISED, producer
    )
    restored = typed(dequantise, ir.DataType.FLOAT, value.shape)
    if producer is None:
        construction.graph.insert_before(construction.graph[0], [quantise, dequantise])
    else:
        construction.graph.insert_after(producer, [quantise, dequantise])
    for node, index in readers:
        node.replace_input_with(index, restored)
    return name_of(quantise), name_of(dequantise)


def _quantised_layers(
    layers: list[ir.Node],
    parameters: dict[str, ActivationParameters],
    settings: QuantisationSettings,
) -> dict[str, QuantisedWeights]:
    """By name of the layer."""
    per_channel = settings.weights == "per-channel"

    def quantised(node: ir.Node) -> QuantisedWeights:
        weights, bias = layer_constants(node)
        scale = _input_scale(node, parameters)
        try:
            return quantise_weights(weights, channel_axis(node), bias, scale, per_channel)
        except InputError as error:
            raise InputError(f"Layer {node.name!r}: {error.message}", error.advice) from error

    return dict(zip(map(name_of, layers), side_by_side(quantised, layers), strict=True))


def _input_scale(node: ir.Node, parameters: dict[str, ActivationParameters]) -> float:
    source = node.inputs[0]
    assert source is not None
    return parameters[name_of(source)].scale


def layer_constants(node: ir.Node) -> tuple[np.ndarray, np.ndarray | None]:
    """Weights and bias float32[channels] of a multiplying node, Gemm's alpha and beta in them."""
    weights = constant(input_of(node, 1))
    assert weights is not None
    bias = constant(input_of(node, 2))
    if bias is not None:
        bias = np.broadcast_to(bias.reshape(-1), (output_channels(node),)).astype(np.float32)
    if node.op_type != "Gemm":
        return weights, bias
    alpha = np.float32(node.attributes.get_float("alpha", 1.0))
    beta = np.float32(node.attributes.get_float("beta", 1.0))
    return weights * alpha, None if bias is None else bias * beta


def _replace_constants(
    construction: Construction, node: ir.Node, quantised: QuantisedWeights, input_scale: float
) -> None:
    name = name_of(node)
    scales = quantised.scales
    weights = _dequantised(
        construction, node, f"{name}_weights", quantised.integers, scales, quantised.axis
    )
    node.replace_input_with(1, weights)
    if quantised.bias is not None:
        units = accumulator_scales(input_scale, scales)
        bias = _dequantised(construction, node, f"{name}_bias", quantised.bias, units, 0)
        node.replace_input_with(2, bias)
    for absorbed in ("alpha", "beta"):
        node.attributes.pop(absorbed, None)


def _dequantised(
    construction: Construction,
    node: ir.Node,
    name: str,
    integers: np.ndarray,
    scales: np.ndarray,
    axis: int,
) -> ir.Value:
    """Constant integers and their DequantizeLinear in front of the node that reads them."""
    per_channel = scales.size > 1 or integers.shape[axis] == 1
    shape = (scales.size,) if per_channel else ()
    inputs = [
        construction.constant(name + QUANTISED, integers),
        construction.constant(f"{name}_scale", scales.reshape(shape)),
        construction.constant(f"{name}_zero_point", np.zeros(shape, integers.dtype)),
    ]
    attributes = [ir.AttrInt64("axis", axis)] if per_channel else []
    dequantise = construction.node("DequantizeLinear", inputs, name + DEQUANTISED, node, attributes)
    construction.graph.insert_before(node, [dequantise])
    return typed(dequantise, ir.DataType.FLOAT, ir.Shape(integers.shape))


def _drop_unread_constants(graph: ir.Graph) -> None:
    for name, value in list(graph.initializers.items()):
        if not value.uses() and not value.is_graph_output():
            del graph.initializers[name]
