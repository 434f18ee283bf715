"""Runs of models as rows: each waits, is begun by one worker at a time, and says how far it is.

Fair as gradings are: a run's priority is the number of runs that its owner had waiting, negated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, func, insert, select, update

from classroom.database import insert_new
from classroom.listening import tell_change
from classroom.messages import RUNNING, queue_name, send
from classroom.shared_tables import run_events, run_results, runs
from compiler_core.errors import Overloaded, ShareFull
from compiler_core.pipelines.events import Event
from compiler_core.pipelines.job_specs import JobSpec, JobState

MOST_TRIES = 3
MOST_WAITING = 400
MOST_WAITING_OF_ONE = 20
_USED_SECONDS = 60.0
"""So exactly is known when a run was looked at last."""
CANCELLED = ("Compiling was cancelled.", "Start it again whenever you like.")
RUNS_CHANGED = "runs"
"""The queue as a whole: places, beginnings and ends. One run's events: its number after this."""


@dataclass(frozen=True, slots=True)
class BegunRun:
    """tries: this time included. number: of the last event of earlier tries."""

    id: int
    job: JobSpec
    tries: int
    number: int
    cancel: bool


def submit_run(connection: Connection, job: JobSpec, now: float) -> bool:
    """Within a transaction of the caller's. Whether it was made: one that waits, runs or has ended
    is the same. Raises ShareFull, Overloaded."""
    mine = _here(job.key)
    known = connection.execute(select(runs.c.id, runs.c.used).where(*mine)).first()
    if known is not None:
        if now - known.used > _USED_SECONDS:
            connection.execute(update(runs).where(runs.c.id == known.id).values(used=now))
        return False
    waiting = select(func.count()).select_from(runs).where(runs.c.state == "queued")
    of_one = connection.scalar(waiting.where(runs.c.owner == job.owner)) or 0
    if of_one >= MOST_WAITING_OF_ONE:
        raise ShareFull(
            f"You have {MOST_WAITING_OF_ONE} models waiting, your share.",
            "Try again in a few seconds, when some of them are done.",
        )
    if (connection.scalar(waiting) or 0) >= MOST_WAITING:
        raise Overloaded("Too many models are waiting.", "Try again in a few seconds.")
    made = insert_new(connection, runs, {
        "key": job.key, "queue": queue_name(RUNNING), "owner": job.owner, "state": "queued",
        "spec": msgspec.to_builtins(replace(job, owner="")), "priority": -of_one, "tries": 0,
        "cancel": False, "made": now, "used": now,
    })  # fmt: skip
    if made:
        run_id = connection.execute(select(runs.c.id).where(*mine)).scalar_one()
        send(connection, run_id, -of_one, RUNNING)
        tell_change(connection, RUNS_CHANGED)
    return made


def forget_ended(connection: Connection, key: str) -> None:
    """A run that has ended, with all that it left."""
    ended = runs.c.state.in_(("done", "failed", "cancelled"))
    connection.execute(delete(runs).where(*_here(key), ended))


def take_run(connection: Connection, run_id: int) -> BegunRun | None:
    """A run that a message names, now running; None where it has ended. One that is running was
    begun by a worker that is gone."""
    wanted = select(runs).where(runs.c.id == run_id, runs.c.state.in_(("queued", "running")))
    return _begun(connection, connection.execute(wanted.with_for_update()).first())


def next_run(connection: Connection) -> BegunRun | None:
    """The run that is next, now running; None when nothing waits."""
    wanted = select(runs).where(runs.c.state == "queued", runs.c.queue == queue_name(RUNNING))
    first = wanted.order_by(runs.c.priority.desc(), runs.c.id).limit(1)
    return _begun(connection, connection.execute(first.with_for_update(skip_locked=True)).first())


def wait_again(connection: Connection, run: BegunRun) -> None:
    """Its worker ends before it: somebody else begins it anew."""
    if is_held(connection, run):
        values = {"state": "queued", "tries": run.tries - 1}
        connection.execute(update(runs).where(runs.c.id == run.id).values(values))
        send(connection, run.id, 0, RUNNING)
        tell_change(connection, RUNS_CHANGED)


