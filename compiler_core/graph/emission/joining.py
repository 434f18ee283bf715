"""Operators that write their result piece by piece: Concat, and running sums."""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.emission.facts import (
    attribute,
    constant_input,
    count_of,
    needed,
    shape_of,
    type_of,
)
from compiler_core.graph.emission.index_arithmetic import Index, plus, scaled
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
        if target.memory is not None and writer.lies_in_memory(value):
            _copied(writer, value, target.memory, axis, shape_of(node.outputs[0]), before)
        else:
            with writer.loops(names, shape) as index:
                place = (*index[:axis], plus(index[axis], before), *index[axis + 1 :])
                target.finish(place, writer.element(value, index))
        before += shape[axis]


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
    source, place = writer.pointer(value), writer.output_pointer(result)
    with writer.loop("i", count_of(shape[:axis])) as turn:
        to, origin = plus(scaled(turn, step), start), scaled(turn, piece)
        size = piece * type_of(value).bytes
        writer.line(f"memcpy({place} + {to}, {source} + {origin}, {size});")


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
                place = _from_end(index, axis, step, shape[axis], attribute(node, "reverse", 0))
                element = writer.element(data, place)
                advance = f"{total} = ({kind.c})({total} {sign} {element});"
                if not exclusive:
                    writer.line(advance)
                    target.finish(place, total)
                else:
                    held = writer.variable(kind, element)
                    target.finish(place, total)
                    writer.line(advance.replace(element, held, 1))

    return emit


def _from_end(index: Index, axis: int, step: str, size: int, reverse: int) -> Index:
    at = plus(f"-{step}", size - 1) if reverse else step
    return (*index[:axis], at, *index[axis + 1 :])


JOINING: tuple[Operator, ...] = (
    Operator("Concat", anchor=_concatenated, reads_once=True),
    Operator("CumSum", anchor=_running("+", 0), reads_once=True),
    Operator("CumProd", anchor=_running("*", 1), reads_once=True),
)
