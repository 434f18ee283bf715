"""Each requirement holds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.diff.requirements import REQUIREMENTS

pytestmark = pytest.mark.usefixtures("emulator")


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda found: found.__name__)
def test_requirement_holds(requirement: Callable[[], bool]) -> None:
    assert requirement()
