"""What attempts are worth: the best one in time, less hints and days late, or what the instructor
said instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select

from classroom.assignments import due_for, exercise_of
from classroom.attempts import late_days
from classroom.classes import find_class
from classroom.records import Assignment
from classroom.tables import assignments, attempts, grades, hint_opens, members
from compiler_core.errors import InputError
from compiler_core.exercises.exercise import Hint

MOST_REASON = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Grade:
    """points: what counts."""

    member_id: int
    """Number of the member."""
    assignment_id: int
    """Number of the assignment."""
    earned: int
    """By the best attempt."""
    attempt_id: int | None
    """The best attempt; None where there is none, or it is gone."""
    override: int | None
    """Points that the instructor gave instead, None for none."""
    reason: str
    """Why the instructor gave other points, empty without them."""

    @property
    def points(self) -> int:
        return self.earned if self.override is None else self.override


def settle_grade(connection: Connection, member_id: int, assignment_id: int) -> None:
    """The grade again, from all that this member handed in."""
    _one_at_a_time(connection, member_id)
    row = connection.execute(select(assignments).where(assignments.c.id == assignment_id)).one()
    assignment = Assignment.of(row)
    best, points = _best(connection, member_id, assignment)
    known = find_grade(connection, member_id, assignment_id)
    if best is None and known is None:
        return
    values = {
        "member_id": member_id, "assignment_id": assignment_id, "points": points,
        "attempt_id": best,
        "override": known.override if known else None, "reason": known.reason if known else "",
    }  # fmt: skip
    _replace(connection, values)


def _one_at_a_time(connection: Connection, member_id: int) -> None:
    """Workers that grade two attempts of one member at once: each must see what the other found.
    SQLite has one writer anyway."""
    connection.execute(select(members.c.id).where(members.c.id == member_id).with_for_update())


def find_grade(connection: Connection, member_id: int, assignment_id: int) -> Grade | None:
    """None before the first attempt is graded."""
    wanted = select(grades).where(
        grades.c.member_id == member_id, grades.c.assignment_id == assignment_id
    )
    row = connection.execute(wanted).first()
    if row is None:
        return None
    return Grade(
        member_id=row.member_id,
        assignment_id=row.assignment_id,
        earned=row.points,
        attempt_id=row.attempt_id,
        override=row.override,
        reason=row.reason or "",
    )


def override_grade(
    connection: Connection, member_id: int, assignment: Assignment, points: int | None, reason: str
) -> None:
    """What the instructor gives instead, with the reason; None takes it back. Raises InputError."""
    if points is not None and not 0 <= points <= assignment.points:
        raise InputError(f"{points} is not between 0 and {assignment.points} points.")
    if points is not None and not reason.strip():
        raise InputError("An override needs a reason.", "The member reads it.")
    _one_at_a_time(connection, member_id)
    known = find_grade(connection, member_id, assignment.id)
    values = {
        "member_id": member_id, "assignment_id": assignment.id,
        "points": known.earned if known else 0, "attempt_id": known.attempt_id if known else None,
        "override": points, "reason": reason.strip()[:MOST_REASON] if points is not None else "",
    }  # fmt: skip
    _replace(connection, values)


def open_hint(
    connection: Connection,
    member_id: int,
    assignment: Assignment,
    hints: Sequence[Hint],
    now: float,
) -> None:
    """The next hint; they open in order. Nothing happens when all are open."""
    opened = opened_hints(connection, member_id, assignment)
    if opened >= len(hints):
        return
    row = {
        "member_id": member_id, "assignment_id": assignment.id, "number": opened + 1, "at": now,
    }  # fmt: skip
    connection.execute(insert(hint_opens).values(row))
    if hints[opened].cost:
        settle_grade(connection, member_id, assignment.id)


def opened_hints(connection: Connection, member_id: int, assignment: Assignment) -> int:
    """How many this member has opened."""
    count = select(func.count()).where(
        hint_opens.c.member_id == member_id, hint_opens.c.assignment_id == assignment.id
    )
    return connection.scalar(count) or 0


def _best(connection: Connection, member_id: int, assignment: Assignment) -> tuple[int | None, int]:
    """Number of the attempt that counts, the first of equals, and what it is worth."""
    lab_class = find_class(connection, assignment.class_id)
    due = due_for(connection, member_id, assignment)
    late = lab_class.settings.late_points or 0
    hints = exercise_of(connection, assignment.digest).hints
    cost = sum(hint.cost for hint in hints[: opened_hints(connection, member_id, assignment)])
    wanted = select(attempts.c.id, attempts.c.at, attempts.c.points).where(
        attempts.c.member_id == member_id,
        attempts.c.assignment_id == assignment.id,
        attempts.c.handed_in,
        attempts.c.status == "graded",
    )
    best: int | None = None
    most = -1
    for row in connection.execute(wanted.order_by(attempts.c.id)):
        lost = cost + late * late_days(due, row.at, assignment.grace)
        if max(row.points - lost, 0) > most:
            best, most = row.id, max(row.points - lost, 0)
    return best, max(most, 0)


def _replace(connection: Connection, values: dict[str, object]) -> None:
    mine = (grades.c.member_id == values["member_id"]) & (
        grades.c.assignment_id == values["assignment_id"]
    )
    connection.execute(delete(grades).where(mine))
    connection.execute(insert(grades).values(values))
