"""Work that waits in the database, so that a restart loses none: queued with what asks for it.

Fair: a job's priority is the number of jobs that its owner had waiting, negated, so that whoever
sends sixty waits behind whoever sends one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update

from classroom.listening import tell_change
from classroom.messages import send
from classroom.tables import jobs

MOST_TRIES = 5
"""After so many faults of ours the attempt is told of."""
MOST_BEGUN = 12
"""A job that was begun so often, whatever ended it, may be what ends the server."""
GRADE = "grade"
AGAIN = "again"
"""A further run, which counts for nothing until it is taken over."""


@dataclass(frozen=True, slots=True)
class Job:
    """tries: how often it was begun, this time included."""

    id: int
    kind: str
    attempt_id: int
    tries: int


@dataclass(frozen=True, slots=True)
class JobState:
    """place: 1 for the next one, of as many as wait; 0 for one that does not wait."""

    state: str
    place: int = 0
    of: int = 0
    problem: str = ""


def enqueue_grading(
    connection: Connection, attempt_id: int, run: int, owner: int, now: float
) -> None:
    """Within the transaction that keeps the attempt. A twin is the same job."""
    enqueue(connection, GRADE, attempt_id, run, owner, now)


def enqueue(
    connection: Connection, kind: str, attempt_id: int, run: int, owner: int, now: float
) -> None:
    """A job about an attempt. One that has ended is queued again; one that waits is the same."""
    key = f"{kind} {attempt_id} {run}"
    known = connection.scalar(select(jobs.c.state).where(jobs.c.key == key))
    if known in ("queued", "running"):
        return
    connection.execute(delete(jobs).where(jobs.c.key == key))
    waiting = select(func.count()).where(jobs.c.owner == str(owner), jobs.c.state == "queued")
    row = {
        "kind": kind, "key": key, "owner": str(owner), "attempt_id": attempt_id,
        "state": "queued", "priority": -(connection.scalar(waiting) or 0), "tries": 0, "made": now,
        "problem": "",
    }  # fmt: skip
    made = connection.execute(insert(jobs).values(row).returning(jobs.c.id)).scalar_one()
    send(connection, made, row["priority"])
    tell_change(connection)


def leave_waiting(connection: Connection, attempt_id: int, now: float) -> bool:
    """Give up the first grading of an attempt that nobody has begun. Whether there was one."""
    waiting = (jobs.c.key == f"{GRADE} {attempt_id} 1") & (jobs.c.state == "queued")
    left = update(jobs).where(waiting).values(state="left", ended=now)
    if connection.execute(left).rowcount == 0:
        return False
    tell_change(connection)
    return True


def next_job(connection: Connection, now: float) -> Job | None:
    """The job that is next, now running; None when nothing waits."""
    wanted = select(jobs.c.id, jobs.c.kind, jobs.c.attempt_id, jobs.c.tries).where(
        jobs.c.state == "queued"
    )
    first = wanted.order_by(jobs.c.priority.desc(), jobs.c.id).limit(1)
    row = connection.execute(first.with_for_update(skip_locked=True)).first()
    if row is None:
        return None
    _begin(connection, row.id, row.tries + 1, now)
    return Job(row.id, row.kind, row.attempt_id, row.tries + 1)


def take_job(connection: Connection, job_id: int, now: float) -> Job | None:
    """A job that a message names, now running; None where it has ended. One that is running was
    begun by a worker that is gone: messages are given to one worker at a time."""
    wanted = select(jobs).where(jobs.c.id == job_id, jobs.c.state.in_(("queued", "running")))
    row = connection.execute(wanted.with_for_update()).first()
    if row is None:
        return None
    _begin(connection, row.id, row.tries + 1, now)
    return Job(row.id, row.kind, row.attempt_id, row.tries + 1)


def _begin(connection: Connection, job_id: int, tries: int, now: float) -> None:
    changed = update(jobs).where(jobs.c.id == job_id)
    connection.execute(changed.values(state="running", tries=tries, begun=now))
    tell_change(connection)


def is_held(connection: Connection, job: Job) -> bool:
    """Whether it is still whoever began it this time who has it: one that was taken for dead may
    come back when another has begun it, or ended it."""
    wanted = select(jobs.c.state, jobs.c.tries).where(jobs.c.id == job.id)
    row = connection.execute(wanted.with_for_update()).first()
    return row is not None and (row.state, row.tries) == ("running", job.tries)


def end_job(connection: Connection, job: Job, state: str, now: float, problem: str = "") -> None:
    """state: done, failed, or queued to be tried again."""
    values = {"state": state, "problem": problem, "ended": None if state == "queued" else now}
    connection.execute(update(jobs).where(jobs.c.id == job.id).values(values))
    if state == "queued":
        priority = connection.scalar(select(jobs.c.priority).where(jobs.c.id == job.id))
        send(connection, job.id, priority or 0)
    tell_change(connection)


def requeue_running(connection: Connection) -> tuple[Job, ...]:
    """After a restart: what was being done waits again, behind what nobody began yet, for it may be
    what ended the server; those that were tried too often are given back, for whoever tells their
    owners."""
    running = select(jobs).where(jobs.c.state == "running")
    rows = connection.execute(running).all()
    again = [row.id for row in rows if row.tries < MOST_BEGUN]
    least = connection.scalar(select(func.min(jobs.c.priority)).where(jobs.c.state == "queued"))
    behind = {"state": "queued", "priority": (least or 0) - 1}
    connection.execute(update(jobs).where(jobs.c.id.in_(again)).values(behind))
    return tuple(
        Job(row.id, row.kind, row.attempt_id, row.tries) for row in rows if row.id not in again
    )


def states_of(connection: Connection, attempt_ids: Collection[int]) -> dict[int, JobState]:
    """Where the last grading of each of these attempts stands, in two questions however many they
    are."""
    begun = select(jobs.c.attempt_id).where(jobs.c.kind == GRADE, jobs.c.state == "running")
    running = set(connection.scalars(begun))
    order = select(jobs.c.attempt_id, jobs.c.kind).where(jobs.c.state == "queued")
    waiting = connection.execute(order.order_by(jobs.c.priority.desc(), jobs.c.id)).all()
    places = {row.attempt_id: rank for rank, row in enumerate(waiting, 1) if row.kind == GRADE}
    return {
        attempt_id: JobState("queued", places[attempt_id], len(waiting))
        if attempt_id in places
        else JobState("running" if attempt_id in running else "done")
        for attempt_id in attempt_ids
    }


def state_of(connection: Connection, attempt_id: int, run: int) -> JobState:
    """Where the grading of an attempt stands."""
    wanted = select(jobs).where(jobs.c.key == f"{GRADE} {attempt_id} {run}")
    row = connection.execute(wanted).first()
    if row is None or row.state != "queued":
        return JobState(
            row.state if row is not None else "done", problem=row.problem if row else ""
        )
    waiting = select(func.count()).select_from(jobs).where(jobs.c.state == "queued")
    before = waiting.where(
        (jobs.c.priority > row.priority)
        | ((jobs.c.priority == row.priority) & (jobs.c.id < row.id))
    )
    return JobState("queued", (connection.scalar(before) or 0) + 1, connection.scalar(waiting) or 0)
