"""Operators that look at all elements along some axes before they give one: softmax and norms."""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.emission.element_types import ElementType
from compiler_core.graph.emission.facts import (
    attribute,
    needed,
    operand,
    opset_of,
    shape_of,
    type_of,
)
from compiler_core.graph.emission.index_arithmetic import (
    Index,
    atom,
    broadcast,
    divided,
    linear,
    plus,
    scaled,
)
from compiler_core.graph.emission.operator import AnchorRule, Operator, Target
from compiler_core.graph.emission.reduction import accumulate, kept_loops, reduced_loops
from compiler_core.graph.emission.rows import FloatRow, row_of
from compiler_core.graph.emission.writer import FunctionWriter


def _sum(kind: ElementType, total: str, element: str) -> str:
    return f"{total} + {element}"


def _largest(kind: ElementType, total: str, element: str) -> str:
    return f"{atom(element)} > {total} ? {element} : {total}"


def _softmax_axes(node: ir.Node) -> tuple[int, ...]:
    """One axis; before version 13 all axes from the named one."""
    rank = len(shape_of(needed(node, 0)))
    if opset_of(node) < 13:
        return tuple(range(attribute(node, "axis", 1) % rank, rank))
    return (attribute(node, "axis", -1) % rank,)


def _softmax(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    """exp(x - largest) / sum, written to the result in between."""
    data = needed(node, 0)
    shape, axes, kind = shape_of(data), _softmax_axes(node), type_of(data).accumulator
    logarithmic = node.op_type == "LogSoftmax"
    exponential = kind.function("exp")
    with kept_loops(writer, shape, axes) as outer:
        row = row_of(writer, data, axes, outer)
        if row is not None and not logarithmic:
            _softmax_of_row(writer, row, kind, (shape, axes, outer), target)
            return
        top = accumulate(writer, kind, data, axes, outer, kind.lowest, _largest)

        def step(kind: ElementType, total: str, element: str) -> str:
            return f"{total} + {exponential}({atom(element)} - {top})"

        total = accumulate(writer, kind, data, axes, outer, kind.literal(0), step)
        scale = (
            f"{kind.function('log')}({total})" if logarithmic else f"{kind.literal(1)} / {total}"
        )
        held = writer.variable(kind, scale)
        with reduced_loops(writer, shape, axes, outer) as index:
            x = f"{atom(writer.element(data, index))} - {top}"
            target.finish(index, f"{x} - {held}" if logarithmic else f"{exponential}({x}) * {held}")


def _softmax_of_row(
    writer: FunctionWriter,
    row: FloatRow,
    kind: ElementType,
    along: tuple[tuple[int, ...], tuple[int, ...], dict[int, str]],
    target: Target,
) -> None:
    """along: the shape, the axes of the row, and the others' indexes."""
    shape, axes, outer = along
    powers, total = row.exponentials(writer, kind, row.largest(writer, kind))
    held = writer.variable(kind, f"{kind.literal(1)} / {total}")
    row_shape = tuple(shape[axis] for axis in axes)
    with reduced_loops(writer, shape, axes, outer) as index:
        offset = linear(tuple(index[axis] for axis in axes), row_shape)
        target.finish(index, f"{powers}[{offset}] * {held}")


def _hardmax(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    """1 at the first largest element, 0 elsewhere."""
    data = needed(node, 0)
    shape, axes, kind = shape_of(data), _softmax_axes(node), type_of(data)
    with kept_loops(writer, shape, axes) as outer:
        top = accumulate(writer, kind, data, axes, outer, kind.lowest, _largest)
        seen = writer.fresh("seen")
        writer.line(f"int {seen} = 0;")
        with reduced_loops(writer, shape, axes, outer) as index:
            hit = writer.fresh("hit")
            writer.line(f"const int {hit} = !{seen} && {writer.element(data, index)} == {top};")
            writer.line(f"{seen} |= {hit};")
            target.finish(index, f"{hit} ? {kind.literal(1)} : {kind.literal(0)}")


def _statistics(
    writer: FunctionWriter,
    data: ir.Value,
    axes: tuple[int, ...],
    outer: dict[int, str],
    kind: ElementType,
) -> tuple[str, str]:
    """Names of mean and variance along the axes; the variance in a second turn, for exactness."""
    count = 1
    for axis in axes:
        count *= shape_of(data)[axis]
    row = row_of(writer, data, axes, outer)
    if row is not None:
        mean = writer.variable(kind, f"{row.total(writer, kind)} / {kind.literal(count)}")
        squares = row.squares(writer, kind, mean)
        return mean, writer.variable(kind, f"{squares} / {kind.literal(count)}")
    total = accumulate(writer, kind, data, axes, outer, kind.literal(0), _sum)
    mean = writer.variable(kind, f"{total} / {kind.literal(count)}")

    def step(kind: ElementType, total: str, element: str) -> str:
        away = f"({atom(element)} - {mean})"
        return f"{total} + {away} * {away}"

    squares = accumulate(writer, kind, data, axes, outer, kind.literal(0), step)
    return mean, writer.variable(kind, f"{squares} / {kind.literal(count)}")


def _instance(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    data, scale, bias = (needed(node, at) for at in range(3))
    shape, kind = shape_of(data), type_of(data).accumulator
    axes = tuple(range(2, len(shape)))
    epsilon = kind.literal(attribute(node, "epsilon", 1e-5))
    with kept_loops(writer, shape, axes) as outer:
        mean, variance = _statistics(writer, data, axes, outer, kind)
        one = kind.literal(1)
        inverse = writer.variable(kind, f"{one} / {kind.function('sqrt')}({variance} + {epsilon})")
        with reduced_loops(writer, shape, axes, outer) as index:
            factor, shift = (writer.element(value, (index[1],)) for value in (scale, bias))
            x = atom(writer.element(data, index))
            target.finish(index, f"({x} - {mean}) * {inverse} * {factor} + {shift}")


def _group(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    """Statistics over the channels of a group; scale and bias per channel."""
    data, scale, bias = (needed(node, at) for at in range(3))
    shape, kind = shape_of(data), type_of(data).accumulator
    groups = attribute(node, "num_groups", 1)
    members = shape[1] // groups
    grouped = (shape[0], groups, members, *shape[2:])
    axes = tuple(range(2, len(grouped)))
    epsilon = kind.literal(attribute(node, "epsilon", 1e-5))
    view = _Regrouped(data, members)
    with kept_loops(writer, grouped, axes) as outer:
        mean, variance = view.statistics(writer, grouped, axes, outer, kind)
        root = f"{kind.function('sqrt')}({variance} + {epsilon})"
        inverse = writer.variable(kind, f"{kind.literal(1)} / {root}")
        with reduced_loops(writer, grouped, axes, outer) as index:
            own = view.index(index)
            channel = own[1] if shape_of(scale)[0] == shape[1] else divided(own[1], members)
            factor, shift = (writer.element(value, (channel,)) for value in (scale, bias))
            x = atom(writer.element(data, own))
            target.finish(own, f"({x} - {mean}) * {inverse} * {factor} + {shift}")


class _Regrouped:
    """A tensor whose channel axis is seen as groups and members."""

    def __init__(self, data: ir.Value, members: int) -> None:
        self.data, self.members = data, members

    def index(self, grouped: Index) -> Index:
        return (grouped[0], plus(scaled(grouped[1], self.members), grouped[2]), *grouped[3:])

    def statistics(
        self,
        writer: FunctionWriter,
        shape: tuple[int, ...],
        axes: tuple[int, ...],
        outer: dict[int, str],
        kind: ElementType,
    ) -> tuple[str, str]:
        count = 1
        for axis in axes:
            count *= shape[axis]
        mean = self._mean(writer, shape, axes, outer, kind, count, "{x}")
        return mean, self._mean(
            writer, shape, axes, outer, kind, count, f"({{x}} - {mean}) * ({{x}} - {mean})"
        )

    def _mean(
        self,
        writer: FunctionWriter,
        shape: tuple[int, ...],
        axes: tuple[int, ...],
        outer: dict[int, str],
        kind: ElementType,
        count: int,
        form: str,
    ) -> str:
        total = writer.fresh("sum")
        writer.line(f"{kind.c} {total} = {kind.literal(0)};")
        with reduced_loops(writer, shape, axes, outer) as index:
            x = atom(writer.element(self.data, self.index(index)))
            writer.line(f"{total} += {form.format(x=x)};")
        return writer.variable(kind, f"{total} / {kind.literal(count)}")


def _layer(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    """LayerNormalization; further outputs are the mean and 1 / deviation."""
    data, scale, bias = needed(node, 0), needed(node, 1), operand(node, 2)
    shape, kind = shape_of(data), type_of(data).accumulator
    axes = tuple(range(attribute(node, "axis", -1) % len(shape), len(shape)))
    epsilon = kind.literal(attribute(node, "epsilon", 1e-5))
    with kept_loops(writer, shape, axes) as outer:
        mean, variance = _statistics(writer, data, axes, outer, kind)
        root = f"{kind.function('sqrt')}({variance} + {epsilon})"
        inverse = writer.variable(kind, f"{kind.literal(1)} / {root}")
        with reduced_loops(writer, shape, axes, outer) as index:
            x = f"({atom(writer.element(data, index))} - {mean}) * {inverse}"
            target.finish(index, _affine(writer, x, scale, bias, index))
        whole = tuple(outer.get(axis, "0") for axis in range(len(shape)))
        for finish, result in zip(target.others, (mean, inverse), strict=False):
            if finish is not None:
                finish(whole, result)


def _affine(
    writer: FunctionWriter, x: str, scale: ir.Value, bias: ir.Value | None, index: Index
) -> str:
    product = f"{x} * {writer.element(scale, broadcast(index, shape_of(scale)))}"
    if bias is None:
        return product
    return f"{product} + {writer.element(bias, broadcast(index, shape_of(bias)))}"


def _root_mean_square(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    data, scale = needed(node, 0), needed(node, 1)
    shape, kind = shape_of(data), type_of(data).accumulator
    axes = tuple(range(attribute(node, "axis", -1) % len(shape), len(shape)))
    count = 1
    for axis in axes:
        count *= shape[axis]
    epsilon = kind.literal(attribute(node, "epsilon", 1e-5))

    def step(kind: ElementType, total: str, element: str) -> str:
        return f"{total} + {atom(element)} * {atom(element)}"

    with kept_loops(writer, shape, axes) as outer:
        squares = accumulate(writer, kind, data, axes, outer, kind.literal(0), step)
        root = f"{kind.function('sqrt')}({squares} / {kind.literal(count)} + {epsilon})"
        inverse = writer.variable(kind, f"{kind.literal(1)} / {root}")
        with reduced_loops(writer, shape, axes, outer) as index:
            x = f"{atom(writer.element(data, index))} * {inverse}"
            target.finish(index, _affine(writer, x, scale, None, index))


def _local_response(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    """x / (bias + alpha / size * sum of squares of the channels around) ^ beta."""
    data = needed(node, 0)
    shape, kind = shape_of(data), type_of(data).accumulator
    size = attribute(node, "size", 1)
    before, after = (size - 1) // 2, size - 1 - (size - 1) // 2
    alpha = kind.literal(attribute(node, "alpha", 1e-4) / size)
    beta, bias = (
        kind.literal(attribute(node, "beta", 0.75)),
        kind.literal(attribute(node, "bias", 1.0)),
    )
    names = ("n", "c", *(f"s{axis}" for axis in range(len(shape) - 2)))
    with writer.loops(names, shape) as index:
        total = writer.fresh("sum")
        writer.line(f"{kind.c} {total} = {kind.literal(0)};")
        low = f"MAXIMUM(0, {index[1]} - {before})"
        high = f"MINIMUM({shape[1] - 1}, {index[1]} + {after})"
        with writer.block(f"for (int near = {low}; near <= {high}; near++)"):
            x = writer.variable(kind, writer.element(data, (index[0], "near", *index[2:])))
            writer.line(f"{total} += {x} * {x};")
        power = f"{kind.function('pow')}({bias} + {alpha} * {total}, {beta})"
        target.finish(index, f"{writer.element(data, index)} / {power}")


def _mean_variance(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    data = needed(node, 0)
    shape, kind = shape_of(data), type_of(data).accumulator
    axes = tuple(sorted(axis % len(shape) for axis in attribute(node, "axes", [0, 2, 3])))
    with kept_loops(writer, shape, axes) as outer:
        mean, variance = _statistics(writer, data, axes, outer, kind)
        root = writer.variable(kind, f"{kind.function('sqrt')}({variance}) + {kind.literal(1e-9)}")
        with reduced_loops(writer, shape, axes, outer) as index:
            target.finish(index, f"({atom(writer.element(data, index))} - {mean}) / {root}")


def _length(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    """LpNormalization: x / norm along the axis, 0 where the norm is 0."""
    data = needed(node, 0)
    shape, kind = shape_of(data), type_of(data).accumulator
    axes = (attribute(node, "axis", -1) % len(shape),)
    squared = attribute(node, "p", 2) == 2

    def step(kind: ElementType, total: str, element: str) -> str:
        x = atom(element)
        return f"{total} + {f'{x} * {x}' if squared else kind.function('fabs') + f'({x})'}"

    with kept_loops(writer, shape, axes) as outer:
        total = accumulate(writer, kind, data, axes, outer, kind.literal(0), step)
        norm = writer.variable(kind, f"{kind.function('sqrt')}({total})" if squared else total)
        with reduced_loops(writer, shape, axes, outer) as index:
            x = atom(writer.element(data, index))
            zero = kind.literal(0)
            target.finish(index, f"{norm} == {zero} ? {zero} : {x} / {norm}")


def _training_batch(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    """BatchNormalization in training mode: the batch's own mean and variance per channel; further
    outputs are the running ones."""
    data, scale, bias, old_mean, old_variance = (needed(node, at) for at in range(5))
    shape, kind = shape_of(data), type_of(data).accumulator
    axes = tuple(axis for axis in range(len(shape)) if axis != 1)
    epsilon = kind.literal(attribute(node, "epsilon", 1e-5))
    momentum = attribute(node, "momentum", 0.9)
    with kept_loops(writer, shape, axes) as outer:
        channel = (outer[1],)
        mean, variance = _statistics(writer, data, axes, outer, kind)
        root = writer.variable(kind, f"{kind.function('sqrt')}({variance} + {epsilon})")
        with reduced_loops(writer, shape, axes, outer) as index:
            x = atom(writer.element(data, index))
            factor, shift = (writer.element(value, channel) for value in (scale, bias))
            target.finish(index, f"({x} - {mean}) / {root} * {factor} + {shift}")
        new = ((old_mean, mean), (old_variance, variance))
        for finish, (old, now) in zip(target.others, new, strict=False):
            before = f"{writer.element(old, channel)} * {kind.literal(momentum)}"
            if finish is not None:
                finish(channel, f"{before} + {now} * {kind.literal(1 - momentum)}")


_RULES: tuple[tuple[str, AnchorRule], ...] = (
    ("Softmax", _softmax),
    ("LogSoftmax", _softmax),
    ("Hardmax", _hardmax),
    ("InstanceNormalization", _instance),
    ("GroupNormalization", _group),
    ("LayerNormalization", _layer),
    ("RMSNormalization", _root_mean_square),
    ("LRN", _local_response),
    ("MeanVarianceNormalization", _mean_variance),
    ("LpNormalization", _length),
)
NORMALISATION: tuple[Operator, ...] = tuple(
    Operator(name=name, anchor=rule) for name, rule in _RULES
)
TRAINING_BATCH = Operator(name="BatchNormalization", anchor=_training_batch)
