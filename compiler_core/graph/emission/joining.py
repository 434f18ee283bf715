"""Operators that write their result piece by piece: Concat, and running sums."""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.emission.facts import (
    attribute,
    bytes_of,
    constant_input,
    count_of,
    needed,
    shape_of,
    type_of,
)
from compiler_core.graph.emission.index_arithmetic import Index, plus, scaled
from compiler_core.graph.emission.layout import MemoryLayout
from compiler_core.graph.emission.operator import Operator, Target
from compiler_core.graph.emission.writer import FunctionWriter


def _concatenated(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    """Each operand is copied to its place; what computes it, or follows, is done on the way."""
    rank = len(shape_of(node.outputs[0]))
    axis = attribute(node, "axis", 0) % rank
    before = 0
    for value in node.inputs:
        if value is None:
            continue
        shape = shape_of(value)
        names = tuple(f"i{at}" for at in range(rank))
        if 0 in shape:
            continue
        if (
            target.memory is not None
            and writer.lies_in_memory(value)
            and (writer.layout.lies_in_place(value, target.memory, axis, before))
        ):
            before += shape[axis]
            continue
        if _as_pieces(writer, value, target.memory):
            assert target.memory is not None
            _copied(writer, value, target.memory, axis, shape_of(node.outputs[0]), before)
        else:
            with writer.loops(names, shape) as index:
                destination = (*index[:axis], plus(index[axis], before), *index[axis + 1 :])
                target.finish(destination, writer.element(value, index))
        before += shape[axis]


def _as_pieces(writer: FunctionWriter, value: ir.Value, result: ir.Value | None) -> bool:
    """Whether neighbours in the operand's memory are neighbours in the result's."""
    if result is None or not writer.lies_in_memory(value):
        return False
    return all(writer.layout.steps_of(tensor) is None for tensor in (value, result))


def piece_in_place(writer: FunctionWriter, value: ir.Value) -> bool:
    """Whether the value is a piece of what a Split takes apart, and lies inside it."""
    node = value.producer()
    if node is None or node.op_type != "Split" or value in writer.locals:
        return False
    whole = needed(node, 0)
    axis = attribute(node, "axis", 0) % len(shape_of(whole))
    pieces = node.outputs[: node.outputs.index(value)]
    before = sum(shape_of(piece)[axis] for piece in pieces)
    return writer.layout.lies_in_place(value, whole, axis, before)


def bytes_in_place(layout: MemoryLayout, node: ir.Node) -> int:
    """Bytes of a Concat's operands or a Split's results that lie where they are wanted."""
    if node.op_type not in ("Concat", "Split"):
        return 0
    joins = node.op_type == "Concat"
    whole, parts = (node.outputs[0], node.inputs) if joins else (node.inputs[0], node.outputs)
    if whole is None:
        return 0
    axis, before, in_place = attribute(node, "axis", 0) % len(shape_of(whole)), 0, 0
    for part in parts:
        if part is None:
            continue
        if layout.lies_in_place(part, whole, axis, before):
            in_place += bytes_of(part)
        before += shape_of(part)[axis]
    return in_place


def _copied(
    writer: FunctionWriter,
    value: ir.Value,
    result: ir.Value,
    axis: int,
    whole: tuple[int, ...],
    before: int,
) -> None:
    """Everything from the axis on lies in one piece: copied at once."""
    shape = shape_of(value)
    piece, step = count_of(shape[axis:]), count_of(whole[axis:])
    start = before * count_of(whole[axis + 1 :])
    source, destination = writer.pointer(value), writer.output_pointer(result)
    with writer.loop("i", count_of(shape[:axis])) as turn:
        to, origin = plus(scaled(turn, step), start), scaled(turn, piece)
        size = piece * type_of(value).bytes
        writer.line(f"memcpy({destination} + {to}, {source} + {origin}, {size});")


def _running(sign: str, start: int):
    def emit(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
        data = needed(node, 0)
        shape, kind = shape_of(data), type_of(data)
        given = constant_input(node, 1)
        axis = int(given.reshape(-1)[0]) % len(shape) if given is not None else 0
        others = tuple(1 if at == axis else size for at, size in enumerate(shape))
        exclusive = attribute(node, "exclusive", 0)
        with writer.loops(tuple(f"i{at}" for at in range(len(shape))), others) as index:
            total = writer.fresh("sum")
            writer.line(f"{kind.c} {total} = {kind.literal(start)};")
            with writer.loop("r", shape[axis]) as step:
                position = _from_end(index, axis, step, shape[axis], attribute(node, "reverse", 0))
                element = writer.element(data, position)
                advance = f"{total} = ({kind.c})({total} {sign} {element});"
                if not exclusive:
                    writer.line(advance)
                    target.finish(position, total)
                else:
                    held = writer.variable(kind, element)
                    target.finish(position, total)
                    writer.line(advance.replace(element, held, 1))

    return emit


def _from_end(index: Index, axis: int, step: str, size: int, reverse: int) -> Index:
    at = plus(f"-{step}", size - 1) if reverse else step
    return (*index[:axis], at, *index[axis + 1 :])


JOINING: tuple[Operator, ...] = (
    Operator(name="Concat", anchor=_concatenated, reads_once=True),
    Operator(name="CumSum", anchor=_running("+", 0), reads_once=True),
    Operator(name="CumProd", anchor=_running("*", 1), reads_once=True),
)
