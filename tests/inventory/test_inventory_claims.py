"""Every right answer of the inventory holds on the installed compilers."""

from __future__ import annotations

import pytest

from compiler_core.claims.check import check_claims
from compiler_core.inventory.reading import shipped_inventory
from compiler_core.toolchain.discovery import find_compiler
from tests.inventory.claims import claims_of

pytestmark = pytest.mark.usefixtures("emulator")


def test_every_right_answer_rests_on_claims_that_hold_here() -> None:
    # The lessons' claims are tried on every compiler by their own test; a reader starts with these.
    usual = [find_compiler("gcc"), find_compiler("clang")]
    report = check_claims(claims_of(shipped_inventory()), usual)
    assert [
        f"{result.id} on {result.compiler}: {result.expected} | {result.found}"
        for result in report.claims
        if result.holds is not True
    ] == []
    stated = {result.id for result in report.claims if result.states == "holds"}
    for question in shipped_inventory().questions:
        assert set(question.claims) <= stated, question.id
