"""A question in class: two rounds of predictions, each opened, closed and shown by the instructor,
then the answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from classroom.errors import NotAllowed
from classroom.predictions import ROUNDS
from classroom.records import Assignment
from classroom.tables import assignments, prediction_rounds
from compiler_core.errors import InputError

NEXT_STEPS = {
    "": ("open 1",),
    "open": ("close",),
    "closed": ("show", "open 2", "reveal"),
    "shown": ("open 2", "reveal"),
    "revealed": ("open 1",),
}
"""What the instructor may do in each state; `open 2` in the first round only."""
_STATES = {"close": "closed", "show": "shown", "reveal": "revealed"}
DISCUSS_SHARES = (0.3, 0.7)
"""Between these shares of right answers, neighbours have something to tell each other: Crouch and
Mazur, Peer Instruction: Ten years of experience and results, 2001."""


@dataclass(frozen=True, slots=True)
class QuestionState:
    """round: 0 before the first. state: empty before it, open, closed, shown or revealed."""

    assignment_id: int
    round: int = 0
    state: str = ""
    changed: float = 0.0

    @property
    def steps(self) -> tuple[str, ...]:
        """What the instructor may do now."""
        last = self.round == ROUNDS[-1]
        return tuple(step for step in NEXT_STEPS[self.state] if not (last and step == "open 2"))


def question_state(connection: Connection, assignment_id: int) -> QuestionState:
    """Where the instructor has come."""
    wanted = select(prediction_rounds).where(prediction_rounds.c.assignment_id == assignment_id)
    row = connection.execute(wanted).first()
    if row is None:
        return QuestionState(assignment_id)
    return QuestionState(assignment_id, row.round, row.state, row.changed)


def open_questions(connection: Connection, class_id: str) -> tuple[QuestionState, ...]:
    """Those that take answers, in the order of the exercises."""
    wanted = (
        select(prediction_rounds)
        .join(assignments, assignments.c.id == prediction_rounds.c.assignment_id)
        .where(assignments.c.class_id == class_id, prediction_rounds.c.state == "open")
        .order_by(assignments.c.place, assignments.c.id)
    )
    return tuple(
        QuestionState(row.assignment_id, row.round, row.state, row.changed)
        for row in connection.execute(wanted)
    )


def newest_question(connection: Connection, class_id: str) -> QuestionState | None:
    """The question of a class at which the instructor did something last."""
    wanted = (
        select(prediction_rounds)
        .join(assignments, assignments.c.id == prediction_rounds.c.assignment_id)
        .where(assignments.c.class_id == class_id)
        .order_by(prediction_rounds.c.changed.desc())
    )
    row = connection.execute(wanted.limit(1)).first()
    if row is None:
        return None
    return QuestionState(row.assignment_id, row.round, row.state, row.changed)


def take_step(connection: Connection, assignment: Assignment, step: str, now: float) -> None:
    """One of the steps that the state permits. Raises InputError."""
    state = question_state(connection, assignment.id)
    if step not in state.steps:
        raise InputError(
            f"{step[:20] or 'Nothing'} cannot be done now.",
            f"What can be done: {', '.join(state.steps)}. Open the page again.",
        )
    opens = step.startswith("open")
    row = {
        "assignment_id": assignment.id,
        "round": int(step[-1]) if opens else state.round,
        "state": "open" if opens else _STATES[step],
        "changed": now,
    }
    mine = prediction_rounds.c.assignment_id == assignment.id
    connection.execute(delete(prediction_rounds).where(mine))
    connection.execute(insert(prediction_rounds).values(row))


def open_round(connection: Connection, assignment: Assignment) -> int:
    """The round that takes answers. Raises NotAllowed where none does."""
    state = question_state(connection, assignment.id)
    if state.state != "open":
        raise NotAllowed("This question takes no answers now.", "Wait for your instructor.")
    return state.round


def is_worth_discussing(counts: list[int]) -> bool:
    """counts: of each choice, the right one first."""
    least, most = DISCUSS_SHARES
    return bool(sum(counts)) and least <= counts[0] / sum(counts) <= most
