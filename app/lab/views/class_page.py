"""A student's exercises in a class: points, state, and the next one to do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.lab.views.frame import ClassFrame
from app.lab.views.sheet import sheet_links
from app.site.views.links import Link
from app.words import count
from classroom.moments import moment_words, zone_words
from classroom.standings import Standing
from compiler_core.sheets.sheet import CourseSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class ExerciseRow:
    """One exercise in a student's list."""

    title: str
    """Of the exercise, as it is before variants get their values."""
    address: str
    """The exercise's page in this class."""
    points: str
    """Such as `7 of 10`; before the first graded hand-in only the most, `10`."""
    sign: str
    """`✓`, `◐`, `✗`, `…`, `!` or `○`, beside `state`, which says the same."""
    state: str
    """One word with its sign."""
    due: str
    """Such as `until 3 May 12:00` or `closed 3 May 12:00`; empty without a deadline."""
    next: bool
    """Whether this is what to do next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPage:
    """The page of a class with its exercises."""

    title: str
    """Of the class."""
    frame: ClassFrame
    """What stands around every page of the class."""
    opens: str
    """When the exercises can be seen; empty where they can."""
    zone: str
    """The time that its moments are told in; empty where there are none."""
    summary: str
    """Points so far of all there are, in a sentence; empty without exercises."""
    rows: tuple[ExerciseRow, ...]
    """The exercises, in their order; empty before the class opens."""
    sheets: tuple[Link, ...]
    """Sheets of the course pack that the class uses."""
    may_choose: bool
    """Whether the visitor may add exercises, which is offered where there are none."""
    calls: tuple[Link, ...]
    """What is open for the member now."""
    code: str = ""
    """To join with, for who leads."""


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
    frame: ClassFrame,
    standings: Sequence[Standing],
    sheets: Sequence[CourseSheet],
    now: float,
    may_choose: bool,
    calls: Sequence[Link] = (),
) -> ClassPage:
    """may_choose: the visitor may add exercises. calls: what is open now."""
    open_ = [todo for todo in standings if _state(todo) != "full" and not _is_over(todo, now)]
    following = open_[0].assignment.id if open_ else None
    rows = tuple(_row(frame, held, now, held.assignment.id == following) for held in standings)
    have = sum(standing.points or 0 for standing in standings)
    most = sum(counted.assignment.points for counted in standings)
    summary = f"{have} of {count(most, 'point')} so far." if standings else ""
    zone = zone_words() if any(row.due for row in rows) else ""
    return ClassPage(
        title=frame.title,
        frame=frame,
        opens="",
        zone=zone,
        summary=summary,
        rows=rows,
        sheets=sheet_links(frame, sheets),
        may_choose=may_choose,
        calls=tuple(calls),
        code=frame.code if may_choose else "",
    )


def early_page(frame: ClassFrame, opens: float) -> ClassPage:
    """Before the class begins."""
    return ClassPage(
        title=frame.title,
        frame=frame,
        opens=moment_words(opens),
        zone=zone_words(),
        summary="",
        rows=(),
        sheets=(),
        may_choose=False,
        calls=(),
    )


def _row(frame: ClassFrame, standing: Standing, now: float, following: bool) -> ExerciseRow:
    sign, word = _STATES[_state(standing)]
    most = standing.assignment.points
    points = str(most) if standing.points is None else f"{standing.points} of {most}"
    return ExerciseRow(
        title=standing.title,
        address=f"{frame.address}/x/{standing.assignment.exercise_id}",
        points=points,
        sign=sign,
        state=word,
        due=_due_words(standing, now),
        next=following,
    )


def _state(standing: Standing) -> str:
    if standing.status in ("waiting", "running"):
        return "waiting"
    if standing.points is not None:
        if standing.points >= standing.assignment.points:
            return "full"
        return "part" if standing.points else "none"
    if standing.status == "error":
        return "error"
    return "tried" if standing.tried else "new"


def _is_over(standing: Standing, now: float) -> bool:
    return standing.due is not None and now > standing.due + standing.assignment.grace


def _due_words(standing: Standing, now: float) -> str:
    if standing.due is None:
        return ""
    return (
        f"closed {moment_words(standing.due)}"
        if _is_over(standing, now)
        else (f"until {moment_words(standing.due)}")
    )
