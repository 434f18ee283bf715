"""Lanes of units with their kernels over time, arrows between them; all ways as bars."""

from __future__ import annotations

from collections.abc import Iterator

from app.drawing.views.chart import Area, Chart, Key, Scale, Tick, linear_scale, row_names, ticks
from app.drawing.views.picture import Bar, Line, path
from compiler_core.amounts import energy_text, time_text
from compiler_core.soc.mapping.records import (
    Alternative,
    MappedSpan,
    MappedUnit,
    Mapping,
    MappingTotals,
)

_WIDTH = 1080
_LEFT, _RIGHT, _TOP = 190.0, 1060.0, 12.0
_LANE, _THICK = 64.0, 30.0
_WAYS_LEFT, _WAYS_RIGHT, _WAYS_WIDTH = 330.0, 940.0, 1040
_ROW, _BAR = 32.0, 18.0
_HEAD = 4.0
_LINE = 16.0
_LEAST = 0.6
_LEAST_FOR_NAME = 60.0
_MILLI = 1e3
_BOUNDS = {
    "compute": "bound by compute",
    "dram": "by main memory",
    "sram": "by on-chip memory",
    "overhead": "by overhead",
}


def lane_picture(mapping: Mapping, title: str, spans: tuple[MappedSpan, ...]) -> Chart:
    """Kernels when they run, as wide as they take long; pictures of a mapping have one scale."""
    seconds = mapping.totals.seconds if mapping.totals else 0.0
    scale = linear_scale(seconds * _MILLI, _LEFT, _RIGHT)
    middles = {unit.name: _TOP + (row + 0.5) * _LANE for row, unit in enumerate(mapping.units)}
    waits = [span for span in spans if span.kind != "kernel"]
    moves = [span for span in waits if span.kind == "transfer"]
    return Chart(
        title=f"{title}; the same numbers stand in the tables below",
        area=Area.of_rows(scale, _WIDTH, 0, _TOP + len(mapping.units) * _LANE, 30),
        x_title="",
        y_title="",
        x_ticks=tuple(Tick(tick.at, f"{tick.text} ms") for tick in ticks(scale)),
        y_ticks=(),
        bars=(
            *(_lane(y) for y in middles.values()),
            *(_wait_bar(mapping, wait, scale, middles) for wait in waits),
            *_kernel_bars(mapping, spans, scale, middles),
        ),
        lines=(
            *(line for worker in mapping.units for line in _unit(mapping, worker, middles)),
            *(_arrow(mapping, move, scale, middles) for move in moves),
        ),
        keys=tuple(_keys(mapping, is_waiting=bool(waits))),
    )


def _lane(middle: float) -> Bar:
    """A thin line below all that a unit does."""
    return Bar(x=_LEFT, y=middle - 0.5, width=_RIGHT - _LEFT, height=1, classes="is-lane")


def _unit(mapping: Mapping, unit: MappedUnit, middles: dict[str, float]) -> Iterator[Line]:
    """Its name, and below it how much it does."""
    y, kernels = middles[unit.name], f"{unit.kernels:,} of {len(mapping.kernels):,}"
    yield Line("", "is-unit", label=unit.title, x=0, y=y)
    yield Line("", "soft", label=f"{kernels}, {time_text(unit.seconds)}", x=0, y=y + _LINE)


def _keys(mapping: Mapping, *, is_waiting: bool) -> Iterator[Key]:
    bounds = {kernel.bound for kernel in mapping.kernels}
    for bound, text in _BOUNDS.items():
        if bound in bounds:
            yield Key(f"is-{bound}", text)
    if is_waiting:
        yield Key("is-wait", "hand-over or start")
    if mapping.fallbacks:
        yield Key("is-wait is-fallback", "outlined: falls back")


def _kernel_bars(
    mapping: Mapping, spans: tuple[MappedSpan, ...], scale: Scale, middles: dict[str, float]
) -> Iterator[Bar]:
    fallen = {fallback.kernel for fallback in mapping.fallbacks}
    for span in spans:
        if span.kind != "kernel":
            continue
        kernel = mapping.kernels[span.number]
        x, width = _place(span, scale)
        mark = " is-fallback" if kernel.name in fallen else ""
        yield Bar(
            x=x,
            y=middles[span.unit] - _THICK / 2,
            width=width,
            height=_THICK,
            classes=f"is-{kernel.bound}{mark}",
            title=f"{kernel.name} ({', '.join(kernel.operators)}) on {span.unit}: "
            f"{time_text(kernel.seconds)}. {kernel.reason}",
            address=f"#kernel-{span.number + 1}",
            label=kernel.name[:8] if width >= _LEAST_FOR_NAME else "",
            label_x=x + 4,
            label_y=middles[span.unit] + 5,
        )


