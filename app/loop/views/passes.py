"""The passes pane: the story, the list of passes, and one step's difference."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from app.addresses.atlas import mlir_address, ptx_address, triton_address
from app.loop.loop_request import LoopRequest
from app.loop.views.ledger import LedgerView
from app.loop.views.moments import FollowView, follow_view, strongest, touched_steps
from app.loop.views.pending import PendingView
from app.loop.views.subject import Subject
from app.textbook.request import textbook_address
from compiler_core.host.passes.delta import DeltaRow
from compiler_core.host.passes.dump import Dump
from compiler_core.host.passes.follow import LineMoment, follow_line
from compiler_core.host.passes.steps import PassStep, visible_rows
from compiler_core.host.passes.story import StoryStep
from compiler_core.host.passes.timeline import Timeline

SIGNS = {"same": " ", "changed": "~", "removed": "−", "added": "+", "moved": "↕"}
ROW_WORDS = {
    "same": "",
    "changed": "changed",
    "removed": "removed",
    "added": "added",
    "moved": "moved",
}
LEVEL_MEANINGS = {
    "LLVM IR": "LLVM's own code, independent of the machine",
    "machine IR": "LLVM's code for AArch64, first with unlimited registers",
    "GIMPLE": "GCC's own code, independent of the machine",
    "RTL": "GCC's code for AArch64, first with unlimited registers",
    "IPA": "GCC's view of all functions at once",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PassRow:
    """One pass in the list."""

    number: int
    """Of the step, as `LoopRequest.step` has it."""
    name: str
    """The pass as the compiler calls it."""
    title: str
    """The concept behind the pass; empty for one that is not known."""
    counts: str
    """`+3 −1 ~2`, empty when nothing changed."""
    changed: bool
    """Whether it changed the function."""
    current: bool
    """Whether it is the step that is shown."""
    touches: str
    """`touches line 4` where it changed code of the followed line, else empty."""


@dataclass(frozen=True, slots=True)
class LevelView:
    """The passes of one level in a row: its name, what it is, the passes."""

    name: str
    meaning: str
    rows: tuple[PassRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow:
    """One line of the difference."""

    kind: str
    """`same`, `changed`, `removed`, `added` or `moved`, which gives the row its CSS class."""
    sign: str
    """` `, `~`, `−`, `+` or `↕`."""
    word: str
    """The kind in words, such as `moved to here`; empty for a line that stayed."""
    text: str
    """The line of the compiler's own code."""
    place: str
    """Number of its source line; empty without one."""
    key: str
    """Joins it to the source line."""
    classes: str
    """Marks the followed line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepView:
    """One step."""

    step: PassStep
    """The pass with what it left, as the core read it."""
    title: str
    """The concept behind the pass, or its own name."""
    sentence: str
    """What this one did."""
    rows: tuple[ChangeRow, ...]
    """What changed, with lines around; empty where the code before or after is not known."""
    previous: int | None
    """Number of the shown step before this one; None at the start."""
    following: int | None
    """Number of the shown step after this one; None at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PassesView:
    """The pane."""

    headline: str
    """How many passes ran and how many changed something."""
    message: str
    """Why there is no timeline."""
    story: tuple[StoryStep, ...]
    """The steps that mattered, in order."""
    levels: tuple[LevelView, ...]
    """The passes by the code they work on, in the order in which they ran."""
    step: StepView | None
    """The chosen step with its difference; None where there is none to show."""
    unchanged_shown: bool
    """True if the list also has the passes that changed nothing."""
    follow: FollowView | None
    """The followed line through the passes, None if no line of this file is followed."""
    textbook: str
    """Address of the textbook compiler with the same function, empty if that does not read it."""
    ptx: str
    """The atlas page with the function's loop as a GPU kernel; empty if its shape allows none."""
    mlir: str
    """The atlas page with the function's loop in MLIR; empty if its shape allows none."""
    triton: str
    """The atlas page with the function's loop in Triton; empty if its shape allows none."""
    ledger: LedgerView | None
    """What each pass saved, None before anybody asked."""
    pending: PendingView | None = None
    """What everything else still waits for."""


def pending_passes(pending: PendingView) -> PassesView:
    """Before the timeline is there."""
    return PassesView(
        headline="",
        message="",
        story=(),
        levels=(),
        step=None,
        unchanged_shown=False,
        follow=None,
        textbook="",
        ptx="",
        mlir="",
        triton="",
        ledger=None,
        pending=pending,
    )


