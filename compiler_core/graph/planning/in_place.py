"""Outputs that may take over the memory of an input.

A kernel may write element i of its output over element i of an input when nobody reads that input
later and the kernel itself needs element i for nothing but output element i. So every node between
the two must keep the order of elements; a convolution reads neighbours and a transpose moves
elements, so neither can. Chains of a reshape alone then need no copy at all.
"""

from __future__ import annotations

from collections.abc import Iterable

import onnx_ir as ir

from compiler_core.graph.fusion.kinds import keeps_order
from compiler_core.graph.records import FusedGroup
from compiler_core.graph.sizes import bytes_of, is_constant


def in_place_of(model: ir.Model, groups: tuple[FusedGroup, ...]) -> dict[str, str]:
    """From each output to the input whose memory it may take over.

    groups: in the order of execution. Raises InputError for values without a static shape.
    """
    nodes = {str(node.name): node for node in model.graph}
    values = _values_by_name(model)
    readers = _last_readers(groups)
    outputs = {str(value.name) for value in model.graph.outputs}
    taken: dict[str, str] = {}
    for kernel, group in enumerate(groups):
        if len(group.outputs) != 1:
            continue
        output = values[group.outputs[0]]
        members = [nodes[name] for name in group.nodes]
        dying = [
            values[name] for name in group.inputs if readers[name] == kernel and name not in outputs
        ]
        chosen = next((value for value in dying if _may_take_over(output, value, members)), None)
        if chosen is not None:
            taken[str(output.name)] = str(chosen.name)
    return taken


def _values_by_name(model: ir.Model) -> dict[str, ir.Value]:
    computed = [value for node in model.graph for value in node.outputs]
    return {str(value.name): value for value in [*model.graph.inputs, *computed]}


def _last_readers(groups: tuple[FusedGroup, ...]) -> dict[str, int]:
    return {name: kernel for kernel, group in enumerate(groups) for name in group.inputs}


def _may_take_over(output: ir.Value, given: ir.Value, members: list[ir.Node]) -> bool:
    if is_constant(given) or bytes_of(output) != bytes_of(given):
        return False
    return _only_order_kept(given, output, members)


def _only_order_kept(given: ir.Value, output: ir.Value, members: Iterable[ir.Node]) -> bool:
    """True when all that the group computes from `given` keeps the order of elements."""
    inside = set(members)
    waiting = [given]
    while waiting:
        value = waiting.pop()
        for use in value.uses():
            if use.node not in inside:
                continue
            if not keeps_order(use.node, value):
                return False
            waiting.extend(use.node.outputs)
    return True
