"""Every requirement holds for every recording."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.stepping.programs import SETTINGS, Setting
from tests.stepping.requirements import REQUIREMENTS


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda one: one.__name__)
def test_requirement(requirement: Callable[[Setting], None], setting: Setting) -> None:
    requirement(setting)
