"""Predict first against show first in a class: the plan, who takes part, and what came out.

The plan is written before the first test is opened and stays as it was from then on: its digest is
kept, shown to every member, and held against the plan before anything is computed. Members are
drawn once the first test is closed; who joins later, or declines, is in no arm.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import Connection, delete, insert, select, update

from classroom.assignments import exercises_of
from classroom.classes import note
from classroom.errors import NotAllowed
from classroom.inventory import class_answers, class_inventory
from classroom.inventory_record import having_test, shares_right
from classroom.records import LabClass, Member
from classroom.roles import Role
from classroom.tables import experiment_members, experiments, members
from compiler_core.errors import InputError
from compiler_core.exercises.exercise import Exercise
from compiler_core.inventory.experiment import (
    AnalysisPlan,
    Arm,
    ExperimentResult,
    analyse,
    split_members,
)

_SEED_BITS = 31
_NO_PLAN = "This class has written down no analysis."


@dataclass(frozen=True, slots=True)
class ClassExperiment:
    """digest: of the plan when it was written. written, started: seconds since the epoch."""

    plan: AnalysisPlan
    digest: str
    written: float
    started: float | None


def experiment_of(connection: Connection, class_id: str) -> ClassExperiment | None:
    """None for a class without one. Raises InputError for a plan that is none any more."""
    wanted = select(experiments).where(experiments.c.class_id == class_id)
    row = connection.execute(wanted).first()
    if row is None:
        return None
    stored: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in row.plan.items()
    }
    return ClassExperiment(AnalysisPlan(**stored), row.digest, row.written, row.started)


def choosable(connection: Connection, class_id: str) -> tuple[Exercise, ...]:
    """The exercises of a class that can be predicted, and whose points do not hang on it."""
    return tuple(
        task
        for _, task in exercises_of(connection, class_id)
        if task.predict is not None and not any(_asks_for_prediction(each) for each in task.checks)
    )


def _asks_for_prediction(check: Any) -> bool:
    return "predicted" in (check.kind, *(name for name, _ in check.further))


def write_plan(
    connection: Connection,
    lab_class: LabClass,
    exercises: Sequence[str],
    questions: Sequence[str],
    now: float,
) -> ClassExperiment:
    """A plan that was written before is replaced. Raises InputError for one that names nothing or
    what is not there, NotAllowed once the first test has been opened."""
    inventory = class_inventory(connection, lab_class.id)
    if inventory.pre.opened is not None or inventory.post.opened is not None:
        raise NotAllowed(
            "A test has been opened: the analysis cannot be written down or changed any more.",
            "It has to stand before anybody answers.",
        )
    offered = {exercise.id for exercise in choosable(connection, lab_class.id)}
    question_ids = {question.id for question in inventory.questions.questions}
    if not exercises or not set(exercises) <= offered or not set(questions) <= question_ids:
        raise InputError("Choose exercises and questions of those listed, one or more of each.")
    plan = AnalysisPlan(
        questions=tuple(questions),
        inventory_digest=inventory.questions.digest,
        exercises=tuple(exercises),
        written_at=datetime.fromtimestamp(now, UTC).isoformat(timespec="seconds"),
        seed=secrets.randbits(_SEED_BITS),
    )
    connection.execute(delete(experiments).where(experiments.c.class_id == lab_class.id))
    row = {
        "class_id": lab_class.id, "plan": asdict(plan), "digest": plan.digest, "written": now,
    }  # fmt: skip
    connection.execute(insert(experiments).values(row))
    note(connection, lab_class.id, now, "class", f"wrote plan {plan.digest}", lab_class.id)
    return ClassExperiment(plan, plan.digest, now, None)


def start_experiment(connection: Connection, lab_class: LabClass, now: float) -> None:
    """Draw the arms of all students who have the first test and did not decline. Raises InputError
    where it is not time."""
    experiment = experiment_of(connection, lab_class.id)
    if experiment is None:
        raise InputError(_NO_PLAN, "Write the plan first.")
    inventory = class_inventory(connection, lab_class.id)
    if experiment.started is not None:
        raise InputError("The experiment has started already.", "Arms are drawn once.")
    if inventory.pre.closed is None or inventory.post.opened is not None:
        raise InputError(
            "Arms are drawn after the test before is closed, and before the one after is opened."
        )
    if experiment.plan.inventory_digest != inventory.questions.digest:
        raise InputError("The class was asked other questions than the plan was written for.")
    have = having_test(inventory.questions, class_answers(connection, lab_class.id)["pre"])
    arms = split_members(have.keys() - _declined(connection, lab_class.id), lab_class.secret)
    if not arms:
        raise InputError("No student has the test before.", "Open it again, or wait.")
    connection.execute(delete(experiment_members).where(experiment_members.c.member_id.in_(arms)))
    rows = [{"member_id": member, "arm": arm} for member, arm in arms.items()]
    connection.execute(insert(experiment_members), rows)
    here = experiments.c.class_id == lab_class.id
    connection.execute(update(experiments).where(here).values(started=now))


def take_part(connection: Connection, member: Member) -> None:
    """Take back that one declined. Raises NotAllowed once the arms are drawn."""
    experiment = experiment_of(connection, member.class_id)
    if experiment is None or experiment.started is not None:
        raise NotAllowed("The arms are drawn: nobody joins the experiment any more.")
    mine = experiment_members.c.member_id == member.id
    connection.execute(delete(experiment_members).where(mine))


def decline(connection: Connection, member: Member, now: float) -> None:
    """From now on the member is in no arm, and in no figure of the experiment."""
    if experiment_of(connection, member.class_id) is None:
        raise NotAllowed(_NO_PLAN)
    mine = experiment_members.c.member_id == member.id
    connection.execute(delete(experiment_members).where(mine))
    row = {"member_id": member.id, "declined": now}
    connection.execute(insert(experiment_members).values(row))


def has_declined(connection: Connection, member: Member) -> bool:
    """Whether they said that they do not take part."""
    wanted = select(experiment_members.c.declined)
    return connection.scalar(wanted.where(experiment_members.c.member_id == member.id)) is not None


def arm_at(connection: Connection, member: Member, exercise_id: str) -> Arm | None:
    """How this member meets this exercise while the experiment runs; None as everybody does."""
    wanted = select(experiment_members.c.arm).where(experiment_members.c.member_id == member.id)
    arm = connection.scalar(wanted)
    if arm is None or not is_chosen(connection, member.class_id, exercise_id):
        return None
    return cast("Arm", arm)


def is_chosen(connection: Connection, class_id: str, exercise_id: str) -> bool:
    """Whether the exercise belongs to an experiment that runs: drawn, and not yet over."""
    experiment = experiment_of(connection, class_id)
    if experiment is None or experiment.started is None:
        return False
    if exercise_id not in experiment.plan.exercises:
        return False
    return not class_inventory(connection, class_id).is_over


def experiment_result(connection: Connection, lab_class: LabClass) -> ExperimentResult:
    """The planned analysis. Raises InputError, which says what is missing, or that the plan is not
    the one that was written down."""
    experiment = experiment_of(connection, lab_class.id)
    if experiment is None:
        raise InputError(_NO_PLAN)
    inventory = class_inventory(connection, lab_class.id)
    if experiment.started is None or not inventory.is_over:
        raise InputError("The difference is computed when the test after the course is closed.")
    answered = class_answers(connection, lab_class.id)
    pre, post = (
        shares_right(
            inventory.questions,
            having_test(inventory.questions, answered[test]),
            experiment.plan.questions,
        )
        for test in ("pre", "post")
    )
    arms = arms_in(connection, lab_class.id)
    return analyse(experiment.plan, experiment.digest, arms, pre, post)


def arms_in(connection: Connection, class_id: str) -> dict[int, Arm]:
    """Of all who take part."""
    wanted = (
        select(experiment_members.c.member_id, experiment_members.c.arm)
        .join(members, members.c.id == experiment_members.c.member_id)
        .where(members.c.class_id == class_id, members.c.role == Role.STUDENT.word)
        .where(experiment_members.c.arm.is_not(None))
    )
    return {row[0]: row[1] for row in connection.execute(wanted)}


def _declined(connection: Connection, class_id: str) -> set[int]:
    wanted = (
        select(experiment_members.c.member_id)
        .join(members, members.c.id == experiment_members.c.member_id)
        .where(members.c.class_id == class_id, experiment_members.c.declined.is_not(None))
    )
    return set(connection.scalars(wanted))
