"""The exercises that ship hold, each check turned round is noticed, and claims they name exist."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from compiler_core.claims.reading import claims_at
from compiler_core.exercises.exercise import Exercise
from compiler_core.exercises.proof import prove_all
from compiler_core.exercises.shipped import shipped_exercises

EXERCISES = shipped_exercises()
NAMES = [exercise.id for exercise in EXERCISES]
# Of the kinds of checks that a loop exercise has, what asks for the opposite.
OPPOSITES: dict[str, Any] = {
    "same_result_as": {"other_result_than": None},
    "vectorized": False,
    "agrees": False,
}

# What asks for the opposite with the same argument.
OTHER_KINDS = {"loop_lacks": "loop_has", "other_result_than": "same_result_as"}


@pytest.mark.slow
@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize("exercise", EXERCISES, ids=NAMES)
def test_the_proof_holds(exercise: Exercise) -> None:
    report = prove_all((exercise,))
    assert report.exercises[0].fault == ""
    assert report.proven == 1


def other_side(bound: str) -> str:
    """What a bound leaves out: `> 5` for `<= 5`."""
    least, number = bound.split()
    return f"{ {'<=': '>', '>=': '<'}[least] } {number}"


def turned(exercise: Exercise, number: int) -> Exercise:
    """One check turned round, with the first values of the variants and solved answers alone."""
    check = exercise.checks[number]
    kind, further = check.kind, check.further
    argument = OPPOSITES.get(kind)
    if kind in OTHER_KINDS:
        kind, argument = OTHER_KINDS[kind], check.argument
    elif kind == "classified":
        argument = {**check.argument, "is": "lanes"}
    elif kind == "count":
        argument = {**check.argument, "is": other_side(check.argument["is"])}
    elif argument is None:
        argument = other_side(check.argument)
    if check.kind == "same_result_as":
        named = {key: value for key, value in check.argument.items() if key in ("source", "set")}
        kind, argument = "other_result_than", {**named, "n": 100}
    opposite = replace(check, kind=kind, argument=argument, further=further)
    checks = (*exercise.checks[:number], opposite, *exercise.checks[number + 1 :])
    first = {name: values[:1] for name, values in exercise.variants.items()}
    proof = replace(exercise.proof, solved=exercise.proof.solved[:1], partial=(), wrong=())
    return replace(exercise, checks=checks, variants=first, proof=proof)


OTHERS = [
    (exercise, number)
    for exercise in EXERCISES
    if exercise.kind in ("loop", "network")
    for number in range(len(exercise.checks))
]


@pytest.mark.slow
@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize(
    ("exercise", "number"), OTHERS, ids=[f"{one.id}-{number}" for one, number in OTHERS]
)
def test_a_check_turned_round_makes_the_proof_fail(exercise: Exercise, number: int) -> None:
    proof = prove_all((turned(exercise, number),)).exercises[0]
    assert not proof.proven
    assert f"check {number + 1}" in proof.fault


def test_claims_that_predictions_name_exist() -> None:
    known = {claim.id for claim in claims_at()}
    named = {one.predict.why_claim for one in EXERCISES if one.predict and one.predict.why_claim}
    assert named
    assert named <= known


def test_there_are_exercises_of_every_kind_with_hints() -> None:
    assert {exercise.kind for exercise in EXERCISES} == {"loop", "network", "decode", "quiz"}
    assert all(exercise.hints and exercise.proof.wrong for exercise in EXERCISES)
