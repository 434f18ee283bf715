"""An exercise file at a glance, while it is being written: what it holds, or its first fault."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.content_files import ContentError
from compiler_core.exercises.exercise import Exercise
from compiler_core.exercises.proof import proof_size
from compiler_core.exercises.reader import read_exercise

MOST_GRADINGS = 200
"""Of a proof that somebody waits for in a browser."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckSummary:
    """One check of an exercise file, at a glance."""

    text: str
    """What is expected, in words."""
    points: int
    """Earned when it passes, nothing otherwise; 0 to 100."""
    gate: bool
    """True where grading ends unless it passes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExerciseSummary:
    """An exercise file at a glance."""

    fault: str
    """The first one, with its place; all else is empty where there is one."""
    id: str = ""
    """The one that the file gives itself: small letters and digits with hyphens between, as
    `memory-sum-vectorises`."""
    title: str = ""
    """The exercise's; a variant's name stands in braces where each student gets a value of their
    own."""
    kind: str = ""
    """What it is about: `loop`, `network`, `decode` or `quiz`."""
    digest: str = ""
    """SHA-256 of its values and files in hexadecimal; comments, the order of keys and
    `measured_on` do not change it."""
    points: int = 0
    """The most that an answer can get, over all checks."""
    checks: tuple[CheckSummary, ...] = ()
    """In the order in which they are judged, 1 to 12."""
    gradings: int = 0
    """How many answers the proof grades."""
    advice: tuple[str, ...] = ()
    """What would make it a better exercise, in sentences."""


def summary_of(text: str, wanted_id: str = "") -> ExerciseSummary:
    """Of a file that holds all its files itself. wanted_id: the one that it must have."""
    try:
        exercise = read_exercise(text, {})
        _check_for_browser(exercise, wanted_id)
    except ContentError as error:
        return ExerciseSummary(fault=str(error))
    except RecursionError:
        return ExerciseSummary(fault="The exercise file is nested too deeply to be read.")
    return ExerciseSummary(
        fault="",
        id=exercise.id,
        title=exercise.title,
        kind=exercise.kind,
        digest=exercise.digest,
        points=exercise.points,
        checks=tuple(
            CheckSummary(text=check.text, points=check.points, gate=check.gate)
            for check in exercise.checks
        ),
        gradings=proof_size(exercise),
        advice=tuple(_advice(exercise)),
    )


def _check_for_browser(exercise: Exercise, wanted_id: str) -> None:
    if wanted_id and exercise.id != wanted_id:
        raise ContentError(
            f"id: found `{exercise.id}`; this page is of `{wanted_id}`.",
            "Begin a new exercise for another id.",
        )
    if proof_size(exercise) > MOST_GRADINGS:
        raise ContentError(
            f"proof: {proof_size(exercise)} answers would be graded; here there can be "
            f"{MOST_GRADINGS}.",
            "Give the variants fewer values.",
        )
    if not exercise.proof.solved:
        raise ContentError("proof.solved: there is no answer that gets all points.", "Give one.")


def _advice(exercise: Exercise) -> list[str]:
    """What nobody but the author knows."""
    notes: list[str] = []
    if not exercise.proof.wrong:
        notes.append(
            "proof.wrong is empty. Which wrong answers will students give? Add them: they "
            "must get at most half."
        )
    if not exercise.hints:
        notes.append("There are no hints. What would you ask a student who is stuck?")
    first = exercise.checks[0]
    if exercise.kind == "loop" and first.kind != "same_result_as" and "source" in exercise.allow:
        notes.append(
            "The first check does not compare results. A loop that computes something "
            "else may pass."
        )
    return notes
