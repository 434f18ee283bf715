"""A class of 300 at the end of its term: every member at every exercise, 100,000 attempts."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, insert

from classroom.assignments import assign
from classroom.classes import make_class
from classroom.database import LabDatabase
from classroom.members import Joined, join_class
from classroom.records import Assignment, LabClass, Member
from classroom.roles import Role
from classroom.tables import attempts, grades, outcomes
from compiler_core.exercises.shipped import shipped_exercises

_ROWS_AT_ONCE = 5_000
_SOURCE_LETTERS = 400
_SENTENCES = (
    "The same bits on every hidden input.",
    "The result differs on a hidden input.",
    "Found: vectorized is false.",
    "Found: 5,005 instructions.",
)


@dataclass(frozen=True)
class LargeClass:
    """instructor: with the token of their return link."""

    lab_class: LabClass
    instructor: Joined
    students: tuple[Member, ...]
    assignments: tuple[Assignment, ...]


def make_large_class(database: LabDatabase, students: int, number: int, now: float) -> LargeClass:
    """With every exercise that ships and so many attempts, spread evenly, the last within the hour
    before now."""
    with database.writing() as connection:
        made = make_class(connection, "A term", now)
        instructor = join_class(connection, made, "Grace", now, Role.INSTRUCTOR)
        people = tuple(
            join_class(connection, made, f"student {seat}", now).member for seat in range(students)
        )
        posed = tuple(assign(connection, made, exercise) for exercise in shipped_exercises())
        large = LargeClass(made, instructor, people, posed)
        _fill(connection, large, number, now)
    return large


def _fill(connection: Connection, large: LargeClass, number: int, now: float) -> None:
    chance = random.Random(1)
    pairs = [(member, task) for task in large.assignments for member in large.students]
    rows: dict[Table, list[dict[str, Any]]] = {attempts: [], outcomes: [], grades: []}
    for identity in range(1, number + 1):
        member, assignment = pairs[identity % len(pairs)]
        passed = chance.randrange(4)
        at = now - 3600.0 * (number - identity) / number
        rows[attempts].append(_attempt(identity, member, assignment, passed, at))
        rows[outcomes] += _outcomes(identity, assignment, passed)
        if identity > number - len(pairs):
            points = passed * assignment.points // 3
            rows[grades].append({
                "member_id": member.id, "assignment_id": assignment.id, "points": points,
                "attempt_id": identity,
            })  # fmt: skip
    for table, all_rows in rows.items():
        for some in _parts(all_rows):
            connection.execute(insert(table), some)


def _attempt(
    identity: int, member: Member, assignment: Assignment, passed: int, at: float
) -> dict[str, Any]:
    return {
        "id": identity, "member_id": member.id, "assignment_id": assignment.id,
        "digest": assignment.digest, "state": {"source": "x" * _SOURCE_LETTERS},
        "source_digest": str(identity), "handed_in": True, "at": at, "run": 1, "status": "graded",
        "points": passed * assignment.points // 3, "client_key": str(identity),
    }  # fmt: skip


def _outcomes(identity: int, assignment: Assignment, passed: int) -> Iterator[dict[str, Any]]:
    for check in range(1, 4):
        yield {
            "attempt_id": identity, "run": 1, "number": check, "points": 0,
            "most": assignment.points // 3, "status": "passed" if check <= passed else "failed",
            "sentence": _SENTENCES[check if check > passed else 0], "data": {},
        }  # fmt: skip


def _parts(rows: Sequence[dict[str, Any]]) -> Iterator[Sequence[dict[str, Any]]]:
    for begin in range(0, len(rows), _ROWS_AT_ONCE):
        yield rows[begin : begin + _ROWS_AT_ONCE]
