"""Pools: the largest, mean or norm of each window, and of whole images."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.emission.channel_sums import add_picture, floats_of_whole_pictures
from compiler_core.graph.emission.element_types import ElementType
from compiler_core.graph.emission.facts import (
    NHWC_DOMAIN,
    attribute,
    count_of,
    needed,
    shape_of,
    type_of,
)
from compiler_core.graph.emission.index_arithmetic import Index, linear, plus, scaled
from compiler_core.graph.emission.operator import Finish, Operator, Target, full_name
from compiler_core.graph.emission.windows import (
    Arrangement,
    EmittedWindow,
    arrangement_of,
    names_of,
    reaches_outside,
    source_place,
    tests_of,
    window_of,
)
from compiler_core.graph.emission.writer import FunctionWriter

# Channels whose sums stay in registers: four vectors, as many as hide an addition's latency.
_SUMMED_TOGETHER = 16


@dataclass(frozen=True, slots=True)
class _Pool:
    """A pool of one node. data: what it reads."""

    node: ir.Node
    data: ir.Value
    window: EmittedWindow
    order: Arrangement
    kind: ElementType

    @property
    def batch(self) -> int:
        return shape_of(self.data)[0]

    @property
    def channels(self) -> int:
        return self.order.channels(shape_of(self.data))


def _pool_of(node: ir.Node) -> _Pool:
    data = needed(node, 0)
    order = arrangement_of(node)
    sizes = order.spatial(shape_of(data))
    # A global pool is a pool whose window is the image.
    kernel = tuple(attribute(node, "kernel_shape", list(sizes)))
    return _Pool(node, data, window_of(node, kernel), order, type_of(data))


@contextmanager
def _places(writer: FunctionWriter, pool: _Pool) -> Iterator[tuple[str, str, Index]]:
    """Loops over every element of the result, in the order in which it lies in memory."""
    places, names = pool.window.places, names_of(pool.window.rank, "o")
    if pool.order.channels_last:
        all_names, counts = ("n", *names, "c"), (pool.batch, *places, pool.channels)
    else:
        all_names, counts = ("n", "c", *names), (pool.batch, pool.channels, *places)
    with writer.loops(all_names, counts) as index:
        if pool.order.channels_last:
            yield index[0], index[-1], index[1:-1]
        else:
            yield index[0], index[1], index[2:]


@contextmanager
def _taps(writer: FunctionWriter, pool: _Pool, point: Index) -> Iterator[Index]:
    """Loops over the window's elements that lie inside; gives the row and column in the operand."""
    window = pool.window
    spatial = list[str]()
    with ExitStack() as stack:
        for axis, name in enumerate(names_of(window.rank, "k")):
            tap = stack.enter_context(writer.loop(name, window.kernel[axis]))
            source = source_place(window, axis, point[axis], tap)
            tests = tests_of(window, axis, source)
            if tests:
                at = writer.fresh("at")
                writer.line(f"const int {at} = {source};")
                head = " && ".join(tests_of(window, axis, at))
                stack.enter_context(writer.block(f"if ({head})"))
                source = at
            spatial.append(source)
        yield tuple(spatial)


