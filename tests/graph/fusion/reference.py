"""Definitions that fusion's fast algorithms are held against, written as the definitions read."""

from __future__ import annotations

from collections.abc import Iterator

import onnx_ir as ir

from compiler_core.graph.fusion.records import Fusion
from compiler_core.graph.records import FusedGroup


def readers_of(model: ir.Model) -> dict[str, set[str]]:
    """Names of the nodes that read each node's results."""
    return {
        str(node.name): {str(use.node.name) for value in node.outputs for use in value.uses()}
        for node in model.graph
    }


def leaving(model: ir.Model) -> set[str]:
    """Nodes whose results are outputs of the graph."""
    return {
        str(node.name)
        for node in model.graph
        if any(value.is_graph_output() for value in node.outputs)
    }


def reaches_an_end(start: str, without: str, readers: dict[str, set[str]], ends: set[str]) -> bool:
    """Whether a way from a node to an end of the graph avoids another node."""
    waiting, seen = [start], {start, without}
    while waiting:
        name = waiting.pop()
        if name in ends or not readers[name]:
            return True
        fresh = readers[name] - seen
        seen |= fresh
        waiting.extend(fresh)
    return False


def immediate_post_dominators(model: ir.Model) -> dict[str, str]:
    """From the definition: of all nodes that every way out passes, the one met first.

    A result that leaves the graph is an end there and then, whoever else reads it.
    """
    readers, ends = readers_of(model), leaving(model)
    order = [str(node.name) for node in model.graph]
    found = {}
    for index, name in enumerate(order):
        later = (other for other in order[index + 1 :] if readers[name])
        dominating = (other for other in later if not reaches_an_end(name, other, readers, ends))
        found[name] = next(dominating, "")
    return found


def problems(model: ir.Model, fusion: Fusion) -> Iterator[str]:
    """What every partition into kernels has to be, and this one is not."""
    names = [str(node.name) for node in model.graph]
    grouped = [name for group in fusion.groups for name in group.nodes]
    if sorted(grouped) != sorted(names):
        yield "the groups are no partition of the nodes"
    if len({group.name for group in fusion.groups}) < len(fusion.groups):
        yield "two groups have one name"
    yield from _unordered(model, fusion.groups)
    for group in fusion.groups:
        yield from _group_problems(model, group)


def _unordered(model: ir.Model, groups: tuple[FusedGroup, ...]) -> Iterator[str]:
    ready = {str(value.name) for value in model.graph.inputs}
    for group in groups:
        if not set(group.inputs) <= ready:
            yield f"{group.name} runs before what it reads is there"
        ready |= set(group.outputs)
    if not {str(value.name) for value in model.graph.outputs} <= ready:
        yield "an output of the graph is never written"


def _group_problems(model: ir.Model, group: FusedGroup) -> Iterator[str]:
    order = {str(node.name): index for index, node in enumerate(model.graph)}
    inside = set(group.nodes)
    if list(group.nodes) != sorted(group.nodes, key=order.__getitem__):
        yield f"{group.name} runs its nodes out of order"
    readers = readers_of(model)
    sinks = [name for name in group.nodes if not readers[name] & inside]
    seen_outside = [
        name for name in group.nodes if readers[name] - inside or name in leaving(model)
    ]
    if group.extension == "" and (len(sinks) != 1 or set(seen_outside) - set(sinks)):
        yield f"{group.name} gives its results at {sinks}, others read {seen_outside}"
    makers = {str(node.name): node for node in model.graph}
    written = {str(value.name) for name in seen_outside or sinks for value in makers[name].outputs}
    if not set(group.outputs) <= written:
        yield f"{group.name} writes {group.outputs}, needed are {sorted(written)}"
