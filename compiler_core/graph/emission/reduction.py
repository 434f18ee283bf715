"""Reductions over axes, and the place of the largest or smallest element."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import onnx_ir as ir

from compiler_core.graph.emission.arithmetic import extreme
from compiler_core.graph.emission.element_types import ElementType
from compiler_core.graph.emission.facts import attribute, listed, needed, shape_of, type_of
from compiler_core.graph.emission.index_arithmetic import Index, atom
from compiler_core.graph.emission.operator import AnchorRule, Operator, Target
from compiler_core.graph.emission.writer import FunctionWriter

# Start of the sum, what an element adds to it, and what becomes of the whole.
Start = Callable[[ElementType], str]
Step = Callable[[ElementType, str, str], str]
Last = Callable[[ElementType, str, int], str]


def reduced_axes(node: ir.Node) -> tuple[int, ...]:
    """The axes that go; all of them when none is named, unless the node says that none goes."""
    rank = len(shape_of(needed(node, 0)))
    axes = listed(node, 1, "axes")
    if axes:
        return tuple(sorted(axis % rank for axis in axes))
    return () if attribute(node, "noop_with_empty_axes", 0) else tuple(range(rank))


@contextmanager
def kept_loops(
    writer: FunctionWriter, shape: tuple[int, ...], axes: tuple[int, ...]
) -> Iterator[dict[int, str]]:
    """Loops over the axes that stay; gives each one's index."""
    outer_axes = [axis for axis in range(len(shape)) if axis not in axes]
    names = tuple(f"o{axis}" for axis in outer_axes)
    with writer.loops(names, tuple(shape[axis] for axis in outer_axes)) as index:
        yield dict(zip(outer_axes, index, strict=True))


@contextmanager
def reduced_loops(
    writer: FunctionWriter, shape: tuple[int, ...], axes: tuple[int, ...], outer: dict[int, str]
) -> Iterator[Index]:
    """Loops over the axes that go; gives the index in the operand."""
    names = tuple(f"r{axis}" for axis in axes)
    with writer.loops(names, tuple(shape[axis] for axis in axes)) as index:
        whole = outer | dict(zip(axes, index, strict=True))
        yield tuple(whole[axis] for axis in range(len(shape)))


def result_index(node: ir.Node, outer: dict[int, str], rank: int) -> Index:
    """Reduced axes stay with size one, or go."""
    if attribute(node, "keepdims", 1):
        return tuple(outer.get(axis, "0") for axis in range(rank))
    return tuple(outer[axis] for axis in sorted(outer))


def accumulate(
    writer: FunctionWriter,
    kind: ElementType,
    data: ir.Value,
    axes: tuple[int, ...],
    outer: dict[int, str],
    start: str,
    step: Step,
) -> str:
    """The name of a variable that has gone over all elements along the axes."""
    total = writer.fresh("sum")
    writer.line(f"{kind.c} {total} = {start};")
    with reduced_loops(writer, shape_of(data), axes, outer) as index:
        writer.line(f"{total} = {step(kind, total, writer.element(data, index))};")
    return total


