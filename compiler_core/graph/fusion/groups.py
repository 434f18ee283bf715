"""From sets of nodes to kernels with inputs, outputs and an order of execution."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping

import onnx_ir as ir

from compiler_core.graph.fusion.kinds import OperatorKind, kind_of
from compiler_core.graph.records import FusedGroup
from compiler_core.graph.sizes import is_constant


def group_of(members: Iterable[ir.Node], rule: str) -> FusedGroup:
    """The kernel of some nodes, which are given in the order of execution.

    Its name is that of its anchor, or of its last node.
    """
    nodes = tuple(members)
    inside = set(nodes)
    anchor = next((node for node in nodes if kind_of(node) is OperatorKind.COMPLEX), None)
    return FusedGroup(
        name=str((anchor or nodes[-1]).name),
        nodes=tuple(str(node.name) for node in nodes),
        anchor=str(anchor.name) if anchor else _reduction_in(nodes),
        inputs=_inputs(nodes, inside),
        outputs=_outputs(nodes, inside),
        rule=rule,
    )


def _reduction_in(nodes: tuple[ir.Node, ...]) -> str:
    """A reduction, too, decides the loops of its kernel."""
    kinds = (OperatorKind.REDUCTION, OperatorKind.OPAQUE)
    return next((str(node.name) for node in nodes if kind_of(node) in kinds), "")


def _inputs(nodes: tuple[ir.Node, ...], inside: set[ir.Node]) -> tuple[str, ...]:
    read = (value for node in nodes for value in node.inputs if value is not None)
    outer = (value for value in read if not is_constant(value) and value.producer() not in inside)
    return tuple(dict.fromkeys(str(value.name) for value in outer))


def _outputs(nodes: tuple[ir.Node, ...], inside: set[ir.Node]) -> tuple[str, ...]:
    """What others read or the graph gives back; of a kernel that nobody reads, its last result."""
    made = [value for node in nodes for value in node.outputs]
    seen_outside = [
        str(value.name)
        for value in made
        if value.is_graph_output() or any(use.node not in inside for use in value.uses())
    ]
    return tuple(seen_outside or [str(nodes[-1].outputs[0].name)])


def in_order(model: ir.Model, groups: Iterable[FusedGroup]) -> tuple[FusedGroup, ...]:
    """The kernels in an order of execution: each as early as its last node allows.

    A kernel can run when all it reads is there; among those that can, the one whose last node came
    first in the model. Raises ValueError when kernels wait for each other in a circle.
    """
    kernels = tuple(groups)
    position = {str(node.name): index for index, node in enumerate(model.graph)}
    makers = {name: number for number, group in enumerate(kernels) for name in group.outputs}
    needs = [{makers[name] for name in group.inputs if name in makers} for group in kernels]
    readers: dict[int, list[int]] = {}
    for number, needed in enumerate(needs):
        for maker in needed:
            readers.setdefault(maker, []).append(number)
    order = _earliest_first([position[group.nodes[-1]] for group in kernels], needs, readers)
    if len(order) < len(kernels):
        raise ValueError("Kernels wait for each other in a circle.")
    return tuple(kernels[number] for number in order)


def _earliest_first(
    positions: list[int], needs: list[set[int]], readers: Mapping[int, list[int]]
) -> list[int]:
    missing = [len(needed) for needed in needs]
    ready = [(positions[number], number) for number, count in enumerate(missing) if count == 0]
    heapq.heapify(ready)
    order: list[int] = []
    while ready:
        _, number = heapq.heappop(ready)
        order.append(number)
        for reader in readers.get(number, ()):
            missing[reader] -= 1
            if missing[reader] == 0:
                heapq.heappush(ready, (positions[reader], reader))
    return order
