"""An int8 network in which each int8 tensor and each layer's int8 weights has a switch.

    value -> QuantizeLinear -> DequantizeLinear -> Where(switch, that, value) -> readers

With all switches on it is the int8 network, with all off the float32 one; any mixture is one more
run of the same session. Which switches a pinned layer turns off, the placement of the pinned
network says: tensors that no other layer asks for become float32 as well. Biases stay rounded to
int32, which is finer than float32 sums are.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import numpy as np
import onnx_ir as ir

from compiler_core.graph.observing.observed_model import ObservedModel
from compiler_core.graph.quantisation.construction import Construction, typed
from compiler_core.graph.quantisation.parameters import ActivationParameters
from compiler_core.graph.quantisation.placement import Placement, name_of, place
from compiler_core.graph.quantisation.quantise_dequantise import insert_pairs, layer_constants
from compiler_core.graph.quantisation.records import QuantisationSettings

_SWITCH = "_is_int8"


class SwitchedModel:
    """The model with switches.

    model: float32; it is not changed. placement: of the network with nothing pinned. parameters: of
    its int8 values. outputs: names of values that a run gives. layers: names of the multiplying
    nodes, in order of computation.
    """

    def __init__(
        self,
        model: ir.Model,
        placement: Placement,
        parameters: Mapping[str, ActivationParameters],
        outputs: Collection[str],
    ) -> None:
        self._model = model
        self.layers = tuple(
            name_of(node)
            for node in model.graph
            if placement.roles.get(name_of(node)) == "multiply"
        )
        weights = {
            name_of(node): layer_constants(node)[0]
            for node in model.graph
            if name_of(node) in self.layers
        }
        switched = model.clone()
        insertion = insert_pairs(switched, placement, dict(parameters), QuantisationSettings())
        construction = Construction(switched.graph)
        nodes = {name_of(node): node for node in switched.graph}
        self._values = {
            name: _switch_value(construction, nodes[pair[0]], nodes[pair[1]])
            for name, pair in insertion.activations.items()
        }
        self._weights = {
            name: _switch_weights(construction, nodes[name], array)
            for name, array in weights.items()
        }
        self._observed = ObservedModel(switched, tuple(outputs), pairs="computed")

    def run(
        self, inputs: Mapping[str, np.ndarray], switches: Mapping[str, np.ndarray]
    ) -> dict[str, np.ndarray]:
        """The outputs of one batch."""
        return self._observed.run({**inputs, **switches})

    def pinned(self, layers: Collection[str]) -> dict[str, np.ndarray]:
        """The switches of the network in which these nodes stay in float32."""
        int8 = place(self._model, layers).int8
        switches = {switch: np.array(name in int8) for name, switch in self._values.items()}
        switches |= {switch: np.array(name not in layers) for name, switch in self._weights.items()}
        return switches


def _switch_value(construction: Construction, quantise: ir.Node, dequantise: ir.Node) -> str:
    """Put a switch behind the pair and give it to all readers; the name of the input."""
    value, restored = quantise.inputs[0], dequantise.outputs[0]
    assert value is not None
    readers = tuple(restored.uses())
    chosen = _where(construction, dequantise, restored, value)
    for node, index in readers:
        node.replace_input_with(index, chosen)
    return _flag_of(chosen)


def _switch_weights(construction: Construction, layer: ir.Node, weights: np.ndarray) -> str:
    restored = layer.inputs[1]
    assert restored is not None
    dequantise = restored.producer()
    assert dequantise is not None
    real = construction.constant(f"{layer.name}_real", np.ascontiguousarray(weights, np.float32))
    chosen = _where(construction, dequantise, restored, real)
    layer.replace_input_with(1, chosen)
    return _flag_of(chosen)


def _where(
    construction: Construction, after: ir.Node, restored: ir.Value, real: ir.Value
) -> ir.Value:
    name = construction.name(f"{restored.name}{_SWITCH}")
    flag = ir.Value(name=name, shape=ir.Shape(()), type=ir.TensorType(ir.DataType.BOOL))
    construction.graph.inputs.append(flag)
    node = construction.node("Where", [flag, restored, real], f"{restored.name}_chosen", after)
    construction.graph.insert_after(after, node)
    return typed(node, ir.DataType.FLOAT, restored.shape)


def _flag_of(chosen: ir.Value) -> str:
    producer = chosen.producer()
    assert producer is not None
    flag = producer.inputs[0]
    assert flag is not None
    return name_of(flag)
