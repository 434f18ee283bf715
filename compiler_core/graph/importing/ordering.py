"""Nodes in an order of execution: each after those that make what it reads."""

from __future__ import annotations

from collections import defaultdict, deque
from typing import TYPE_CHECKING

from compiler_core.graph.importing.errors import ModelRefused

if TYPE_CHECKING:
    from onnx import GraphProto, NodeProto


def sort_nodes(graph: GraphProto) -> None:
    """Sort in place, keeping the given order where it is one. Raises ModelRefused for a cycle.

    Kahn, "Topological sorting of large networks", 1962.
    """
    maker = {name: at for at, node in enumerate(graph.node) for name in node.output if name}
    needs = [{maker[name] for name in _reads(node) if name in maker} for node in graph.node]
    if all(max(needed, default=-1) < at for at, needed in enumerate(needs)):
        return
    order = _execution_order(needs)
    if len(order) < len(needs):
        ordered = set(order)
        in_cycle = next(at for at in range(len(needs)) if at not in ordered)
        node = graph.node[in_cycle]
        raise ModelRefused(
            f"The node {node.name or node.op_type} needs its own result: the graph has a cycle.",
            "A network for inference has none; export it again.",
        )
    nodes = [type(node).FromString(node.SerializeToString()) for node in graph.node]
    del graph.node[:]
    graph.node.extend(nodes[at] for at in order)


def _execution_order(needs: list[set[int]]) -> list[int]:
    readers: defaultdict[int, list[int]] = defaultdict(list)
    for at, needed in enumerate(needs):
        for maker in needed:
            readers[maker].append(at)
    open_needs = [len(needed) for needed in needs]
    ready = deque(at for at, count in enumerate(open_needs) if count == 0)
    order: list[int] = []
    while ready:
        at = ready.popleft()
        order.append(at)
        for reader in readers[at]:
            open_needs[reader] -= 1
            if open_needs[reader] == 0:
                ready.append(reader)
    return order


def _reads(node: NodeProto) -> set[str]:
    """Names a node reads, also from within its graphs."""
    names = {name for name in node.input if name}
    for attribute in node.attribute:
        for graph in (*attribute.graphs, *((attribute.g,) if attribute.HasField("g") else ())):
            for inner in graph.node:
                names |= _reads(inner)
            names |= {output.name for output in graph.output}
    return names
