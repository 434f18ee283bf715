"""The roofline's page: what bounds each kernel, what a stage moved, and what stands beside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from app.addresses.chips import SocRequest
from app.drawing.views.chart import Chart, short_number, three_digits
from app.soc.views.roofline_beside import (
    BesideRow,
    LanguageShown,
    LoopShown,
    PhaseRow,
    beside_rows,
    loop_notes,
    phase_note,
    phase_rows,
    phase_sentence,
)
from app.soc.views.roofline_chart import Drawn, roofline_chart
from app.soc.views.roofline_lost import LostRow, distance_text, lost_rows
from app.soc.views.roofline_places import Axes, PointSpeed
from app.soc.views.roofline_point import (
    headroom_text,
    intensity_text,
)
from app.soc.views.roofline_words import (
    assumptions_of,
    headline_of,
    intensity_words,
    moved_of,
    thesis_of,
)
from compiler_core.amounts import time_text
from compiler_core.soc.description import SocDescription
from compiler_core.soc.rooflines.distance import ModelledPoint
from compiler_core.soc.rooflines.loop_time import loop_as_modelled
from compiler_core.soc.rooflines.roofline import PlacedPoint
from compiler_core.soc.rooflines.stage_points import StageName, StagePoints
from compiler_core.soc.rooflines.staged_roofline import RoofedStage, StagedRoofline

_STAGES: dict[StageName, str] = {
    "nodes": "each node of the file",
    "passes": "after the graph passes",
    "fused": "fused kernels",
    "quantised": "fused",
}
_NAMES_SHOWN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class RooflineShown:
    """What the page is made of."""

    asked: SocRequest
    """What the address asks for."""
    soc: SocDescription
    """With the reader's changes."""
    model: str
    """Title of the network."""
    staged: StagedRoofline
    """The stage that is drawn, and the one before it."""
    made_of: tuple[tuple[str, ...], ...]
    """For each point of the stage, names of the points of the stage before that it is made of."""
    axes: Axes
    """Ends of both axes, the same for all stages."""
    speed: PointSpeed
    """Whether points stand on the roof or at their modelled speed."""
    words: Mapping[str, str]
    """What each kernel is, by its name."""
    language: LanguageShown | None
    """Decode and prefill to show beside the network, None for none."""
    loop: LoopShown | None
    """A counted C loop to show beside the network, None for none."""
    reading: str
    """The language model that is still being read, "" for none."""


@dataclass(frozen=True, slots=True)
class StageRow:
    """One stage in all."""

    name: str
    ceiling: str
    stage: RoofedStage
    operations: str
    median: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RooflineKernelRow:
    """One kernel."""

    id: str
    """Where links from the picture lead."""
    point: PlacedPoint
    """Its place under the roof."""
    what: str
    """The layer that it computes in few words, empty where not known."""
    microseconds: float
    """The least, or as modelled if that is shown."""
    share: float
    """Of the stage's least time, 0 to 1."""
    made_of: str
    """Kernels of the stage before that it is made of; empty at the first stage."""
    before: str
    """Intensities of the kernels of `made_of`; empty at the first stage."""
    crosses: str
    """Whether it changed sides, in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RooflineView:
    """A network's kernels under the roofline of a chip."""

    headline: str
    """What binds the network on this chip."""
    chart: Chart
    """Kernels of the stage, and what stands beside, under the roof."""
    is_modelled: bool
    """Whether points stand at their modelled speed."""
    unmodelled: str
    """Why some do not, "" if all do."""
    memory: str
    """That bytes go through."""
    lost: tuple[LostRow, ...]
    """Kernels that lose most."""
    thesis: tuple[str, ...]
    """What binds what, in sentences."""
    moved: str
    """What the stage moved, "" for the first."""
    stages: tuple[StageRow, ...]
    """The stage before, if any, and the one that is shown."""
    kernels: tuple[RooflineKernelRow, ...]
    """One for each point of the stage, in its order."""
    beside: tuple[BesideRow, ...]
    """Points of a language model or a loop; empty without either."""
    phases: tuple[PhaseRow, ...]
    """Decode and prefill by the token, empty without a language model."""
    phase_sentence: str
    """How decode and prefill differ by the token; empty without modelled times."""
    phase_note: str
    """How far off prefill is modelled, or why it is not; empty without a language model."""
    reading: str
    """The one that is being read."""
    loop_title: str
    """Name of the loop, empty without one."""
    loop_address: str
    """Page of the loop, empty without one."""
    loop_without: str
    """Address of this page without the loop, empty without one."""
    loop_refused: str
    """Why the loop has no place under the roof, empty where it has one or there is none."""
    loop_notes: tuple[str, ...]
    """What the loop's time stands on and leaves out; empty without a loop."""
    formulas: tuple[str, ...]
    """With this run's numbers."""
    assumptions: tuple[str, ...]
    """Sentences on what the model takes for granted."""


def stage_title(stage: StagePoints | RoofedStage) -> str:
    """`fused, int8`."""
    return f"{_STAGES[stage.name]}, {stage.precision}"


