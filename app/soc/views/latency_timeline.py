"""Timelines of a few tiles as Gantt pictures: a lane for each unit, bars for what it does.

The rungs with vectors share one scale, so that tiles that stand closer mean a faster run; the
scalar run would leave no room for them and has a scale of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.drawing.views.chart import Area, Chart, Key, Scale, Tick, short_number
from app.drawing.views.picture import Bar
from compiler_core.soc.latency_hiding.hiding import Wait
from compiler_core.soc.latency_hiding.records import Event
from compiler_core.soc.latency_hiding.study import Study, Timeline

_WIDTH, _LEFT, _RIGHT, _TOP = 900, 96, 880, 6
_LANE, _BAR = 24, 16
_LEAST_LABELLED = 16
_TICKS = 5
_CLASSES = {
    "read": "is-dram", "compute": "is-compute", "write": "is-write", "launch": "is-launch",
    "join": "is-launch",
}  # fmt: skip
_WORDS = {"read": "reads", "compute": "computes", "write": "writes"}

TIMELINE_KEYS = (
    Key("is-dram", "a tile is read"),
    Key("is-compute", "a context computes"),
    Key("is-write", "a result is written"),
    Key("is-launch", "a context is launched, or all are joined"),
    Key("is-waiting", "nothing to do: the unit waits"),
)


def timeline_charts(study: Study) -> tuple[tuple[str, Chart], ...]:
    """For each rung what is shown, and its picture."""
    longest = max(_span(timeline) for timeline in study.timelines[1:])
    return tuple(
        (_said(track, study), _chart(track, _span(track) if track.rung == "scalar" else longest))
        for track in study.timelines
    )


def _span(timeline: Timeline) -> int:
    return max(timeline.end - timeline.start, 1)


def _said(timeline: Timeline, study: Study) -> str:
    start, end = timeline.start, timeline.end
    last = timeline.first + timeline.tiles
    return (
        f"Tiles {timeline.first + 1:,} to {last:,} of {study.work.tiles:,}, from cycle {start:,}: "
        f"{end - start:,} cycles."
    )


def _chart(timeline: Timeline, span: int) -> Chart:
    across = Scale("linear", 0, span, _LEFT, _RIGHT)
    lanes = _lanes((*timeline.events, *timeline.waits))
    rows = {unit: _TOP + index * _LANE for index, unit in enumerate(lanes)}
    bottom = _TOP + _LANE * len(lanes)
    names = tuple(Tick(y + _LANE / 2, unit) for unit, y in rows.items())
    stops = tuple(
        Tick(across.at(span * index / _TICKS), short_number(span * index / _TICKS))
        for index in range(_TICKS + 1)
    )
    return Chart(
        title=f"What each unit does during these tiles, {timeline.rung}; the list below says the "
        "same",
        area=Area.of_rows(across, _WIDTH, _TOP, bottom, 40),
        x_title="cycles",
        y_title="",
        x_ticks=stops,
        y_ticks=names,
        bars=_drawn_bars(timeline, across, rows),
    )


def _drawn_bars(timeline: Timeline, across: Scale, rows: Mapping[str, float]) -> tuple[Bar, ...]:
    """What units wait for, and over it what they do. rows: upper edge of each unit's lane."""
    start, shown = timeline.start, timeline.end - timeline.start
    waits = [
        _bar(
            across,
            rows[wait.unit],
            _clipped(wait, start, shown),
            "is-waiting",
            f"{wait.unit} waits {wait.end - wait.start:,} cycles",
            "",
        )
        for wait in timeline.waits
    ]
    work = [
        _bar(
            across,
            rows[event.unit],
            _clipped(event, start, shown),
            _CLASSES[event.action],
            _title(event),
            str(event.tile + 1) if event.tile >= 0 else "",
        )
        for event in timeline.events
    ]
    return (*waits, *work)


def _clipped(span: Event | Wait, start: int, shown: int) -> tuple[int, int]:
    """What of it lies in the stretch that is shown, counted from its start."""
    return max(span.start - start, 0), min(span.end - start, shown)


def _lanes(events: Sequence[Event | Wait]) -> list[str]:
    """Control, where it does something, the engine, then contexts."""
    return sorted(
        {event.unit for event in events},
        key=lambda unit: (unit.startswith("con"), unit) if unit != "control" else (False, ""),
    )


def _bar(
    across: Scale, y: float, span: tuple[int, int], classes: str, title: str, label: str
) -> Bar:
    """A bar in its lane; a wait is thinner."""
    left, right = (across.at(moment) for moment in span)
    width = max(round(right - left, 1), 0.6)
    thin = classes == "is-waiting"
    height = 4 if thin else _BAR
    shown = label if width >= _LEAST_LABELLED else ""
    return Bar(
        x=left,
        y=y + (_LANE - height) / 2,
        width=width,
        height=height,
        classes=classes,
        title=title,
        label=shown,
        label_x=left + 3,
        label_y=y + 16,
    )


def _title(span: Event) -> str:
    cycles = f"cycles {span.start:,} to {span.end:,}"
    if span.action in ("launch", "join"):
        return f"{span.action} {'' if span.context < 0 else f'of context {span.context}'}, {cycles}"
    return f"{span.unit} {_WORDS[span.action]} tile {span.tile + 1}, {cycles}"
