"""Grading an exercise again, first without effect: what would rise and fall, then yes or no.

What a further run finds is kept beside what stood before (`outcome.run`); an attempt is worth what
its own run says, so that nothing changes until the run is taken over.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, select, update

from classroom.grades import settle_grade
from classroom.jobs import AGAIN, enqueue, keys_waiting
from classroom.records import Assignment, Attempt
from classroom.tables import attempts, outcomes


@dataclass(frozen=True, slots=True)
class Trial:
    """attempts: that were handed in and graded. waiting: of those, not judged again yet. rise,
    fall: attempts whose points would. errors: ours, which stay as they were.
    """

    attempts: int
    waiting: int
    rise: int
    fall: int
    errors: int

    @property
    def exists(self) -> bool:
        return bool(self.waiting or self.rise or self.fall or self.errors or self._judged)

    _judged: int = 0


def begin_again(connection: Connection, assignment: Assignment, owner: int, now: float) -> int:
    """Queue a further run of all that was handed in; how many."""
    found = _handed_in(connection, assignment)
    _forget(connection, found)
    for attempt in found:
        enqueue(connection, AGAIN, attempt.id, attempt.run + 1, owner, now)
    return len(found)


def trial(connection: Connection, assignment: Assignment) -> Trial:
    """What the further run has found so far."""
    found = _handed_in(connection, assignment)
    later = _later_points(connection, assignment)
    judged = {one.id: later[one.id] for one in found if one.id in later}
    waiting = keys_waiting(connection, AGAIN, [one.id for one in found])
    sums = [(one.points, judged[one.id]) for one in found if one.id in judged]
    return Trial(
        len(found),
        waiting,
        sum(new is not None and new > old for old, new in sums),
        sum(new is not None and new < old for old, new in sums),
        sum(new is None for _, new in sums),
        len(judged),
    )


def take_over(connection: Connection, assignment: Assignment) -> int:
    """The further run counts from now on, but where it met an error of ours; how many changed."""
    later = _later_points(connection, assignment)
    changed = 0
    owners: set[int] = set()
    for attempt in _handed_in(connection, assignment):
        points = later.get(attempt.id)
        if points is None:
            continue
        changed += points != attempt.points
        here = update(attempts).where(attempts.c.id == attempt.id)
        connection.execute(here.values(run=attempt.run + 1, points=points, status="graded"))
        if attempt.member_id is not None:
            owners.add(attempt.member_id)
    for owner in owners:
        settle_grade(connection, owner, assignment.id)
    return changed


def drop(connection: Connection, assignment: Assignment) -> None:
    """Nothing of the further run is kept."""
    _forget(connection, _handed_in(connection, assignment))


def _handed_in(connection: Connection, assignment: Assignment) -> tuple[Attempt, ...]:
    wanted = select(attempts).where(
        attempts.c.assignment_id == assignment.id,
        attempts.c.handed_in,
        attempts.c.status.in_(("graded", "error")),
    )
    return tuple(Attempt.of(row) for row in connection.execute(wanted.order_by(attempts.c.id)))


def _later_points(connection: Connection, assignment: Assignment) -> dict[int, int | None]:
    """Points of the run after the one that counts, by attempt; None where it met our error."""
    wanted = (
        select(outcomes.c.attempt_id, func.sum(outcomes.c.points), func.min(outcomes.c.status))
        .join(attempts, attempts.c.id == outcomes.c.attempt_id)
        .where(attempts.c.assignment_id == assignment.id, outcomes.c.run == attempts.c.run + 1)
        .group_by(outcomes.c.attempt_id)
    )
    # `error` comes first of the four words.
    return {row[0]: None if row[2] == "error" else row[1] for row in connection.execute(wanted)}


def _forget(connection: Connection, found: tuple[Attempt, ...]) -> None:
    for attempt in found:
        later = (outcomes.c.attempt_id == attempt.id) & (outcomes.c.run > attempt.run)
        connection.execute(delete(outcomes).where(later))
