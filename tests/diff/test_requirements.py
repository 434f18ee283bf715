"""Each requirement holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.diff.requirements import REQUIREMENTS


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda found: found.__name__)
def test_requirement_holds(requirement: Callable[[], bool]) -> None:
    assert requirement()
