"""An attempt as a program asks for it, and as an open page follows it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import orjson

from app.lab.following import WAITING, followers
from app.lab.views.waiting_attempt import waiting_words
from app.lab.visits import Visit
from app.serving.lab_database import lab_database
from classroom.attempts import find_attempt, outcomes_of
from classroom.errors import NotHere
from classroom.jobs import state_of
from classroom.records import OutcomeRow


@dataclass(frozen=True, slots=True, kw_only=True)
class AttemptState:
    """An attempt as a program asks for it, and as an open page follows it."""

    id: int
    """The attempt's number: ask for it at `/api/lab/{class_id}/attempts/{attempt_id}`."""
    status: str
    """Waiting, running, graded or error."""
    handed_in: bool
    """False for a try, which is graded alike and counts for nothing."""
    points: int
    """The sum over all checks, before hints and days late are taken off; 0 until it is graded."""
    place: int
    """In the queue, of as many as wait; 0 when it does not wait."""
    of: int
    """How many jobs wait in the queue, this one included; 0 when it does not wait."""
    outcomes: tuple[OutcomeRow, ...]
    """What became of each check, in their order; empty until it is graded."""


def own_attempt(visit: Visit, attempt_id: int) -> int:
    """Its number, if it is the visitor's. Raises NotHere."""
    with lab_database().reading() as connection:
        attempt = find_attempt(connection, attempt_id)
    if attempt.member_id != visit.me.id:
        raise NotHere("There is no such attempt of yours.")
    return attempt.id


def attempt_state(visit: Visit, attempt_id: int) -> AttemptState:
    """Where it stands now."""
    with lab_database().reading() as connection:
        attempt = find_attempt(connection, attempt_id)
        job = state_of(connection, attempt.id, attempt.run)
        outcomes = outcomes_of(connection, attempt)
    status = "running" if job.state == "running" and attempt.status == "waiting" else attempt.status
    return AttemptState(
        id=attempt.id,
        status=status,
        handed_in=attempt.handed_in,
        points=attempt.points,
        place=job.place,
        of=job.of,
        outcomes=outcomes,
    )


async def attempt_events(attempt_id: int) -> AsyncIterator[str]:
    """A sentence whenever its place in the queue changes, then that it is graded."""
    yield "retry: 3000\n\n"
    async for state in followers().follow(attempt_id):
        if state is None:
            yield ":\n\n"
        elif state.state in WAITING:
            yield _event("standing", {"text": waiting_words(state), "place": state.place})
        else:
            yield _event("graded", {})


def _event(name: str, data: dict[str, object]) -> str:
    return f"event: {name}\ndata: {orjson.dumps(data).decode()}\n\n"
