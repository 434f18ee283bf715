"""Dumps of every installed compiler version become a timeline with a story."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.passes.cases import ALL_CASES, PRAGMA_FILE
from tests.passes.checks import CHECKS
from tests.passes.runs import Case, steps_of, timeline_of

TITLES = [f"{case.compiler} {case.title}" for case in ALL_CASES]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", ALL_CASES, ids=TITLES)
def test_a_version_reads_as_plainly(case: Case, check: Callable[[Case], None]) -> None:
    check(case)


@pytest.mark.parametrize("case", ALL_CASES, ids=TITLES)
def test_a_version_has_a_story(case: Case) -> None:
    timeline = timeline_of(case)
    told = {step.concept for step in timeline.story}
    assert len(timeline.story) >= 5
    assert "promote-to-ssa" in told
    numbers = {step.number for step in timeline.steps if step.changed}
    assert {step.number for step in timeline.story} <= numbers


@pytest.mark.parametrize("compiler", ["gcc-11", "clang-19"])
def test_a_pragma_turns_a_pass_on(compiler: str) -> None:
    """GCC 11 vectorises at -O2 only where the pragma asks for it."""
    with_pragma = Case("pragma", PRAGMA_FILE, compiler, "-O2 -fopenmp-simd")
    names = {step.dump.pass_name for step in steps_of(with_pragma) if step.changed}
    assert names & {"vect", "LoopVectorizePass"}
    without = Case("no pragma", PRAGMA_FILE, "gcc-11", "-O2")
    assert "vect" not in {step.dump.pass_name for step in steps_of(without) if step.changed}
