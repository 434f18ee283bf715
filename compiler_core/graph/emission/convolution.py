"""Convolutions of any rank, direct: no extra memory, a row of accumulators at a time.

A row holds the results of one line of places (channels first) or of all channels of one place
(channels last), so that the innermost loop runs along memory and a compiler can use vectors.
Border tests move out of it: for each tap the places that lie inside are a range.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.emission.channel_sums import add_picture, sums_whole_pictures
from compiler_core.graph.emission.element_types import INT32, ElementType
from compiler_core.graph.emission.facts import (
    NHWC_DOMAIN,
    attribute,
    constant_of,
    needed,
    operand,
    shape_of,
    type_of,
)
from compiler_core.graph.emission.index_arithmetic import Index, linear, plus, scaled
from compiler_core.graph.emission.operator import Operator, Target, full_name
from compiler_core.graph.emission.products import Quantisation, plain_form, quantised_form
from compiler_core.graph.emission.windows import (
    Arrangement,
    EmittedWindow,
    arrangement_of,
    named_source,
    names_of,
    source_place,
    tests_of,
    window_of,
)
from compiler_core.graph.emission.writer import FunctionWriter
from compiler_core.graph.transposed_cut import transposed_cut


@dataclass(frozen=True, slots=True, kw_only=True)
class Convolution:
    """One node's convolution."""

    data: ir.Value
    """What the window slides over."""
    weights: ir.Value
    """Channels out, channels in per group, kernel."""
    window: EmittedWindow
    """Its sizes, steps and borders along each spatial axis."""
    order: Arrangement
    """Whether channels are the first axis behind the batch or the last."""
    groups: int
    """Channels are cut into so many parts that know nothing of each other."""
    form: Quantisation
    """Which inputs of the node are what, and how products are summed."""
    result: tuple[int, ...]
    """Sizes of all axes of the result, batch included, in `order`."""

    @property
    def kind(self) -> ElementType:
        return self.form.accumulator

    @property
    def batch(self) -> int:
        return self.result[0]

    @property
    def channels_out(self) -> int:
        """Of one group."""
        return shape_of(self.weights)[0] // self.groups

    @property
    def channels_in(self) -> int:
        """Of one group."""
        return shape_of(self.weights)[1]


def convolution_of(node: ir.Node, form: Quantisation) -> Convolution:
    """Reads the node's attributes; form says which inputs are data and weights."""
    data, weights = needed(node, form.data), needed(node, form.weights)
    window = window_of(node, shape_of(weights)[2:])
    return Convolution(
        data=data,
        weights=weights,
        window=window,
        order=arrangement_of(node),
        groups=attribute(node, "group", 1),
        form=form,
        result=shape_of(node.outputs[0]),
    )


