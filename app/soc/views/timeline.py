"""The timeline of a network on a chip: two pictures with three lanes, and a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.drawing.views.chart import Area, Chart, Key, Scale, Tick
from app.drawing.views.picture import Bar
from compiler_core.amounts import time_text
from compiler_core.sizes import size_text
from compiler_core.soc.networks.cnn import NetworkCost
from compiler_core.soc.networks.timeline import LANES, Lane, SpanKind, Timeline, TimelineSpan

MOST_KERNELS = 400
CLOSE_KERNELS = 6
LANE_TITLES: dict[Lane, str] = {"compute": "Array", "dma-in": "DMA in", "dma-out": "DMA out"}
KIND_WORDS: dict[SpanKind, str] = {
    "start": "starts",
    "compute": "computes",
    "wait": "waits for a memory",
    "inputs": "its input comes",
    "weights": "its weights come",
    "prefetch": "its weights come ahead",
    "outputs": "its output goes",
}
_WIDTH, _LEFT, _RIGHT, _TOP = 1040, 84, 1024, 16
_LANE, _BAR, _FOOT = 40, 26, 44
_LEAST_BAR = 0.6
_PLACES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineRow:
    """One kernel: when, and how long each thing takes."""

    place: str
    """In order of execution, from 1."""
    name: str
    """Of the kernel."""
    start: str
    """When it starts to work, from the start of the run."""
    compute: str
    """Time for which the array computes, `–` for none."""
    waits: str
    """Time for which it waits for a memory, `–` for none."""
    inputs: str
    """Time in which its input comes, `–` for none."""
    weights: str
    """Time in which its weights come, `–` for none."""
    ahead: str
    """Time in which its weights come before it starts, `–` for none."""
    outputs: str
    """Time in which its output goes, `–` for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineView:
    """The run of a network on a chip over time."""

    sentence: str
    """How long the array computes and memory moves data, and whether weights come ahead."""
    whole: Chart
    """Array and memory over the whole run."""
    close: Chart
    """Of a few kernels around where most weights come ahead, or around the longest kernel."""
    close_title: str
    """Which kernels `close` shows."""
    rows: tuple[TimelineRow, ...]
    """The first 400 kernels, in order of execution."""
    left_out: str
    """What of a very large network is not shown."""


def timeline_view(cost: NetworkCost, trace: Timeline) -> TimelineView:
    """The view of a network that fits."""
    names = [kernel.name for kernel in cost.per_kernel]
    first = _close_place(cost, trace)
    last = min(first + CLOSE_KERNELS, len(names)) - 1
    shown = [span for span in trace.spans if span.kernel < MOST_KERNELS]
    left_out = max(len(names) - MOST_KERNELS, 0)
    return TimelineView(
        sentence=_sentence(cost, trace),
        whole=_chart("The whole run", shown, names, 0.0, trace.seconds),
        close=_close(shown, names, first, last),
        close_title=f"Closer: kernels {first + 1} to {last + 1}",
        rows=tuple(
            _row(index, name, [event for event in shown if event.kernel == index])
            for index, name in enumerate(names[:MOST_KERNELS])
        ),
        left_out=f"{left_out:,} more kernels are not shown." if left_out else "",
    )


def _sentence(cost: NetworkCost, trace: Timeline) -> str:
    computes = sum(span.seconds for span in trace.spans if span.kind == "compute")
    moves = sum(event.seconds for event in trace.spans if event.lane != "compute")
    start = (
        f"In {time_text(trace.seconds)} the array computes for {time_text(computes)} and main "
        f"memory moves data for {time_text(moves)}."
    )
    if trace.prefetched_bytes:
        return (
            f"{start} {size_text(trace.prefetched_bytes)} of weights come ahead, while the kernel "
            "before works, so that the array need not wait for its first ones."
        )
    if cost.weights_resident:
        return f"{start} Weights stay on the chip, so none come during a run."
    return f"{start} No weights come ahead: there is no time or no room for them."


def _close_place(cost: NetworkCost, trace: Timeline) -> int:
    """The kernel before the one whose weights come ahead most, else the longest."""
    ahead = [span for span in trace.spans if span.kind == "prefetch"]
    if ahead:
        return max(max(ahead, key=lambda prefetch: prefetch.seconds).kernel - 1, 0)
    kernels = cost.per_kernel
    return max(range(len(kernels)), key=lambda index: kernels[index].seconds, default=0)


def _close(spans: Sequence[TimelineSpan], names: Sequence[str], first: int, last: int) -> Chart:
    inside = [span for span in spans if first <= span.kernel <= last and span.lane == "compute"]
    start = min((event.start for event in inside), default=0.0)
    end = max((event.end for event in inside), default=1.0)
    seen = [event for event in spans if event.end > start and event.start < end]
    return _chart("A closer look", seen, names, start, end)


def _chart(
    title: str, spans: Sequence[TimelineSpan], names: Sequence[str], start: float, end: float
) -> Chart:
    """Time to the right, from start to end in seconds."""
    scale = Scale("linear", start, end, _LEFT, _RIGHT)
    bottom = _TOP + _LANE * len(LANES)
    step = (end - start) / _PLACES
    marks = [start + step * index for index in range(_PLACES + 1)]
    used = {span.kind for span in spans}
    return Chart(
        title=f"{title}: what the array and the memory do; the table has the numbers",
        area=Area(
            width=_WIDTH, height=bottom + _FOOT, left=_LEFT, right=_RIGHT, top=_TOP, bottom=bottom
        ),
        x_title="time, modelled",
        y_title="",
        x_ticks=tuple(Tick(scale.at(mark), time_text(mark)) for mark in marks),
        y_ticks=tuple(
            Tick(_TOP + _LANE * (row + 0.5), LANE_TITLES[lane]) for row, lane in enumerate(LANES)
        ),
        bars=tuple(_bar(scale, event, names) for event in spans),
        keys=tuple(Key(f"is-{kind}", text) for kind, text in KIND_WORDS.items() if kind in used),
    )


def _bar(scale: Scale, span: TimelineSpan, names: Sequence[str]) -> Bar:
    left, right = scale.at(span.start), scale.at(span.end)
    y = _TOP + _LANE * LANES.index(span.lane) + (_LANE - _BAR) / 2
    name = f"{span.kernel + 1} {names[span.kernel]}" if span.kernel >= 0 else "the run"
    title = f"{name}: {KIND_WORDS[span.kind]}, {time_text(span.seconds)}"
    width = round(max(right - left, _LEAST_BAR), 1)
    return Bar(x=left, y=y, width=width, height=_BAR, classes=f"is-{span.kind}", title=title)


def _row(index: int, name: str, spans: Sequence[TimelineSpan]) -> TimelineRow:
    def seconds(*kinds: SpanKind) -> str:
        total = sum(event.seconds for event in spans if event.kind in kinds)
        return time_text(total) if total else "–"

    begins = [span.start for span in spans if span.lane == "compute"]
    return TimelineRow(
        place=f"{index + 1}",
        name=name,
        start=time_text(min(begins, default=0.0)),
        compute=seconds("compute"),
        waits=seconds("wait"),
        inputs=seconds("inputs"),
        weights=seconds("weights"),
        ahead=seconds("prefetch"),
        outputs=seconds("outputs"),
    )
