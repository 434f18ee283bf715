"""A record of more than five fields is made by names: nobody counts to the seventh argument.

What a field is stands under the field, where an editor shows it and the OpenAPI document takes it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.architecture.project import PACKAGES, python_files, syntax_tree

MOST_FIELDS_BY_PLACE = 5
# Made of rows, of tuples of places or of streams, or by a strategy that gives the fields in order.
BY_PLACE = frozenset((
    "BlockSchedule", "Buffer", "ConvolutionShape", "CountsLine", "DecodeDetails",
    "Draft", "EnergyFacts", "ErrorPage", "Event", "ExportResult", "Function", "LadderRung",
    "LayerRow", "Line", "RawRecord", "RegionRow", "SensitivityView", "SnapshotNode",
    "StageFacts", "Step", "SurveyRowView", "Tally", "TextbookTrace", "TrialCycles", "VerdictCell",
    "_Judged",
))  # fmt: skip


def test_large_records_are_made_by_names() -> None:
    assert {name for name, by_name in large_records() if not by_name} == BY_PLACE


def test_what_a_field_is_stands_under_the_field() -> None:
    """A paragraph of `name: text` above all of them is read once, and then looked for."""
    paragraphs = [
        f"{path}:{node.lineno} {node.name}"
        for path in python_files(*PACKAGES)
        for node in ast.walk(syntax_tree(path))
        if isinstance(node, ast.ClassDef) and len(_fields(node)) > MOST_FIELDS_BY_PLACE
        if _tells_of_fields(ast.get_docstring(node) or "", _fields(node))
    ]
    assert paragraphs == []


def test_no_field_of_a_large_record_is_left_without_a_word() -> None:
    silent = [
        f"{path}:{member.lineno} {ast.unparse(member)}"
        for path in python_files(*PACKAGES)
        for node in ast.walk(syntax_tree(path))
        if isinstance(node, ast.ClassDef) and len(_fields(node)) > MOST_FIELDS_BY_PLACE
        if not _is_entry(node)
        for member, below in zip(node.body, (*node.body[1:], None), strict=True)
        if member in _fields(node) and not _is_text(below) and not _is_described(member)
    ]
    assert silent == []


def _is_entry(node: ast.ClassDef) -> bool:
    """Of a content file: its fields are keys, of which a record is made that says what they are."""
    return node.name.startswith("_") and node.name.endswith("Entry")


def _is_text(statement: ast.stmt | None) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _is_described(member: ast.stmt) -> bool:
    """A field of a body says it to pydantic."""
    return isinstance(member, ast.AnnAssign) and "description=" in ast.unparse(member)


def _tells_of_fields(docstring: str, fields: list[ast.AnnAssign]) -> bool:
    names = "|".join(ast.unparse(field.target) for field in fields)
    return re.search(rf"(^|[.;]\s)({names})(, ({names}))*: ", docstring) is not None


def large_records() -> Iterator[tuple[str, bool]]:
    """Name of each dataclass with more fields than that, and whether they have to be named."""
    for path in python_files(*PACKAGES):
        for node in ast.walk(syntax_tree(path)):
            if isinstance(node, ast.ClassDef) and len(_fields(node)) > MOST_FIELDS_BY_PLACE:
                made = [ast.unparse(decorator) for decorator in node.decorator_list]
                if any(decorator.startswith("dataclass") for decorator in made):
                    yield node.name, any("kw_only=True" in decorator for decorator in made)


def _fields(node: ast.ClassDef) -> list[ast.AnnAssign]:
    return [
        member
        for member in node.body
        if isinstance(member, ast.AnnAssign) and "ClassVar" not in ast.unparse(member.annotation)
    ]
