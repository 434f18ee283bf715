"""Grading an exercise again, first without effect: what would rise and fall, then yes or no.

What a further run finds is kept beside what stood before (`outcome.run`); an attempt is worth what
its own run says, so that nothing changes until the run is taken over.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, select, update

from classroom.grades import settle_grade
from classroom.jobs import AGAIN, enqueue
from classroom.records import Assignment
from classroom.tables import assignments, attempts, jobs, outcomes


@dataclass(frozen=True, slots=True)
class RegradeTrial:
    """judged: attempts that the further run has looked at. waiting: those it has not yet. rise,
    fall: whose points would. errors: ours, which stay as they were.
    """

    judged: int
    waiting: int
    rise: int
    fall: int
    errors: int


@dataclass(frozen=True, slots=True)
class _Judged:
    """An attempt that the further run has looked at."""

    id: int
    """The key of the attempt's row."""
    assignment_id: int
    """The assignment that it answers."""
    member_id: int | None
    """None when the member is deleted."""
    run: int
    """The number of the run that counts now; the further run is the next one."""
    points: int
    """What it has by the run that counts now."""
    later: int | None
    """Points that the further run gives it; None where that met an error of ours."""


def begin_again(connection: Connection, assignment: Assignment, owner: int, now: float) -> int:
    """Queue a further run of all that was handed in; how many."""
    drop(connection, assignment)
    wanted = select(attempts.c.id, attempts.c.run).where(
        attempts.c.assignment_id == assignment.id,
        attempts.c.handed_in,
        attempts.c.status.in_(("graded", "error")),
    )
    rows = connection.execute(wanted.order_by(attempts.c.id)).all()
    for row in rows:
        enqueue(connection, AGAIN, row.id, row.run + 1, owner, now)
    return len(rows)


def trials(connection: Connection, class_id: str) -> dict[int, RegradeTrial]:
    """What further runs have found so far, by assignment; those that were begun only."""
    waits = (
        select(attempts.c.assignment_id, func.count())
        .join(jobs, jobs.c.attempt_id == attempts.c.id)
        .join(assignments, assignments.c.id == attempts.c.assignment_id)
        .where(assignments.c.class_id == class_id)
        .where(jobs.c.kind == AGAIN, jobs.c.state.in_(("queued", "running")))
        .group_by(attempts.c.assignment_id)
    )
    waiting = {row[0]: row[1] for row in connection.execute(waits)}
    of_class = select(assignments.c.id).where(assignments.c.class_id == class_id)
    judged: dict[int, list[_Judged]] = {assignment_id: [] for assignment_id in waiting}
    for attempt in _judged(connection, connection.scalars(of_class).all()):
        judged.setdefault(attempt.assignment_id, []).append(attempt)
    return {name: _trial(each, waiting.get(name, 0)) for name, each in judged.items()}


def take_over(connection: Connection, assignment: Assignment) -> int:
    """The further run counts from now on, but where it met an error of ours; how many changed."""
    reruns = [rerun for rerun in _judged(connection, (assignment.id,)) if rerun.later is not None]
    for attempt in reruns:
        here = update(attempts).where(attempts.c.id == attempt.id)
        connection.execute(here.values(run=attempt.run + 1, points=attempt.later, status="graded"))
    for owner in {rerun.member_id for rerun in reruns}:
        if owner is not None:
            settle_grade(connection, owner, assignment.id)
    return sum(rerun.later != rerun.points for rerun in reruns)


def drop(connection: Connection, assignment: Assignment) -> None:
    """Nothing of the further run is kept."""
    for rerun in _judged(connection, (assignment.id,)):
        later = (outcomes.c.attempt_id == rerun.id) & (outcomes.c.run > rerun.run)
        connection.execute(delete(outcomes).where(later))


def _judged(connection: Connection, assignment_ids: Iterable[int]) -> list[_Judged]:
    """By one query; `error` comes first of the four words that an outcome's status may be."""
    later = (outcomes.c.attempt_id == attempts.c.id) & (outcomes.c.run == attempts.c.run + 1)
    columns = (
        attempts.c.id,
        attempts.c.assignment_id,
        attempts.c.member_id,
        attempts.c.run,
        attempts.c.points,
    )
    wanted = (
        select(*columns, func.sum(outcomes.c.points), func.min(outcomes.c.status))
        .join(outcomes, later)
        .where(attempts.c.assignment_id.in_(tuple(assignment_ids)))
        .group_by(*columns)
    )
    return [
        _Judged(*row[:5], later=None if row[6] == "error" else row[5])
        for row in connection.execute(wanted)
    ]


def _trial(reruns: list[_Judged], waiting: int) -> RegradeTrial:
    sums = [(rerun.points, rerun.later) for rerun in reruns]
    return RegradeTrial(
        len(reruns),
        waiting,
        sum(new is not None and new > old for old, new in sums),
        sum(new is not None and new < old for old, new in sums),
        sum(new is None for _, new in sums),
    )