def _reduction(start: Start, step: Step, last: Last, shifted: str = "") -> AnchorRule:
    def emit(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
        data = needed(node, 0)
        shape, axes, kind = shape_of(data), reduced_axes(node), type_of(data).accumulator
        count = 1
        for axis in axes:
            count *= shape[axis]
        with kept_loops(writer, shape, axes) as outer:
            total = accumulate(writer, kind, data, axes, outer, start(kind), step)
            if shifted:
                total = _shifted_sum(writer, kind, data, axes, outer, total)
            target.finish(result_index(node, outer, len(shape)), last(kind, total, count))

    return emit


def _shifted_sum(
    writer: FunctionWriter,
    kind: ElementType,
    data: ir.Value,
    axes: tuple[int, ...],
    outer: dict[int, str],
    largest: str,
) -> str:
    """log(sum(exp(x))) without overflow: the largest is taken out of the sum."""
    finite = writer.variable(kind, f"isfinite({largest}) ? {largest} : {kind.literal(0)}")

    def step(kind: ElementType, total: str, element: str) -> str:
        return f"{total} + {kind.function('exp')}({atom(element)} - {finite})"

    total = accumulate(writer, kind, data, axes, outer, kind.literal(0), step)
    return f"({kind.function('log')}({total}) + {finite})"


def _zero(kind: ElementType) -> str:
    return kind.literal(0)


def _one(kind: ElementType) -> str:
    return kind.literal(1)


def _lowest(kind: ElementType) -> str:
    return kind.lowest


def _highest(kind: ElementType) -> str:
    return kind.highest


def _add(kind: ElementType, total: str, element: str) -> str:
    return f"{total} + {element}"


def _multiply(kind: ElementType, total: str, element: str) -> str:
    return f"{total} * {element}"


def _add_size(kind: ElementType, total: str, element: str) -> str:
    x = atom(element)
    return f"{total} + ({x} < 0 ? -{x} : {x})"


def _add_square(kind: ElementType, total: str, element: str) -> str:
    x = atom(element)
    return f"{total} + {x} * {x}"


def _larger(kind: ElementType, total: str, element: str) -> str:
    return extreme(kind, ">", element, total)


def _smaller(kind: ElementType, total: str, element: str) -> str:
    return extreme(kind, "<", element, total)


def _as_is(kind: ElementType, total: str, count: int) -> str:
    return total


def _divided(kind: ElementType, total: str, count: int) -> str:
    return f"{total} / {kind.literal(count)}"


def _root(kind: ElementType, total: str, count: int) -> str:
    return f"({kind.c}){kind.function('sqrt')}({total})"


def _logarithm(kind: ElementType, total: str, count: int) -> str:
    return f"({kind.c}){kind.function('log')}({total})"


def _best_place(sign: str) -> AnchorRule:
    def emit(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
        data = needed(node, 0)
        shape, kind = shape_of(data), type_of(data)
        axis = attribute(node, "axis", 0) % len(shape)
        # Of equal elements the first is taken, or the last if the node asks for it.
        better = f"{sign}=" if attribute(node, "select_last_index", 0) else sign
        with kept_loops(writer, shape, (axis,)) as outer:
            at, best = writer.fresh("at"), writer.fresh("best")
            writer.line(f"int64_t {at} = 0;")
            first = {**outer, axis: "0"}
            start = writer.element(data, tuple(first[position] for position in range(len(shape))))
            writer.line(f"{kind.c} {best} = {start};")
            with reduced_loops(writer, shape, (axis,), outer) as index:
                element = writer.variable(kind, writer.element(data, index))
                with writer.block(f"if ({element} {better} {best})"):
                    writer.line(f"{best} = {element};")
                    writer.line(f"{at} = {index[axis]};")
            target.finish(result_index(node, outer, len(shape)), at)

    return emit


def _operator(name: str, rule: AnchorRule) -> Operator:
    return Operator(name=name, anchor=rule, reads_once=True)


REDUCTION: tuple[Operator, ...] = (
    _operator("ReduceSum", _reduction(_zero, _add, _as_is)),
    _operator("ReduceMean", _reduction(_zero, _add, _divided)),
    _operator("ReduceMax", _reduction(_lowest, _larger, _as_is)),
    _operator("ReduceMin", _reduction(_highest, _smaller, _as_is)),
    _operator("ReduceProd", _reduction(_one, _multiply, _as_is)),
    _operator("ReduceL1", _reduction(_zero, _add_size, _as_is)),
    _operator("ReduceL2", _reduction(_zero, _add_square, _root)),
    _operator("ReduceSumSquare", _reduction(_zero, _add_square, _as_is)),
    _operator("ReduceLogSum", _reduction(_zero, _add, _logarithm)),
    Operator(name="ReduceLogSumExp", anchor=_reduction(_lowest, _larger, _as_is, shifted="exp")),
    _operator("ArgMax", _best_place(">")),
    _operator("ArgMin", _best_place("<")),
)
