"""One C function for a group of nodes, by the generic rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.emission.constants import ConstantPool
from compiler_core.graph.emission.depth import room_for
from compiler_core.graph.emission.facts import bytes_of, constant_of, count_of, shape_of, type_of
from compiler_core.graph.emission.gating import written_as_gate
from compiler_core.graph.emission.index_arithmetic import Index
from compiler_core.graph.emission.joining import piece_in_place
from compiler_core.graph.emission.layout import WHOLE_TENSORS, MemoryLayout
from compiler_core.graph.emission.operator import Finish, Target
from compiler_core.graph.emission.operators import find_operator, inline_rule
from compiler_core.graph.emission.stages import Stage, stages_of
from compiler_core.graph.emission.view import FlatView, PlainView, View, merged_view
from compiler_core.graph.emission.writer import EmittedParameter, FunctionWriter, used_values

_SCRATCH_ALIGNMENT = 64


@dataclass(frozen=True, slots=True)
class GroupFunction:
    """A function's lines, its parameters in order, and the memory it needs while it runs."""

    name: str
    lines: tuple[str, ...]
    parameters: tuple[EmittedParameter, ...]
    scratch_bytes: int


def group_function(
    name: str,
    nodes: Sequence[ir.Node],
    outputs: Sequence[ir.Value],
    pool: ConstantPool,
    overlapping: frozenset[ir.Value] = frozenset(),
    layout: MemoryLayout = WHOLE_TENSORS,
) -> GroupFunction:
    """Write the function. overlapping: values whose memory the kernel both reads and writes.

    layout: where values lie; what is in its place already is not moved. Raises InputError for a
    node that has no C form.
    """
    writer = FunctionWriter(pool, inline_rule, layout)
    stages = stages_of(nodes, outputs, find_operator)
    scratch = _place_scratch(writer, stages, set(outputs))
    inside = frozenset(node for node in nodes if inline_rule(node) is not None)
    for stage in stages:
        written = frozenset(
            node
            for node in inside
            for other in stages
            if other is not stage and set(node.outputs) <= set(other.stored)
        )
        writer.inside = inside - written
        with room_for(len(nodes)):
            _write_stage(writer, stage)
    parameters = used_values(writer.parameters)
    head = signature(name, parameters, scratch, overlapping)
    return GroupFunction(name, (f"{head}", "{", *writer.lines, "}"), parameters, scratch)


