"""Registries are plain tuples that can be read from top to bottom, and hold nothing twice."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator

import compiler_core
from compiler_core.toolchain.flags import MENUS
from tests.architecture.project import PACKAGES, python_files, syntax_tree

NAMES = ("id", "name", "flag", "key", "title")
# Orders of work, not registries: a pass may run twice.
ORDERS = ("USUAL_PASSES", "DEFAULT_PASSES")
# Programs for another interpreter, which has what they import.
DRIVERS = "compiler_core.atlas.drivers."


def registries() -> Iterator[tuple[str, tuple[object, ...]]]:
    """Every public constant of the core that is a tuple: its full name and what it holds."""
    for package in pkgutil.walk_packages(compiler_core.__path__, "compiler_core."):
        if package.name.startswith(DRIVERS):
            continue
        module = importlib.import_module(package.name)
        for name, value in vars(module).items():
            is_public = name.isupper() and not name.startswith("_")
            if is_public and name not in ORDERS and isinstance(value, tuple):
                yield f"{package.name}.{name}", value


def label_of(entry: object) -> object:
    """What tells an entry from the others: its first naming field, or itself."""
    fields = getattr(entry, "__dataclass_fields__", {})
    return next((getattr(entry, name) for name in NAMES if name in fields), entry)


def test_no_registry_holds_an_entry_twice() -> None:
    found = {}
    for name, entries in registries():
        labels = [repr(label_of(entry)) for entry in entries]
        twice = sorted({label for label in labels if labels.count(label) > 1})
        if twice:
            found[name] = twice
    assert found == {}


def test_there_are_registries() -> None:
    assert len(list(registries())) > 10


def test_flags_stand_in_one_menu_only() -> None:
    flags = [choice.flag for group in MENUS for choice in group.choices]
    assert len(flags) > 20
    assert len(set(flags)) == len(flags)
    titles = [group.title for group in MENUS]
    assert len(set(titles)) == len(titles)


def test_nothing_registers_itself() -> None:
    """No module adds to a constant of another one."""
    found = [
        f"{path}:{node.lineno}"
        for path in python_files(*PACKAGES)
        for node in ast.walk(syntax_tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("append", "add", "register", "update", "extend")
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id.strip("_").isupper()
    ]
    assert found == []
