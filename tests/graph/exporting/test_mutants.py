"""Mistakes in exporting made on purpose: each fails a requirement that today's code meets."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from compiler_core.errors import LoweringLabError
from tests.graph.exporting import test_reports
from tests.graph.mutation import Mutant, apply_mutant, read_mutants

MUTANTS = read_mutants(Path(__file__).with_name("mutants.yaml"))
REQUIREMENTS: tuple[Callable[[Path], None], ...] = tuple(
    test for name, test in vars(test_reports).items() if name.startswith("test_")
)
BROKEN = (
    AssertionError, LookupError, TypeError, ValueError, AttributeError, NameError, OSError,
    SyntaxError, LoweringLabError, pytest.fail.Exception,
)  # fmt: skip


def meets_all(folder: Path) -> bool:
    for number, requirement in enumerate(REQUIREMENTS):
        place = folder / str(number)
        place.mkdir()
        try:
            requirement(place)
        except BROKEN:
            return False
        finally:
            shutil.rmtree(place)
    return True


def test_the_real_exporter_meets_all(tmp_path: Path) -> None:
    assert meets_all(tmp_path)
    assert len(REQUIREMENTS) >= 9
    assert len(MUTANTS) >= 15


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.label)
def test_a_mistake_fails_a_requirement(
    mutant: Mutant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply_mutant(mutant, monkeypatch)
    assert not meets_all(tmp_path)
