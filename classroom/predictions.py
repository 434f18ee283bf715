"""What members said before they looked: one choice and a reason in each round."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select

from classroom.records import Assignment
from classroom.tables import answers, attempts
from compiler_core.errors import InputError
from compiler_core.exercises.exercise import Prediction

ROUNDS = (1, 2)
MOST_REASON = 400


@dataclass(frozen=True, slots=True)
class PredictionAnswer:
    """choice: 0 for the right one, then the wrong ones in the file's order."""

    round: int
    choice: int
    reason: str


def answer(
    connection: Connection,
    member_id: int,
    assignment: Assignment,
    given: PredictionAnswer,
    now: float,
    prediction: Prediction,
) -> None:
    """Keep it; a new one in the same round replaces it until the reveal. Raises InputError."""
    if given.round not in ROUNDS or not 0 <= given.choice <= len(prediction.wrong):
        raise InputError("This is none of the answers.", "Choose one of those shown.")
    mine = (
        (answers.c.member_id == member_id)
        & (answers.c.assignment_id == assignment.id)
        & (answers.c.round == given.round)
    )
    connection.execute(delete(answers).where(mine))
    row = {
        "member_id": member_id, "assignment_id": assignment.id, "round": given.round,
        "choice": given.choice, "reason": " ".join(given.reason.split())[:MOST_REASON], "at": now,
    }  # fmt: skip
    connection.execute(insert(answers).values(row))


def answers_of(
    connection: Connection, member_id: int, assignment_id: int
) -> dict[int, PredictionAnswer]:
    """By round."""
    wanted = select(answers).where(
        answers.c.member_id == member_id, answers.c.assignment_id == assignment_id
    )
    rows = connection.execute(wanted)
    return {row.round: PredictionAnswer(row.round, row.choice, row.reason) for row in rows}


def answered_first(connection: Connection, member_id: int, assignment_id: int) -> bool:
    """Whether the member predicted before they tried or handed in anything."""
    first = select(func.min(answers.c.at)).where(
        answers.c.member_id == member_id, answers.c.assignment_id == assignment_id
    )
    said = connection.scalar(first)
    tried = select(func.min(attempts.c.at)).where(
        attempts.c.member_id == member_id, attempts.c.assignment_id == assignment_id
    )
    looked = connection.scalar(tried)
    return said is not None and (looked is None or said <= looked)


def counted(connection: Connection, assignment_id: int, round_: int, choices: int) -> list[int]:
    """How many chose each, in the order of the file."""
    wanted = select(answers.c.choice, func.count()).where(
        answers.c.assignment_id == assignment_id, answers.c.round == round_
    )
    rows = connection.execute(wanted.group_by(answers.c.choice))
    counts = {row[0]: row[1] for row in rows}
    return [counts.get(choice, 0) for choice in range(choices)]


def shuffled(choices: Sequence[str], whose: str) -> tuple[int, ...]:
    """The order in which a member sees the choices: their own, and always the same."""

    def drawn(index: int) -> str:
        return hashlib.sha256(f"{whose} {choices[index]}".encode()).hexdigest()

    return tuple(sorted(range(len(choices)), key=drawn))