def _largest(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    pool = _pool_of(node)
    with _places(writer, pool) as (batch, channel, point):
        best, at = writer.fresh("best"), writer.fresh("best_at")
        writer.line(f"{pool.kind.c} {best} = {pool.kind.lowest};")
        wanted = target.others[0] if target.others else None
        if wanted:
            writer.line(f"int64_t {at} = -1;")
        with _taps(writer, pool, point) as spatial:
            source = pool.order.index(batch, channel, spatial)
            element = writer.variable(pool.kind, writer.element(pool.data, source))
            place_line = f"{at} = {_flat_place(pool, source)};"
            if wanted:
                with writer.block(f"if ({at} < 0 || {element} > {best})"):
                    writer.line(f"{best} = {element};")
                    writer.line(place_line)
            else:
                writer.line(f"{best} = {element} > {best} ? {element} : {best};")
        _hand_over(pool, target.finish, batch, channel, point, best)
        if wanted:
            _hand_over(pool, wanted, batch, channel, point, at)


def _hand_over(
    pool: _Pool, finish: Finish, batch: str, channel: str, point: Index, expression: str
) -> None:
    finish(pool.order.index(batch, channel, point), expression)


def _flat_place(pool: _Pool, source: Index) -> str:
    """Places are counted through the whole tensor; storage_order 1 counts columns first."""
    shape = shape_of(pool.data)
    if not attribute(pool.node, "storage_order", 0):
        return linear(source, shape)
    turned = (*source[:2], *reversed(source[2:]))
    return linear(turned, (*shape[:2], *reversed(shape[2:])))


def _mean(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    pool = _pool_of(node)
    kind = pool.kind.accumulator
    if pool.order.channels_last and not _has_border(pool):
        _means_of_channels(writer, pool, target.finish)
        return
    with _places(writer, pool) as (batch, channel, point):
        total = writer.fresh("sum")
        writer.line(f"{kind.c} {total} = {kind.literal(0)};")
        fixed, count = _fixed_count(pool), writer.fresh("count")
        if fixed is None:
            writer.line(f"int {count} = 0;")
        with _taps(writer, pool, point) as spatial:
            source = pool.order.index(batch, channel, spatial)
            writer.line(f"{total} += {writer.element(pool.data, source)};")
            if fixed is None and not attribute(node, "count_include_pad", 0):
                writer.line(f"{count}++;")
        if fixed is None and attribute(node, "count_include_pad", 0):
            _count_with_padding(writer, pool, point, count)
        divisor = kind.literal(fixed) if fixed is not None else f"({kind.c}){count}"
        _hand_over(pool, target.finish, batch, channel, point, f"{total} / {divisor}")


def _means_of_channels(writer: FunctionWriter, pool: _Pool, finish: Finish) -> None:
    """Channels last: neighbouring channels are summed side by side, so that vectors hold them."""
    if floats_of_whole_pictures(writer, pool.data, pool.window):
        _means_of_pictures(writer, pool, finish)
        return
    whole = pool.channels // _SUMMED_TOGETHER
    rest = pool.channels % _SUMMED_TOGETHER
    names = names_of(pool.window.rank, "o")
    with writer.loops(("n", *names), (pool.batch, *pool.window.places)) as (batch, *point):
        if whole:
            with writer.loop("c", whole) as block:
                first = scaled(block, _SUMMED_TOGETHER)
                _means(
                    writer, pool, finish, _Channels(batch, tuple(point), first, _SUMMED_TOGETHER)
                )
        if rest:
            first = str(whole * _SUMMED_TOGETHER)
            _means(writer, pool, finish, _Channels(batch, tuple(point), first, rest))


def _means_of_pictures(writer: FunctionWriter, pool: _Pool, finish: Finish) -> None:
    """A row of sums for each picture, divided at the end."""
    kind, point = pool.kind.accumulator, ("0",) * pool.window.rank
    divisor = kind.literal(count_of(pool.window.kernel))
    with writer.loop("n", pool.batch) as batch:
        row = writer.fresh("row")
        writer.line(f"{kind.c} {row}[{pool.channels}] = {{0}};")
        add_picture(writer, pool.data, row, batch)
        with writer.loop("c", pool.channels) as channel:
            _hand_over(pool, finish, batch, channel, point, f"{row}[{channel}] / {divisor}")


@dataclass(frozen=True, slots=True)
class _Channels:
    """Neighbouring channels of one place of the result: C expressions, and how many there are."""

    batch: str
    place: Index
    first: str
    count: int


def _means(writer: FunctionWriter, pool: _Pool, finish: Finish, some: _Channels) -> None:
    kind, sums = pool.kind.accumulator, writer.fresh("sums")
    writer.line(f"{kind.c} {sums}[{some.count}];")
    with writer.loop("l", some.count) as lane:
        writer.line(f"{sums}[{lane}] = {kind.literal(0)};")
    with _taps(writer, pool, some.place) as spatial, writer.loop("l", some.count) as lane:
        source = pool.order.index(some.batch, plus(some.first, lane), spatial)
        writer.line(f"{sums}[{lane}] += {writer.element(pool.data, source)};")
    divisor = kind.literal(count_of(pool.window.kernel))
    with writer.loop("l", some.count) as lane:
        mean = f"{sums}[{lane}] / {divisor}"
        _hand_over(pool, finish, some.batch, plus(some.first, lane), some.place, mean)


def _has_border(pool: _Pool) -> bool:
    """Whether some window reaches outside."""
    window = pool.window
    return any(any(reaches_outside(window, axis)) for axis in range(window.rank))


def _fixed_count(pool: _Pool) -> int | None:
    """The number of elements per window if it is the same everywhere."""
    window = pool.window
    size = count_of(window.kernel)
    if not _has_border(pool):
        return size
    padded = attribute(pool.node, "count_include_pad", 0)
    inside = all(
        _last_tap(window, axis) <= _padded_end(window, axis) for axis in range(window.rank)
    )
    return size if padded and inside else None


def _last_tap(window: EmittedWindow, axis: int) -> int:
    start = (window.places[axis] - 1) * window.strides[axis] - window.before[axis]
    return start + (window.kernel[axis] - 1) * window.dilations[axis]


def _padded_end(window: EmittedWindow, axis: int) -> int:
    return window.sizes[axis] + window.after[axis] - 1


def _count_with_padding(writer: FunctionWriter, pool: _Pool, point: Index, count: str) -> None:
    """Padding counts, but not what lies behind it: `ceil_mode` lets windows hang over."""
    window = pool.window
    writer.line(f"{count} = 1;")
    for axis in range(window.rank):
        end = _padded_end(window, axis) + 1
        inside = writer.fresh("inside")
        start = source_place(window, axis, point[axis], "0")
        step = window.dilations[axis]
        writer.line(f"const int {inside} = ({end} - ({start}) + {step - 1}) / {step};")
        extent = window.kernel[axis]
        writer.line(f"{count} *= {inside} < {extent} ? {inside} : {extent};")


def _norm(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    """(sum of |x|^p) ^ (1/p)."""
    pool = _pool_of(node)
    kind = pool.kind.accumulator
    power = kind.literal(attribute(node, "p", 2))
    with _places(writer, pool) as (batch, channel, point):
        total = writer.fresh("sum")
        writer.line(f"{kind.c} {total} = {kind.literal(0)};")
        with _taps(writer, pool, point) as spatial:
            source = pool.order.index(batch, channel, spatial)
            size = f"{kind.function('fabs')}({writer.element(pool.data, source)})"
            writer.line(f"{total} += {kind.function('pow')}({size}, {power});")
        root = f"{kind.function('pow')}({total}, {kind.literal(1)} / {power})"
        _hand_over(pool, target.finish, batch, channel, point, root)


_RULES = (
    ("MaxPool", _largest),
    ("AveragePool", _mean),
    ("LpPool", _norm),
    ("GlobalMaxPool", _largest),
    ("GlobalAveragePool", _mean),
    ("GlobalLpPool", _norm),
)
POOLING: tuple[Operator, ...] = tuple(
    Operator(name=full_name(domain, name), domain=domain, anchor=rule, reads_once=True)
    for domain in ("", NHWC_DOMAIN)
    for name, rule in _RULES
)
