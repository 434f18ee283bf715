"""One step of a stage: its changes with reasons, and the graph before and after the chosen one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.model.views.graph_picture import GraphPicture, graph_picture
from app.model_runs.request import ModelRequest
from app.words import capitalised, count, joined
from compiler_core.trace import Change, Snapshot, Step

ANCHOR = "step"
CHANGES_SHOWN = 60
LINES_SHOWN = 400
SOURCES_NAMED = 4
# Sign and word of each kind of change; a refusal says what a pass considered and left as it is.
KINDS: dict[str, tuple[str, str]] = {
    "added": ("+", "added"),
    "removed": ("−", "removed"),
    "replaced": ("~", "replaced"),
    "folded": ("=", "folded"),
    "fused": ("⊕", "fused"),
    "split": ("÷", "split"),
    "laid out": ("▦", "laid out"),
    "quantised": ("▪", "quantised"),
    "hoisted": ("↑", "moved"),
    "reordered": ("↕", "moved"),
    "refused": ("○", "refused"),
}
OTHER = ("~", "changed")
# Passes that sweep up: many changes, little to learn.
HOUSEKEEPING = ("constant-folding", "identity-removal", "dead-code-elimination")


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow:
    """A step in the list; facts say in a few words what it did, classes `is-idle` if nothing."""

    number: int
    """Place among the stage's steps, from 1."""
    title: str
    """The pass in words, as `Batch norm folding`."""
    facts: str
    """How much it changed, as `3 changes` or `no change`."""
    address: str
    """Of the page with this step open."""
    current: bool
    """Whether this step is the open one."""
    classes: str
    """CSS class `is-idle` where the pass changed nothing, else empty."""


@dataclass(frozen=True, slots=True)
class AlikeChange:
    """A further change of the same kind for the same reason; its address draws it."""

    subject: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRow:
    """A change: sign and word of its kind, subject, reason; its address draws it."""

    sign: str
    """Of the kind of change, as `+` or `⊕`."""
    word: str
    """For the kind of change, as `fused`."""
    subject: str
    """What was changed, by names of nodes."""
    reason: str
    """Why the pass did this, or left it."""
    address: str
    """Of the page with this change drawn."""
    current: bool
    """Whether this change is drawn."""
    classes: str
    """CSS class `is-refused` for what the pass left as it is, else empty."""
    more: str = ""
    """How many there are of the same kind with the same reason, "" for none."""
    alike: tuple[AlikeChange, ...] = ()
    """The first of them, shown at once if open."""
    open: bool = False
    """Whether one of `alike` is drawn, so that they are shown."""


@dataclass(frozen=True, slots=True)
class GraphLine:
    """One node as text. sign and word say what happens to it; empty for one that stays."""

    text: str
    sign: str
    word: str
    classes: str


@dataclass(frozen=True, slots=True)
class GraphText:
    """All nodes as text, with a note on what is left out."""

    title: str
    lines: tuple[GraphLine, ...]
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelStepView:
    """One step of a stage: what a pass did to the graph."""

    title: str
    """The pass in words, as `Batch norm folding`."""
    idea: str
    """What such a pass does."""
    sentence: str
    """What this one did."""
    checked: str
    """How its outputs compare."""
    earlier: str
    """Address of the step before, empty for the first."""
    later: str
    """Address of the step behind, empty for the last."""
    changes: tuple[ChangeRow, ...]
    """At most 60 rows, one for each kind and reason, in order of the first."""
    more_changes: str
    """How many further kinds of changes there are, in words; empty for none."""
    reason: str
    """Of the chosen change; empty where the pass changed nothing."""
    left: GraphPicture | None
    """Drawings around the chosen change; None where nothing is left of it."""
    right: GraphPicture | None
    """Drawing after the chosen change; None where nothing is left of it."""
    before: GraphText | None
    """All nodes before the pass as text, removed ones marked; None if not recorded."""
    after: GraphText | None
    """All nodes after the pass as text, new ones marked; None if not recorded."""


def step_rows(request: ModelRequest, steps: Sequence[Step], chosen: int) -> tuple[StepRow, ...]:
    """All steps of a stage; chosen counts from 1."""
    return tuple(
        StepRow(
            number=number,
            title=step_title(step),
            facts=_facts(step),
            address=request.at_step(number).address(ANCHOR),
            current=number == chosen,
            classes="" if step.changed else "is-idle",
        )
        for number, step in enumerate(steps, 1)
    )


def chosen_step(request: ModelRequest, steps: Sequence[Step]) -> int:
    """The step to show: the one asked for, else the first that says most; 0 if there is none."""
    if 1 <= request.step <= len(steps):
        return request.step
    places = range(1, len(steps) + 1)
    return max(places, key=lambda number: _telling(steps[number - 1]), default=0)


def _telling(step: Step) -> tuple[bool, bool, int]:
    """Sorts steps by what there is to learn: changes of which a reader would not think first."""
    done = sum(change.kind != "refused" for change in step.changes)
    return done > 0, step.pass_name not in HOUSEKEEPING, done


