"""The graph as fusion reads it: nodes in order, who reads whom, and what leaves the graph."""

from __future__ import annotations

from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.fusion.kinds import OperatorKind, kind_of
from compiler_core.graph.sizes import is_constant


@dataclass(frozen=True, slots=True, kw_only=True)
class ForwardNode:
    """A node by its index in the order of execution."""

    index: int
    """Place in the order of execution, from 0."""
    name: str
    """As the model has it."""
    operator: str
    """ONNX's: `Conv`."""
    kind: OperatorKind
    """What fusion may do with it."""
    consumers: tuple[int, ...]
    """Indices of the nodes that read it, once for each time they do."""
    leaves_graph: bool
    """Its result is an output of the graph, so it has to be stored."""
    reads: tuple[tuple[str, int], ...]
    """Values it reads that exist only at run time, each with the index of the node that makes it,
    -1 for an input of the graph."""


@dataclass(frozen=True, slots=True)
class ForwardGraph:
    """All nodes in a topological order."""

    nodes: tuple[ForwardNode, ...]

    def names(self, indices: tuple[int, ...]) -> tuple[str, ...]:
        """Names of some nodes."""
        return tuple(self.nodes[index].name for index in indices)


def forward_graph(model: ir.Model) -> ForwardGraph:
    """The forward graph of a model whose nodes are in a topological order and named uniquely."""
    nodes = tuple(model.graph)
    index_of = {node: index for index, node in enumerate(nodes)}
    return ForwardGraph(
        tuple(_forward_node(index, node, index_of) for index, node in enumerate(nodes))
    )


def _forward_node(index: int, node: ir.Node, index_of: dict[ir.Node, int]) -> ForwardNode:
    uses = [use for value in node.outputs for use in value.uses()]
    return ForwardNode(
        index=index,
        name=str(node.name),
        operator=node.op_type,
        kind=kind_of(node),
        consumers=tuple(sorted(index_of[use.node] for use in uses if use.node in index_of)),
        leaves_graph=any(value.is_graph_output() for value in node.outputs)
        or any(use.node not in index_of for use in uses),
        reads=tuple(
            (str(value.name), index_of.get(maker, -1) if (maker := value.producer()) else -1)
            for value in node.inputs
            if value is not None and not is_constant(value)
        ),
    )
