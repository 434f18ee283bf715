"""Only tables are laid out by hand: what the formatter is told to skip has rows or cells."""

from __future__ import annotations

import ast
import io
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.project import PACKAGES, ROOT, python_files

LEAST_ROWS = 3
LEAST_CELLS = 8
LEAST_ENTRIES = 4
# Each call there is a row of the table of instructions.
INSTRUCTIONS = Path("compiler_core/host/forms")
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def test_only_tables_are_laid_out_by_hand() -> None:
    plain = [
        f"{path}:{line}"
        for path in python_files(*PACKAGES, "tests", "script")
        if INSTRUCTIONS not in path.parents
        for line in laid_out_without_need((ROOT / path).read_text())
    ]
    assert plain == []


@pytest.mark.parametrize(
    ("text", "is_table"),
    [
        ("ROWS = [\n    (1, 2), (3, 4),\n    (5, 6),\n]", True),
        ("WORDS = (\n    'a', 'b', 'c', 'd',\n    'e', 'f', 'g', 'h',\n)", True),
        ("OF = {\n    'a': 1, 'b': 2,\n    'c': 3, 'd': 4,\n}", True),
        ("call(\n    a, b,\n    keyword=c)", False),
        ("PAIR = (\n    long(a), b,\n)", False),
        ("if (a and b\n        and c):", False),
    ],
)
def test_a_table_is_told_from_a_call(text: str, is_table: bool) -> None:
    source = f"{text}  # fmt: skip\n" + ("    pass\n" if text.endswith(":") else "")
    assert (laid_out_without_need(source) == []) == is_table


def laid_out_without_need(text: str) -> list[int]:
    """Lines with the comment that keeps the formatter off, at the end of what is no table."""
    if "# fmt: skip" not in text:
        return []
    tree = ast.parse(text)
    lines = [
        token.start[0]
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT and token.string == "# fmt: skip"
    ]
    return [line for line in lines if not any(map(_is_table, _parts_ending_at(tree, line)))]


def _parts_ending_at(tree: ast.Module, line: int) -> Iterator[ast.AST]:
    """All below the statement, or the head of the block, that ends on this line."""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.stmt) and _first_line(node) <= line <= (node.end_lineno or 0)
    ]
    ending = [node for node in around if node.end_lineno == line]
    statement = min(ending, key=_length) if ending else max(around, key=_first_line)
    heads = (
        child
        for name, field in ast.iter_fields(statement)
        if name not in _BLOCKS or isinstance(field, ast.expr)
        for child in (field if isinstance(field, list) else [field])
        if isinstance(child, ast.AST)
    )
    for head in heads:
        yield from ast.walk(head)


def _first_line(node: ast.stmt) -> int:
    """That of its first decorator, if it has one."""
    return min((part.lineno for part in getattr(node, "decorator_list", ())), default=node.lineno)


def _length(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno


def _is_table(node: ast.AST) -> bool:
    """Rows of one shape, many cells, or entries by key, over more than one line."""
    if not isinstance(node, ast.expr) or node.end_lineno == node.lineno:
        return False
    if isinstance(node, ast.Dict):
        return len(node.keys) >= LEAST_ENTRIES and all(map(_is_cell, node.keys))
    members: list[ast.expr] = []
    if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
        members = node.elts
    elif isinstance(node, ast.Call):
        members = node.args
    cells = len(members) >= LEAST_CELLS and all(map(_is_cell, members))
    return cells or _are_rows(members)


def _are_rows(members: list[ast.expr]) -> bool:
    """Most are calls of one function, or lists of one length."""
    if len(members) < LEAST_ROWS:
        return False
    shapes = Counter(filter(None, map(_shape, members)))
    return 0.8 * len(members) <= shapes.total() and 0.6 * shapes.total() <= max(shapes.values())


def _shape(member: ast.expr) -> str:
    """What rows of a table have in common; empty for what is no row."""
    if isinstance(member, ast.Starred):
        return _shape(member.value)
    if isinstance(member, (ast.Tuple, ast.List)):
        return str(len(member.elts))
    if isinstance(member, ast.Call):
        return ast.dump(member.func)
    return "dict" if isinstance(member, ast.Dict) else ""


def _is_cell(value: ast.expr | None) -> bool:
    """A name or constant, or a few that are combined; the key of `**` is None."""
    if isinstance(value, ast.UnaryOp):
        return _is_cell(value.operand)
    if isinstance(value, ast.BinOp):
        return _is_cell(value.left) and _is_cell(value.right)
    return value is None or isinstance(value, (ast.Constant, ast.Name, ast.Attribute, ast.Tuple))
