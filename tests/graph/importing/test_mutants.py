"""Each of these mistakes, put into the reading of models, is found by a test of this folder."""

from __future__ import annotations

import inspect
from dataclasses import replace
from pathlib import Path

import pytest

from compiler_core.errors import InputError
from compiler_core.graph.importing.errors import ModelRefused
from compiler_core.graph.importing.limits import UPLOAD_LIMITS
from compiler_core.graph.importing.operator_sets import _lowest_set
from compiler_core.graph.importing.reader import import_model
from tests.graph.importing import test_reading
from tests.graph.importing.hostile import HOSTILE
from tests.graph.mutation import Mutant, apply_mutant, read_mutants

MUTANTS = read_mutants(Path(__file__).parent / "mutants.yaml")
BROKEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError,
          RuntimeError, MemoryError, InputError, pytest.fail.Exception)  # fmt: skip
# A mistake that lets a bomb in must not let it go off in the tests.
BOUNDED = replace(UPLOAD_LIMITS, weight_elements=1 << 24)
SLOW = ("test_all_light_models_are_read_with_their_shapes", "test_blocks_of_a_stage",
        "test_a_graph_of_8000_nodes")  # fmt: skip
READING = tuple(
    test for name, test in vars(test_reading).items()
    if name.startswith("test_") and not name.startswith(SLOW)
    and not inspect.signature(test).parameters
)  # fmt: skip
LARGE = ("600,000 empty nodes", "too many nodes", "weights over the limit together")


def is_found() -> bool:
    """Does a hostile file pass, a good one not, or does it become something else?"""
    _lowest_set.cache_clear()
    try:
        for test in READING:
            test()
        return not all(_is_refused(name) for name, _, _ in HOSTILE if name not in LARGE) or (
            not _limits_hold()
        )
    except BROKEN:
        return True
    finally:
        _lowest_set.cache_clear()


def _is_refused(name: str) -> bool:
    _, make, words = next(row for row in HOSTILE if row[0] == name)
    try:
        import_model(make())
    except ModelRefused as error:
        return words in str(error)
    return False


def _limits_hold() -> bool:
    good = test_reading.convolution_model().SerializeToString()
    for name, number in (("file_bytes", 200), ("fields", 50), ("weight_elements", 200)):
        try:
            import_model(good, limits=replace(BOUNDED, **{name: number}))
        except ModelRefused:
            continue
        return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.label)
def test_a_mutant_is_found(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    apply_mutant(mutant, monkeypatch)
    assert is_found()


def test_without_a_mistake_nothing_is_found() -> None:
    assert not is_found()


def test_there_are_enough_mutants() -> None:
    assert len({mutant.label for mutant in MUTANTS}) == len(MUTANTS) >= 15
