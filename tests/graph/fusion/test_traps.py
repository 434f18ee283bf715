"""What fusion makes of minimal models: golden text, read by a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden_file import assert_golden
from tests.graph.fusion.traps import TRAPS, outcome

FOLDER = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", sorted(TRAPS))
def test_the_trap_gives_what_was_read(name: str, request: pytest.FixtureRequest) -> None:
    assert_golden(FOLDER / f"{name}.txt", outcome(TRAPS[name]), request)


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(TRAPS)
