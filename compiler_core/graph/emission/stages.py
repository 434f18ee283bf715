"""How the nodes of a kernel become loops.

A stage is one nest of loops: an anchor (a convolution, a pool, a sum…) with the elementwise
operators that follow it, or elementwise operators alone. What lies between two stages of a kernel
needs memory; what lies within one does not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.emission.facts import shape_of
from compiler_core.graph.emission.operator import Operator

FindOperator = Callable[[ir.Node], Operator]


@dataclass(frozen=True, slots=True)
class Stage:
    """anchor: None for elementwise operators alone. result: what the loops store.

    tail: nodes computed on the anchor's result before it is stored. last: the last of their values
    with the anchor's shape, which `result` only reshapes; None where result is that. others:
    further results of the anchor that someone reads.
    """

    anchor: ir.Node | None
    result: ir.Value
    tail: tuple[ir.Node, ...] = ()
    last: ir.Value | None = None
    others: tuple[ir.Value, ...] = ()

    @property
    def stored(self) -> tuple[ir.Value, ...]:
        return (self.result, *self.others)


@dataclass(frozen=True, slots=True)
class _Kernel:
    nodes: tuple[ir.Node, ...]
    outputs: tuple[ir.Value, ...]
    find: FindOperator

    def consumers(self, value: ir.Value) -> list[ir.Node]:
        """Nodes of this kernel that read the value, each once, in order."""
        users = {node for node, _ in value.uses()}
        return [node for node in self.nodes if node in users]

    def is_anchor(self, node: ir.Node) -> bool:
        return self.find(node).inline is None


def stages_of(
    nodes: Sequence[ir.Node], outputs: Sequence[ir.Value], find: FindOperator
) -> tuple[Stage, ...]:
    """Stages in the order in which they run. nodes: in order of execution."""
    kernel = _Kernel(tuple(nodes), tuple(outputs), find)
    stages = list(_anchor_stages(kernel))
    stored = {value for stage in stages for value in stage.stored}
    wanted = [*outputs, *_read_many_times(kernel, stages)]
    for value in dict.fromkeys(wanted):
        if value not in stored and value.producer() in kernel.nodes:
            stages.append(Stage(None, value))
            stored.add(value)
    return _in_order(kernel, stages, stored)


def _anchor_stages(kernel: _Kernel) -> list[Stage]:
    """One per anchor; the last anchor takes the nodes that follow first."""
    claimed: set[ir.Node] = set()
    stages = list[Stage]()
    for node in reversed(kernel.nodes):
        if not kernel.is_anchor(node):
            continue
        others = tuple(value for value in node.outputs[1:] if _is_read(value))
        tail, last = ((), node.outputs[0]) if others else _tail(kernel, node, claimed)
        shapes, result = ((), last) if others else _reshapes(kernel, last, claimed)
        claimed |= {node, *tail, *shapes}
        stages.append(Stage(node, result, (*tail, *shapes), last, others))
    return stages[::-1]


def _reshapes(
    kernel: _Kernel, value: ir.Value, claimed: set[ir.Node]
) -> tuple[tuple[ir.Node, ...], ir.Value]:
    """Nodes that follow and leave every element where it lies, and the last one's value."""
    followers = list[ir.Node]()
    while value not in kernel.outputs:
        readers = kernel.consumers(value)
        if len(readers) != 1 or not kernel.find(readers[0]).same_order or readers[0] in claimed:
            break
        if readers[0].inputs[0] is not value:
            break
        followers.append(readers[0])
        value = readers[0].outputs[0]
    return tuple(followers), value


def _is_read(value: ir.Value) -> bool:
    return bool(value.name) and (bool(value.uses()) or value.is_graph_output())


def _tail(
    kernel: _Kernel, anchor: ir.Node, claimed: set[ir.Node]
) -> tuple[tuple[ir.Node, ...], ir.Value]:
    """All that follows the anchor, if it keeps the shape and ends in one value; else the chain of
    single readers as far as it does."""
    value = anchor.outputs[0]
    following = _downstream(kernel, value)
    ends = [out for node in following for out in node.outputs if _leaves(kernel, out, following)]
    alone = len(ends) == 1 and value not in kernel.outputs
    if alone and all(_may_follow(kernel, node, value, claimed) for node in following):
        return tuple(following), ends[0]
    return _chain(kernel, value, claimed)


