"""Exercises in a class: which, in what order, until when, and with which values for whom."""

from __future__ import annotations

import hmac
import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from classroom.database import insert_new
from classroom.errors import NotAllowed, NotHere
from classroom.records import Assignment, LabClass, Member
from classroom.tables import assignments, attempts, exercises, extensions, variants
from compiler_core.errors import InputError
from compiler_core.exercises.exercise import Exercise, Prediction
from compiler_core.exercises.posing import PosedExercise, draw_values, pose, substitute
from compiler_core.exercises.reader import read_exercise

MOST_ASSIGNMENTS = 60
GRACE_SECONDS = 120.0
"""After the deadline: a page that was sent in time may arrive late."""
_KEPT = 256


def assign(
    connection: Connection, lab_class: LabClass, exercise: Exercise, due: float | None = None
) -> Assignment:
    """As the last of the class. Raises InputError for one that is there, or one too many."""
    there = assignments_of(connection, lab_class.id)
    if any(assignment.exercise_id == exercise.id for assignment in there):
        raise InputError(f"{exercise.id} is in this class already.", "Choose another one.")
    if len(there) >= MOST_ASSIGNMENTS:
        raise InputError(f"A class has at most {MOST_ASSIGNMENTS} exercises.", "Remove one first.")
    keep_exercise(connection, exercise)
    position = max((assignment.place for assignment in there), default=-1) + 1
    connection.execute(
        insert(assignments).values(
            class_id=lab_class.id,
            exercise_id=exercise.id,
            digest=exercise.digest,
            place=position,
            points=exercise.points,
            due=due,
            grace=GRACE_SECONDS,
        )
    )
    return find_assignment(connection, lab_class.id, exercise.id)


def keep_exercise(connection: Connection, exercise: Exercise) -> None:
    """The exercise's file, by its digest."""
    files = dict(exercise.files)
    row = {"digest": exercise.digest, "id": exercise.id, "yaml": exercise.text, "files": files}
    insert_new(connection, exercises, row)


def remove_assignment(connection: Connection, assignment: Assignment) -> None:
    """With the attempts at it. Raises NotAllowed once somebody has handed in."""
    handed_in = select(func.count()).where(
        attempts.c.assignment_id == assignment.id, attempts.c.handed_in
    )
    if connection.scalar(handed_in):
        raise NotAllowed(
            "Somebody has handed in for this exercise.", "Give it a deadline in the past instead."
        )
    connection.execute(delete(assignments).where(assignments.c.id == assignment.id))


def change_assignment(
    connection: Connection, assignment: Assignment, due: float | None, position: int
) -> None:
    """A new deadline, and place among the others."""
    changed = update(assignments).where(assignments.c.id == assignment.id)
    connection.execute(changed.values(due=due, place=position))


def extend(
    connection: Connection, member: Member, assignment: Assignment, due: float | None
) -> None:
    """A deadline of this member's own; None takes it back."""
    mine = (extensions.c.member_id == member.id) & (extensions.c.assignment_id == assignment.id)
    connection.execute(delete(extensions).where(mine))
    if due is not None:
        row = {"member_id": member.id, "assignment_id": assignment.id, "due": due}
        connection.execute(insert(extensions).values(row))


def due_for(connection: Connection, member_id: int, assignment: Assignment) -> float | None:
    """The member's own deadline where there is one, else everybody's."""
    own = connection.scalar(
        select(extensions.c.due).where(
            extensions.c.member_id == member_id, extensions.c.assignment_id == assignment.id
        )
    )
    return own if own is not None else assignment.due


def assignments_of(connection: Connection, class_id: str) -> tuple[Assignment, ...]:
    """In their order."""
    wanted = select(assignments).where(assignments.c.class_id == class_id)
    rows = connection.execute(wanted.order_by(assignments.c.place, assignments.c.id))
    return tuple(Assignment.of(row) for row in rows)


