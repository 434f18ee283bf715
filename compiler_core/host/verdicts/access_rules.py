"""Rules about which elements a loop reads and writes: strides, gathers, wrapping indexes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import LoopText, walk

_CONSTANT = re.compile(r"\d+[uUlL]*|[A-Z_][A-Z0-9_]*|0[xX][0-9a-fA-F]+[uUlL]*")


def _subscripts(text: LoopText) -> Iterator[tuple[Node, bool]]:
    """Subscripts with whether they are assigned to."""
    targets = {assignment.target.id for assignment in text.assignments()}
    for node in text.nodes("subscript_expression"):
        yield node, node.id in targets


def _index(node: Node) -> Node:
    return node.child_by_field_name("index") or next(
        (child for child in node.named_children if child.type == "subscript_argument_list"), node
    )


def is_indirect(node: Node) -> bool:
    return any(
        part.type in ("subscript_expression", "pointer_expression")
        for part in walk(_index(node))
        if part != node
    )


def has_indirect_load(text: LoopText) -> bool:
    """`table[index[i]]`, or an element through a pointer from an array."""
    return any(is_indirect(node) for node, assigned in _subscripts(text) if not assigned)


def has_indirect_store(text: LoopText) -> bool:
    if any(is_indirect(node) for node, assigned in _subscripts(text) if assigned):
        return True
    return any(
        assignment.target.type == "pointer_expression"
        and any(part.type == "subscript_expression" for part in walk(assignment.target))
        for assignment in text.assignments()
    )


def _products(text: LoopText) -> Iterator[tuple[str, str]]:
    """Products inside subscripts that the loop's variable takes part in: (variable, factor)."""
    for node, _ in _subscripts(text):
        for part in walk(_index(node)):
            if (
                part.type == "binary_expression"
                and text_of(part.child_by_field_name("operator")) == "*"
            ):
                left = text_of(part.child_by_field_name("left"))
                right = text_of(part.child_by_field_name("right"))
                yield left, right
                yield right, left


def has_constant_stride(text: LoopText) -> bool:
    """`a[3 * i]`, a step above one, or one field of an array of structures."""
    if any(name == text.variable and _CONSTANT.fullmatch(by) for name, by in _products(text)):
        return True
    if any(
        node.child_by_field_name("argument").type == "subscript_expression"  # type: ignore[union-attr]
        for node in text.nodes("field_expression")
    ):
        return True
    update = text_of(text.loop.child_by_field_name("update"))
    return re.search(r"[-+]=\s*(?!1\b)\d+", update) is not None


def has_symbolic_stride(text: LoopText) -> bool:
    """`a[i * stride]`: the distance between elements is known only at run time."""
    if any(
        name == text.variable and re.fullmatch(r"[a-z_]\w*", by) for name, by in _products(text)
    ):
        return True
    update = text_of(text.loop.child_by_field_name("update"))
    return re.search(r"[-+]=\s*[a-z_]\w*", update) is not None


def has_wrapping_offset(text: LoopText) -> bool:
    """An unsigned 32-bit sum as index may wrap to 0, so that elements need not be neighbours."""
    for node, _ in _subscripts(text):
        names = [text_of(part) for part in walk(_index(node)) if part.type == "identifier"]
        known = [text.names[name] for name in names if name in text.names]
        if len(known) > 1 and all(name.unsigned for name in known):
            return True
    return False
