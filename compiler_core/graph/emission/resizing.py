"""Resize: where each element of the result looks, worked out now, per axis.

Every mode is a table of places and weights per axis, since all sizes are known: nearest has one
place per element, linear two, cubic four, antialiasing more. Formulas: ONNX operator reference,
"Resize"; A of the cubic is `cubic_coeff_a` (Keys, "Cubic convolution interpolation", 1981).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.emission.facts import (
    attribute,
    constant_input,
    listed,
    needed,
    shape_of,
    type_of,
)
from compiler_core.graph.emission.index_arithmetic import Index, atom, divided, plus, scaled
from compiler_core.graph.emission.operator import Operator
from compiler_core.graph.emission.writer import FunctionWriter


@dataclass(frozen=True, slots=True)
class ResizedAxis:
    """One axis: sizes before and after, their quotient as the node gives it, the region it takes
    (for tf_crop_and_resize, as shares of the axis)."""

    size: int
    result: int
    scale: float
    region: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Taps:
    """For each element of an axis of the result, where it looks and how much that counts.

    Both [result, taps]. outside: elements that lie outside the region altogether.
    """

    places: np.ndarray
    weights: np.ndarray
    outside: np.ndarray


def axes_of(node: ir.Node) -> list[ResizedAxis]:
    data, result = shape_of(needed(node, 0)), shape_of(node.outputs[0])
    scales = _scales(node, data, result)
    rank = len(data)
    axes = [axis % rank for axis in attribute(node, "axes", list(range(rank)))]
    regions = [(0.0, 1.0)] * rank
    given = constant_input(node, 1) if node.op_type == "Resize" else None
    if given is not None and given.size == 2 * len(axes):
        for at, axis in enumerate(axes):
            regions[axis] = (float(given[at]), float(given[at + len(axes)]))
    return [
        ResizedAxis(size, out, scale, region)
        for size, out, scale, region in zip(data, result, scales, regions, strict=True)
    ]


def _scales(node: ir.Node, data: tuple[int, ...], result: tuple[int, ...]) -> list[float]:
    rank = len(data)
    position = 2 if node.op_type == "Resize" else 1
    given = constant_input(node, position)
    numbers = attribute(node, "scales", None) if given is None or not given.size else list(given)
    axes = [axis % rank for axis in attribute(node, "axes", list(range(rank)))]
    scales = [1.0] * rank
    if numbers is not None:
        for axis, number in zip(axes, numbers, strict=True):
            scales[axis] = float(number)
        return scales
    wanted = [size / data[axis] for axis, size in zip(axes, listed(node, 3, "") or [], strict=True)]
    policy = attribute(node, "keep_aspect_ratio_policy", "stretch")
    if policy != "stretch" and wanted:
        wanted = [min(wanted) if policy == "not_larger" else max(wanted)] * len(wanted)
    for axis, number in zip(axes, wanted, strict=True):
        scales[axis] = number
    return scales


def _original(mode: str, axis: ResizedAxis, position: int) -> float:
    """Where an element of the result lies on the operand's axis."""
    size, scale = axis.size, axis.scale
    # Not rounded: 2.4 for 4 elements at 0.6, though the result has 2.
    result = scale * size
    half = (position + 0.5) / scale - 0.5
    if mode == "align_corners":
        return 0.0 if result == 1 else position * (size - 1) / (result - 1)
    if mode == "asymmetric":
        return position / scale
    if mode == "pytorch_half_pixel":
        return half if axis.result > 1 else 0.0
    if mode == "tf_crop_and_resize":
        first, last = axis.region
        if result == 1:
            return 0.5 * (first + last) * (size - 1)
        return first * (size - 1) + position * (last - first) * (size - 1) / (result - 1)
    if mode == "half_pixel_symmetric":
        adjustment = axis.result / result
        return size / 2 * (1 - adjustment) + half
    return half


def _nearest(rounding: str, original: float) -> int:
    if rounding == "floor":
        return math.floor(original)
    if rounding == "ceil":
        return math.ceil(original)
    if rounding == "round_prefer_ceil":
        return math.floor(original + 0.5)
    return math.ceil(original - 0.5)


def _linear(distance: float) -> float:
    return max(0.0, 1.0 - abs(distance))


def _cubic(distance: float, a: float) -> float:
    x = abs(distance)
    if x <= 1:
        return (a + 2) * x**3 - (a + 3) * x**2 + 1
    return a * x**3 - 5 * a * x**2 + 8 * a * x - 4 * a if x < 2 else 0.0


def taps_of(node: ir.Node, axis: ResizedAxis) -> Taps:
    """The table of one axis."""
    mode = attribute(node, "mode", "nearest")
    default = "half_pixel" if node.op_type == "Resize" else "asymmetric"
    coordinates = attribute(node, "coordinate_transformation_mode", default)
    originals = [_original(coordinates, axis, position) for position in range(axis.result)]
    outside = np.array([not 0 <= x <= axis.size - 1 for x in originals])
    outside &= coordinates == "tf_crop_and_resize"
    if mode == "nearest":
        rounding = "floor" if node.op_type == "Upsample" else "round_prefer_floor"
        rounding = attribute(node, "nearest_mode", rounding)
        places = np.array([[_nearest(rounding, x)] for x in originals])
        return Taps(np.clip(places, 0, axis.size - 1), np.ones(places.shape), outside)
    rows = [_weighted(node, mode, axis, original) for original in originals]
    places = np.array([row[0] for row in rows])
    weights = np.array([row[1] for row in rows])
    return Taps(np.clip(places, 0, axis.size - 1), weights, outside)


