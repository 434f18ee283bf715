"""Where one member stands with every exercise of their class: six queries, whatever there is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, func, select

from classroom.assignments import exercises_of, general_title, posed_for
from classroom.records import Assignment, Member
from classroom.tables import attempts, extensions, grades, variants


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Where one member stands with one exercise."""

    assignment: Assignment
    """The exercise as the class has it."""
    title: str
    """With the member's own values."""
    points: int | None
    """None before anything is graded."""
    status: str
    """Status of their newest hand-in, such as `graded`; empty where nothing was handed in."""
    tried: bool
    """Whether they sent anything, be it a try or a hand-in."""
    due: float | None
    """Their own deadline if they have one, else the class's: seconds since the epoch; None for
    none."""


def standings_of(connection: Connection, member: Member) -> tuple[Standing, ...]:
    """In the order of the exercises."""
    values = _by_assignment(connection, variants, "values", member)
    dues = _by_assignment(connection, extensions, "due", member)
    points = _points(connection, member)
    tried = set(
        connection.scalars(
            select(attempts.c.assignment_id).where(attempts.c.member_id == member.id).distinct()
        )
    )
    statuses = _statuses(connection, member)
    return tuple(
        Standing(
            assignment=assignment,
            title=posed_for(exercise, values[assignment.id]).title
            if assignment.id in values
            else general_title(exercise),
            points=points.get(assignment.id),
            status=statuses.get(assignment.id, ""),
            tried=assignment.id in tried,
            due=dues.get(assignment.id, assignment.due),
        )
        for assignment, exercise in exercises_of(connection, member.class_id)
    )


def _by_assignment(
    connection: Connection, table: Table, column: str, member: Member
) -> dict[int, Any]:
    wanted = select(table.c.assignment_id, table.c[column]).where(table.c.member_id == member.id)
    return {row[0]: row[1] for row in connection.execute(wanted)}


def _points(connection: Connection, member: Member) -> dict[int, int]:
    wanted = select(grades.c.assignment_id, grades.c.points, grades.c.override)
    rows = connection.execute(wanted.where(grades.c.member_id == member.id))
    return {row[0]: row[1] if row[2] is None else row[2] for row in rows}


def _statuses(connection: Connection, member: Member) -> dict[int, str]:
    """Of the newest hand-in at each."""
    newest = (
        select(func.max(attempts.c.id))
        .where(attempts.c.member_id == member.id, attempts.c.handed_in)
        .group_by(attempts.c.assignment_id)
    )
    wanted = select(attempts.c.assignment_id, attempts.c.status)
    rows = connection.execute(wanted.where(attempts.c.id.in_(newest)))
    return {row[0]: row[1] for row in rows}
