"""What each pass makes of minimal programs, each named after the trap it guards."""

from __future__ import annotations

from collections import Counter

import pytest

from compiler_core.loop.passes.registry import PASSES, pass_named
from tests.loop.golden_cases import SEPARATOR, GoldenCase, golden_cases, outcome_of

CASES = golden_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_the_pass_does_what_was_read(case: GoldenCase, request: pytest.FixtureRequest) -> None:
    program = case.prepared(seeds=6)
    found = outcome_of(program, pass_named(case.pass_name))
    if request.config.getoption("--update-golden"):
        given = case.path.read_text(encoding="utf-8").partition(SEPARATOR)[0]
        case.path.write_text(given + SEPARATOR + found, encoding="utf-8")
    else:
        assert found == case.expected
    if case.pass_name != "vectorisation-reassociating":
        assert program.problem() == ""


def test_every_pass_has_golden_cases() -> None:
    counts = Counter(case.pass_name for case in CASES)
    assert {one.name for one in PASSES if counts[one.name] == 0} == set()
    assert len(CASES) >= 70
