"""What a node or a tensor is, by operator and position: names may be missing, or be numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import onnx_ir as ir

from compiler_core.graph.model_text import constant_role


def node_titles(model: ir.Model) -> tuple[str, ...]:
    """`Conv 3` of the third convolution, for each node in the graph's order."""
    seen: Counter[str] = Counter()
    titles: list[str] = []
    for node in model.graph:
        seen[node.op_type] += 1
        titles.append(f"{node.op_type} {seen[node.op_type]}")
    return tuple(titles)


def node_name(model: ir.Model, node: ir.Node) -> str:
    """Operator and name, `Conv conv1`; of a node without a name operator and position."""
    if node.name:
        return f"{node.op_type} {node.name}"
    return dict(zip(model.graph, node_titles(model), strict=True))[node]


def tensor_titles(model: ir.Model) -> dict[str, str]:
    """By a tensor's name: the node that computes it, or whose constant it is (`Conv 3, its
    weights`); inputs of the network have none."""
    titles = node_titles(model)
    computed = {
        value.name or "": title
        for node, title in zip(model.graph, titles, strict=True)
        for value in node.outputs
    }
    given = {value.name or "" for value in model.graph.inputs}
    readers: dict[str, list[str]] = {}
    for node, title in zip(model.graph, titles, strict=True):
        for name, role in _constants(node):
            if name not in computed and name not in given:
                readers.setdefault(name, []).append(f"{title}, its {role}")
    return computed | {name: _first_of(read) for name, read in readers.items()}


def _constants(node: ir.Node) -> Iterator[tuple[str, str]]:
    for index, value in enumerate(node.inputs):
        if value is not None:
            yield value.name or "", constant_role(node, index) or "constant"


def _first_of(readers: list[str]) -> str:
    more = len(dict.fromkeys(readers)) - 1
    others = f" ({more} {'other reads' if more == 1 else 'others read'} it too)" if more else ""
    return f"{readers[0]}{others}"
