"""Mistakes put into a module for the length of a test: one piece of its text is replaced.

The text is compiled anew; functions and methods keep their identity and get the new code, so that
everyone who imported them runs the mistake as well.
"""

from __future__ import annotations

import importlib
import inspect
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
import yaml


@dataclass(frozen=True)
class Mutant:
    """In the module, `old` becomes `new`."""

    module: str
    title: str
    old: str
    new: str

    @property
    def label(self) -> str:
        return f"{self.module.rpartition('.')[2]}: {self.title}"


def read_mutants(table: Path) -> list[Mutant]:
    """The mistakes of a table: module, and for each mistake title, old and new text."""
    modules = yaml.safe_load(table.read_text(encoding="utf-8"))
    return [Mutant(module, **row) for module, rows in modules.items() for row in rows]


def apply_mutant(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the mistake in. Fails if the text to replace does not stand there exactly once."""
    module = importlib.import_module(mutant.module)
    source = inspect.getsource(module)
    assert source.count(mutant.old) == 1, f"{mutant.label}: {source.count(mutant.old)} places"
    space: dict[str, Any] = {"__name__": module.__name__, "__file__": module.__file__}
    code = compile(source.replace(mutant.old, mutant.new), str(module.__file__), "exec")
    exec(code, space)
    for name, value in list(space.items()):
        original = getattr(module, name, None)
        if getattr(value, "__module__", "") == module.__name__:
            _swap(original, value, monkeypatch)
        elif name.lstrip("_").isupper() and isinstance(value, dict) and isinstance(original, dict):
            for key, item in value.items():
                monkeypatch.setitem(original, key, item)
        elif name.lstrip("_").isupper():
            monkeypatch.setattr(module, name, value)


def _swap(original: Any, changed: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions, also behind a cache or a property, and the methods of classes."""
    if inspect.isclass(changed) and inspect.isclass(original):
        for name, method in vars(changed).items():
            _swap(vars(original).get(name), method, monkeypatch)
        return
    inner, new = _function_in(original), _function_in(changed)
    if inner is not None and new is not None:
        monkeypatch.setattr(inner, "__code__", new.__code__)


def _function_in(value: Any) -> FunctionType | None:
    if isinstance(value, property):
        value = value.fget
    value = getattr(value, "__wrapped__", value)
    return value if isinstance(value, FunctionType) else None
