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
    "BlockSchedule", "Buffer", "BufferRow", "ConvolutionShape", "CountsLine", "DecodeDetails",
    "Draft", "EnergyFacts", "ErrorPage", "Event", "ExportResult", "Function", "LadderRung",
    "LayerRow", "LevelFacts", "Line", "RawRecord", "RegionRow", "SensitivityView", "SnapshotNode",
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