def is_held(connection: Connection, run: BegunRun) -> bool:
    """Whether it is still whoever began it this time who has it."""
    wanted = select(runs.c.state, runs.c.tries).where(runs.c.id == run.id)
    row = connection.execute(wanted.with_for_update()).first()
    return row is not None and (row.state, row.tries) == ("running", run.tries)


def is_to_end(connection: Connection, run: BegunRun) -> bool:
    """Whether somebody asked for its end, or somebody else has it."""
    wanted = select(runs.c.cancel).where(
        runs.c.id == run.id, runs.c.state == "running", runs.c.tries == run.tries
    )
    return connection.scalar(wanted) is not False


def add_events(connection: Connection, run_id: int, events: Sequence[Event]) -> None:
    """Unless they stand already; whoever watches hears of it."""
    for event in events:
        row = {"run_id": run_id, "number": event.number, "event": event.as_json()}
        insert_new(connection, run_events, row)
    if events:
        tell_change(connection, f"{RUNS_CHANGED} {run_id}")


def set_result(connection: Connection, run_id: int, stage: str, digest: str) -> None:
    """In place of an earlier one."""
    connection.execute(
        delete(run_results).where(run_results.c.run_id == run_id, run_results.c.stage == stage)
    )
    row = {"run_id": run_id, "stage": stage, "digest": digest}
    connection.execute(insert(run_results).values(row))


def end_run(connection: Connection, run_id: int, state: str, now: float) -> None:
    """state: done, failed or cancelled. From here on nothing says whose it was."""
    values = {"state": state, "ended": now, "owner": ""}
    connection.execute(update(runs).where(runs.c.id == run_id).values(values))
    tell_change(connection, RUNS_CHANGED)


def end_unbegun(connection: Connection, run_id: int, words: tuple[str, str], now: float) -> None:
    """One that nobody has begun."""
    add_events(
        connection, run_id, (Event(number=1, kind="failed", text=words[0], advice=words[1]),)
    )
    end_run(connection, run_id, "cancelled", now)


def run_row(connection: Connection, key: str) -> Row[Any] | None:
    """Of this program's run with that key."""
    return connection.execute(select(runs).where(*_here(key))).first()


def state_of_run(connection: Connection, key: str) -> JobState:
    """Where it stands."""
    row = run_row(connection, key)
    if row is None:
        return JobState("unknown")
    if row.state != "queued":
        return JobState(row.state, ended=row.ended or 0.0)
    waiting = (
        select(func.count())
        .select_from(runs)
        .where(runs.c.state == "queued", runs.c.queue == row.queue)
    )
    before = (runs.c.priority > row.priority) | (
        (runs.c.priority == row.priority) & (runs.c.id < row.id)
    )
    position = (connection.scalar(waiting.where(before)) or 0) + 1
    return JobState("queued", position, connection.scalar(waiting) or 0)


def events_of_run(connection: Connection, key: str, after: int) -> tuple[Event, ...]:
    """Those with a higher number."""
    wanted = (
        select(run_events.c.event)
        .join(runs, runs.c.id == run_events.c.run_id)
        .where(*_here(key), run_events.c.number > after)
        .order_by(run_events.c.number)
    )
    return tuple(msgspec.json.decode(text, type=Event) for text in connection.scalars(wanted))


def digest_of_result(connection: Connection, key: str, stage: str) -> str | None:
    """Of what the stage left; None while it has not."""
    wanted = (
        select(run_results.c.digest)
        .join(runs, runs.c.id == run_results.c.run_id)
        .where(*_here(key), run_results.c.stage == stage)
    )
    return connection.scalar(wanted)


def _here(key: str) -> tuple[Any, Any]:
    return runs.c.key == key, runs.c.queue == queue_name(RUNNING)


def _begun(connection: Connection, row: Row[Any] | None) -> BegunRun | None:
    if row is None:
        return None
    tries = row.tries + 1
    values = {"state": "running", "tries": tries}
    connection.execute(update(runs).where(runs.c.id == row.id).values(values))
    tell_change(connection, RUNS_CHANGED)
    last = select(func.max(run_events.c.number)).where(run_events.c.run_id == row.id)
    job = replace(msgspec.convert(row.spec, JobSpec), owner=row.owner)
    return BegunRun(row.id, job, tries, connection.scalar(last) or 0, row.cancel)
