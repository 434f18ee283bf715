"""What every stage page shows: the seven stages, what changed, steps, and the stage's own part."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from shlex import quote
from typing import TYPE_CHECKING

from app.addresses.views.lesson_link import LessonLink
from app.drawing.scenes.views.scene import SceneView
from app.model.views.elsewhere import ElsewhereCommand
from app.model.views.language.command import reproduce_language
from app.model.views.model_step import ModelStepView, StepRow
from app.model_runs.known import KnownModel
from app.model_runs.request import ModelRequest
from app.site.views.folds import OpenFolds
from app.site.views.links import Link
from app.site.views.setting_fields import SettingField
from app.soc.views.language_panel import LanguagePanel
from app.soc.views.stage_panel import StagePanel
from compiler_core.pipelines.events import Event
from compiler_core.pipelines.stages import StageFile, StageKind, StageWarning
from compiler_core.sizes import size_text

if TYPE_CHECKING:
    from app.model.views.node_fates import FatesView
    from app.model.views.whole_graph import WholeGraphView
    from app.model.views.worst_first import WorstView

SHORTEST_SHOWN = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTab:
    """A stage in the row across the top."""

    number: int
    """Place of the stage in its track, from 1."""
    title: str
    """Of the stage, as `Fusion`."""
    answers: str
    """What its page tells, in a few words."""
    address: str
    """Page of this stage with the same settings."""
    current: bool
    """Whether its page is open."""
    state: str
    """done, running, waiting or failed."""
    sign: str
    """For its state: `✓`, `…`, `·` or `✗`."""
    seconds: str
    """With its unit; "" while it has not ended."""


@dataclass(frozen=True, slots=True)
class StageProgress:
    """While the stage is not there yet: what is going on, and where to listen.

    share: percent of the stage that is under way, -1 where nobody knows.
    """

    text: str
    share: int
    events: str
    after: int


@dataclass(frozen=True, slots=True)
class StageProblem:
    """Why there is no result: what happened, what to try."""

    message: str
    advice: str


@dataclass(frozen=True, slots=True)
class WarningView:
    """What a later stage cannot do. address: of the node it is about, "" for none."""

    text: str
    node: str
    address: str


@dataclass(frozen=True, slots=True)
class Download:
    """A file that the stage leaves."""

    name: str
    address: str
    size: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StagePage:
    """A stage of a model."""

    title: str
    """Of the document: stage and model."""
    track: str
    """Which compiler the model takes: `graph` or `language`."""
    model_title: str
    """Of the model as readers see it."""
    model_note: str
    """One sentence about the model."""
    tabs: tuple[StageTab, ...]
    """All stages of the track, in order."""
    stage_title: str
    """Number and name of the stage, as `3 Passes`."""
    idea: str
    """What such a stage does, in a sentence or two."""
    seconds: str
    """How long the stage took, as `1.2 s`; empty until it has ended."""
    progress: StageProgress | None
    """What the run does now; None where it need not be waited for."""
    problem: StageProblem | None
    """Why there is no result; None if the run did not fail."""
    steps: tuple[StepRow, ...]
    """Passes of the stage in order; empty where it has none."""
    step: ModelStepView | None
    """The chosen pass in detail; None where there are no steps."""
    fields: tuple[SettingField, ...]
    """Settings that the stage's own form shows."""
    kept: tuple[SettingField, ...]
    """Hidden ones, so that no form forgets the rest."""
    action: str
    """Where the stage's form is sent."""
    command: str
    """What gives the same at home."""
    earlier: str
    """Address of the stage before, empty for the first."""
    later: str
    """Address of the stage behind, empty for the last."""
    headline: str = ""
    """What the stage came to, in a sentence; empty until it has ended."""
    checked: str = ""
    """What a comparison found."""
    held: bool = True
    """What had to be so."""
    downloads: tuple[Download, ...] = ()
    """Files that the stage left."""
    detail: object | None = None
    """The stage's own view, printed by the partial named detail_part."""
    detail_part: str = ""
    """Template that prints `detail`, empty without one."""
    elsewhere: tuple[ElsewhereCommand, ...] = ()
    """What other tools document for the stage."""
    watch: str = ""
    """Where checks that go on are told, "" once they ended."""
    without_picture: str = ""
    """Address of the page with a drawn sign, where the reader's own picture failed."""
    panel: StagePanel | None = None
    """A network's stage on the chosen chip; None for a language model or without one."""
    language: LanguagePanel | None = None
    """A language model's stage on the chosen chip; None for a network or without one."""
    unchecked: str = ""
    """Why what is measured behind the last stage is missing, "" where it is there or awaited."""
    warnings: tuple[WarningView, ...] = ()
    """What stands in the way of later stages."""
    graph: WholeGraphView | None = None
    """The picture of the whole graph, where the stage has one."""
    worst: WorstView | None = None
    """Kernels with the dearest first; None until they were counted."""
    fates: FatesView | None = None
    """What became of each node of the file."""
    failed: bool = False
    """The stage ended without doing what it is for."""
    compare: str = ""
    """Address of the page with another compilation beside this one."""
    compare_models: str = ""
    """Address of the page with another network beside this one; empty on the language track."""
    scene: SceneView | None = None
    """The stage's picture that moves, None where it has none."""
    switches: tuple[Link, ...] = ()
    """Links above it that leave one thing out."""
    usual: str = ""
    """Address with all of them."""
    opened: OpenFolds = field(default_factory=OpenFolds)
    """The closed parts that are open."""
    unfold: str = ""
    """Address of the page with all of them open, or closed again."""
    lessons: tuple[LessonLink, ...] = ()
    """That teach the stage."""
    atlas: tuple[LessonLink, ...] = ()
    """Pages on which other compilers do what it does."""


