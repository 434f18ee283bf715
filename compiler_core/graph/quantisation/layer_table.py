"""The table of layers: which became int8, at which scales, and what its weights lost."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.quantisation.decibel import signal_to_noise
from compiler_core.graph.quantisation.parameters import (
    ActivationParameters,
    QuantisedWeights,
    quantise_weights,
)
from compiler_core.graph.quantisation.placement import Placement, name_of
from compiler_core.graph.quantisation.quantise_dequantise import layer_constants
from compiler_core.graph.quantisation.records import LayerRow
from compiler_core.graph.quantisation.roles import channel_axis
from compiler_core.graph.rewriting import constant
from compiler_core.graph.side_by_side import side_by_side

_RULES = {
    "multiply": "int8 products, summed in int32",
    "average": "int8 values, summed in int32; the division is part of the scale",
    "move": "moves int8 values without computing",
    "elementwise": "computed in float32 registers, stored as int8",
}


def layer_table(
    model: ir.Model,
    placement: Placement,
    parameters: dict[str, ActivationParameters],
    weights: dict[str, QuantisedWeights],
) -> tuple[LayerRow, ...]:
    """One row for each node of the float32 model, in order of computation."""

    def row(node: ir.Node) -> LayerRow:
        return _row(node, placement, parameters, weights)

    return tuple(side_by_side(row, list(model.graph)))


def _row(
    node: ir.Node,
    placement: Placement,
    parameters: dict[str, ActivationParameters],
    weights: dict[str, QuantisedWeights],
) -> LayerRow:
    name = name_of(node)
    operator = node.op_type
    if name not in placement.asking:
        reason = placement.refused.get(name, "nothing after it reads int8")
        size = _constant_bytes(node)
        return LayerRow(name, operator, "float32", reason, weight_bytes=(size, size))
    source = next(
        (parameters[name_of(v)] for v in node.inputs if v is not None and v.name in parameters),
        None,
    )
    result = parameters.get(name_of(node.outputs[0]))
    rule = _rule(node, placement, result)
    quantised = weights.get(name)
    return LayerRow(
        name,
        operator,
        "int8",
        rule,
        source.scale if source else None,
        source.zero_point if source else None,
        result.scale if result else None,
        result.zero_point if result else None,
        *_weight_figures(node, quantised),
        _in_one_scale(node, source) if quantised and source else None,
    )


def _rule(node: ir.Node, placement: Placement, result: ActivationParameters | None) -> str:
    rule = _RULES[placement.roles[name_of(node)]]
    if node.outputs[0].name in placement.inside:
        return f"{rule}; its result stays in registers"
    return rule if result is not None else f"{rule}; its result is float32"


def _weight_figures(
    node: ir.Node, quantised: QuantisedWeights | None
) -> tuple[tuple[float, float] | None, float | None, tuple[int, int]]:
    if quantised is None:
        return None, None, (0, 0)
    real, _ = layer_constants(node)
    decibel = signal_to_noise(real, restored_weights(quantised, channel_axis(node)))
    bias = 0 if quantised.bias is None else quantised.bias.nbytes
    after = quantised.integers.nbytes + quantised.scales.nbytes + bias
    span = float(quantised.scales.min()), float(quantised.scales.max())
    return span, decibel, (_constant_bytes(node), after)


def _in_one_scale(node: ir.Node, source: ActivationParameters) -> float:
    """Signal to noise of a layer's weights, had all channels one scale."""
    real, bias = layer_constants(node)
    axis = channel_axis(node)
    single = quantise_weights(real, axis, bias, source.scale, per_channel=False)
    return signal_to_noise(real, restored_weights(single, axis))


def restored_weights(quantised: QuantisedWeights, axis: int) -> np.ndarray:
    """The float32 weights that the integers stand for."""
    shape = [1] * quantised.integers.ndim
    shape[axis] = quantised.scales.size
    return quantised.integers.astype(np.float32) * quantised.scales.reshape(shape)


def _constant_bytes(node: ir.Node) -> int:
    arrays = (constant(value) for value in node.inputs)
    return sum(array.nbytes for array in arrays if array is not None)
