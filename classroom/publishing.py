"""Exercises published in their class: as a new one, or as the next version of one that is there.

Attempts keep the digest of the version that they were made at, so what members were given and asked
does not change under them: the kind, the variants' values and the question stay once somebody has
begun.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, delete, func, select, update

from classroom.assignments import assign, assignments_of, exercise_of, keep_exercise
from classroom.drafts import Draft
from classroom.errors import NotAllowed
from classroom.records import Assignment, LabClass
from classroom.tables import answers, assignments, attempts, exercises, prediction_rounds, variants
from compiler_core.exercises.exercise import Exercise


def publish(
    connection: Connection,
    lab_class: LabClass,
    draft: Draft,
    exercise: Exercise,
    tools: Mapping[str, str],
) -> Assignment:
    """The draft's exercise in its class. tools: versions with which it was proven.

    Raises NotAllowed for a text that is not proven as it stands, and where a new version would
    change what members who have begun were given; InputError for one exercise too many.
    """
    if draft.state != "proven" or (draft.proof or {}).get("digest") != exercise.digest:
        raise NotAllowed("This text is not proven.", "Check it first; only then it is published.")
    there = assignments_of(connection, lab_class.id)
    known = next((assigned for assigned in there if assigned.exercise_id == exercise.id), None)
    if known is None:
        made = assign(connection, lab_class, exercise)
    else:
        made = _next_version(connection, known, exercise)
    proven = update(exercises).where(exercises.c.digest == exercise.digest)
    connection.execute(proven.values(proven_with=dict(tools)))
    return made


def _next_version(connection: Connection, known: Assignment, exercise: Exercise) -> Assignment:
    before = exercise_of(connection, known.digest)
    changed = _changed(before, exercise)
    if changed and has_begun(connection, known):
        raise NotAllowed(
            f"Members have begun with this exercise, and this version changes its {changed}.",
            "Leave that as it was, or publish it under another id.",
        )
    if changed:
        for table in (variants, prediction_rounds):
            connection.execute(delete(table).where(table.c.assignment_id == known.id))
    keep_exercise(connection, exercise)
    mine = update(assignments).where(assignments.c.id == known.id)
    connection.execute(mine.values(digest=exercise.digest, points=exercise.points))
    return known


def has_begun(connection: Connection, assignment: Assignment) -> bool:
    """Whether anybody has tried it, handed it in, or predicted."""
    return any(
        connection.scalar(select(func.count()).where(table.c.assignment_id == assignment.id))
        for table in (attempts, answers)
    )


def _changed(before: Exercise, after: Exercise) -> str:
    """What of all that members were given is another; empty for nothing."""
    parts = {
        "kind": (before.kind, after.kind),
        "variants": (dict(before.variants), dict(after.variants)),
        "question": (before.predict, after.predict),
    }
    return next((name for name, (old, other) in parts.items() if old != other), "")