def passes_view(
    subject: Subject, timeline: Timeline, ledger: LedgerView | None = None
) -> PassesView:
    """The pane for a timeline; the step of the request, or the one the story weighs most."""
    request = subject.request
    line = request.line_in(subject.file)
    moments = follow_line(timeline, line) if line else ()
    shown = _shown_steps(request, timeline)
    chosen = _chosen(request, timeline, moments)
    touched = dict.fromkeys(touched_steps(moments), f"touches line {line}")
    ran = len(timeline.steps)
    names = {function.symbol: function.name for function in subject.functions}
    name = names.get(timeline.function, timeline.function)
    changed = sum(step.changed for step in timeline.steps)
    return PassesView(
        headline=f"{ran} passes ran over {name}; {changed} of them changed it." if ran else "",
        message=timeline.message,
        story=timeline.story,
        levels=tuple(_levels(shown, chosen, touched)),
        step=_step(timeline, shown, chosen, subject) if chosen is not None else None,
        unchanged_shown=request.unchanged,
        follow=follow_view(line, moments, chosen),
        textbook=textbook_address(subject.source, timeline.function) if ran else "",
        ptx=ptx_address(subject.source, timeline.function) if ran else "",
        mlir=mlir_address(subject.source, timeline.function) if ran else "",
        triton=triton_address(subject.source, timeline.function) if ran else "",
        ledger=ledger,
    )


def _shown_steps(request: LoopRequest, timeline: Timeline) -> list[PassStep]:
    if request.unchanged:
        return list(timeline.steps)
    return [step for step in timeline.steps if step.changed]


def _chosen(
    request: LoopRequest, timeline: Timeline, moments: Sequence[LineMoment]
) -> PassStep | None:
    numbers = {step.number: step for step in timeline.steps}
    if request.step in numbers:
        return numbers[request.step]
    touching = strongest(moments, timeline.story)
    if touching is not None:
        return numbers[touching]
    if timeline.story:
        return numbers[max(timeline.story, key=lambda entry: entry.weight).number]
    return next((step for step in timeline.steps if step.changed), None)


def _levels(
    steps: Sequence[PassStep], chosen: PassStep | None, touched: Mapping[int, str]
) -> Iterator[LevelView]:
    for level, group in groupby(steps, key=lambda step: step.dump.level):
        rows = tuple(_pass_row(step, chosen, touched) for step in group)
        yield LevelView(level, LEVEL_MEANINGS[level], rows)


def _pass_row(step: PassStep, chosen: PassStep | None, touched: Mapping[int, str]) -> PassRow:
    counts = step.counts
    return PassRow(
        number=step.number,
        name=step.dump.pass_name,
        title=step.concept.title if step.concept else "",
        counts=" ".join(f"{SIGNS[kind]}{counts[kind]}" for kind in SIGNS if kind in counts),
        changed=step.changed,
        current=chosen is not None and chosen.number == step.number,
        touches=touched.get(step.number, ""),
    )


def _step(
    timeline: Timeline, shown: Sequence[PassStep], step: PassStep, subject: Subject
) -> StepView:
    sentences = {entry.number: entry.sentence for entry in timeline.story}
    earlier = [before for before in shown if before.number < step.number]
    later = [after for after in shown if after.number > step.number]
    return StepView(
        step=step,
        title=step.concept.title if step.concept else step.dump.pass_name,
        sentence=sentences.get(step.number, "") or _plain_sentence(step),
        rows=tuple(_joined(row, subject) for row in _change_rows(step)),
        previous=earlier[-1].number if earlier else None,
        following=later[0].number if later else None,
    )


def _plain_sentence(step: PassStep) -> str:
    if not step.changed:
        return "This pass changed nothing in this function."
    parts = [f"{number} {ROW_WORDS[kind]}" for kind, number in step.counts.items()]
    return f"Lines: {', '.join(parts)}."


def _change_rows(step: PassStep) -> Iterator[ChangeRow]:
    if step.before is None or step.after is None:
        return
    rows = visible_rows(step)
    for row in rows:
        if row.kind == "changed":
            yield _row("removed", step.before, row.before)
            yield _row("added", step.after, row.after)
        elif row.kind == "moved":
            yield _moved(step.before, step.after, row)
        elif row.after is not None:
            yield _row(row.kind, step.after, row.after)
        else:
            yield _row(row.kind, step.before, row.before)


def _joined(row: ChangeRow, subject: Subject) -> ChangeRow:
    """The row with the key of its source line in the chosen file."""
    key = f"{subject.file}-{row.place}" if row.place else ""
    return replace(row, key=key, classes=subject.places.mark(key))


def _moved(before: Dump, after: Dump, row: DeltaRow) -> ChangeRow:
    if row.after is None:
        moved = _row("moved", before, row.before)
        return replace(moved, word="moved from here")
    return replace(_row("moved", after, row.after), word="moved to here")


def _row(kind: str, dump: Dump, position: int | None) -> ChangeRow:
    assert position is not None
    line = (dump.lines or ())[position]
    number = line.source.line if line.source is not None else 0
    return ChangeRow(
        kind=kind,
        sign=SIGNS[kind],
        word=ROW_WORDS[kind],
        text=line.text,
        place=str(number) if number else "",
        key="",
        classes="",
    )
