"""What was typed becomes a number in one place: page, API and commands refuse the same texts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

import pytest

from tests.architecture.project import ROOT, imported_modules, python_files, syntax_tree

PARSER = Path("compiler_core/typed_numbers.py")
# Settings, options and indices that page, API and command line hand on as they were typed.
OF_THE_CORE = (
    "atlas/settings.py",
    "claims/breaking/of_facts/varied_claim.py",
    "graph/exporting/request.py",
    "graph/slicing/choosing.py",
    "pipelines/setting_values.py",
    "soc/latency_hiding/parameters.py",
)
# Text of our own: what is drawn, and what we signed ourselves.
OUR_OWN = ("views", "drawing", "tickets.py")
# What reads YAML as it stands, and why; whatever is in it becomes a record by `read_record`.
READ_YAML = {
    "compiler_core/content_files.py": "there it is read",
    "compiler_core/lessons/blocks.py": "YAML within Markdown",
    "compiler_core/lessons/reading.py": "YAML within Markdown",
    "compiler_core/soc/reading.py": "tests change a description before it is checked",
}
NOT_OF_CONTENT = {
    "compiler_core/exercises/plain_yaml.py": "strangers write it: less than YAML may hold is read",
    "compiler_core/host/verdicts/clang_record.py": "a compiler wrote it",
}
TESTS_OF_DIGITS = {"isdigit", "isdecimal", "isnumeric"}
NUMBERS = {"int", "float"}


def test_numbers_are_read_in_one_place() -> None:
    files = [
        path
        for path in python_files("app", "classroom", "command_line")
        if not set(path.parts) & set(OUR_OWN)
    ] + [Path("compiler_core") / name for name in OF_THE_CORE]
    assert (ROOT / PARSER).exists()
    assert [f"{path}:{line}" for path in files for line in reads_numbers(syntax_tree(path))] == []


def test_content_is_checked_by_its_records() -> None:
    """One function checks keys and types; a reader that did so by hand would leave types out."""
    reading = {
        str(path): names
        for path in python_files("app", "classroom", "command_line", "compiler_core")
        if (names := {module.split(".")[-1] for module in imported_modules(path)})
        & {"yaml", "read_yaml", "parse_yaml"}
    }
    assert set(reading) == READ_YAML.keys() | NOT_OF_CONTENT.keys()
    assert [name for name, names in reading.items() if "read_record" not in names] == [
        name for name in reading if name in {"compiler_core/content_files.py", *NOT_OF_CONTENT}
    ]


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("number = int(text) if text.isdecimal() else 0", True),
        ("try:\n    number = float(text)\nexcept (KeyError, ValueError):\n    number = 0.0", True),
        ("number = whole_number(text, 4)", False),
        ("try:\n    number = int(share * 100)\nexcept OverflowError:\n    number = 0", False),
    ],
)
def test_the_check_finds_them(text: str, reads: bool) -> None:
    assert bool(list(reads_numbers(ast.parse(text)))) == reads


def reads_numbers(tree: ast.AST) -> Iterator[int]:
    """Lines that look for digits in a text, or try whether it is a number."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in TESTS_OF_DIGITS:
            yield node.lineno
        elif isinstance(node, ast.Try) and any(map(_catches_no_number, node.handlers)):
            tried = (part for statement in node.body for part in ast.walk(statement))
            yield from (part.lineno for part in tried if _makes_a_number(part))


def _catches_no_number(handler: ast.ExceptHandler) -> bool:
    return handler.type is not None and "ValueError" in ast.unparse(handler.type)


def _makes_a_number(node: ast.AST) -> TypeGuard[ast.Call]:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NUMBERS
    )