def roofline_view(shown: RooflineShown) -> RooflineView:
    """The view."""
    now, loop = shown.staged.now, shown.loop
    rows = {point.name: f"kernel-{row}" for row, point in enumerate(now.roofline.points, 1)}
    placed = loop.placed if loop else None
    language = shown.language.roofline if shown.language else None
    memory = shown.soc.memory(now.roofline.memory).title
    stages = [roofed for roofed in (shown.staged.before, now) if roofed is not None]
    return RooflineView(
        headline=headline_of(shown.soc, shown.model, shown.staged, shown.speed),
        chart=roofline_chart(_drawn(shown, rows, memory)),
        is_modelled=shown.speed == "modelled",
        unmodelled=_unmodelled(shown),
        memory=memory,
        lost=tuple(lost_rows(now, rows, shown.words)) if shown.speed == "modelled" else (),
        thesis=tuple(thesis_of(shown.staged, language, placed)),
        moved=moved_of(shown.soc, shown.staged, shown.speed),
        stages=tuple(_stage_row(shown.soc, stage) for stage in stages),
        kernels=tuple(_kernel_rows(shown, rows)),
        beside=tuple(beside_rows(shown.soc, shown.language, placed)),
        phases=tuple(phase_rows(shown.language)),
        phase_sentence=phase_sentence(shown.language),
        phase_note=phase_note(shown.language),
        reading=shown.reading,
        loop_title=loop.work.name if loop else "",
        loop_address=loop.address if loop else "",
        loop_without=loop.without if loop else "",
        loop_refused=loop.refused if loop else "",
        loop_notes=loop_notes(loop),
        formulas=tuple(_formulas(now, shown.speed)),
        assumptions=assumptions_of(shown.staged, language, shown.speed),
    )


def _drawn(shown: RooflineShown, rows: dict[str, str], memory: str) -> Drawn:
    placed = shown.loop.placed if shown.loop else None
    return Drawn(
        staged=shown.staged,
        made_of=shown.made_of,
        language=shown.language.roofline if shown.language else None,
        loop=loop_as_modelled(placed) if placed and shown.speed == "modelled" else placed,
        rows=rows,
        axes=shown.axes,
        speed=shown.speed,
        memory=memory,
    )


def _unmodelled(shown: RooflineShown) -> str:
    staged = shown.staged
    if staged.now.roofline.unmodelled:
        return f"The points lie on the roof: {staged.now.roofline.unmodelled}"
    if shown.speed == "modelled" and staged.before and staged.before.roofline.unmodelled:
        return f"Before this stage the points lie on the roof: {staged.before.roofline.unmodelled}"
    return ""


def _stage_row(soc: SocDescription, stage: RoofedStage) -> StageRow:
    summary, roof = stage.summary, stage.roofline
    return StageRow(
        name=stage_title(stage),
        ceiling=f"{soc.unit(roof.unit).title}, {roof.precision}",
        stage=stage,
        operations=short_number(summary.operations),
        median=intensity_words(summary.median_intensity),
    )


def _kernel_rows(shown: RooflineShown, rows: dict[str, str]) -> Iterator[RooflineKernelRow]:
    staged = shown.staged
    crosses = {move.name: move.crosses for move in staged.moves}
    old = {prior.name: prior for prior in staged.before.roofline.points} if staged.before else {}
    points = zip(staged.now.roofline.points, staged.now.shares, shown.made_of, strict=True)
    for point, share, names in points:
        side = crosses.get(point.name)
        yield RooflineKernelRow(
            id=rows[point.name],
            point=point,
            what=shown.words.get(point.name, ""),
            microseconds=1e6 * _seconds(point, shown.speed),
            share=share,
            made_of=_names(point.name, names) if staged.before else "",
            before=", ".join(intensity_text(old[name]) for name in names) if staged.before else "",
            crosses=f"now {side}-bound" if side else "",
        )


def _names(name: str, names: tuple[str, ...]) -> str:
    if names == (name,):
        return "itself"
    more = len(names) - _NAMES_SHOWN
    return ", ".join(names[:_NAMES_SHOWN]) + (f" and {more} more" if more > 0 else "")


def _seconds(point: PlacedPoint, speed: PointSpeed) -> float:
    modelled = speed == "modelled" and point.modelled is not None
    return point.modelled.seconds if modelled and point.modelled else point.seconds


def _formulas(stage: RoofedStage, speed: PointSpeed) -> Iterator[str]:
    """Of the kernel that takes longest."""
    roof = stage.roofline
    share, point = max(zip(stage.shares, roof.points, strict=True), key=lambda pair: pair[0])
    yield (
        f"ridge = peak / bandwidth = {short_number(roof.peak)} / {short_number(roof.bandwidth)} = "
        f"{three_digits(roof.ridge)} operations a byte"
    )
    yield (
        f"{point.name}, which takes longest ({share:.1%}): intensity = operations / bytes = "
        f"{point.operations:,.0f} / {point.bytes:,.0f} bytes = {intensity_text(point)}"
    )
    yield (
        f"attainable = min(peak, intensity · bandwidth) = {short_number(point.attainable)} "
        f"operations a second; least time = operations / attainable = "
        f"{time_text(point.seconds)}"
    )
    if speed == "modelled" and point.modelled:
        yield _distance_formula(point, point.modelled)
    yield (
        "headroom = the longer of computing and moving / the shorter: by so much the bound can be "
        f"relieved before the other one binds; here {headroom_text(point)}"
    )


def _distance_formula(point: PlacedPoint, estimate: ModelledPoint) -> str:
    parts = [f"{time_text(loss.seconds)} ({loss.reason})" for loss in estimate.losses]
    time = " + ".join([f"{time_text(estimate.least_seconds)} (roof)", *parts])
    return (
        f"modelled time = {time} = {time_text(estimate.seconds)}; speed = operations / "
        f"time = {short_number(estimate.operations_per_second)} operations a second; distance = "
        f"{short_number(point.attainable)} / {short_number(estimate.operations_per_second)} = "
        f"{distance_text(estimate.distance)}"
    )