def _downstream(kernel: _Kernel, value: ir.Value) -> list[ir.Node]:
    reached = {value}
    following = list[ir.Node]()
    for node in kernel.nodes:
        if any(operand in reached for operand in node.inputs if operand is not None):
            following.append(node)
            reached.update(node.outputs)
    return following


def _leaves(kernel: _Kernel, value: ir.Value, inside: list[ir.Node]) -> bool:
    if value in kernel.outputs:
        return True
    return any(node not in inside for node in kernel.consumers(value))


def _chain(
    kernel: _Kernel, value: ir.Value, claimed: set[ir.Node]
) -> tuple[tuple[ir.Node, ...], ir.Value]:
    tail = list[ir.Node]()
    while value not in kernel.outputs:
        readers = kernel.consumers(value)
        if len(readers) != 1 or not _may_follow(kernel, readers[0], value, claimed):
            break
        tail.append(readers[0])
        value = readers[0].outputs[0]
    return tuple(tail), value


def _may_follow(kernel: _Kernel, node: ir.Node, value: ir.Value, claimed: set[ir.Node]) -> bool:
    """An elementwise node with one result of the same shape, whose other operands do not wait for
    an anchor that comes later."""
    if node in claimed or kernel.is_anchor(node) or not kernel.find(node).is_pointwise(node):
        return False
    if len(node.outputs) != 1 or shape_of(node.outputs[0]) != shape_of(value):
        return False
    before = kernel.nodes.index(value.producer()) if value.producer() in kernel.nodes else -1
    return not any(
        kernel.is_anchor(other) and kernel.nodes.index(other) > before
        for operand in node.inputs
        if operand is not None
        for other in _upstream(kernel, operand)
    )


def _upstream(kernel: _Kernel, value: ir.Value) -> list[ir.Node]:
    """Nodes of this kernel from which the value follows."""
    upstream, waiting = list[ir.Node](), [value]
    while waiting:
        node = waiting.pop().producer()
        if node is None or node in upstream or node not in kernel.nodes:
            continue
        upstream.append(node)
        waiting += [operand for operand in node.inputs if operand is not None]
    return upstream


def _read_many_times(kernel: _Kernel, stages: Sequence[Stage]) -> list[ir.Value]:
    """Computed operands of anchors that read each element often: computed once, then kept."""
    operands = list[ir.Value]()
    for stage in stages:
        if stage.anchor is None or kernel.find(stage.anchor).reads_once:
            continue
        for value in stage.anchor.inputs:
            node = None if value is None else value.producer()
            if value is not None and node in kernel.nodes and not kernel.is_anchor(node):
                operands.append(value)
    return operands


def _in_order(kernel: _Kernel, stages: list[Stage], stored: set[ir.Value]) -> tuple[Stage, ...]:
    """A stage runs when every stored value that it reads is there."""
    ordered, done, waiting = list[Stage](), set[ir.Value](), list(stages)
    while waiting:
        ready = next(
            stage for stage in waiting if not (_reads(kernel, stage, stored) & stored) - done
        )
        ordered.append(ready)
        done |= set(ready.stored)
        waiting.remove(ready)
    return tuple(ordered)


def _reads(kernel: _Kernel, stage: Stage, stored: set[ir.Value]) -> set[ir.Value]:
    """Stored values, of this kernel, that a stage's loops load."""
    loaded, waiting = set[ir.Value](), list(stage.stored)
    seen = set[ir.Value]()
    while waiting:
        value = waiting.pop()
        node = value.producer()
        if value in seen or node is None or node not in kernel.nodes:
            continue
        seen.add(value)
        if value in stored and value not in stage.stored:
            loaded.add(value)
            continue
        waiting += [operand for operand in node.inputs if operand is not None]
    return loaded
