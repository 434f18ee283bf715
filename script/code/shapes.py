"""Shapes in a module that style counts: long functions, long calls, fields that are only text."""

from __future__ import annotations

import ast
from collections.abc import Iterator

LONGEST_FUNCTION = 40
MOST_POSITIONAL = 5
TEXT = ("str", "str | None")


def long_functions(syntax: ast.Module) -> Iterator[str]:
    """Names of functions of more than 40 lines, decorators left out."""
    for node in ast.walk(syntax):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LONGEST_FUNCTION:
                yield node.name


def long_calls(syntax: ast.Module) -> Iterator[int]:
    """Lines of calls with six or more positional arguments; `*rest` counts as one."""
    for node in ast.walk(syntax):
        if isinstance(node, ast.Call) and len(node.args) > MOST_POSITIONAL:
            yield node.lineno


def _is_dataclass(node: ast.ClassDef) -> bool:
    return any("dataclass" in ast.unparse(decorator) for decorator in node.decorator_list)


def record_fields(syntax: ast.Module) -> Iterator[tuple[str, bool]]:
    """Every field of a dataclass as `Class.field`, and whether it holds nothing but text."""
    for node in ast.walk(syntax):
        if isinstance(node, ast.ClassDef) and _is_dataclass(node):
            for field in node.body:
                if isinstance(field, ast.AnnAssign):
                    name = f"{node.name}.{ast.unparse(field.target)}"
                    yield name, ast.unparse(field.annotation) in TEXT
