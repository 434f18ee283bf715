"""Grading one answer to an exercise."""

from __future__ import annotations

from typing import Any

import msgspec

from app.analysis.task import FinishedAnswer, Task, finished


class GradeBody(msgspec.Struct, forbid_unknown_fields=True):
    """text, files: of the exercise. values: of the member's variant. state: the answer. secret:
    what hidden inputs are drawn from, in hexadecimal. answered_first: they predicted before.
    """

    text: str
    files: dict[str, str]
    values: dict[str, str | int]
    state: dict[str, Any]
    secret: str
    answered_first: bool


def graded(task: Task) -> FinishedAnswer:
    """The outcome of every check, in order."""
    from compiler_core.exercises.grading import grade
    from compiler_core.exercises.posing import pose
    from compiler_core.exercises.reader import read_exercise

    asked = msgspec.json.decode(task.body, type=GradeBody)
    posed = pose(read_exercise(asked.text, asked.files), asked.values)
    outcomes = grade(posed, asked.state, bytes.fromhex(asked.secret), asked.answered_first)
    return finished(200, msgspec.json.encode(outcomes), lasting=False)