SIGNS = {"done": "✓", "running": "…", "waiting": "·", "failed": "✗"}


def stage_tabs(request: ModelRequest, events: tuple[Event, ...]) -> tuple[StageTab, ...]:
    """The seven stages with how far each has come."""
    stages = enumerate(request.track.stages, 1)
    return tuple(_tab(request, number, stage, events) for number, stage in stages)


def _tab(
    request: ModelRequest, number: int, stage: StageKind, events: tuple[Event, ...]
) -> StageTab:
    state = stage_state(stage.name, events)
    return StageTab(
        number=number,
        title=stage.title,
        answers=stage.answers,
        address=request.at_stage(stage.name).address(),
        current=stage.name == request.stage,
        state=state,
        sign=SIGNS[state],
        seconds=seconds_text(stage_seconds(stage.name, events)),
    )


def stage_state(name: str, events: tuple[Event, ...]) -> str:
    """done, running, failed or waiting."""
    own = [event for event in events if event.stage == name]
    kinds = [event.kind for event in own]
    if "finished" in kinds:
        return "failed" if any(event.problem for event in own) else "done"
    failed = any(event.kind == "failed" for event in events)
    if kinds:
        return "failed" if failed else "running"
    return "waiting"


def stage_seconds(name: str, events: tuple[Event, ...]) -> float | None:
    """From its start to its end."""
    started = next((e.seconds for e in events if (e.stage, e.kind) == (name, "started")), None)
    ended = next((e.seconds for e in events if (e.stage, e.kind) == (name, "finished")), None)
    return ended - started if started is not None and ended is not None else None


def seconds_text(seconds: float | None) -> str:
    """`1.2 s`; `< 0.1 s` for what is too short to show; "" for None."""
    if seconds is None:
        return ""
    return f"{seconds:.1f} s" if seconds >= SHORTEST_SHOWN else "< 0.1 s"


def watched(request: ModelRequest, events: tuple[Event, ...]) -> str:
    """Where to listen while checks go on behind a stage that is there; "" once all has ended."""
    return "" if not events or events[-1].last else events_address(request)


def events_address(request: ModelRequest) -> str:
    """Of the run's server-sent events."""
    return request.address().replace(f"/{request.stage}", f"/{request.stage}/events", 1)


def waiting_text(number: int) -> str:
    """number: of the run in the queue; 0 when its turn has come."""
    if not number:
        return "Its turn has come: starting"
    return f"Waiting for its turn: number {number} in the queue"


def stage_progress(
    request: ModelRequest, events: tuple[Event, ...], number: int = 0
) -> StageProgress:
    """What the run does now. number: of its place in the queue, 0 if it does not wait."""
    last = events[-1] if events else None
    address = events_address(request)
    if last is None:
        return StageProgress(waiting_text(number), -1, address, 0)
    title = next((stage.title for stage in request.track.stages if stage.name == last.stage), "")
    text = f"{title}: {last.text}" if last.text and last.kind == "progress" else title
    share = round(100 * last.done / last.total) if last.total else -1
    return StageProgress(text or "Compiling", share, address, last.number)


def stage_problem(events: tuple[Event, ...]) -> StageProblem | None:
    """The run's failure, if it failed."""
    failed = next((event for event in events if event.kind == "failed"), None)
    return StageProblem(failed.text, failed.advice) if failed else None


def unchecked_text(stage_names: Iterable[str], events: tuple[Event, ...]) -> str:
    """A failure behind the last of these stages, which takes nothing from them; "" for none."""
    failed = next((event for event in events if event.kind == "failed"), None)
    ended = {event.stage for event in events if event.kind == "finished"}
    if failed is None or not ended.issuperset(stage_names):
        return ""
    doing = next((event.text for event in reversed(events) if event.kind == "progress"), "")
    what = f", at “{doing}”" if doing else ""
    return (
        f"All stages are there. What is measured behind them did not come to its end{what}, so "
        f"figures are missing here: {failed.text}"
    )


def warning_views(
    request: ModelRequest, warnings: tuple[StageWarning, ...]
) -> tuple[WarningView, ...]:
    """Each with the way to its node, which the second stage draws."""
    there = request.at_stage(request.track.stage_names[1])
    return tuple(
        WarningView(
            warning.text,
            warning.node,
            there.changed(view=warning.node).address("nodes-title") if warning.node else "",
        )
        for warning in warnings
    )


def downloads(request: ModelRequest, files: tuple[StageFile, ...]) -> tuple[Download, ...]:
    """The stage's files, to take home."""
    base = request.address()
    path, _, query = base.partition("?")
    tail = f"?{query}" if query else ""
    return tuple(
        Download(file.name, f"{path}/file/{file.name}{tail}", size_text(len(file.content)))
        for file in files
    )


def _option(setting: str) -> str:
    """`--calibration` takes a file of samples; the way to find ranges is `--method`."""
    return "method" if setting == "calibration" else setting.replace("_", "-")


def reproduce(known: KnownModel, request: ModelRequest) -> str:
    """The command that compiles the same way."""
    if known.track == "language":
        return reproduce_language(known, request)
    parts = [request.track.command, quote(known.title) if known.kind == "uploaded" else known.id]
    values = request.settings.query()
    parts += [f"--size {size}" for size in values.pop("sizes", "").split(",") if size]
    parts += [f"--{_option(name)} {value}" for name, value in values.items()]
    if request.picture:
        parts.append("--picture your-picture.png")
    return " ".join([*parts, "--out program"])
