"""Mistakes in evaluation made on purpose: each fails a requirement that today's code meets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.graph.evaluation.requirements import REQUIREMENTS
from tests.graph.mutation import Mutant, apply_mutant, read_mutants

MUTANTS = read_mutants(Path(__file__).with_name("mutants.yaml"))
# A mistake may let any of the runtime's own exceptions through, which share no base.
BROKEN = (Exception, pytest.fail.Exception)


def meets_all() -> bool:
    try:
        for requirement in REQUIREMENTS:
            requirement()
    except BROKEN:
        return False
    return True


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda one: one.__name__)
def test_a_requirement_is_met(requirement: object) -> None:
    assert callable(requirement)
    requirement()


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.label)
def test_a_mistake_fails_a_requirement(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    apply_mutant(mutant, monkeypatch)
    assert not meets_all()


def test_there_are_enough() -> None:
    assert len(MUTANTS) >= 15