def find_assignment(connection: Connection, class_id: str, exercise_id: str) -> Assignment:
    """Raises NotHere."""
    wanted = select(assignments).where(
        assignments.c.class_id == class_id, assignments.c.exercise_id == exercise_id
    )
    row = connection.execute(wanted).first()
    if row is None:
        raise NotHere("There is no such exercise in this class.", "The class page lists them.")
    return Assignment.of(row)


def exercise_of(connection: Connection, digest: str) -> Exercise:
    """The exercise with this digest, as it was when it was assigned."""
    row = connection.execute(select(exercises).where(exercises.c.digest == digest)).one()
    return _read(row.yaml, json.dumps(row.files, sort_keys=True))


def exercises_of(connection: Connection, class_id: str) -> tuple[tuple[Assignment, Exercise], ...]:
    """Every assignment of a class with its exercise, in their order, by one query."""
    wanted = (
        select(assignments, exercises.c.yaml, exercises.c.files)
        .join(exercises, exercises.c.digest == assignments.c.digest)
        .where(assignments.c.class_id == class_id)
        .order_by(assignments.c.place, assignments.c.id)
    )
    return tuple(
        (Assignment.of(row), _read(row.yaml, json.dumps(row.files, sort_keys=True)))
        for row in connection.execute(wanted)
    )


def general_title(exercise: Exercise) -> str:
    """For nobody in particular: `9/10/12 tokens a second` names every variant."""
    return str(substitute(exercise.title, _all_choices(exercise)))


def general_task(exercise: Exercise) -> str:
    """The task for nobody in particular, as `general_title`."""
    return str(substitute(exercise.task, _all_choices(exercise)))


def _all_choices(exercise: Exercise) -> dict[str, Any]:
    return {name: "/".join(map(str, each)) for name, each in exercise.variants.items()}


def values_for(
    connection: Connection,
    lab_class: LabClass,
    member: Member,
    assignment: Assignment,
    exercise: Exercise,
) -> dict[str, Any]:
    """What the member's variant puts in: drawn at the first look, and never anew. Needs a
    transaction that writes."""
    values = kept_values(connection, member.id, assignment.id)
    if values is not None:
        return values
    whose = "" if lab_class.settings.same_values else str(member.id)
    drawn = draw_values(exercise, _drawn(lab_class, "variant", whose, exercise.id))
    row = {"member_id": member.id, "assignment_id": assignment.id, "values": drawn}
    connection.execute(insert(variants).values(row))
    return dict(drawn)


def kept_values(
    connection: Connection, member_id: int | None, assignment_id: int
) -> dict[str, Any] | None:
    """What was drawn for this member; None before their first look."""
    mine = (variants.c.member_id == member_id) & (variants.c.assignment_id == assignment_id)
    values = connection.scalar(select(variants.c["values"]).where(mine))
    return dict(values) if values is not None else None


def posed_for(exercise: Exercise, values: Mapping[str, Any]) -> PosedExercise:
    """The exercise with a member's values in it."""
    return pose(exercise, dict(values))


def hidden_seed(lab_class: LabClass, digest: str, values: Mapping[str, Any]) -> bytes:
    """What hidden inputs are drawn from: the same for the same variant in a class."""
    return _drawn(lab_class, "hidden", digest, json.dumps(dict(values), sort_keys=True))


def _drawn(lab_class: LabClass, *about: str) -> bytes:
    return hmac.new(lab_class.secret, json.dumps(about).encode(), "sha256").digest()


@lru_cache(maxsize=_KEPT)
def _read(text: str, files: str) -> Exercise:
    return read_exercise(text, json.loads(files))


def general_prediction(exercise: Exercise) -> Prediction | None:
    """The question for nobody in particular, as `general_title`."""
    prediction = exercise.predict
    if prediction is None:
        return None
    choices = _all_choices(exercise)
    return replace(
        prediction,
        question=substitute(prediction.question, choices),
        right=substitute(prediction.right, choices),
        wrong=substitute(prediction.wrong, choices),
    )
