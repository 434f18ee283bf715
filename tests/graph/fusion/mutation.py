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
    """In the module `old` becomes `new`."""

    title: str
    module: str
    old: str
    new: str

    @property
    def label(self) -> str:
        return f"{self.module.rpartition('.')[2]}: {self.title}"


def read_mutants(table: Path) -> list[Mutant]:
    """The table of mistakes: module below compiler_core.graph, title, old, new."""
    return [
        Mutant(row["title"], f"compiler_core.graph.{module}", row["old"], row["new"])
        for module, rows in yaml.safe_load(table.read_text(encoding="utf-8")).items()
        for row in rows
    ]


def apply_mutant(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the mistake in. Fails if the text to replace does not stand there exactly once."""
    module = importlib.import_module(mutant.module)
    source = inspect.getsource(module)
    assert source.count(mutant.old) == 1, f"{mutant.label}: {source.count(mutant.old)} places"
    namespace: dict[str, Any] = {"__name__": module.__name__, "__file__": module.__file__}
    exec(compile(source.replace(mutant.old, mutant.new), str(module.__file__), "exec"), namespace)
    changed = [
        pair
        for name, value in namespace.items()
        if getattr(value, "__module__", "") == module.__name__
        for pair in _pairs(getattr(module, name), value)
    ]
    for original, function in changed:
        monkeypatch.setattr(original, "__code__", function.__code__)
    for name, value in namespace.items():
        if name.isupper() and isinstance(value, tuple) and all(isinstance(v, str) for v in value):
            monkeypatch.setattr(module, name, value)


def _pairs(original: Any, changed: Any) -> list[tuple[FunctionType, FunctionType]]:
    """Functions of the module, and methods of its classes, each with its changed form."""
    if isinstance(changed, FunctionType):
        return [(original, changed)] if isinstance(original, FunctionType) else []
    if not inspect.isclass(changed):
        return []
    return [
        (vars(original)[name], method)
        for name, method in vars(changed).items()
        if isinstance(method, FunctionType) and method.__code__.co_filename != "<string>"
    ]