def _weighted(
    node: ir.Node, mode: str, axis: ResizedAxis, original: float
) -> tuple[list[int], list[float]]:
    """Places around the original and their weights; antialiasing widens the window."""
    reach = 1 if mode == "linear" else 2
    shrink = min(axis.scale, 1.0) if attribute(node, "antialias", 0) else 1.0
    # On a whole number the element to its left has weight 0, so the window begins there.
    base = math.ceil(original) - 1
    first = base + math.floor(-reach / shrink) + 1
    last = base + 1 - (math.floor(-reach / shrink) + 1)
    places = list(range(first, last + 1))
    a = attribute(node, "cubic_coeff_a", -0.75)
    distances = [(position - original) * shrink for position in places]
    weights = [_linear(x) if mode == "linear" else _cubic(x, a) for x in distances]
    if attribute(node, "exclude_outside", 0):
        pairs = zip(places, weights, strict=True)
        weights = [weight if 0 <= at < axis.size else 0.0 for at, weight in pairs]
    total = sum(weights)
    return places, [weight / total for weight in weights]


def _resized(writer: FunctionWriter, node: ir.Node, position: int, index: Index) -> str:
    axes = axes_of(node)
    tables = [taps_of(node, axis) for axis in axes]
    if any(table.outside.any() for table in tables):
        return _with_outside(writer, node, tables, index)
    return _interpolated(writer, node, tables, index)


def _with_outside(writer: FunctionWriter, node: ir.Node, tables: list[Taps], index: Index) -> str:
    """What lies outside the region gets a value of its own."""
    kind = type_of(node.outputs[0])
    name = writer.fresh("resized")
    value = kind.literal(attribute(node, "extrapolation_value", 0.0))
    writer.line(f"{kind.c} {name} = {value};")
    tests = [
        f"!{writer.constant(table.outside)}[{part}]"
        for table, part in zip(tables, index, strict=True)
        if table.outside.any()
    ]
    with writer.block(f"if ({' && '.join(tests)})"):
        writer.line(f"{name} = {_interpolated(writer, node, tables, index)};")
    return name


def _interpolated(writer: FunctionWriter, node: ir.Node, tables: list[Taps], index: Index) -> str:
    data = needed(node, 0)
    weighted = [axis for axis, table in enumerate(tables) if table.places.shape[1] > 1]
    weighted = [axis for axis in weighted if not _is_copy(tables[axis])]
    source = [_place(writer, table, part) for table, part in zip(tables, index, strict=True)]
    if not weighted:
        return writer.element(data, tuple(source))
    kind = type_of(data).accumulator
    total = writer.fresh("sum")
    writer.line(f"{kind.c} {total} = {kind.literal(0)};")
    counts = tuple(tables[axis].places.shape[1] for axis in weighted)
    with writer.loops(tuple(f"t{axis}" for axis in weighted), counts) as taps:
        factors = list[str]()
        for axis, tap in zip(weighted, taps, strict=True):
            at = plus(scaled(index[axis], tables[axis].places.shape[1]), tap)
            source[axis] = f"{writer.constant(tables[axis].places.astype(np.int32))}[{at}]"
            weights = tables[axis].weights.astype(kind.numpy)
            factors.append(f"{writer.constant(weights)}[{at}]")
        element = atom(writer.element(data, tuple(source)))
        writer.line(f"{total} += {' * '.join((*factors, element))};")
    result = type_of(node.outputs[0])
    return total if result.is_float else f"({result.c}){result.function('rint')}({total})"


def _is_copy(table: Taps) -> bool:
    """An axis that is not resized."""
    chosen = table.weights == 1
    if not (chosen.sum(axis=1) == 1).all() or (table.weights[~chosen] != 0).any():
        return False
    return bool((table.places[chosen] == np.arange(len(table.places))).all())


def _place(writer: FunctionWriter, table: Taps, part: str) -> str:
    """The operand's place for an axis with one tap: an expression where there is one."""
    if _is_copy(table):
        return part
    if table.places.shape[1] > 1:
        return "0"
    places = table.places[:, 0]
    count = len(places)
    for factor in range(2, 9):
        if (places == np.arange(count) // factor).all():
            return divided(part, factor)
    return f"{writer.constant(places.astype(np.int32))}[{part}]"


def _refusal(node: ir.Node) -> str:
    mode = attribute(node, "mode", "nearest")
    return "" if mode in ("nearest", "linear", "cubic") else f"its mode is {mode!r}"


RESIZING: tuple[Operator, ...] = (
    Operator(name="Resize", inline=_resized, refusal=_refusal),
    Operator(name="Upsample", inline=_resized, refusal=_refusal),
)
