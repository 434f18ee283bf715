"""Figures of lessons that run the function, or link the program."""

from __future__ import annotations

from collections.abc import Callable

from app.drawing.scenes.branch_layout import layout_scene
from app.drawing.scenes.frame_chain import FrameFacts, frame_scene
from app.drawing.scenes.overlap_cells import overlap_scene
from app.drawing.scenes.record import Scene
from app.drawing.scenes.views.scene import no_scene, scene_view
from app.lesson.rows import folded_rows
from app.lesson.views.lesson import PairPart, Part, ScenePart, TablePart, TextPart
from app.loop.lane_scenes import RecordedSetting, lane_scene_view
from app.loop.views.settings import sentence
from compiler_core.claims.case import Case, NothingThere
from compiler_core.claims.metrics import COUNTED_METRICS
from compiler_core.errors import InputError
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import experiment_of
from compiler_core.host.running.overlap import run_overlap
from compiler_core.host.running.record import Counts
from compiler_core.host.stepping.record_steps import record_steps
from compiler_core.host.whole_program.profile import profile_of
from compiler_core.host.whole_program.profile_record import Layout
from compiler_core.host.whole_program.whole import link_whole
from compiler_core.lessons.lesson import Figure

SHOWN_ELEMENTS = 8
COUNTED = 1024
OVERLAPPED = 24


def counts_parts(figure: Figure, case: Case) -> tuple[Part, ...]:
    """Counts under the setting, and under the other one beside it."""
    cases = [case] if figure.other is None else [case, case.under(figure.other)]
    runs = [counted_run(counted_case) for counted_case in cases]
    names = [_count_name(named_case, figure) for named_case in cases]
    rows = tuple(
        (kind.title.capitalize(), *(_number(kind.read(run)) for run in runs))
        for kind in COUNTED_METRICS.values()
        if all(run.per_element is not None for run in runs) or "element" not in kind.title
    )
    head = ("", *names)
    measured = f"{runs[0].measured[:1].upper()}{runs[0].measured[1:]}; n = {runs[0].n:,}."
    return (
        TablePart("table", head, ("", *("number" for _ in runs)), rows),
        TextPart("text", (measured,)),
    )


def _count_name(case: Case, figure: Figure) -> str:
    assert figure.setting.sources
    same_flags = figure.other is not None and figure.other.flags == figure.setting.flags
    return case.source.name if same_flags else case.setting.flags


def overlap_parts(figure: Figure, case: Case) -> tuple[Part, ...]:
    setting = case.setting
    overlap = run_overlap(
        setting.sources,
        case.compiler.name,
        setting.flags,
        experiment_of(setting.function, OVERLAPPED),
    )
    rows = tuple(
        (str(row.index), row.with_promise, row.without_promise, "wrong" if row.wrong else "")
        for row in overlap.rows[:SHOWN_ELEMENTS]
    )
    head = (f"Element of {overlap.written}", "With the promise", "Without it", "")
    numbers = ("number", "number", "number", "")
    picture = _pictured("Two names for one memory", lambda: overlap_scene(overlap, figure.id))
    return (picture, TextPart("text", overlap.sentences), TablePart("table", head, numbers, rows))


def lanes_parts(figure: Figure, case: Case) -> tuple[Part, ...]:
    """The loop's first rounds as a scene, from a recording."""
    setting = case.setting
    experiment = experiment_of(setting.function)
    recording = record_steps(
        setting.sources, case.compiler.name, setting.flags, experiment, setting.line or None
    )
    if not recording.ok:
        raise NothingThere(f"It could not be recorded: {recording.ending.sentence}")
    description = sentence(case.compiler.title, recording.flags)
    recorded = RecordedSetting(f"lanes-{figure.id}", case.source, description)
    return (ScenePart("scene", lane_scene_view(recording, recorded)),)


def frames_parts(figure: Figure, case: Case) -> tuple[Part, ...]:
    """The function's instructions that save, link and restore, and the chain on the stack."""
    description = sentence(case.compiler.title, tuple(case.setting.flags.split()))
    facts = FrameFacts(
        figure.id, case.function.name, case.function_code, description, case.compilation.command
    )
    return (_pictured("A chain of frame records", lambda: frame_scene(facts)),)


def whole_parts(_: Figure, case: Case) -> tuple[Part, ...]:
    setting = case.setting
    linked = link_whole(setting.sources, case.compiler.name, setting.flags)
    calls = tuple(call.sentence for call in linked.calls)
    pairs = tuple(
        folded_rows([row for function in linked.comparison.functions[:1] for row in function.rows])
    )
    return (
        TextPart("text", (*linked.summary, *calls)),
        PairPart("pair", "Each file on its own", "Linked with -flto", pairs),
    )


def profile_parts(figure: Figure, case: Case) -> tuple[Part, ...]:
    """The branch under no profile, and under the profile of each kind of input."""
    setting = case.setting
    profile = profile_of(case.source, case.compiler.name, setting.flags, setting.function)
    if not profile.ok:
        raise NothingThere(f"It could not be profiled: {profile.message}")
    names = tuple(distribution.name for distribution in profile.distributions)
    rows = tuple(
        (
            layout.title,
            *(_taken(layout, name) for name in names),
            "turned round" if layout.flipped else "",
        )
        for layout in profile.layouts
    )
    head = ("Built", *(f"jumps per element, {name}" for name in names), "The branch")
    numbers = ("", *("number" for _ in names), "")
    picture = _pictured("Where the usual case stands", lambda: layout_scene(profile, figure.id))
    return (picture, TextPart("text", profile.summary), TablePart("table", head, numbers, rows))


def _pictured(title: str, draw: Callable[[], Scene]) -> ScenePart:
    """The scene, or why it cannot be drawn."""
    try:
        return ScenePart("scene", scene_view(draw()))
    except InputError as error:
        return ScenePart("scene", no_scene(title, error))


def _taken(layout: Layout, name: str) -> str:
    cost = layout.costs.get(name)
    if cost is None or cost.taken_per_element is None:
        return "–"
    return _number(cost.taken_per_element)


def counted_run(case: Case) -> Counts:
    """The function in question, counted. Raises NothingThere when it does not run."""
    setting = case.setting
    experiment = experiment_of(setting.function, COUNTED)
    counts = count_source(setting.sources, case.compiler.name, setting.flags, experiment)
    if not counts.ok:
        raise NothingThere(f"It does not run: {counts.message}")
    return counts


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"
