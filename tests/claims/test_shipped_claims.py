"""Everything the lessons say holds on the compilers installed, or says what differs."""

from __future__ import annotations

from collections import defaultdict

import pytest

from compiler_core.claims.check import check_claims
from compiler_core.claims.claim import Claim, ClaimResult
from compiler_core.claims.reading import claims_at


def told(result: ClaimResult) -> str:
    return f"{result.lesson}/{result.id} on {result.compiler}: {result.expected} | {result.found}"


def by_lesson() -> dict[str, list[Claim]]:
    """Of what compilers do. Facts of models and chips are held by tests/facts, where each stands
    beside the recorded run that a test of its own compares with one of today.
    """
    found: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims_at():
        if not claim.is_of_core:
            found[claim.lesson].append(claim)
    return found


@pytest.mark.parametrize(("lesson", "claims"), by_lesson().items(), ids=lambda one: str(one)[:40])
def test_every_claim_of_every_lesson_holds_here(lesson: str, claims: list[Claim]) -> None:
    report = check_claims(claims)
    assert {result.lesson for result in report.claims} == {lesson}
    assert [told(result) for result in report.claims if result.holds is False] == []
    # Every compiler here has an answer: none is left unstated, and no tool is missing.
    assert [told(result) for result in report.claims if result.holds is None] == []
    assert report.passed > 0
