"""All grades of a class as one table."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, select

from classroom.assignments import assignments_of
from classroom.members import members_of
from classroom.records import Assignment, Member
from classroom.roles import Role
from classroom.tables import grades, members


@dataclass(frozen=True, slots=True)
class Entry:
    """points: what counts; None before anything is graded. overridden: the instructor's, for the
    reason. earned: by the best attempt."""

    points: int | None
    overridden: bool = False
    attempt_id: int | None = None
    earned: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Gradebook:
    """members: students, by nickname. external: their ids in another system, empty for none.
    entries: by member and assignment.
    """

    assignments: tuple[Assignment, ...]
    members: tuple[Member, ...]
    external: dict[int, str]
    entries: dict[tuple[int, int], Entry]

    def entry(self, member: Member, assignment: Assignment) -> Entry:
        return self.entries.get((member.id, assignment.id), Entry(None))

    def total(self, member: Member) -> int:
        return sum(self.entry(member, assignment).points or 0 for assignment in self.assignments)

    @property
    def most(self) -> int:
        return sum(assignment.points for assignment in self.assignments)


def gradebook(connection: Connection, class_id: str) -> Gradebook:
    """Four queries, whatever the size of the class."""
    students = tuple(user for user in members_of(connection, class_id) if user.role == Role.STUDENT)
    outer = select(members.c.id, members.c.external_id).where(members.c.class_id == class_id)
    wanted = (
        select(grades)
        .join(members, members.c.id == grades.c.member_id)
        .where(members.c.class_id == class_id)
    )
    entries = {
        (row.member_id, row.assignment_id): Entry(
            row.points if row.override is None else row.override,
            row.override is not None,
            row.attempt_id,
            row.points,
            row.reason or "",
        )
        for row in connection.execute(wanted)
    }
    return Gradebook(
        assignments_of(connection, class_id),
        students,
        {row.id: row.external_id or "" for row in connection.execute(outer)},
        entries,
    )