def _place(span: MappedSpan, scale: Scale) -> tuple[float, float]:
    x = scale.at(span.begin * _MILLI)
    return x, max(round(scale.at(span.end * _MILLI) - x, 1), _LEAST)


def _wait_bar(mapping: Mapping, span: MappedSpan, scale: Scale, middles: dict[str, float]) -> Bar:
    x, width = _place(span, scale)
    said = _wait_words(mapping, span)
    y = middles[span.unit] - _THICK / 2
    return Bar(x=x, y=y, width=width, height=_THICK, classes="is-wait", title=said)


def _wait_words(mapping: Mapping, span: MappedSpan) -> str:
    lasts = time_text(span.end - span.begin)
    if span.kind == "start":
        return f"{span.unit} is started: {lasts}"
    moved = mapping.transfers[span.number]
    return f"{moved.tensor} from {moved.source} to {moved.target}: {lasts}"


def _arrow(mapping: Mapping, span: MappedSpan, scale: Scale, middles: dict[str, float]) -> Line:
    """From the edge of one lane to that of the other, with its head."""
    down = middles[span.unit] > middles[span.source]
    edge = _THICK / 2 if down else -_THICK / 2
    start = scale.at(span.begin * _MILLI), middles[span.source] + edge
    end = scale.at(span.end * _MILLI), middles[span.unit] - edge
    back = -_HEAD * 1.5 if down else _HEAD * 1.5
    head = [(end[0] - _HEAD, end[1] + back), end, (end[0] + _HEAD, end[1] + back)]
    drawn = f"{path([start, end])} {path(head)}"
    return Line(drawn, "is-handed-over", _wait_words(mapping, span))


def ways_chart(mapping: Mapping) -> Chart:
    """All ways below each other, in what they minimise."""
    ways = mapping.alternatives
    segments = [_segments(mapping, way) for way in ways]
    most = max(sum(size for size, _, _ in segment) for segment in segments)
    scale = linear_scale(most, _WAYS_LEFT, _WAYS_RIGHT)
    bottom = _TOP + len(ways) * _ROW
    unit = "mJ" if mapping.objective == "energy" else "ms"
    return Chart(
        title="All ways side by side; the same numbers stand in the table below",
        area=Area.of_rows(scale, _WAYS_WIDTH, _TOP, bottom, 44),
        x_title=f"{unit}, modelled",
        y_title="",
        x_ticks=ticks(scale),
        y_ticks=row_names((plan.title for plan in ways), _TOP, _ROW),
        bars=tuple(
            bar
            for row, plan in enumerate(ways)
            for bar in _way_bars(scale, row, (plan, segments[row]), unit)
        ),
        keys=_way_keys(mapping),
    )


_Segment = tuple[float, str, str]


def _segments(mapping: Mapping, way: Alternative) -> list[_Segment]:
    """Size, colour, words."""
    totals = way.totals
    if mapping.objective == "energy":
        return [((totals.energy_joules or 0.0) * _MILLI, "is-compute", "energy")]
    return _time_segments(totals)


def _time_segments(totals: MappingTotals) -> list[_Segment]:
    return [
        (totals.kernel_seconds * _MILLI, "is-compute", "kernels"),
        (totals.transfer_seconds * _MILLI, "is-dram", "hand-overs"),
        (totals.start_seconds * _MILLI, "is-overhead", "starts"),
    ]


def _way_keys(mapping: Mapping) -> tuple[Key, ...]:
    if mapping.objective == "energy":
        return ()
    named = {
        colour: words
        for alternative in mapping.alternatives
        for size, colour, words in _time_segments(alternative.totals)
        if size
    }
    return tuple(Key(colour, words) for colour, words in named.items())


def _way_bars(
    scale: Scale, row: int, way: tuple[Alternative, list[_Segment]], unit: str
) -> Iterator[Bar]:
    alternative, segments = way
    y = _TOP + row * _ROW + (_ROW - _BAR) / 2
    total = sum(size for size, _, _ in segments)
    at = 0.0
    for size, colour, words in segments:
        x, end = scale.at(at), scale.at(at + size)
        at += size
        if size:
            yield Bar(
                x=x,
                y=y,
                width=max(round(end - x, 1), _LEAST),
                height=_BAR,
                classes=colour,
                title=f"{alternative.title}: {words} {_amount(size, unit)}",
                label=_amount(total, unit) if at == total else "",
                label_x=scale.at(total) + 8,
                label_y=y + 13,
            )


def _amount(size: float, unit: str) -> str:
    """size: in thousandths of what the words count."""
    return energy_text(size / _MILLI) if unit == "mJ" else time_text(size / _MILLI)
