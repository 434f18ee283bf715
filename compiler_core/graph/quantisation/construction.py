"""Small pieces of graph that quantisation puts in: constants, Quantize and Dequantize nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import onnx_ir as ir

from compiler_core.graph.free_names import FreeNames
from compiler_core.graph.provenance import inherit_sources
from compiler_core.graph.quantisation.parameters import ActivationParameters

QUANTISED = "_quantised"
DEQUANTISED = "_dequantised"


class Construction:
    """New nodes and constants for one graph, under names that are free in it."""

    def __init__(self, graph: ir.Graph) -> None:
        self.graph = graph
        self._names = FreeNames(graph)

    def name(self, wanted: str) -> str:
        """The wanted name, with a number where it is taken."""
        return self._names.free(wanted)

    def constant(self, wanted: str, array: np.ndarray) -> ir.Value:
        """A new initializer."""
        name = self.name(wanted)
        # Not ir.tensor, whose tests for what it was given take longer than all else here.
        tensor = ir.Tensor(array, name=name)
        value = ir.Value(name=name, shape=ir.Shape(array.shape), const_value=tensor)
        value.dtype = tensor.dtype
        self.graph.register_initializer(value)
        return value

    def node(
        self,
        operator: str,
        inputs: Sequence[ir.Value | None],
        output: str,
        like: ir.Node | None,
        attributes: Iterable[ir.Attr] = (),
        results: int = 1,
    ) -> ir.Node:
        """A node outside the graph; `output` names it and its values. It has `like`'s sources."""
        node = ir.Node(
            "",
            operator,
            inputs,
            attributes=attributes,
            name=self.name(f"{output}_{operator}"),
            num_outputs=results,
        )
        for value in node.outputs:
            value.name = self.name(output)
        if like is not None:
            inherit_sources(node, like)
        return node

    def scalars(self, wanted: str, parameters: ActivationParameters) -> list[ir.Value]:
        """Scale and zero point as constants."""
        return [
            self.constant(f"{wanted}_scale", np.array(parameters.scale, np.float32)),
            self.constant(f"{wanted}_zero_point", np.array(parameters.zero_point, np.int8)),
        ]


def typed(node: ir.Node, dtype: ir.DataType, shape: ir.Shape | None) -> ir.Value:
    """The node's result, with its type set."""
    result = node.outputs[0]
    result.dtype = dtype
    result.shape = shape
    return result
