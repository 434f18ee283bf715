"""A quantised network whose scales are inputs: one session answers for any choice of ranges.

Weights are quantised once; every activation that becomes int8 goes through QuantizeLinear and
DequantizeLinear with a scale and a zero point that each run gives anew. So comparing methods costs
runs, and no model is built again.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import onnx_ir as ir

from compiler_core.graph.observing.observed_model import ObservedModel
from compiler_core.graph.quantisation.parameters import ActivationParameters
from compiler_core.graph.quantisation.placement import Placement
from compiler_core.graph.quantisation.quantise_dequantise import insert_pairs
from compiler_core.graph.quantisation.records import QuantisationSettings

Parameters = Mapping[str, ActivationParameters]
Arrays = Mapping[str, np.ndarray]


class ScaledModel:
    """The model in int8, run with any parameters of its activations.

    model: float32; it is not changed. parameters: of every value that the placement stores as int8;
    the biases are rounded with these. outputs: names of values that a run gives.
    """

    def __init__(
        self, model: ir.Model, placement: Placement, parameters: Parameters, outputs: list[str]
    ) -> None:
        quantised = model.clone()
        insertion = insert_pairs(quantised, placement, dict(parameters), QuantisationSettings())
        producers = {node.name: node for node in quantised.graph}
        self._scalars = {
            name: tuple(value.name or "" for value in producers[pair[0]].inputs[1:] if value)
            for name, pair in insertion.activations.items()
        }
        for names in self._scalars.values():
            _make_inputs(quantised.graph, names)
        self._observed = ObservedModel(quantised, outputs, layout="given", pairs="computed")

    def run(self, inputs: Arrays, scalars: Arrays) -> dict[str, np.ndarray]:
        """The outputs of one batch. scalars: as the method of this name gives them."""
        return self._observed.run({**inputs, **scalars})

    def scalars(self, parameters: Parameters) -> dict[str, np.ndarray]:
        """Scales and zero points as inputs of the session."""
        inputs: dict[str, np.ndarray] = {}
        for name, (scale, zero_point) in self._scalars.items():
            inputs[scale] = np.array(parameters[name].scale, np.float32)
            inputs[zero_point] = np.array(parameters[name].zero_point, np.int8)
        return inputs


def _make_inputs(graph: ir.Graph, names: tuple[str, ...]) -> None:
    for name in names:
        value = graph.initializers.pop(name)
        value.const_value = None
        graph.inputs.append(value)
