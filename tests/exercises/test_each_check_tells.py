"""Every check of every exercise that ships tells some answer of its proof from another.

A check that asked for nothing must make a proof fail: then some partial or wrong answer gets points
that it must not get. Each answer is graded once, with every check judged and none as a gate; the
points under a changed exercise follow.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from compiler_core.exercises.exercise import Check, Exercise, ProofAnswer
from compiler_core.exercises.grading import grade
from compiler_core.exercises.posing import all_values, pose, substitute
from compiler_core.exercises.shipped import shipped_exercises

EXERCISES = {exercise.id: exercise for exercise in shipped_exercises()}
CHECKS = [
    (exercise.id, number)
    for exercise in EXERCISES.values()
    for number in range(len(exercise.checks))
]


@cache
def table(name: str) -> tuple[tuple[ProofAnswer, int, int, tuple[bool, ...]], ...]:
    """Each answer with the least and the most points it must get, and which checks hold of it."""
    exercise = EXERCISES[name]
    values = next(all_values(exercise))
    posed = pose(exercise, values)
    open_checks = tuple(replace(check, gate=False) for check in posed.checks)
    posed = replace(posed, checks=open_checks)
    proof, whole = exercise.proof, exercise.points
    rows = [(answer, whole, whole) for answer in proof.solved]
    rows += [(answer, answer.points or 0, answer.points or 0) for answer in proof.partial]
    rows += [(answer, 0, whole // 2) for answer in proof.wrong]
    rows += [(ProofAnswer("starter", {}), 0, whole - 1)]
    found = []
    for answer, least, most in rows:
        state = substitute(answer.state, values)
        outcomes = grade(posed, state, b"what a proof's hidden inputs are drawn from", True)
        found.append((answer, least, most, tuple(one.status == "passed" for one in outcomes)))
    return tuple(found)


def points(checks: tuple[Check, ...], holds: tuple[bool, ...]) -> int:
    """As a grade adds them up."""
    total = 0
    for check, held in zip(checks, holds, strict=True):
        if not held and check.gate:
            return total
        total += check.points if held else 0
    return total


def is_noticed(exercise: Exercise, checks: tuple[Check, ...], always: int | None) -> bool:
    """Whether some answer gets points that the proof does not allow; always: a check that asks for
    nothing."""
    for _, least, most, holds in table(exercise.id):
        found = tuple(held or number == always for number, held in enumerate(holds))
        if not least <= points(checks, found) <= most:
            return True
    return False


@pytest.mark.slow
@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize(("name", "number"), CHECKS, ids=[f"{one}-{k}" for one, k in CHECKS])
def test_a_check_that_asks_for_nothing_makes_the_proof_fail(name: str, number: int) -> None:
    exercise = EXERCISES[name]
    assert not is_noticed(exercise, exercise.checks, None)
    assert is_noticed(exercise, exercise.checks, number)
