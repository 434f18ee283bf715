"""Latency hiding: bars of the rungs, their timelines, curves over size and intensity, tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from app.addresses.chips import SocRequest
from app.drawing.views.chart import (
    Area,
    Chart,
    Key,
    Scale,
    log_scale,
    row_names,
    short_number,
    three_digits,
    ticks,
)
from app.drawing.views.picture import Bar, Line, Mark, path
from app.soc.views.latency_timeline import TIMELINE_KEYS, timeline_charts
from compiler_core.sizes import bandwidth_text, size_text
from compiler_core.soc.latency_hiding.costs import instructions_per_element
from compiler_core.soc.latency_hiding.measured import MeasuredVariant, modelled_per_element
from compiler_core.soc.latency_hiding.parameters import LadderParameters, ModelParameter
from compiler_core.soc.latency_hiding.records import KernelWork, Rung, ThreadedCore
from compiler_core.soc.latency_hiding.shape import ShapeCheck
from compiler_core.soc.latency_hiding.story import NAMES
from compiler_core.soc.latency_hiding.study import CurvePoint, RungFigures, Study

_BARS_WIDTH, _BAR_STEP, _BAR_HEIGHT = 760, 34, 20
_BARS_LEFT, _BARS_TOP = 118, 12
_CURVE = Area(width=520, height=300, left=48.0, right=440.0, top=26.0, bottom=250.0)
_LABEL_STEP = 15
_VARIANTS = {"scalar": "Scalar", "neon": "NEON", "sve": "SVE"}
_CURVED: tuple[tuple[Rung, str], ...] = (
    ("vec", "is-vec"),
    ("vec_mt", "is-mt"),
    ("vec_mt_db", "is-db"),
)


class LatencyFacts(Protocol):
    """What `app.soc.latency` hands over."""

    @property
    def kernel(self) -> str: ...
    @property
    def study(self) -> Study: ...
    @property
    def limited(self) -> str: ...
    @property
    def published(self) -> tuple[ShapeCheck, ...]: ...


@dataclass(frozen=True, slots=True)
class MeasuredPart:
    """What was counted; said: why nothing is there. waits: it is being counted."""

    variants: tuple[MeasuredVariant, ...]
    said: str
    waits: bool = False


@dataclass(frozen=True, slots=True)
class TimelinePicture:
    """One rung's timeline. said: what stretch of it is shown."""

    name: str
    said: str
    chart: Chart


@dataclass(frozen=True, slots=True)
class CurveRow:
    """Gains at one size or intensity. chosen: it is the one shown above."""

    at: str
    address: str
    point: CurvePoint
    chosen: bool


@dataclass(frozen=True, slots=True)
class LatencyRow:
    """A counted variant, with what the model says at this width."""

    name: str
    counted: MeasuredVariant
    modelled: float
    modelled_fewer: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LatencyView:
    """How a kernel's latencies are hidden, rung by rung."""

    setting: str
    """Kernel, size and intensity in words. formula: bounds with this run's numbers."""
    limited: str
    """Why the tile is another than the one asked for, empty if it is not."""
    bars: Chart
    """Cycles of the rungs."""
    rungs: tuple[RungFigures, ...]
    """From scalar to double-buffered, with cycles and gains."""
    timelines: tuple[TimelinePicture, ...]
    """One for each rung, of a few tiles."""
    timeline_keys: tuple[Key, ...]
    """What the colours of all timelines mean."""
    size: Chart
    """Gain of each rung over the number of elements."""
    size_rows: tuple[CurveRow, ...]
    """The numbers of `size`."""
    intensity: Chart
    """Gain of each rung over operations an element."""
    intensity_rows: tuple[CurveRow, ...]
    """The numbers of `intensity`."""
    curve_note: str
    """Which tiles and how many elements both curves take, in a sentence."""
    published: tuple[ShapeCheck, ...]
    """What a paper says, beside this simulation."""
    formulas: tuple[str, ...]
    """Bounds and costs in sentences, with this run's numbers."""
    measured: tuple[LatencyRow, ...]
    """Counted variants beside the model; empty until they are counted or where none are."""
    measured_said: str
    """Why nothing is counted, empty where it is."""
    measuring: bool
    """Whether the variants are being counted now."""
    counted_by: str
    """Compiler and emulator that counted; empty as long as nothing is counted."""
    parameters: tuple[ModelParameter, ...]
    """Constants of the model, with their sources."""
    kernel_reason: str
    """Why the kernel has the instructions that the model gives it."""


