"""Each of these mistakes, put into the way of a picture, is found."""

from __future__ import annotations

import importlib
import inspect
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
import yaml

from compiler_core.errors import InputError
from compiler_core.graph.picture_input.decoding import decode_picture
from tests.graph.picture_input import test_decoding, test_hostile
from tests.graph.picture_input.pictures import HOSTILE
from tests.graph.picture_input.requirements import REQUIREMENTS

TABLE = Path(__file__).parent / "mutants.yaml"
BROKEN = (
    ArithmeticError, AssertionError, LookupError, TypeError, ValueError, AttributeError,
    InputError, pytest.fail.Exception,
)  # fmt: skip
# Those of the tests of decoding that take no parameters.
DECODING = tuple(
    test for name, test in vars(test_decoding).items()
    if name.startswith("test_") and not inspect.signature(test).parameters
)  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """In the module, `old` becomes `new`."""

    module: str
    title: str
    old: str
    new: str


MUTANTS = [
    Mutant(module, **row)
    for module, rows in yaml.safe_load(TABLE.read_text(encoding="utf-8")).items()
    for row in rows
]


def apply_mutant(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """The functions of the module get the code of the changed text."""
    module = importlib.import_module(f"compiler_core.graph.picture_input.{mutant.module}")
    source = inspect.getsource(module)
    assert source.count(mutant.old) == 1, mutant
    space: dict[str, Any] = {"__name__": module.__name__, "__file__": module.__file__}
    exec(compile(source.replace(mutant.old, mutant.new), str(module.__file__), "exec"), space)
    for name, value in space.items():
        if getattr(value, "__module__", "") != module.__name__:
            continue
        if isinstance(value, FunctionType):
            monkeypatch.setattr(getattr(module, name), "__code__", value.__code__)
        elif inspect.isclass(value):
            _swap_methods(getattr(module, name), value, monkeypatch)


def _swap_methods(original: type, changed: type, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in vars(changed).items():
        if isinstance(value, FunctionType) and not name.startswith("__"):
            monkeypatch.setattr(vars(original)[name], "__code__", value.__code__)


def check_everything() -> None:
    """Every requirement, the odd pictures, and the hostile ones."""
    for requirement in (*REQUIREMENTS, *DECODING):
        requirement()
    for orientation in test_decoding.UPRIGHT:
        test_decoding.test_the_cameras_turn_is_undone(orientation)
    for name in HOSTILE:
        with pytest.raises(InputError):
            decode_picture(HOSTILE[name])
    assert len(HOSTILE) > len(test_hostile.TOO_LARGE)


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda one: f"{one.module}: {one.title}")
def test_a_mutant_is_found(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    apply_mutant(mutant, monkeypatch)
    with pytest.raises(BROKEN):
        check_everything()


def test_without_a_mistake_nothing_is_found() -> None:
    check_everything()


def test_there_are_enough() -> None:
    assert len(MUTANTS) >= 15
