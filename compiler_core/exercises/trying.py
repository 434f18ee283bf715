"""An exercise read and tried outside a class: what a student may see, and points nobody keeps.

Of each variant the first value is taken, and hidden inputs come from a seed of this module's, so
the same answer always gets the same points here; a class draws both anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from compiler_core.errors import InputError, UnknownName
from compiler_core.exercises.asked import GradingAsked
from compiler_core.exercises.exercise import Exercise, VariantValue
from compiler_core.exercises.grading import checked_state, grade
from compiler_core.exercises.outcome import Outcome, points_of
from compiler_core.exercises.posing import PosedExercise, pose
from compiler_core.exercises.shipped import shipped_exercises

_SEED = b"what hidden inputs of answers tried alone are drawn from"


@dataclass(frozen=True, slots=True, kw_only=True)
class ExerciseEntry:
    """One exercise in the list."""

    id: str
    title: str
    kind: str
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownCheck:
    """text: what is expected, in words. gate: when it fails, grading ends."""

    text: str
    points: int
    gate: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownExercise:
    """An exercise as a student begins it."""

    id: str
    """As `lowlab exercise show` takes it."""
    title: str
    """With the first value of each variant."""
    kind: str
    """What it is about: `loop`, `network`, `decode` or `quiz`."""
    task: str
    """What the student is to do, with the first value of each variant."""
    starter: Mapping[str, Any]
    """What they may change, by name."""
    given: Mapping[str, Any]
    """What the exercise fixes, by name."""
    allow: tuple[str, ...]
    """The names that an answer may have."""
    points: int
    """The most that an answer can get."""
    checks: tuple[ShownCheck, ...]
    """In the order in which they are judged."""
    question: str
    """What is asked before anything is shown; empty for nothing."""
    choices: tuple[str, ...]
    """Answers to the question, in the order of the alphabet; empty where nothing is asked."""
    hints: tuple[str, ...]
    """Those that were opened."""
    more_hints: int
    """How many hints were not opened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TriedAnswer:
    """points of an answer, of how many, and what became of each check."""

    id: str
    points: int
    of: int
    checks: tuple[Outcome, ...]


def listed_exercises() -> tuple[ExerciseEntry, ...]:
    """All that ship. Raises ContentError."""
    return tuple(
        ExerciseEntry(id=task.id, title=_posed(task).title, kind=task.kind, points=task.points)
        for task in shipped_exercises()
    )


def find_exercise(identifier: str) -> Exercise:
    """Raises UnknownName."""
    for exercise in shipped_exercises():
        if exercise.id == identifier:
            return exercise
    raise UnknownName(
        f"There is no exercise {identifier[:60]!r}.", "`lowlab exercise show` lists all that ship."
    )


def shown_exercise(exercise: Exercise, hints: int = 0) -> ShownExercise:
    """What a student may see, with so many hints opened; nothing of its proof."""
    posed = _posed(exercise)
    predict = posed.predict
    return ShownExercise(
        id=exercise.id,
        title=posed.title,
        kind=exercise.kind,
        task=posed.task,
        starter=posed.starter,
        given=posed.given,
        allow=exercise.allow,
        points=exercise.points,
        checks=tuple(
            ShownCheck(text=test.text, points=test.points, gate=test.gate) for test in posed.checks
        ),
        question=predict.question if predict is not None else "",
        choices=tuple(sorted((predict.right, *predict.wrong))) if predict is not None else (),
        hints=tuple(hint.text for hint in posed.hints[:hints]),
        more_hints=len(posed.hints[hints:]),
    )


def try_answer(exercise: Exercise, state: Mapping[str, Any]) -> TriedAnswer:
    """Judge an answer here. Raises as `grade`, and InputError for values that are not plain."""
    posed = _checked(exercise, state)
    return tried_answer(exercise, grade(posed, state, _SEED))


def asked_to_try(exercise: Exercise, state: Mapping[str, Any]) -> bytes:
    """The same as a question to a process of its own, see `asked`. Raises InputError at once for
    what no judge would take."""
    _checked(exercise, state)
    files, values = dict(exercise.files), _first_values(exercise)
    request = GradingAsked(exercise.text, files, values, dict(state), _SEED.hex(), False)
    return msgspec.json.encode(request)


def _checked(exercise: Exercise, state: Mapping[str, Any]) -> PosedExercise:
    """The exercise, where names and kinds of values are such as it takes. Raises InputError."""
    posed = _posed(exercise)
    checked_state(posed, state)
    for name, value in state.items():
        _check_plain(name, value, lists=exercise.kind == "network")
    return posed


def _check_plain(name: str, value: object, lists: bool) -> None:
    """lists: of plain values, which settings of networks may be. Raises InputError."""
    values = value if lists and isinstance(value, list | tuple) else [value]
    if not all(isinstance(part, str | int | float) for part in values):
        raise InputError(
            f"{name} must be text, a number, or true or false; this is {_json_kind(value)}.",
            f'Give it as in {{"{name}": "…"}}.',
        )


def _json_kind(value: object) -> str:
    if isinstance(value, Mapping):
        return "an object with names of its own"
    return "null" if value is None else "a list"


def tried_answer(exercise: Exercise, outcomes: Sequence[Outcome]) -> TriedAnswer:
    """The points of these outcomes."""
    checks = tuple(outcomes)
    return TriedAnswer(id=exercise.id, points=points_of(checks), of=exercise.points, checks=checks)


def _posed(exercise: Exercise) -> PosedExercise:
    return pose(exercise, _first_values(exercise))


def _first_values(exercise: Exercise) -> dict[str, VariantValue]:
    return {name: choices[0] for name, choices in exercise.variants.items()}
