"""Mistakes made on purpose: each has to fail something that the real planners meet."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from compiler_core.errors import LoweringLabError
from tests.graph.fusion.mutation import Mutant, apply_mutant, read_mutants
from tests.graph.planning import test_in_place, test_plans
from tests.graph.planning.networks import mobilenet_v1, mobilenet_v2

MUTANTS = read_mutants(Path(__file__).with_name("mutants.yaml"))


def requirements() -> list[Callable[[], None]]:
    """The tests of planning that are quick, and short forms of the others."""
    plain = [*_plain_tests(test_in_place), *_plain_tests(test_plans)]
    return [*plain, _published, lambda: test_plans.sound_on_random_graphs("greedy-by-size", 40)]


def _plain_tests(module: ModuleType) -> list[Callable[[], None]]:
    return [
        test
        for name, test in vars(module).items()
        if name.startswith("test_") and "pytestmark" not in vars(test) and "fifty" not in name
    ]


def _published() -> None:
    test_plans.test_published_arenas(mobilenet_v1(), 1_204_224, 64)
    test_plans.test_published_arenas(mobilenet_v2(), 1_505_280, 64)


def meets_all() -> bool:
    try:
        for requirement in requirements():
            requirement()
    except (AssertionError, ArithmeticError, LookupError, LoweringLabError, StopIteration,
            TypeError, ValueError, pytest.fail.Exception):  # fmt: skip
        return False
    return True


def test_the_real_planners_meet_all() -> None:
    assert meets_all()
    assert len(requirements()) > 15
    assert len(MUTANTS) >= 15


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.label)
def test_a_mistake_fails_a_requirement(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    apply_mutant(mutant, monkeypatch)
    assert not meets_all()