def _place_scratch(writer: FunctionWriter, stages: Sequence[Stage], outputs: set[ir.Value]) -> int:
    """Memory for what lies between stages; bytes in all."""
    used = 0
    for stage in stages:
        for value in stage.stored:
            if value in outputs:
                continue
            kind = type_of(value)
            local = writer.fresh("between")
            writer.line(f"{kind.c} *const {local} = ({kind.c} *)(scratch + {used});")
            writer.locals[value] = local
            used += -(-bytes_of(value) // _SCRATCH_ALIGNMENT) * _SCRATCH_ALIGNMENT
    return used


def signature(
    name: str,
    parameters: Sequence[EmittedParameter],
    scratch: int,
    overlapping: frozenset[ir.Value] = frozenset(),
) -> str:
    """The function's head. `restrict` says that memory is reached by one parameter only."""
    parts = list[str]()
    for parameter in parameters:
        alone = "" if parameter.value in overlapping else "restrict "
        parts.append(
            f"{'' if parameter.written else 'const '}{parameter.kind.c} *{alone}{parameter.name}"
        )
    parts += ["unsigned char *scratch"] * (scratch > 0)
    return f"KERNEL void {name}({', '.join(parts) or 'void'})"


def _write_stage(writer: FunctionWriter, stage: Stage) -> None:
    shape = shape_of(stage.result)
    if stage.anchor is None and piece_in_place(writer, stage.result):
        return
    if stage.anchor is None and 0 not in shape and written_as_gate(writer, stage.result):
        return
    if stage.anchor is None:
        writer.view = _view_of(writer, stage.result)
        if 0 not in shape:
            _write_pointwise(writer, stage.result)
        writer.view = PlainView()
        return
    rule = find_operator(stage.anchor).anchor
    assert rule is not None
    read = {value: _store(writer, value) for value in stage.others}
    others = tuple(read.get(value) for value in stage.anchor.outputs[1:])
    if 0 not in shape:
        plain = stage.result if stage.last is stage.anchor.outputs[0] else None
        rule(writer, stage.anchor, Target(_finish(writer, stage), others, plain))


def _store(writer: FunctionWriter, value: ir.Value) -> Finish:
    def finish(index: Index, expression: str) -> None:
        offset = writer.place(value, index)
        writer.line(f"{writer.output_pointer(value)}[{offset}] = {expression};")

    return finish


def _finish(writer: FunctionWriter, stage: Stage) -> Finish:
    """Takes the anchor's element through the nodes that follow, then stores it."""
    assert stage.anchor is not None
    assert stage.last is not None
    value, last = stage.anchor.outputs[0], stage.last
    shape = shape_of(value)

    def finish(index: Index, expression: str) -> None:
        result = expression
        if last is not value:
            held = writer.variable(type_of(value), expression)
            writer.remember(value, index, held)
            result = writer.element(last, index)
        # A reshaped result has the same place, counted in the anchor's shape.
        offset = writer.place(stage.result, index, shape)
        writer.line(f"{writer.output_pointer(stage.result)}[{offset}] = {result};")

    return finish


def _write_pointwise(writer: FunctionWriter, result: ir.Value) -> None:
    counted = _before_reshapes(writer, result)
    shape = writer.view.shape(shape_of(counted), len(shape_of(counted)))
    names = ("i",) if len(shape) == 1 else tuple(f"i{axis}" for axis in range(len(shape)))
    with writer.loops(names, shape) as index:
        expression = writer.element(counted, index)
        offset = writer.place(result, index, shape)
        writer.line(f"{writer.output_pointer(result)}[{offset}] = {expression};")


def _before_reshapes(writer: FunctionWriter, result: ir.Value) -> ir.Value:
    """What is computed here and only counted anew at last: loops over its own axes find its places
    without divisions.
    """
    counted = value = result
    while isinstance(writer.view, PlainView):
        node = value.producer()
        if node is None or node not in writer.inside:
            return counted
        counted = value
        if not find_operator(node).same_order or node.inputs[0] is None:
            return counted
        value = node.inputs[0]
    return counted


def _view_of(writer: FunctionWriter, result: ir.Value) -> View:
    """The simplest loops that elementwise nodes allow."""
    nodes = _computing(writer, result)
    if _any_steps(writer, nodes):
        return PlainView()
    if all(
        find_operator(node).is_pointwise(node) or find_operator(node).same_order for node in nodes
    ):
        sizes = {count_of(shape) for node in nodes for shape in _operand_shapes(node)}
        if sizes <= {1, count_of(shape_of(result))}:
            return FlatView(count_of(shape_of(result)))
    if not all(find_operator(node).is_pointwise(node) for node in nodes):
        return PlainView()
    shapes = [shape for node in nodes for shape in _operand_shapes(node)]
    return merged_view(shape_of(result), shapes)


def _any_steps(writer: FunctionWriter, nodes: Sequence[ir.Node]) -> bool:
    """Whether a tensor that these nodes touch is no piece of its own: its axes stay apart."""
    touched = [value for node in nodes for value in (*node.inputs, *node.outputs)]
    return any(value is not None and writer.layout.steps_of(value) for value in touched)


def _operand_shapes(node: ir.Node) -> tuple[tuple[int, ...], ...]:
    """Shapes that a node's operands run along; a reshaped tensor keeps its count."""
    shapes = find_operator(node).operand_shapes(node)
    if shapes is not None:
        return shapes
    return tuple(shape_of(value) for value in node.inputs[:1] if value is not None)


def _computing(writer: FunctionWriter, result: ir.Value) -> list[ir.Node]:
    """Nodes whose expressions the result's loops contain."""
    nodes, waiting = list[ir.Node](), [result]
    while waiting:
        value = waiting.pop()
        node = value.producer()
        if node is None or node not in writer.inside or node in nodes:
            continue
        if constant_of(value) is None:
            nodes.append(node)
            waiting += [operand for operand in node.inputs if operand is not None]
    return nodes
