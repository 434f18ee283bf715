"""Figures of lessons from the textbook compiler: the program after each pass, side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.drawing.scenes.pass_lines import PassFacts, pass_lines_scene
from app.drawing.scenes.views.scene import SceneView, no_scene, scene_view
from app.lesson.views.lesson import (
    Part,
    ScenePart,
    SnapshotLineView,
    SnapshotsPart,
    SnapshotView,
    TextPart,
)
from app.words import count
from compiler_core.claims.case import Case
from compiler_core.errors import InputError
from compiler_core.lessons.lesson import Figure
from compiler_core.loop.pipeline import compile_textbook
from compiler_core.trace import Change, Step

PREPARED = "promotion"
KINDS_IN_WORDS = {
    "hoisted": "moves out of the loop next",
    "removed": "is removed next",
    "folded": "is folded next",
    "replaced": "is replaced next",
}


def textbook_parts(figure: Figure, case: Case) -> tuple[Part, ...]:
    """The passes named by the figure's flags, after promotion to SSA; a column for each."""
    setting = case.setting
    wanted = tuple(setting.flags.split())
    trace = compile_textbook(setting.sources[0], setting.function, (PREPARED, *wanted))
    steps = trace.steps[1:]
    following = (*steps[1:], None)
    columns = tuple(
        _column(step, after, number)
        for number, (step, after) in enumerate(zip(steps, following, strict=True))
    )
    reasons = tuple(
        f"{change.reason}{'' if change.reason.endswith('.') else '.'}"
        for step in steps[1:]
        for change in step.changes
    )
    return (
        ScenePart("scene", _scene(figure, case, steps)),
        SnapshotsPart("snapshots", columns),
        TextPart("text", reasons),
    )


def _scene(figure: Figure, case: Case, steps: tuple[Step, ...]) -> SceneView:
    command = f"lowlab passes {case.source.name} --compiler textbook"
    facts = PassFacts(f"passes-{figure.id}", steps, case.source.name, command)
    try:
        return scene_view(pass_lines_scene(facts))
    except InputError as error:
        return no_scene("The loop, pass by pass", error)


def _column(step: Step, following: Step | None, number: int) -> SnapshotView:
    assert step.after is not None
    marks = _marks(following.changes if following is not None else ())
    title = "The input" if number == 0 else f"After {step.pass_name.replace('-', ' ')}"
    executed = step.metrics.get("operations_after")
    note = f"executes {count(int(executed), 'operation')}" if executed is not None else ""
    lines = tuple(
        replace(marks[line.id], text=line.text)
        if line.id in marks
        else SnapshotLineView(line.text, "", "")
        for line in step.after.lines[1:-1]
    )
    return SnapshotView(title, note, lines)


def _marks(changes: Sequence[Change]) -> Mapping[str, SnapshotLineView]:
    """What the next pass does, by the id of the line it does it to."""
    return {
        line: SnapshotLineView("", KINDS_IN_WORDS[change.kind], f"is-{change.kind}")
        for change in changes
        if change.kind in KINDS_IN_WORDS
        for line in change.before
    }
