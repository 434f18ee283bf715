"""Each of these mistakes, put into a pass or its analysis, is found."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from compiler_core.loop.passes.registry import PASSES, USUAL_PASSES, pass_named
from tests.loop.golden_cases import GoldenCase, golden_cases, outcome_of
from tests.loop.mutation import Mutant, apply_mutant, read_mutants
from tests.loop.programs import SeededChoices, program
from tests.loop.running import INEXACT, Case, case_of

MUTANTS = read_mutants()
SEEDS = range(6)
BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError,
          RuntimeError, StopIteration)  # fmt: skip


@cache
def golden_of(pass_name: str) -> tuple[tuple[GoldenCase, Case], ...]:
    """The golden programs of a pass, prepared by passes that are in order."""
    return tuple(
        (case, case.prepared(seeds=6)) for case in golden_cases() if case.pass_name == pass_name
    )


@cache
def random_before(pass_name: str) -> tuple[Case, ...]:
    """Some random programs as they reach the pass in the usual pipeline."""
    cases = []
    for seed in SEEDS:
        case = case_of(program(SeededChoices(seed)), "f")
        usual = USUAL_PASSES.index(pass_name) if pass_name in USUAL_PASSES else 1
        for name in USUAL_PASSES[:usual]:
            case.run(pass_named(name))
        cases.append(case)
    return tuple(cases)


def is_found(pass_name: str) -> bool:
    """Does the pass as it is now fail a golden case, a rule, or the comparison with the source?"""
    one = pass_named(pass_name)
    try:
        for golden, prepared in golden_of(pass_name):
            case = prepared.copy()
            if outcome_of(case, one) != golden.expected or case.problem():
                return True
        for prepared in random_before(pass_name):
            case = prepared.copy()
            if case.run(one).changed and case.problem():
                return True
    except BROKEN:
        return True
    return False


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.label)
def test_a_mutant_is_found(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    golden_of(mutant.pass_name), random_before(mutant.pass_name)
    apply_mutant(mutant, monkeypatch)
    assert is_found(mutant.pass_name)


@pytest.mark.parametrize("name", [one.name for one in PASSES if one.name != INEXACT])
def test_without_a_mistake_nothing_is_found(name: str) -> None:
    assert not is_found(name)


def test_there_are_eight_mutants_for_each_pass() -> None:
    counts = Counter(mutant.pass_name for mutant in MUTANTS)
    assert {one.name for one in PASSES if counts[one.name] < 8} <= {INEXACT}
