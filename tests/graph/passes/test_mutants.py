"""Each of these mistakes, put into a pass or what it rests on, is found."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from compiler_core.errors import LoweringLabError
from compiler_core.graph.pass_pipeline import DEFAULT_PASSES, run_passes
from compiler_core.graph.provenance import sources_of
from compiler_core.graph.soundness import problem_of
from compiler_core.graph.validation import Reference, reference_of, validate_against
from tests.graph.mutation import Mutant, apply_mutant, read_mutants
from tests.graph.passes.golden_cases import CASES, GoldenCase
from tests.graph.passes.random_models import random_model
from tests.graph.passes.test_golden import GOLDEN, outcome_of

MUTANTS = read_mutants(Path(__file__).parent / "mutants.yaml")
BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError,
          RuntimeError, LoweringLabError)  # fmt: skip
SEEDS = range(4)
NOT_RUN = ("random", "huge")


@cache
def references() -> dict[str, Reference]:
    """What each case computes, asked while the passes are in order."""
    return {
        case.label: reference_of(case.model(), inputs=1)
        for case in CASES
        if not any(word in case.trap for word in NOT_RUN)
    }


def is_found() -> bool:
    """Does a golden case change, compute something else, or a random network fail?"""
    try:
        return any(_is_wrong(case) for case in CASES) or any(map(_loses_sources, SEEDS))
    except BROKEN:
        return True


def _is_wrong(case: GoldenCase) -> bool:
    _, after, text = outcome_of(case)
    if text != (GOLDEN / f"{case.label}.txt").read_text(encoding="utf-8") or problem_of(after):
        return True
    expected = references().get(case.label)
    return expected is not None and not validate_against(expected, after).equal


def _loses_sources(seed: int) -> bool:
    model = random_model(seed)
    run = run_passes(model, DEFAULT_PASSES, inputs=1)
    given = {node.name for node in model.graph}
    sources = {node.name: set(sources_of(node)) for node in run.model.graph}
    for change in (change for step in run.steps for change in step.changes):
        heirs = [sources[name] for name in change.after if name in sources]
        moved = given.intersection(change.before)
        if heirs and len(heirs) == len(change.after) and not moved <= set().union(*heirs):
            return True
    return False


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.label)
def test_a_mutant_is_found(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    references()
    apply_mutant(mutant, monkeypatch)
    assert is_found()


def test_without_a_mistake_nothing_is_found() -> None:
    assert not is_found()


def test_there_are_enough_mutants() -> None:
    assert len({mutant.label for mutant in MUTANTS}) == len(MUTANTS) >= 15
