"""An attempt as a program asks for it."""

from __future__ import annotations

from dataclasses import dataclass

from app.lab.opened import lab_database
from app.lab.visits import Visit
from classroom.attempts import find_attempt, outcomes_of
from classroom.errors import NotHere
from classroom.jobs import state_of
from classroom.records import OutcomeRow


@dataclass(frozen=True, slots=True)
class AttemptState:
    """status: waiting, running, graded or error. place: in the queue, of as many as wait; 0 when
    it does not wait. outcomes: of each check, once graded."""

    id: int
    status: str
    handed_in: bool
    points: int
    place: int
    of: int
    outcomes: tuple[OutcomeRow, ...]


def own_attempt(visit: Visit, attempt_id: int) -> int:
    """Its number, if it is the visitor's. Raises NotHere."""
    with lab_database().reading() as connection:
        found = find_attempt(connection, attempt_id)
    if found.member_id != visit.me.id:
        raise NotHere("There is no such attempt of yours.")
    return found.id


def attempt_state(visit: Visit, attempt_id: int) -> AttemptState:
    """Where it stands now."""
    with lab_database().reading() as connection:
        found = find_attempt(connection, attempt_id)
        job = state_of(connection, found.id, found.run)
        outcomes = outcomes_of(connection, found)
    status = "running" if job.state == "running" and found.status == "waiting" else found.status
    return AttemptState(
        found.id, status, found.handed_in, found.points, job.place, job.of, outcomes
    )
