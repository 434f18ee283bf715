"""That an exercise does what it says: answers whose points are known, graded with every variant.

Every solved answer must get all points, every partial one exactly its number, every wrong one at
most half, and the starter not all, whatever value a variant takes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from compiler_core.exercises.exercise import Exercise, ProofAnswer, VariantValue
from compiler_core.exercises.grading import grade
from compiler_core.exercises.measured import moved_tools, versions_here
from compiler_core.exercises.outcome import Outcome, points_of
from compiler_core.exercises.posing import (
    PosedExercise,
    all_values,
    combinations,
    pose,
    substitute,
)

ProofRole = Literal["solved", "partial", "wrong", "starter"]
_SECRET = b"what a proof's hidden inputs are drawn from"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofLine:
    """One answer under one choice of values."""

    role: ProofRole
    """Which of the proof's lists the answer stands in, or the starter itself."""
    answer: str
    """The name of the answer in the proof."""
    values: Mapping[str, VariantValue]
    """The value of each variant under which it was graded."""
    points: int
    """What the answer got."""
    of: int
    """All points of the exercise."""
    expected: str
    """In words: `10`, `at most 5`."""
    ok: bool
    """Whether the points are as expected and nothing ended in an error of ours."""
    sentence: str
    """`proof.solved local.c gets 7 of 10, expected 10`, with the checks that explain it."""
    outcomes: tuple[Outcome, ...]
    """What became of each check, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExerciseProof:
    """An exercise with all its lines."""

    id: str
    """The one that the exercise's file gives itself."""
    digest: str
    """SHA-256 of the version that was proven."""
    points: int
    """The most that an answer can get."""
    proven: bool
    """Whether every line holds, and at least one answer is solved."""
    fault: str
    """Why it is not proven, "" if it is."""
    moved: tuple[str, ...]
    """What else was installed when it was proven, in sentences; it may hold all the same."""
    lines: tuple[ProofLine, ...]
    """Each answer under each choice of values."""


@dataclass(frozen=True, slots=True)
class ProofReport:
    """Several exercises, and how many are proven and are not."""

    exercises: tuple[ExerciseProof, ...]
    proven: int
    failed: int


def prove_all(exercises: Sequence[Exercise]) -> ProofReport:
    """Each exercise proven, in order."""
    here = versions_here() if any(task.measured_on for task in exercises) else {}
    proofs = tuple(proof_of(exercise, prove(exercise), here) for exercise in exercises)
    proven = sum(proof.proven for proof in proofs)
    return ProofReport(proofs, proven, len(proofs) - proven)


def proof_of(
    exercise: Exercise, lines: tuple[ProofLine, ...], here: Mapping[str, str]
) -> ExerciseProof:
    """What the graded lines make of it. here: versions of the tools that graded."""
    return ExerciseProof(
        id=exercise.id,
        digest=exercise.digest,
        points=exercise.points,
        proven=is_proven(lines),
        fault=fault_of(exercise, lines),
        moved=moved_tools(exercise, here),
        lines=lines,
    )


def prove(exercise: Exercise) -> tuple[ProofLine, ...]:
    """Every answer of the proof under every combination of values. A tool that is missing makes
    its lines not ok, with a sentence."""
    return tuple(prove_line(exercise, number) for number in range(proof_size(exercise)))


def proof_size(exercise: Exercise) -> int:
    """How many lines its proof has."""
    return len(_answers(exercise)) * combinations(exercise)


def prove_line(exercise: Exercise, number: int) -> ProofLine:
    """One line of the proof. number: from 0, values in their order, then answers in theirs."""
    answers = _answers(exercise)
    values = next(islice(all_values(exercise), number // len(answers), None))
    return _line(pose(exercise, values), *answers[number % len(answers)])


def is_proven(lines: tuple[ProofLine, ...]) -> bool:
    """Whether every line holds and at least one answer is solved."""
    return all(line.ok for line in lines) and any(line.role == "solved" for line in lines)


def fault_of(exercise: Exercise, lines: tuple[ProofLine, ...]) -> str:
    """The first thing that keeps the exercise from being proven; "" for none."""
    wrong = next((line.sentence for line in lines if not line.ok), "")
    if wrong or is_proven(lines):
        return wrong
    return f"proof.solved: {exercise.id} has no answer that is solved; give one."


def _answers(exercise: Exercise) -> list[tuple[ProofRole, ProofAnswer, int, int]]:
    """Each with its role, and the least and the most that it must get."""
    proof, whole = exercise.proof, exercise.points
    exact = [(answer, answer.points or 0) for answer in proof.partial]
    return [
        *(("solved", answer, whole, whole) for answer in proof.solved),
        *(("partial", answer, points, points) for answer, points in exact),
        *(("wrong", answer, 0, whole // 2) for answer in proof.wrong),
        ("starter", ProofAnswer("starter", {}), 0, whole - 1),
    ]


def _line(
    posed: PosedExercise, role: ProofRole, answer: ProofAnswer, least: int, most: int
) -> ProofLine:
    state: Mapping[str, Any] = substitute(answer.state, posed.values)
    outcomes = grade(posed, state, _SECRET, answered_first=True)
    points, whole = points_of(outcomes), posed.exercise.points
    broken = next((outcome for outcome in outcomes if outcome.status == "error"), None)
    ok = broken is None and least <= points <= most
    expected = f"{least}" if least == most else f"at most {most}"
    return ProofLine(
        role=role,
        answer=answer.name,
        values=posed.values,
        points=points,
        of=whole,
        expected=expected,
        ok=ok,
        sentence=_sentence(posed, role, answer.name, (points, expected), outcomes),
        outcomes=outcomes,
    )


def _sentence(
    posed: PosedExercise,
    role: ProofRole,
    name: str,
    figures: tuple[int, str],
    outcomes: tuple[Outcome, ...],
) -> str:
    """`proof.solved local.c gets 7 of 10: check 3 …`, with the values where there are variants."""
    points, expected = figures
    location = "starter" if role == "starter" else f"proof.{role} {name}"
    chosen = ", ".join(f"{key} {value}" for key, value in posed.values.items())
    where = f" ({chosen})" if chosen else ""
    head = f"{location}{where} gets {points} of {posed.exercise.points}, expected {expected}"
    telling = ("passed",) if role in ("wrong", "starter") else ("failed", "error")
    broken = [outcome for outcome in outcomes if outcome.status == "error"]
    causes = broken or [outcome for outcome in outcomes if outcome.status in telling]
    if not causes:
        return f"{head}."
    return f"{head}: check {causes[0].check + 1}: {causes[0].sentence}"