def latency_view(
    request: SocRequest, facts: LatencyFacts, part: MeasuredPart, parameters: LadderParameters
) -> LatencyView:
    """The view of one study."""
    study, work = facts.study, facts.study.work
    said = f"{study.over_intensity[0].elements:,}"
    sizes = [(point.elements, point) for point in study.over_size]
    intensities = [(point.operations, point) for point in study.over_intensity]
    return LatencyView(
        setting=_setting(facts.kernel, study),
        limited=facts.limited,
        bars=_bars(study.rungs),
        rungs=study.rungs,
        timelines=tuple(
            TimelinePicture(NAMES[timeline.rung], text, chart)
            for timeline, (text, chart) in zip(study.timelines, timeline_charts(study), strict=True)
        ),
        timeline_keys=TIMELINE_KEYS,
        size=_curve("Gain of each rung over the number of elements", "elements", sizes),
        size_rows=_curve_rows(request, "elements", sizes, work.elements),
        intensity=_curve(
            "Gain of each rung over operations an element",
            "operations an element",
            intensities,
        ),
        intensity_rows=_curve_rows(request, "operations", intensities, work.operations),
        curve_note=f"Over sizes each kernel takes tiles that suit it; over intensity it has {said} "
        "elements.",
        published=facts.published,
        formulas=_formulas(study),
        measured=tuple(_measured(build, part, work, parameters.machine) for build in part.variants),
        measured_said=part.said,
        measuring=part.waits,
        counted_by=f"{part.variants[0].compiler}, {part.variants[0].measured}"
        if part.variants
        else "",
        parameters=parameters.parameters,
        kernel_reason=parameters.kernel(work.name).reason,
    )


def _setting(kernel: str, study: Study) -> str:
    work, machine = study.work, study.machine
    return (
        f"{kernel}: {work.operations:,} operations an element, {three_digits(study.intensity)} for "
        f"each byte moved; {work.elements:,} elements in {work.tiles:,} tiles of {work.tile:,}. "
        f"{machine.contexts} contexts with vectors of {machine.vector_bytes * 8} bits, "
        f"{bandwidth_text(machine.dma_bytes_per_second)}, {machine.dma_latency_cycles:,} cycles "
        f"of latency, {size_text(machine.scratchpad_bytes)} of scratchpad."
    )


def _bars(rungs: Sequence[RungFigures]) -> Chart:
    """Cycles, logarithmic: a scalar run is a hundred times as long."""
    bottom = _BARS_TOP + _BAR_STEP * len(rungs)
    across = log_scale([rung.cycles for rung in rungs], _BARS_LEFT, _BARS_WIDTH - 150)
    names = row_names((rung.name for rung in rungs), _BARS_TOP, _BAR_STEP)
    return Chart(
        title="Modelled cycles of each rung, on a logarithmic scale; the table below has them",
        area=Area.of_rows(across, _BARS_WIDTH, _BARS_TOP, bottom, 42),
        x_title="cycles, logarithmic",
        y_title="",
        x_ticks=ticks(across),
        y_ticks=names,
        bars=tuple(_bar(index, level, across) for index, level in enumerate(rungs)),
    )


def _bar(index: int, rung_figures: RungFigures, across: Scale) -> Bar:
    y = _BARS_TOP + index * _BAR_STEP + (_BAR_STEP - _BAR_HEIGHT) / 2
    end = across.at(rung_figures.cycles)
    gain = "" if rung_figures.rung == "scalar" else f", {rung_figures.gain:.2f} ×"
    return Bar(
        x=_BARS_LEFT,
        y=y,
        width=max(round(end - _BARS_LEFT, 1), 1),
        height=_BAR_HEIGHT,
        classes=f"is-{rung_figures.rung}",
        title=f"{rung_figures.name}: {rung_figures.cycles:,} cycles{gain}",
        label=f"{short_number(rung_figures.cycles)} cycles{gain}",
        label_x=end + 8,
        label_y=y + 15,
    )


