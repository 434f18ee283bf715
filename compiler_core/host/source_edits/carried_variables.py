"""Variables that go from one iteration of a loop to the next."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import LoopText, walk


def carried_variables(text: LoopText) -> Iterator[str]:
    """Variables of outside that an iteration reads before it has written them, each once."""
    first_mentions: dict[str, Node] = {}
    for node in _identifiers(text.body):
        first_mentions.setdefault(text_of(node), node)
    targets = (write.target for write in text.assignments() if write.target.type == "identifier")
    for name in dict.fromkeys(map(text_of, targets)):
        if name == text.variable or name not in text.names or text.declared_inside(name):
            continue
        if name in first_mentions and _reads(first_mentions[name], name):
            yield name


def _reads(mention: Node, name: str) -> bool:
    """The mention is no `name = …` without the name on the right."""
    owner = mention.parent
    if owner is None or owner.type != "assignment_expression":
        return True
    if text_of(owner.child_by_field_name("operator")) != "=":
        return True
    left, right = owner.child_by_field_name("left"), owner.child_by_field_name("right")
    is_read = right is not None and any(text_of(node) == name for node in _identifiers(right))
    return left != mention or is_read


def _identifiers(node: Node) -> Iterator[Node]:
    return (part for part in walk(node) if part.type == "identifier")