def _emit(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    form = quantised_form(node) or plain_form(node)
    convolution = convolution_of(node, form)
    if convolution.order.channels_last:
        _channels_last(writer, node, convolution, target)
    else:
        _channels_first(writer, node, convolution, target)


def _channels_first(
    writer: FunctionWriter, node: ir.Node, conv: Convolution, target: Target
) -> None:
    """For each output channel and line: a row of accumulators along the last axis."""
    window = conv.window
    outer = window.places[:-1]
    names = ("n", "g", "m", *names_of(window.rank, "o")[:-1])
    counts = (conv.batch, conv.groups, conv.channels_out, *outer)
    with writer.loops(names, counts) as (batch, group, member, *lines):
        channel = plus(scaled(group, conv.channels_out), member)
        row = _row(writer, conv.kind, window.places[-1], conv.form.start(writer, node, channel))
        with writer.loop("ic", conv.channels_in) as inner:
            _add_line(writer, node, conv, row, (batch, group, channel, inner), tuple(lines))
        with writer.loop("ox", window.places[-1]) as last:
            result = conv.form.result(writer, node, f"{row}[{last}]", channel)
            target.finish((batch, channel, *lines, last), result)


def _row(writer: FunctionWriter, kind: ElementType, length: int, start: str) -> str:
    """An array of accumulators that all hold `start`."""
    row = writer.fresh("row")
    writer.line(f"{kind.c} {row}[{length}];")
    with writer.loop("i", length) as i:
        writer.line(f"{row}[{i}] = {start};")
    return row


def _add_line(
    writer: FunctionWriter,
    node: ir.Node,
    conv: Convolution,
    row: str,
    where: tuple[str, str, str, str],
    lines: Index,
) -> None:
    """Adds one input channel's taps to the row."""
    window = conv.window
    batch, group, channel, inner = where
    outer = _taps(writer, window, lines)
    with outer as (taps, sources), writer.loop("kx", window.kernel[-1]) as tap:
        source_channel = plus(scaled(group, conv.channels_in), inner)
        weight = conv.form.weight(
            writer, node, writer.element(conv.weights, (channel, inner, *taps, tap)), channel
        )
        held = writer.variable(conv.kind, weight)
        first, end = _inside(writer, window, tap)
        with writer.block(f"for (int ox = {first}; ox < {end}; ox++)"):
            last = source_place(window, window.rank - 1, "ox", tap)
            index = (batch, source_channel, *sources, last)
            element = conv.form.element(writer, node, writer.element(conv.data, index))
            writer.line(f"{row}[ox] += {held} * {element};")


@contextmanager
def _taps(
    writer: FunctionWriter, window: EmittedWindow, places: Index
) -> Iterator[tuple[Index, Index]]:
    """Loops over the taps of the first spatial axes, as many as there are places, where they lie
    inside.
    """
    taps, sources = list[str](), list[str]()
    with ExitStack() as stack:
        for axis, point in enumerate(places):
            name = names_of(window.rank, "k")[axis]
            tap = stack.enter_context(writer.loop(name, window.kernel[axis]))
            source = named_source(writer, window, axis, point, tap)
            tests = tests_of(window, axis, source)
            if tests:
                stack.enter_context(writer.block(f"if ({' && '.join(tests)})"))
            taps.append(tap)
            sources.append(source)
        yield tuple(taps), tuple(sources)


def _inside(writer: FunctionWriter, window: EmittedWindow, tap: str) -> tuple[str, str]:
    """First and end of the places for which this tap of the last axis lies inside."""
    axis = window.rank - 1
    stride, size, places = window.strides[axis], window.sizes[axis], window.places[axis]
    reach = plus(scaled(tap, window.dilations[axis]), -window.before[axis])
    low, high = (tests_of(window, axis, "x") and _ends(window, axis)) or (False, False)
    first, end = "0", str(places)
    if low:
        first = writer.fresh("first")
        writer.line(f"const int {first} = MAXIMUM(0, CEILING_DIVIDE(-({reach}), {stride}));")
    if high:
        end = writer.fresh("end")
        ends = f"CEILING_DIVIDE({size} - ({reach}), {stride})"
        writer.line(f"const int {end} = MINIMUM({places}, {ends});")
    return first, end


def _ends(window: EmittedWindow, axis: int) -> tuple[bool, bool]:
    tests = tests_of(window, axis, "x")
    return any(">=" in test for test in tests), any("<" in test for test in tests)


def _channels_last(
    writer: FunctionWriter, node: ir.Node, conv: Convolution, target: Target
) -> None:
    """For each place: a row of accumulators, one per output channel of a group."""
    window = conv.window
    packed = _packed_weights(conv)
    names = ("n", *names_of(window.rank, "o"))
    with writer.loops(names, (conv.batch, *window.places)) as (batch, *point):
        row = writer.fresh("row")
        total = conv.groups * conv.channels_out
        writer.line(f"{conv.kind.c} {row}[{total}];")
        with writer.loop("m", total) as m:
            writer.line(f"{row}[{m}] = {conv.form.start(writer, node, m)};")
        if _only_adds(writer, node, conv):
            add_picture(writer, conv.data, row, batch)
        else:
            with _taps(writer, window, tuple(point)) as (taps, sources):
                _add_channels(writer, node, conv, row, packed, (batch, taps, sources))
        with writer.loop("m", total) as m:
            result = conv.form.result(writer, node, f"{row}[{m}]", m)
            target.finish((batch, *point, m), result)


def _only_adds(writer: FunctionWriter, node: ir.Node, conv: Convolution) -> bool:
    """Whether each channel is the sum of its picture, zero points aside."""
    unmoved = conv.form.element(writer, node, "x") == "x" == conv.form.weight(writer, node, "x", "")
    alone = conv.channels_out == 1 and conv.kind is INT32
    return unmoved and alone and sums_whole_pictures(writer, conv.data, conv.weights, conv.window)


def _packed_weights(conv: Convolution) -> np.ndarray | None:
    """Kernel, channels in, channels out: the order in which rows of channels are added."""
    weights = constant_of(conv.weights)
    if weights is None:
        return None
    return np.moveaxis(weights, (0, 1), (-1, -2))


def _add_channels(
    writer: FunctionWriter,
    node: ir.Node,
    conv: Convolution,
    row: str,
    packed: np.ndarray | None,
    where: tuple[str, Index, Index],
) -> None:
    """Adds one tap's products to the row: every input channel to every output channel."""
    batch, taps, sources = where

    def weight(inner: str, channel: str) -> str:
        if packed is None:
            return writer.element(conv.weights, (channel, inner, *taps))
        return f"{writer.constant(packed)}[{linear((*taps, inner, channel), packed.shape)}]"

    def element(channel: str) -> str:
        return conv.form.element(
            writer, node, writer.element(conv.data, (batch, *sources, channel))
        )

    if conv.channels_in == 1 and conv.channels_out == 1:
        with writer.loop("m", conv.groups) as m:
            held = conv.form.weight(writer, node, weight("0", m), m)
            writer.line(f"{row}[{m}] += {held} * {element(m)};")
        return
    with writer.loop("g", conv.groups) as group, writer.loop("ic", conv.channels_in) as inner:
        held = writer.variable(conv.kind, element(plus(scaled(group, conv.channels_in), inner)))
        with writer.loop("m", conv.channels_out) as member:
            channel = plus(scaled(group, conv.channels_out), member)
            factor = conv.form.weight(writer, node, weight(inner, channel), channel)
            writer.line(f"{row}[{channel}] += {held} * {factor};")


def _refusal(node: ir.Node) -> str:
    rank = len(shape_of(needed(node, 0)))
    return "" if rank >= 3 else "its data has no spatial axis"


def _transposed(writer: FunctionWriter, node: ir.Node, target: Target) -> None:
    """ConvTranspose: each result gathers the operand's elements whose window covers it."""
    data, weights, bias = needed(node, 0), needed(node, 1), operand(node, 2)
    kind = type_of(data).accumulator
    groups = attribute(node, "group", 1)
    members, inputs = shape_of(weights)[1], shape_of(weights)[0] // groups
    result = shape_of(node.outputs[0])
    names = ("n", "g", "m", *names_of(len(result) - 2, "o"))
    with writer.loops(names, (result[0], groups, members, *result[2:])) as index:
        batch, group, member, *point = index
        channel = plus(scaled(group, members), member)
        total = writer.fresh("sum")
        start = kind.literal(0) if bias is None else writer.element(bias, (channel,))
        writer.line(f"{kind.c} {total} = {start};")
        covering = _covering(writer, node, tuple(point))
        with covering as (taps, sources), writer.loop("ic", inputs) as inner:
            source = plus(scaled(group, inputs), inner)
            weight = writer.element(weights, (source, member, *taps))
            element = writer.element(data, (batch, source, *sources))
            writer.line(f"{total} += {weight} * {element};")
        target.finish((batch, channel, *point), total)


@contextmanager
def _covering(writer: FunctionWriter, node: ir.Node, point: Index) -> Iterator[tuple[Index, Index]]:
    """Taps, and the places of the operand from which a tap falls on this place of the result."""
    sizes = shape_of(needed(node, 0))[2:]
    kernel = shape_of(needed(node, 1))[2:]
    rank = len(kernel)
    strides = attribute(node, "strides", [1] * rank)
    dilations = attribute(node, "dilations", [1] * rank)
    before = transposed_cut(node)
    taps, sources = list[str](), list[str]()
    with ExitStack() as stack:
        for axis, name in enumerate(names_of(rank, "k")):
            tap = stack.enter_context(writer.loop(name, kernel[axis]))
            away = writer.fresh("away")
            shift = plus(point[axis], before[axis], scaled(tap, -dilations[axis]))
            writer.line(f"const int {away} = {shift};")
            step = strides[axis]
            test = f"{away} >= 0 && {away} < {sizes[axis] * step}"
            divides = f" && {away} % {step} == 0" if step > 1 else ""
            stack.enter_context(writer.block(f"if ({test}{divides})"))
            taps.append(tap)
            sources.append(f"{away} / {step}" if step > 1 else away)
        yield tuple(taps), tuple(sources)


CONVOLUTION: tuple[Operator, ...] = (
    *(
        Operator(name=full_name(domain, name), domain=domain, anchor=_emit, refusal=_refusal)
        for domain in ("", NHWC_DOMAIN)
        for name in ("Conv", "ConvInteger", "QLinearConv")
    ),
    Operator(name="ConvTranspose", anchor=_transposed),
)