def _curve(title: str, x_title: str, points: list[tuple[int, CurvePoint]]) -> Chart:
    across = log_scale([value for value, _ in points], _CURVE.left, _CURVE.right)
    up = log_scale(
        [point.gains[rung] for _, point in points for rung, _ in _CURVED], _CURVE.bottom, _CURVE.top
    )
    lines: list[Line] = []
    marks: list[Mark] = []
    for rung, classes in _CURVED:
        places = [(across.at(value), up.at(point.gains[rung])) for value, point in points]
        lines.append(
            Line(
                path(places), classes, NAMES[rung], NAMES[rung], _CURVE.right + 6, places[-1][1] + 4
            )
        )
        marks += [
            Mark(
                x=x,
                y=y,
                classes=classes,
                title=f"{NAMES[rung]}: {point.gains[rung]:.2f} × at {value:,}",
                radius=3,
            )
            for (x, y), (value, point) in zip(places, points, strict=True)
        ]
    return Chart(
        title=f"{title}; the table below has the numbers",
        area=_CURVE,
        x_title=x_title,
        y_title="gain over the rung before, logarithmic",
        x_ticks=ticks(across),
        y_ticks=ticks(up),
        lines=_apart(lines),
        marks=tuple(marks),
    )


def _apart(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The same with labels that do not lie on each other; lines are from the highest down."""
    placed: list[Line] = []
    for line in lines:
        least = placed[-1].y + _LABEL_STEP if placed else line.y
        placed.append(replace(line, y=max(line.y, least)))
    return tuple(placed)


def _curve_rows(
    request: SocRequest, setting: str, points: Sequence[tuple[int, CurvePoint]], chosen: int
) -> tuple[CurveRow, ...]:
    """points: values of the setting, each with the gains; chosen: that of this page."""
    return tuple(
        CurveRow(
            at=f"{value:,}",
            address=request.with_values(**{setting: str(value)}).address(),
            point=point,
            chosen=value == chosen,
        )
        for value, point in points
    )


def _formulas(study: Study) -> tuple[str, ...]:
    """The bounds and costs with this run's numbers in them."""
    work, machine, last = study.work, study.machine, study.rungs[-1]
    each = work.bytes_in + work.bytes_out
    rate = machine.dma_bytes_per_second / machine.clock_hz
    in_flight = machine.outstanding_bursts * machine.burst_bytes
    share = instructions_per_element(work, machine, "vec")
    littles = (
        f"no more than {machine.outstanding_bursts} × {machine.burst_bytes} bytes in "
        f"{machine.dma_latency_cycles:,} cycles ({in_flight / machine.dma_latency_cycles:.4g} a "
        "cycle) by Little's law"
        if machine.dma_latency_cycles
        else "no latency holds it back"
    )
    return (
        f"Memory: {work.elements:,} elements × {each} bytes at {rate:.4g} bytes a cycle, and "
        f"{littles}: at least {last.memory_bound_cycles:,} cycles.",
        f"Compute: {work.elements:,} elements × {share:.4g} vector instructions ÷ {last.contexts} "
        f"contexts: at least {last.compute_bound_cycles:,} cycles.",
        f"Each of {2 * work.tiles:,} transfers is set up for {machine.dma_setup_cycles} cycles; a "
        f"launch takes {machine.thread_launch_cycles:,}, the join "
        f"{machine.thread_join_cycles:,}.",
        f"Buffers: {last.contexts} contexts × {last.buffers} × {work.tile:,} elements × {each} "
        f"bytes = {last.scratchpad_used:,} bytes of scratchpad.",
    )


def _measured(
    build: MeasuredVariant, part: MeasuredPart, work: KernelWork, machine: ThreadedCore
) -> LatencyRow:
    """One counted variant beside the model at its width."""
    modelled = modelled_per_element(work, machine, build)
    scalar = modelled_per_element(work, machine, part.variants[0])
    return LatencyRow(_VARIANTS.get(build.name, build.name), build, modelled, scalar / modelled)
