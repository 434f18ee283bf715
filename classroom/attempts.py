"""Attempts: kept before anything is said of them, never changed, never deleted by a newer one."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from classroom.assignments import due_for
from classroom.errors import NotAllowed, NotHere
from classroom.jobs import enqueue_grading, leave_waiting
from classroom.moments import moment_words
from classroom.records import Assignment, Attempt, LabClass, Member, OutcomeRow
from classroom.tables import attempts, outcomes
from compiler_core.errors import InputError, TooOften

MINUTE_SECONDS = 60.0
MOST_A_MINUTE = {True: 20, False: 60}
"""Hand-ins, and tries, of one member."""
MOST_HAND_INS = 2_000
"""Of one member for one exercise."""
MOST_STATE_BYTES = 80 * 1024
LARGEST_NUMBER = 2**31 - 1
"""Of a row, in both databases."""
_KEY_DIGITS = 64


@dataclass(frozen=True, slots=True)
class Submission:
    """state: what the member may change. client_key: the same when a request is sent again.
    handed_in: false for a try."""

    state: Mapping[str, Any]
    values: Mapping[str, Any]
    client_key: str
    handed_in: bool


def submit(
    connection: Connection,
    lab_class: LabClass,
    member: Member,
    assignment: Assignment,
    sent: Submission,
    now: float,
) -> Attempt:
    """Keep the attempt and queue its grading, in one transaction; the same attempt for a request
    that was sent before. A hand-in takes the place of one that still waits. Raises InputError,
    NotAllowed, TooOften.
    """
    key = sent.client_key[:_KEY_DIGITS]
    known = _sent_before(connection, member, key) if key else None
    if known is not None:
        return known
    text = json.dumps(sent.state, sort_keys=True)
    if len(text.encode()) > MOST_STATE_BYTES:
        raise InputError("This is more than 64 KiB.", "Hand in a shorter source.")
    _check_pace(connection, member, sent.handed_in, now)
    if sent.handed_in:
        check_deadline(connection, lab_class, member, assignment, now)
        _check_number(connection, member, assignment)
        _replace_waiting(connection, member, assignment, now)
    row = {
        "member_id": member.id, "assignment_id": assignment.id, "digest": assignment.digest,
        "state": dict(sent.state), "source_digest": source_digest(sent.state, sent.values),
        "at": now, "handed_in": sent.handed_in, "run": 1, "status": "waiting", "points": 0,
        "client_key": key or _own_key(member, assignment, now, text),
    }  # fmt: skip
    made = connection.execute(insert(attempts).values(row)).inserted_primary_key
    assert made is not None
    enqueue_grading(connection, made[0], 1, member.id, now)
    return find_attempt(connection, made[0])


def _replace_waiting(
    connection: Connection, member: Member, assignment: Assignment, now: float
) -> None:
    """What this member handed in before and nobody has begun to grade stays as it is, and is not
    graded; unless it was sooner by the deadline, and may count for more."""
    due = due_for(connection, member.id, assignment)
    late = late_days(due, now, assignment.grace)
    waiting = select(attempts).where(
        attempts.c.member_id == member.id,
        attempts.c.assignment_id == assignment.id,
        attempts.c.handed_in,
        attempts.c.status == "waiting",
        attempts.c.run == 1,
    )
    for row in connection.execute(waiting).all():
        if late_days(due, row.at, assignment.grace) == late and leave_waiting(
            connection, row.id, now
        ):
            changed = update(attempts).where(attempts.c.id == row.id)
            connection.execute(changed.values(status="replaced"))


def find_attempt(connection: Connection, attempt_id: int) -> Attempt:
    """Raises NotHere, for a number that no database counts to as well."""
    known = 0 < attempt_id <= LARGEST_NUMBER
    wanted = select(attempts).where(attempts.c.id == attempt_id)
    row = connection.execute(wanted).first() if known else None
    if row is None:
        raise NotHere("There is no such attempt.")
    return Attempt.of(row)


def attempts_of(
    connection: Connection, member: Member, assignment: Assignment, most: int = 50
) -> tuple[Attempt, ...]:
    """Newest first."""
    wanted = select(attempts).where(
        attempts.c.member_id == member.id, attempts.c.assignment_id == assignment.id
    )
    rows = connection.execute(wanted.order_by(attempts.c.id.desc()).limit(most))
    return tuple(Attempt.of(row) for row in rows)


def outcomes_of(connection: Connection, attempt: Attempt) -> tuple[OutcomeRow, ...]:
    """Of its last run of grading, in the order of the checks."""
    wanted = select(outcomes).where(
        outcomes.c.attempt_id == attempt.id, outcomes.c.run == attempt.run
    )
    return tuple(
        OutcomeRow.of(row) for row in connection.execute(wanted.order_by(outcomes.c.number))
    )


def check_deadline(
    connection: Connection, lab_class: LabClass, member: Member, assignment: Assignment, now: float
) -> None:
    """Raises NotAllowed for what comes too late, unless the class takes it at a price."""
    due = due_for(connection, member.id, assignment)
    ends = [deadline for deadline in (due, lab_class.closes) if deadline is not None]
    if not ends or now <= min(ends) + assignment.grace:
        return
    if lab_class.settings.late_points is not None and (due is None or now > due):
        closed = lab_class.closes
        if closed is None or now <= closed + assignment.grace:
            return
    raise NotAllowed(
        f"This closed on {moment_words(min(ends))}.", "You can still try, not hand in."
    )


def late_days(due: float | None, at: float, grace: float) -> int:
    """Days begun after the deadline; 0 for what was in time."""
    if due is None or at <= due + grace:
        return 0
    return math.ceil((at - due) / 86_400)


def source_digest(state: Mapping[str, Any], values: Mapping[str, Any]) -> str:
    """Equal for equal answers to the same variant."""
    text = json.dumps([dict(state), dict(values)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _sent_before(connection: Connection, member: Member, key: str) -> Attempt | None:
    wanted = select(attempts).where(attempts.c.member_id == member.id, attempts.c.client_key == key)
    row = connection.execute(wanted).first()
    return Attempt.of(row) if row is not None else None


def _own_key(member: Member, assignment: Assignment, now: float, text: str) -> str:
    about = f"{member.id} {assignment.id} {now!r} {text}"
    return hashlib.sha256(about.encode()).hexdigest()


def _check_pace(connection: Connection, member: Member, handed_in: bool, now: float) -> None:
    most = MOST_A_MINUTE[handed_in]
    mine = (attempts.c.member_id == member.id) & (attempts.c.handed_in == handed_in)
    newest = select(attempts.c.at).where(mine).order_by(attempts.c.id.desc()).limit(most)
    times = list(connection.scalars(newest))
    wait = math.ceil(MINUTE_SECONDS - (now - times[-1])) if len(times) == most else 0
    if wait > 0:
        did = "handed in" if handed_in else "tried"
        raise TooOften(
            f"You {did} {most} times this minute.", f"Wait {wait} s; your text is kept.", wait
        )


def _check_number(connection: Connection, member: Member, assignment: Assignment) -> None:
    mine = (attempts.c.member_id == member.id) & (attempts.c.assignment_id == assignment.id)
    count = select(func.count()).select_from(attempts).where(mine, attempts.c.handed_in)
    if (connection.scalar(count) or 0) >= MOST_HAND_INS:
        raise NotAllowed(
            f"You handed in {MOST_HAND_INS:,} times for this exercise.", "You can still try."
        )
