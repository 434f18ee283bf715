"""A student's exercises in a class: points, state, and the next one to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.view_models.lab.frame import ClassFrame
from app.view_models.words import count
from classroom.grades import Grade
from classroom.moments import moment_words
from classroom.records import Assignment, Attempt


@dataclass(frozen=True, slots=True)
class ExerciseRow:
    """points: as `7 of 10`, empty before the first hand-in. state: one word with its sign. due: in
    words. next: whether this is what to do next."""

    title: str
    address: str
    points: str
    sign: str
    state: str
    due: str
    next: bool


@dataclass(frozen=True, slots=True)
class ClassPage:
    title: str
    frame: ClassFrame
    summary: str
    rows: tuple[ExerciseRow, ...]
    may_choose: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a member stands with one exercise. newest: their last hand-in. due: their own."""

    assignment: Assignment
    title: str
    grade: Grade | None
    newest: Attempt | None
    tried: bool
    due: float | None


_STATES: Mapping[str, tuple[str, str]] = {
    "full": ("✓", "done"),
    "part": ("◐", "in part"),
    "none": ("✗", "not yet right"),
    "tried": ("…", "tried"),
    "waiting": ("…", "being graded"),
    "error": ("!", "our error; will be graded again"),
    "new": ("○", "not begun"),
}


def class_page(
    frame: ClassFrame, standings: Sequence[Standing], now: float, may_choose: bool
) -> ClassPage:
    """may_choose: the visitor may add exercises."""
    open_ = [one for one in standings if _state(one) != "full" and not _is_over(one, now)]
    following = open_[0].assignment.id if open_ else None
    rows = tuple(_row(frame, one, now, one.assignment.id == following) for one in standings)
    have = sum(one.grade.points for one in standings if one.grade)
    most = sum(one.assignment.points for one in standings)
    summary = f"{have} of {count(most, 'point')} so far." if standings else ""
    return ClassPage(frame.title, frame, summary, rows, may_choose)


def _row(frame: ClassFrame, one: Standing, now: float, following: bool) -> ExerciseRow:
    sign, word = _STATES[_state(one)]
    points = f"{one.grade.points} of {one.assignment.points}" if one.grade else (
        f"{one.assignment.points}"
    )  # fmt: skip
    return ExerciseRow(
        one.title, f"{frame.address}/x/{one.assignment.exercise_id}", points, sign, word,
        _due_words(one, now), following,
    )  # fmt: skip


def _state(one: Standing) -> str:
    if one.newest is not None and one.newest.status in ("waiting", "running"):
        return "waiting"
    if one.grade is not None:
        if one.grade.points >= one.assignment.points:
            return "full"
        return "part" if one.grade.points else "none"
    if one.newest is not None and one.newest.status == "error":
        return "error"
    return "tried" if one.tried else "new"


def _is_over(one: Standing, now: float) -> bool:
    return one.due is not None and now > one.due + one.assignment.grace


def _due_words(one: Standing, now: float) -> str:
    if one.due is None:
        return ""
    return f"closed {moment_words(one.due)}" if _is_over(one, now) else (
        f"until {moment_words(one.due)}"
    )  # fmt: skip
