"""A grading as it is asked of a process of its own: plain data, read field by field."""

from __future__ import annotations

from typing import Any

import msgspec


class GradingAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A grading as it is asked of a process of its own."""

    text: str
    """The exercise's file, in YAML."""
    files: dict[str, str]
    """Texts of the files that the exercise names, by name."""
    values: dict[str, str | int]
    """Values of the exercise's variants that the member drew, by name."""
    state: dict[str, Any]
    """The answer: values by the names that the exercise allows."""
    secret: str
    """What hidden inputs are drawn from, in hexadecimal."""
    answered_first: bool
    """Whether they predicted before they tried anything."""


def answered(message: bytes) -> bytes:
    """The outcomes of every check, in order. Raises what `grade` does."""
    from compiler_core.exercises.grading import grade
    from compiler_core.exercises.posing import pose
    from compiler_core.exercises.reader import read_exercise

    request = msgspec.json.decode(message, type=GradingAsked)
    posed = pose(read_exercise(request.text, request.files), request.values)
    secret = bytes.fromhex(request.secret)
    return msgspec.json.encode(grade(posed, request.state, secret, request.answered_first))


class LineAsked(msgspec.Struct, forbid_unknown_fields=True):
    """text: of an exercise that holds its files itself. number: of the proof's line, from 0."""

    text: str
    number: int


def proof_line(message: bytes) -> bytes:
    """One answer of a proof, graded. Raises what `grade` and `read_exercise` do."""
    from compiler_core.exercises.proof import prove_line
    from compiler_core.exercises.reader import read_exercise

    request = msgspec.json.decode(message, type=LineAsked)
    return msgspec.json.encode(prove_line(read_exercise(request.text, {}), request.number))
