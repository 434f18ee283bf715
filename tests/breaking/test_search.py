"""The search breaks half-truths; of what it did not break it says only what was tried."""

from __future__ import annotations

import pytest

from compiler_core.claims.breaking.search import SearchBudget, break_claim
from compiler_core.claims.claim import Claim
from compiler_core.claims.reading import claim_named, read_claims
from tests.breaking.measure import HALF_TRUTHS

CLAIMS = read_claims(HALF_TRUTHS)
NOT_FOUND = {"early-exits-are-scalar", "lengths-are-asked-once"}
"""No compiler here does otherwise; and a call in every round is one call in the code, too."""
SECONDS = 20.0
"""A loaded machine may need more; script/break_half_truths gives each a minute and counts."""


@pytest.fixture(scope="module", autouse=True)
def programs(emulator: None) -> None:
    """All tests here start compilers or emulated programs."""


def test_there_are_as_many_as_are_told() -> None:
    assert len(CLAIMS) == 64
    assert len({claim.says for claim in CLAIMS}) == 64


@pytest.mark.slow
@pytest.mark.parametrize(
    "claim", [one for one in CLAIMS if one.id not in NOT_FOUND], ids=lambda one: one.id
)
def test_a_half_truth_is_broken(claim: Claim) -> None:
    found = break_claim(claim, budget=SearchBudget(SECONDS))
    broken = found.broken
    if broken is None:
        assert (found.standing, found.complete) == ("unbroken", False), found.sentences
        return
    assert 1 <= len(broken.changes) <= 2
    assert broken.expected
    assert broken.found != broken.found_at_home
    assert found.sentences[0].startswith("It fails with")
    assert found.broken is not None
    assert f"Checked of it: {found.broken.expected}" in found.sentences[1]


def test_a_search_without_time_says_what_it_left() -> None:
    found = break_claim(CLAIMS[0], budget=SearchBudget(0))
    assert (found.standing, found.complete, found.tried) == ("unbroken", False, 0)
    assert not found.lasting
    assert "does not make it always true" in found.sentences[0]
    assert "left untried" in found.sentences[-1]


def test_what_fails_at_home_is_said_at_once() -> None:
    found = break_claim(claim_named("folklore-aliasing-gives-up"), "gcc-12")
    assert (found.standing, found.groups) == ("false_here", ())
    assert "in its own setting already" in found.sentences[0]
