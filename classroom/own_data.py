"""All that a class keeps about one member, for that member."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from classroom.records import Attempt, Member
from classroom.tables import (
    answers,
    assignments,
    attempts,
    classes,
    experiment_members,
    extensions,
    grades,
    hint_opens,
    inventory_answers,
    members,
    outcomes,
    own_words,
    variants,
)

_OF_A_MEMBER = {
    "variants": variants,
    "grades": grades,
    "hints": hint_opens,
    "predictions": answers,
    "extensions": extensions,
    "own_words": own_words,
    "inventory_answers": inventory_answers,
    "experiment": experiment_members,
}


def own_data(connection: Connection, member: Member) -> dict[str, Any]:
    """As plain values. Tokens are not among them: only their hash is kept."""
    own = connection.execute(select(members).where(members.c.id == member.id)).one()
    title = connection.scalar(select(classes.c.title).where(classes.c.id == member.class_id))
    names = dict(
        connection.execute(
            select(assignments.c.id, assignments.c.exercise_id).where(
                assignments.c.class_id == member.class_id
            )
        ).all()
    )
    export: dict[str, Any] = {
        "class": title,
        "nickname": own.nickname,
        "role": own.role,
        "external_id": own.external_id,
        "joined": own.joined,
        "seen": own.seen,
        "attempts": [_attempt(connection, tried, names) for tried in _attempts(connection, member)],
    }
    for name, table in _OF_A_MEMBER.items():
        rows = connection.execute(select(table).where(table.c.member_id == member.id))
        export[name] = [
            _row({str(key): value for key, value in row._mapping.items()}, names) for row in rows
        ]
    return export


def _attempts(connection: Connection, member: Member) -> list[Attempt]:
    wanted = select(attempts).where(attempts.c.member_id == member.id).order_by(attempts.c.id)
    return [Attempt.of(row) for row in connection.execute(wanted)]


def _attempt(connection: Connection, attempt: Attempt, names: dict[int, str]) -> dict[str, Any]:
    rows = connection.execute(
        select(outcomes)
        .where(outcomes.c.attempt_id == attempt.id)
        .order_by(outcomes.c.run, outcomes.c.number)
    )
    return {
        "exercise": names.get(attempt.assignment_id, ""),
        "at": attempt.at,
        "handed_in": attempt.handed_in,
        "state": attempt.state,
        "status": attempt.status,
        "points": attempt.points,
        "outcomes": [
            {"run": row.run, "check": row.number, "status": row.status, "points": row.points,
             "sentence": row.sentence}
            for row in rows
        ],
    }  # fmt: skip


def _row(values: dict[str, Any], names: dict[int, str]) -> dict[str, Any]:
    values.pop("member_id", None)
    if "assignment_id" not in values:
        return values
    return {"exercise": names.get(values.pop("assignment_id"), ""), **values}
