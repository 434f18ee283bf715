"""Variables that go from one iteration of a loop to the next."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import LoopText, walk


def carried_variables(text: LoopText) -> Iterator[str]:
    """Variables of outside that an iteration reads before it has written them."""
    for assignment in text.assignments():
        name = text_of(assignment.target)
        if assignment.target.type != "identifier" or name == text.variable:
            continue
        if name in text.names and not text.declared_inside(name) and _read_first(text, name):
            yield name


def _read_first(text: LoopText, name: str) -> bool:
    """The first mention in the body reads the variable: no `name = …` without it comes before."""
    first = next((node for node in _in_order(text.body) if text_of(node) == name), None)
    if first is None:
        return False
    owner = first.parent
    if owner is None or owner.type != "assignment_expression":
        return True
    if text_of(owner.child_by_field_name("operator")) != "=":
        return True
    left, right = owner.child_by_field_name("left"), owner.child_by_field_name("right")
    reads = right is not None and any(text_of(node) == name for node in _in_order(right))
    return left != first or reads


def _in_order(node: Node) -> Iterator[Node]:
    return (part for part in walk(node) if part.type == "identifier")
