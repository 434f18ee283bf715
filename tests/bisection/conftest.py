"""All tests here start compilers or emulated programs."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def programs(emulator: None) -> None:
    """The mark for the whole folder follows from this."""
