"""Mistakes put into a module for the length of a test: one piece of its text is replaced.

The text is compiled anew; functions keep their identity and get the new code, so that everyone who
imported them runs the mistake as well.
"""

from __future__ import annotations

import importlib
import inspect
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import pytest
import yaml

ROOT = "compiler_core.loop."
TABLE = Path(__file__).parent / "mutants.yaml"


@dataclass(frozen=True)
class Mutant:
    """In the module (below compiler_core.loop), `old` becomes `new`."""

    pass_name: str
    title: str
    module: str
    old: str
    new: str

    @property
    def label(self) -> str:
        return f"{self.pass_name}: {self.title}"


def read_mutants() -> list[Mutant]:
    """The table of mistakes."""
    table = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    return [
        Mutant(pass_name, row["title"], module, row["old"], row["new"])
        for pass_name, modules in table.items()
        for module, rows in modules.items()
        for row in rows
    ]


def apply_mutant(mutant: Mutant, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the mistake in. Fails if the text to replace does not stand there exactly once."""
    module = importlib.import_module(ROOT + mutant.module)
    source = inspect.getsource(module)
    assert source.count(mutant.old) == 1, f"{mutant.label}: {source.count(mutant.old)} places"
    namespace: dict[str, Any] = {"__name__": module.__name__, "__file__": module.__file__}
    code = compile(source.replace(mutant.old, mutant.new), str(module.__file__), "exec")
    exec(code, namespace)
    for name, value in list(namespace.items()):
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            _swap(getattr(module, name), value, monkeypatch)
        elif inspect.isclass(value) and value.__module__ == module.__name__:
            _swap_methods(module, value, monkeypatch)
            namespace[name] = getattr(module, name)  # One class for those who raise and catch it.
        elif name.lstrip("_").isupper() and isinstance(value, dict):
            for key, item in value.items():
                monkeypatch.setitem(getattr(module, name), key, item)
        elif name.lstrip("_").isupper():
            monkeypatch.setattr(module, name, value)


def _swap(original: Any, changed: FunctionType, monkeypatch: pytest.MonkeyPatch) -> None:
    if isinstance(original, FunctionType):
        monkeypatch.setattr(original, "__code__", changed.__code__)


def _swap_methods(module: ModuleType, changed: type, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass's own method, and its constants, which are all that passes have."""
    original = getattr(module, changed.__name__)
    for name in ("rewrite", "reassociate"):
        if name in vars(changed):
            value = vars(changed)[name]
            if isinstance(value, FunctionType):
                _swap(vars(original)[name], value, monkeypatch)
            else:
                monkeypatch.setattr(original, name, value)