def step_view(
    request: ModelRequest, steps: Sequence[Step], number: int, idea: str
) -> ModelStepView:
    """The step of this number with the chosen change drawn."""
    step = steps[number - 1]
    chosen = request.change if 1 <= request.change <= len(step.changes) else 1
    change = step.changes[chosen - 1] if step.changes else None
    return ModelStepView(
        title=step_title(step),
        idea=idea,
        sentence=step_sentence(step),
        checked=" ".join(remark.message for remark in step.remarks if remark.severity == "passed"),
        earlier=request.at_step(number - 1).address(ANCHOR) if number > 1 else "",
        later=request.at_step(number + 1).address(ANCHOR) if number < len(steps) else "",
        changes=tuple(_change_rows(request, step, number, chosen)),
        more_changes=_more(len(_alike(step.changes))),
        reason=change.reason if change else "",
        left=_picture("Before", step.before, change.before if change else ()),
        right=_picture("After", step.after, change.after if change else ()),
        before=_text("Before", step.before, step, "removed"),
        after=_text("After", step.after, step, "added"),
    )


def sources_words(sources: Sequence[str]) -> str:
    """Names of source nodes; of many, the first few."""
    return joined(sources, SOURCES_NAMED)


def step_title(step: Step) -> str:
    """`Fold BatchNorm` from `fold-batch-norm`."""
    return capitalised(step.pass_name.replace("-", " "))


def step_sentence(step: Step) -> str:
    """What it did, in one sentence with counts."""
    if not step.changed:
        return "Nothing in this graph gave it work."
    kinds = [change.kind for change in step.changes if change.kind != "refused"]
    parts = [f"{kinds.count(kind)} {_sign_word(kind)[1]}" for kind in dict.fromkeys(kinds)]
    before, after = step.metrics.get("nodes_before"), step.metrics.get("nodes_after")
    nodes = f"; {count(round(before), 'node')} became {after:.0f}" if before and after else ""
    return f"{capitalised(', '.join(parts))}{nodes}."


def _facts(step: Step) -> str:
    done = sum(change.kind != "refused" for change in step.changes)
    return count(done, "change") if done else "no change"


def _more(number: int) -> str:
    rest = number - CHANGES_SHOWN
    return f"and {count(rest, 'more kind')} of changes" if rest > 0 else ""


def _alike(changes: Sequence[Change]) -> tuple[tuple[tuple[int, Change], ...], ...]:
    """Changes with their numbers from 1, those of one kind for one reason together, in the order
    of the first of each."""
    groups: dict[tuple[str, str], list[tuple[int, Change]]] = {}
    for number, change in enumerate(changes, 1):
        groups.setdefault((change.kind, change.reason), []).append((number, change))
    return tuple(map(tuple, groups.values()))


def _change_rows(request: ModelRequest, step: Step, number: int, chosen: int) -> list[ChangeRow]:
    rows = []
    for group in _alike(step.changes)[:CHANGES_SHOWN]:
        (position, change), *others = group
        sign, word = _sign_word(change.kind)
        address = request.at_step(number, position).address(ANCHOR)
        classes = "is-refused" if change.kind == "refused" else ""
        alike = tuple(
            AlikeChange(other.subject, request.at_step(number, at).address(ANCHOR), at == chosen)
            for at, other in others[:CHANGES_SHOWN]
        )
        rows.append(
            ChangeRow(
                sign=sign,
                word=word,
                subject=change.subject,
                reason=change.reason,
                address=address,
                current=position == chosen,
                classes=classes,
                more=f"{len(others):,} more for the same reason" if others else "",
                alike=alike,
                open=any(similar.current for similar in alike),
            )
        )
    return rows


def _sign_word(kind: str) -> tuple[str, str]:
    return KINDS.get(kind, OTHER)


def _picture(
    title: str, snapshot: Snapshot | None, subjects: tuple[str, ...]
) -> GraphPicture | None:
    if snapshot is None or not subjects:
        return None
    return graph_picture(title, snapshot.nodes, frozenset(subjects))


def _text(title: str, snapshot: Snapshot | None, step: Step, what: str) -> GraphText | None:
    """The nodes, those that a change names marked; around them when the graph is long."""
    if snapshot is None:
        return None
    marks = _marks(step.changes, what)
    lines = tuple(_line(line.text, marks.get(line.id)) for line in snapshot.lines)
    shown = lines[:LINES_SHOWN]
    rest = len(lines) - len(shown)
    note = f"{count(rest, 'more node')} follow." if rest else ""
    return GraphText(f"{title}: {count(len(lines), 'node')}", shown, note)


def _marks(changes: Sequence[Change], what: str) -> dict[str, str]:
    """The kind of the first change that names a node on this side."""
    marks: dict[str, str] = {}
    for change in changes:
        for name in change.before if what == "removed" else change.after:
            if change.kind != "refused":
                marks.setdefault(name, change.kind)
    return marks


def _line(text: str, kind: str | None) -> GraphLine:
    if kind is None:
        return GraphLine(text, "", "", "")
    sign, word = _sign_word(kind)
    return GraphLine(text, sign, word, "is-marked")
