"""Operators that only move elements: where does an element of the result come from?

None of them needs a tensor of its own: the answer is an index into the operand, so a Transpose in
front of an addition becomes the order in which the addition reads.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.graph.emission.facts import (
    attribute,
    constant_input,
    constant_of,
    listed,
    needed,
    shape_of,
    type_of,
)
from compiler_core.graph.emission.index_arithmetic import (
    Index,
    broadcast,
    divided,
    linear,
    plus,
    remainder,
    reshaped_index,
    scaled,
)
from compiler_core.graph.emission.operator import Operator
from compiler_core.graph.emission.view import FlatView
from compiler_core.graph.emission.writer import FunctionWriter


def _reshaped(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    """The same place in memory, counted in another shape."""
    data = needed(node, 0)
    own, target = shape_of(data), shape_of(node.outputs[0])
    if isinstance(writer.view, FlatView):
        return writer.operand(data, index, own)
    return writer.element(data, reshaped_index(index, target, own))


def _transposed(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    data = needed(node, 0)
    order = attribute(node, "perm", list(reversed(range(len(index)))))
    source = ["0"] * len(index)
    for part, axis in zip(index, order, strict=True):
        source[axis] = part
    return writer.element(data, tuple(source))


def _sliced(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    data = needed(node, 0)
    source = list(index)
    for axis, (start, step) in slice_starts(node).items():
        source[axis] = plus(scaled(index[axis], step), start)
    return writer.element(data, tuple(source))


def slice_starts(node: ir.Node) -> dict[int, tuple[int, int]]:
    """First element and step of each sliced axis, brought within the axis as numpy does."""
    shape = shape_of(needed(node, 0))
    starts, ends = listed(node, 1, "starts") or [], listed(node, 2, "ends") or []
    axes = listed(node, 3, "axes") or list(range(len(starts)))
    steps = listed(node, 4, "steps") or [1] * len(starts)
    by_axis: dict[int, tuple[int, int]] = {}
    for start, end, axis, step in zip(starts, ends, axes, steps, strict=True):
        at = axis % len(shape)
        first, _, _ = slice(start, _reachable(end, step), step).indices(shape[at])
        by_axis[at] = (first, step)
    return by_axis


def _reachable(end: int, step: int) -> int | None:
    """ONNX writes "beyond the first element" as a very small number; Python needs None."""
    return None if step < 0 and end < -(2**31) else end


def _expanded(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    data = needed(node, 0)
    return writer.element(data, broadcast(index, shape_of(data)))


def _tiled(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    data = needed(node, 0)
    shape = shape_of(data)
    return writer.element(data, tuple(map(remainder, index, shape)))


def _split(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    data = needed(node, 0)
    axis = attribute(node, "axis", 0) % len(index)
    before = sum(shape_of(value)[axis] for value in node.outputs[:position])
    source = list(index)
    source[axis] = plus(index[axis], before)
    return writer.element(data, tuple(source))


def _gathered(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    """The axis is indexed by another tensor; negative numbers count from the end."""
    data, places = needed(node, 0), needed(node, 1)
    shape, rank = shape_of(data), len(shape_of(places))
    axis = attribute(node, "axis", 0) % len(shape)
    coordinate = writer.element(places, index[axis : axis + rank])
    at = _wrapped_place(writer, places, coordinate, shape[axis])
    return writer.element(data, (*index[:axis], at, *index[axis + rank :]))


def _wrapped_place(writer: FunctionWriter, places: ir.Value, coordinate: str, size: int) -> str:
    known = constant_of(places)
    if known is not None and known.size == 1:
        return str(int(known.reshape(-1)[0]) % size)
    if known is not None and known.size and int(known.min()) >= 0 and int(known.max()) < size:
        return coordinate
    name = writer.fresh("at")
    writer.line(f"int {name} = (int)({coordinate});")
    writer.line(f"{name} += {name} < 0 ? {size} : 0;")
    # A model's data must not make the program read outside the tensor.
    writer.line(f"{name} = {name} < 0 ? 0 : {name} >= {size} ? {size - 1} : {name};")
    return name


def _gathered_elements(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    data, places = needed(node, 0), needed(node, 1)
    axis = attribute(node, "axis", 0) % len(index)
    coordinate = writer.element(places, index)
    source = list(index)
    source[axis] = _wrapped_place(writer, places, coordinate, shape_of(data)[axis])
    return writer.element(data, tuple(source))


def _depth_to_space(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    data = needed(node, 0)
    block = attribute(node, "blocksize", 1)
    batch, channel, row, column = index
    within = plus(scaled(remainder(row, block), block), remainder(column, block))
    channels = shape_of(node.outputs[0])[1]
    if attribute(node, "mode", "DCR") == "DCR":
        source = plus(scaled(within, channels), channel)
    else:
        source = plus(scaled(channel, block * block), within)
    return writer.element(data, (batch, source, divided(row, block), divided(column, block)))


def _space_to_depth(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    data = needed(node, 0)
    block, channels = attribute(node, "blocksize", 1), shape_of(data)[1]
    batch, channel, row, column = index
    if attribute(node, "mode", "DCR") == "DCR":
        within, source = divided(channel, channels), remainder(channel, channels)
    else:
        within, source = remainder(channel, block * block), divided(channel, block * block)
    return writer.element(
        data,
        (
            batch,
            source,
            plus(scaled(row, block), divided(within, block)),
            plus(scaled(column, block), remainder(within, block)),
        ),
    )


def pad_amounts(node: ir.Node) -> tuple[list[int], list[int]]:
    """How many elements stand before and after each axis; negative numbers cut."""
    rank = len(shape_of(needed(node, 0)))
    given = listed(node, 1, "pads") or []
    axes = listed(node, 3, "axes")
    if axes is None:
        axes = list(range(rank))
    before, after = [0] * rank, [0] * rank
    for at, axis in enumerate(axes):
        before[axis % rank] = given[at]
        after[axis % rank] = given[at + len(axes)]
    return before, after


def _padded(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    data = needed(node, 0)
    before, after = pad_amounts(node)
    mode = attribute(node, "mode", "constant")
    if mode == "constant":
        return _padded_with_constant(writer, node, index, before, after)
    moved = zip(index, before, after, shape_of(data), strict=True)
    source = [_folded_back(writer, mode, *axis) for axis in moved]
    return writer.element(data, tuple(source))


def _padded_with_constant(
    writer: FunctionWriter, node: ir.Node, index: Index, before: list[int], after: list[int]
) -> str:
    """Loads stay behind the test: outside the operand there is nothing to read."""
    data = needed(node, 0)
    source = tuple(plus(part, -first) for part, first in zip(index, before, strict=True))
    tests = list[str]()
    for part, first, last, size in zip(source, before, after, shape_of(data), strict=True):
        tests += [f"{part} >= 0"] * (first > 0) + [f"{part} < {size}"] * (last > 0)
    if not tests:
        return writer.element(data, source)
    name = writer.fresh("padded")
    writer.line(f"{type_of(data).c} {name} = {_pad_value(writer, node)};")
    with writer.block(f"if ({' && '.join(tests)})"):
        writer.line(f"{name} = {writer.element(data, source)};")
    return name


def _pad_value(writer: FunctionWriter, node: ir.Node) -> str:
    if len(node.inputs) > 2 and node.inputs[2] is not None:
        value = node.inputs[2]
        return writer.element(value, ("0",) * len(shape_of(value)))
    return type_of(needed(node, 0)).literal(attribute(node, "value", 0))


def _folded_back(
    writer: FunctionWriter, mode: str, part: str, before: int, after: int, size: int
) -> str:
    """The place inside for a place that may lie outside: edge, reflect or wrap."""
    if before <= 0 and after <= 0:
        return plus(part, -before)
    at = writer.fresh("at")
    writer.line(f"int {at} = {plus(part, -before)};")
    if mode == "edge":
        writer.line(f"{at} = {at} < 0 ? 0 : {at} > {size - 1} ? {size - 1} : {at};")
    elif mode == "wrap":
        writer.line(f"{at} = ({at} % {size} + {size}) % {size};")
    else:
        turn = max(2 * size - 2, 1)
        writer.line(f"{at} = ({at} % {turn} + {turn}) % {turn};")
        writer.line(f"{at} = {at} >= {size} ? {turn} - {at} : {at};")
    return at


def _filled(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    """ConstantOfShape: the value of the attribute, zero if there is none."""
    given = node.attributes.get("value")
    number = 0 if given is None else given.as_tensor().numpy().reshape(-1)[0].item()
    return type_of(node.outputs[0]).literal(number)


def _constant(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    """Constant: only where it is an output of the model; others are initializers by now."""
    array = constant_node_value(node)
    return f"{writer.constant(array)}[{linear(index, array.shape)}]"


def constant_node_value(node: ir.Node) -> np.ndarray:
    """The elements of a Constant node, whose attribute says their type."""
    name, given = next(iter(node.attributes.items()))
    if name == "value":
        return given.as_tensor().numpy()
    kind = np.float32 if "float" in name else np.int64
    return np.asarray(given.value, kind)


def _shape_number(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    shape = shape_of(needed(node, 0))
    start = attribute(node, "start", 0)
    return writer.element_of_numbers(shape[start : attribute(node, "end", None)], index[0])


def _size(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    total = 1
    for size in shape_of(needed(node, 0)):
        total *= size
    return str(total)


def _triangle(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    data = needed(node, 0)
    shift = constant_input(node, 1)
    k = 0 if shift is None else int(shift.reshape(-1)[0])
    sign = ">=" if attribute(node, "upper", 1) else "<="
    zero = type_of(data).literal(0)
    element = writer.element(data, index)
    return f"{plus(index[-1])} {sign} {plus(index[-2], k)} ? {element} : {zero}"


def _pad_refusal(node: ir.Node) -> str:
    mode = attribute(node, "mode", "constant")
    known = ("constant", "edge", "reflect", "wrap")
    return "" if mode in known else f"its mode is {mode!r}"


MOVING: tuple[Operator, ...] = (
    *(
        Operator(name=name, inline=_reshaped, same_order=True)
        for name in ("Reshape", "Flatten", "Squeeze", "Unsqueeze")
    ),
    Operator(name="Transpose", inline=_transposed),
    Operator(name="Slice", inline=_sliced),
    Operator(name="Expand", inline=_expanded),
    Operator(name="Tile", inline=_tiled),
    Operator(name="Split", inline=_split),
    Operator(name="Gather", inline=_gathered),
    Operator(name="GatherElements", inline=_gathered_elements),
    Operator(name="DepthToSpace", inline=_depth_to_space),
    Operator(name="SpaceToDepth", inline=_space_to_depth),
    Operator(name="Pad", inline=_padded, refusal=_pad_refusal),
    Operator(name="ConstantOfShape", inline=_filled),
    Operator(name="Constant", inline=_constant),
    Operator(name="Shape", inline=_shape_number),
    Operator(name="Size", inline=_size),
    Operator(name="Trilu", inline=_triangle),
)
