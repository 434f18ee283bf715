"""Integers that a source gives names to: enumerators, `#define N 64`, `const int`, `-DN=64`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from tree_sitter import Node

from compiler_core.host.running.intervals import interval_of
from compiler_core.host.source_reading.syntax import declarations_and_loops, text_of
from compiler_core.host.verdicts.loop_text import walk
from compiler_core.source import SourceFile

_MACRO = re.compile(r"-D(\w+)=(.+)")
_CONSTANT = re.compile(r"\b(const|constexpr)\b")
_LONGEST = 200


def constants_of(root: Node, flags: Sequence[str]) -> dict[str, int]:
    """Every integer constant of a source whose value can be told from the text alone.

    A macro given by a flag comes before one of the source.
    """
    constants: dict[str, int] = {}
    for flag in flags:
        match = _MACRO.fullmatch(flag)
        if match:
            _remember(constants, match[1], match[2])
    for node in walk(root):
        if node.type == "preproc_def":
            name = text_of(node.child_by_field_name("name"))
            if name not in constants:
                _remember(constants, name, text_of(node.child_by_field_name("value")))
        elif node.type == "enumerator_list":
            _enumerators(node, constants)
        elif node.type == "declaration" and _CONSTANT.search(text_of(node)):
            _declared(node, constants)
    return constants


def value_of(text: str, known: Mapping[str, int]) -> int | None:
    """The value of a constant expression over numbers and known names; None if not told."""
    if not text or len(text) > _LONGEST:
        return None
    function = SourceFile("constant.c", f"void f(void) {{ v = ({text}); }}")
    assigned = next(
        (
            node
            for definition in declarations_and_loops(function)
            for node in walk(definition)
            if node.type == "assignment_expression"
        ),
        None,
    )
    value = assigned.child_by_field_name("right") if assigned is not None else None
    interval = interval_of(value, lambda node: _exact(known.get(text_of(node))))
    return interval[0] if interval is not None and interval[0] == interval[1] else None


def _exact(value: int | None) -> tuple[int, int] | None:
    return None if value is None else (value, value)


def _remember(constants: dict[str, int], name: str, text: str) -> None:
    value = value_of(text, constants)
    if value is not None:
        constants[name] = value


def _enumerators(node: Node, constants: dict[str, int]) -> None:
    following = 0
    for child in node.named_children:
        if child.type != "enumerator":
            continue
        given = child.child_by_field_name("value")
        value = following if given is None else value_of(text_of(given), constants)
        if value is None:
            return
        constants[text_of(child.child_by_field_name("name"))] = value
        following = value + 1


def _declared(node: Node, constants: dict[str, int]) -> None:
    for declarator in node.children_by_field_name("declarator"):
        value = declarator.child_by_field_name("value")
        name = declarator.child_by_field_name("declarator")
        if value is not None and name is not None and name.type == "identifier":
            _remember(constants, text_of(name), text_of(value))
