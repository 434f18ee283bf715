"""Types of the names a loop uses, as far as its function's text tells: parameters and locals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import declared_name, text_of

_FLOATS = re.compile(r"\b(float|double|_Float16|__fp16|float\d+_t|double_t)\b")
_UNSIGNED = re.compile(r"\b(unsigned|uint\d*_t|uint)\b")


@dataclass(frozen=True, slots=True)
class Name:
    """One declared name: its type as written, whether it is a pointer or array, where declared."""

    type_text: str
    pointer: bool
    function: bool
    start_byte: int

    @property
    def floating(self) -> bool:
        """The value, or the element a pointer points to, is a floating-point number."""
        return _FLOATS.search(self.type_text) is not None

    @property
    def unsigned(self) -> bool:
        """An unsigned 32-bit or smaller integer, whose arithmetic wraps by definition."""
        return not self.pointer and _UNSIGNED.search(self.type_text) is not None

    @property
    def volatile(self) -> bool:
        """The value, or the element, is volatile."""
        return "volatile" in self.type_text


def names_in(function: Node) -> Mapping[str, Name]:
    """Every parameter, local and file-level variable visible in a function, by name."""
    names: dict[str, Name] = {}
    root = function
    while root.parent is not None:
        root = root.parent
    for owner in (root, function):
        nodes = root.named_children if owner == root else _declarations(function)
        for node in nodes:
            names.update(_names_of(node))
    return names


def _declarations(node: Node) -> Iterator[Node]:
    for child in node.named_children:
        if child.type in ("declaration", "parameter_declaration", "optional_parameter_declaration"):
            yield child
        yield from _declarations(child)


def _names_of(node: Node) -> Iterator[tuple[str, Name]]:
    if node.type not in ("declaration", "parameter_declaration", "optional_parameter_declaration"):
        return
    declarators = node.children_by_field_name("declarator")
    first = min((child.start_byte for child in declarators), default=node.end_byte)
    source = (node.text or b"")[: first - node.start_byte].decode("utf-8", "replace")
    for declarator in declarators:
        name = declared_name(_without_value(declarator))
        if name is None:
            continue
        form = text_of(declarator).partition("=")[0]
        function = "function_declarator" in _kinds(declarator)
        pointer = "*" in form or "[" in form
        yield text_of(name), Name(source, pointer, function, node.start_byte)


def _without_value(declarator: Node) -> Node | None:
    if declarator.type == "init_declarator":
        return declarator.child_by_field_name("declarator")
    return declarator


def _kinds(node: Node) -> set[str]:
    kinds = {node.type}
    for child in node.named_children:
        kinds |= _kinds(child)
    return kinds
