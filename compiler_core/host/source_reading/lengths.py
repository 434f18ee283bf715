"""Lengths of arrays: numbers, and names that a source gives to numbers once and for all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import text_of

_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]+|\d+)[uUlL]*")
_LONGEST = 20
_LONGEST_EXPRESSION = 200
_OPERATIONS = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__}


def lengths_named(root: Node) -> dict[str, int]:
    """Macros at the top of the source that are defined once, outside any `#if`, as a number.

    A definition in an `#ifndef` may give way to one of the command line, so it says nothing.
    """
    definitions: dict[str, list[int | None]] = {}
    for node in _macros(root):
        name = text_of(node.child_by_field_name("name"))
        plain = node.parent == root
        value = _number(text_of(node.child_by_field_name("value"))) if plain else None
        definitions.setdefault(name, []).append(value)
    return {
        name: values[0]
        for name, values in definitions.items()
        if len(values) == 1 and values[0] is not None
    }


def _macros(root: Node) -> Iterator[Node]:
    for child in root.named_children:
        if child.type in ("preproc_def", "preproc_function_def"):
            yield child
        elif child.type.startswith("preproc"):
            yield from _macros(child)


def length_of(node: Node, named: Mapping[str, int]) -> int | None:
    """A length that is a number, a name, or a sum or product of them; None for anything else."""
    if node.end_byte - node.start_byte > _LONGEST_EXPRESSION:
        return None
    if node.type == "parenthesized_expression" and node.named_child_count == 1:
        return length_of(node.named_children[0], named)
    if node.type == "binary_expression":
        return _computed(node, named)
    return named.get(text_of(node), _number(text_of(node)))


def _computed(node: Node, named: Mapping[str, int]) -> int | None:
    left, right = (node.child_by_field_name(side) for side in ("left", "right"))
    operation = _OPERATIONS.get(text_of(node.child_by_field_name("operator")))
    if left is None or right is None or operation is None:
        return None
    left_length, two = length_of(left, named), length_of(right, named)
    return None if left_length is None or two is None else operation(left_length, two)


def _number(text: str) -> int | None:
    match = _NUMBER.fullmatch(text.strip("() ")) if len(text) <= _LONGEST else None
    if match is None:
        return None
    digits = match[1]
    if digits.startswith("0") and digits.isdecimal():
        return int(digits, 8) if set(digits) <= set("01234567") else None
    return int(digits, 0)
