"""Everything the lessons say holds on the compilers installed, or says what differs."""

from __future__ import annotations

from compiler_core.claims.check import check_claims
from compiler_core.claims.claim import ClaimResult
from compiler_core.claims.reading import claims_at


def told(result: ClaimResult) -> str:
    return f"{result.lesson}/{result.id} on {result.compiler}: {result.expected} | {result.found}"


def test_every_claim_of_every_lesson_holds_here() -> None:
    report = check_claims(claims_at())
    assert [told(result) for result in report.claims if result.holds is False] == []
    # Every compiler here has an answer: none is left unstated, and no tool is missing.
    assert [told(result) for result in report.claims if result.holds is None] == []
    assert report.passed > 0
