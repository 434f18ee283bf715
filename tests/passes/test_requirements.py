"""Each requirement of the pass timeline holds."""

from __future__ import annotations

import pytest

from tests.passes.requirements import REQUIREMENTS, Requirement


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda found: found.__name__)
def test_a_requirement_holds(requirement: Requirement) -> None:
    assert requirement()
