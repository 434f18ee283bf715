"""An exercise that is being written: its text, its first fault or its proof, and its version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from app.lab.views.frame import ClassFrame
from app.site.views.documentation import with_code
from app.words import count
from classroom.drafts import Draft
from classroom.roles import Role
from compiler_core.exercises.summary import ExerciseSummary


@dataclass(frozen=True, slots=True)
class WriteRefusal:
    """A request that was refused: why, and the text that its form had; None for no text."""

    problem: str
    text: str | None = None
    version: int | None = None


@dataclass(frozen=True, slots=True)
class ProofCheck:
    """What became of one check of one answer."""

    sign: str
    state: str
    mark: str
    points: str
    sentence: Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofRow:
    """One answer of the proof."""

    role: str
    """`solved`, `partial`, `wrong` or `starter`, as the exercise's file has it."""
    answer: str
    """The answer's name; empty for the starter."""
    values: str
    """Those of the variants, such as `n 64, type float`; empty without variants."""
    points: str
    """What it got, such as `7 of 10`."""
    expected: str
    """Points that it should get, such as `10` or `at most 5`."""
    sign: str
    """`✓` or `✗`."""
    state: str
    """`as it should be` or `not as it should be`."""
    mark: str
    """The class that colours it; sign and state say the same."""
    checks: tuple[ProofCheck, ...]
    """What became of each check, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WritePage:
    """The page of an exercise that is being written."""

    title: str
    """The exercise's id."""
    frame: ClassFrame
    """What stands around every page of the class."""
    address: str
    """The page's own, to which its forms are sent."""
    read_address: str
    """Where the text is read while one types: what it holds, or its first fault."""
    may_write: bool
    """Whether the visitor is an instructor; assistants read only."""
    text: str
    """The exercise's file, as it is kept or as it was typed when that was refused."""
    version: int
    """Of the draft that the form was made from, so that no newer one is overwritten."""
    problem: str
    """Why the last request was refused; empty for none."""
    status: str
    """How far the proof is."""
    fault: Markup
    """What to mend in the text, the first fault that was found; empty for none."""
    watched: bool
    """The page asks again by itself. published: whether the class has this text."""
    done: int
    """Answers of the proof that are graded."""
    total: int
    """Answers of the proof; 0 before a check was asked for."""
    rows: tuple[ProofRow, ...]
    """The first answers of the proof, wrong ones first; empty before it ran."""
    hidden_rows: str
    """How many more there are, in a sentence; empty where all are shown."""
    publish: str
    """What the button says, empty where there is nothing to publish."""
    view: str
    """The exercise's page as students see it; empty before it is published."""


@dataclass(frozen=True, slots=True)
class ReadingView:
    """What a text holds that is still being typed, or what is to be mended in it first."""

    text: Markup
    is_fault: bool


_SHOWN_ROWS = 40
_SIGNS = {
    "passed": ("✓", "passed"),
    "failed": ("✗", "failed"),
    "skipped": ("·", "not judged"),
    "error": ("!", "our error"),
}


def write_page(
    frame: ClassFrame,
    draft: Draft,
    position: tuple[int, int],
    published: str,
    role: Role,
    refusal: WriteRefusal | None = None,
) -> WritePage:
    """position: of its proof in the queue. published: digest of the version that the class has,
    empty for none."""
    may_write = role >= Role.INSTRUCTOR
    typed = refusal.text if refusal else None
    rows = tuple(_row(line) for line in _lines(draft))
    address = f"{frame.address}/write/{draft.exercise_id}"
    return WritePage(
        title=draft.exercise_id,
        frame=frame,
        address=address,
        read_address=f"{address}/read",
        may_write=may_write,
        text=draft.text if typed is None else typed,
        version=draft.version if refusal is None or refusal.version is None else refusal.version,
        problem=refusal.problem if refusal else "",
        status=_status(draft, position, published),
        fault=with_code(draft.fault),
        watched=draft.state in ("waiting", "running"),
        done=draft.done,
        total=draft.total,
        rows=rows[:_SHOWN_ROWS],
        hidden_rows=_hidden(rows),
        publish=_publish(draft, published) if may_write else "",
        view=f"{frame.address}/x/{draft.exercise_id}" if published else "",
    )


def reading_view(summary: ExerciseSummary) -> ReadingView:
    """In one line; its advice follows."""
    if summary.fault:
        return ReadingView(with_code(summary.fault), True)
    points, checks, answers = (
        count(summary.points, "point"),
        count(len(summary.checks), "check"),
        count(summary.gradings, "answer"),
    )
    facts = f"It can be read: {points}, {checks}, {answers} to grade."
    return ReadingView(with_code(" ".join((facts, *summary.advice))), False)


def state_words(draft: Draft, published: str) -> str:
    """How far it is, in a few words."""
    words = {
        "draft": "not checked",
        "waiting": "waiting for its proof",
        "running": f"{draft.done} of {draft.total} answers graded",
        "proven": "proven",
        "faulty": "to be mended",
        "error": "could not be checked",
    }[draft.state]
    if not published:
        return words
    return f"{words}, published" if _is_published(draft, published) else f"{words}, being changed"


def _is_published(draft: Draft, published: str) -> bool:
    return bool(published) and (draft.proof or {}).get("digest") == published


def _status(draft: Draft, position: tuple[int, int], published: str) -> str:
    if draft.state == "draft":
        return "Not checked since it was changed."
    if draft.state == "waiting":
        return f"Kept. Its proof waits: number {position[0]} of {position[1]}."
    if draft.state == "running":
        return f"Being proven: {draft.done} of {count(draft.total, 'answer')} graded."
    if draft.state == "faulty":
        return "Not proven."
    if draft.state == "error":
        return "It could not be checked, which is not your fault."
    graded = f"Proven: {count(len(_lines(draft)), 'answer')} graded, each as it should be."
    return f"{graded} The class has this version." if _is_published(draft, published) else graded


def _publish(draft: Draft, published: str) -> str:
    if draft.state != "proven" or _is_published(draft, published):
        return ""
    return "Publish as the next version" if published else "Publish in the class"


def _lines(draft: Draft) -> Sequence[Mapping[str, Any]]:
    """What is wrong first."""
    lines = (draft.proof or {}).get("lines", ())
    return sorted(lines, key=lambda line: bool(line["ok"]))


def _hidden(rows: Sequence[ProofRow]) -> str:
    left = len(rows) - _SHOWN_ROWS
    return f"And {left} more, each as it should be or alike." if left > 0 else ""


def _row(line: Mapping[str, Any]) -> ProofRow:
    ok = bool(line["ok"])
    return ProofRow(
        role=line["role"],
        answer=line["answer"] if line["role"] != "starter" else "",
        values=", ".join(f"{name} {value}" for name, value in line["values"].items()),
        points=f"{line['points']} of {line['of']}",
        expected=line["expected"],
        sign="✓" if ok else "✗",
        state="as it should be" if ok else "not as it should be",
        mark="is-passed" if ok else "is-failed",
        checks=tuple(_check(outcome) for outcome in line["outcomes"]),
    )


def _check(outcome: Mapping[str, Any]) -> ProofCheck:
    sign, state = _SIGNS[outcome["status"]]
    points = f"{outcome['points']} of {outcome['of']}"
    sentence = with_code(str(outcome["sentence"]))
    return ProofCheck(sign, state, f"is-{outcome['status']}", points, sentence)
