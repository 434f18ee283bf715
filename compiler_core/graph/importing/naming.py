"""Unique names for nodes: they are the ids of every trace."""

from __future__ import annotations

from collections import Counter

import onnx_ir as ir

from compiler_core.graph.provenance import set_sources, sources_of


def name_nodes(model: ir.Model) -> list[str]:
    """Name what has no name `Operator_number`, number what shares a name; says what it changed.

    Numbers count the nodes of one operator from 0, in the order of the graph. Each node becomes
    its own source.
    """
    nodes = list(model.graph.all_nodes())
    given = Counter(node.name for node in nodes if node.name)
    taken = set(given)
    seen: set[str] = set()
    numbers: Counter[str] = Counter()
    shared = 0
    for node in nodes:
        number = numbers[node.op_type]
        numbers[node.op_type] += 1
        if not node.name:
            node.name = _free(f"{node.op_type}_{number}", taken)
        elif node.name in seen:
            node.name = _free(f"{node.name}_{number}", taken)
            shared += 1
        seen.add(node.name)
        if node.metadata_props == {}:
            set_sources(node, sources_of(node))
    return [f"{shared} nodes shared a name with another one and got a number."] if shared else []


def _free(name: str, taken: set[str]) -> str:
    candidate, number = name, 0
    while candidate in taken:
        number += 1
        candidate = f"{name}_{number}"
    taken.add(candidate)
    return candidate
