"""How many elements each array needs so that the function stays inside it.

The largest index is found by interval arithmetic over the subscripts. Where an index cannot be
bounded (a pointer that moves, a call), the array gets as many elements as the bounds allow, and a
margin: then the extent is not exact, and says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tree_sitter import Node

from compiler_core.host.running.accesses import (
    Assigned,
    accesses,
    assigned_values,
    indices_of,
    path_of,
)
from compiler_core.host.running.scope import Scope
from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import walk


@dataclass(frozen=True, slots=True)
class Extent:
    """Elements an array needs. exact: the subscripts bound it."""

    count: int
    exact: bool


class Extents:
    """The needs of all arrays of one function; fallback: what an array gets when nothing bounds
    its indices."""

    def __init__(self, body: Node, scope: Scope, fallback: int) -> None:
        self._body = body
        self._scope = scope
        self._fallback = fallback
        self._aliases = _aliases(body)

    def of(self, path: str) -> Extent | None:
        """The extent of the array that this parameter or field leads to; None if the function names
        none of its elements."""
        uses: list[Extent] = []
        for name, offset in self._names(path):
            uses += self._uses(name, offset)
        return _largest(uses)

    def inner(self, path: str, depth: int) -> Extent | None:
        """The extent of its rows, `j` of `m[i][j]` at depth 1; None if none is subscripted so far.
        Local pointers into it are not followed."""
        uses = [
            self._indexed(index, 0)
            for node in walk(self._body)
            if node.type == "subscript_expression" and _outer(node, depth) == path
            for index in indices_of(node)
        ]
        return _largest(uses)

    def _names(self, path: str) -> list[tuple[str, Node | None]]:
        """The array under its own name and under those of local pointers into it."""
        names: list[tuple[str, Node | None]] = [(path, None)]
        names += [
            (alias.name, alias.value)
            for alias in self._aliases
            if any(access.path == path for access in accesses(alias.value))
        ]
        return names

    def _uses(self, name: str, start: Node | None) -> list[Extent]:
        extents: list[Extent] = []
        offset = self._offset(start)
        for node in walk(self._body):
            if node.type == "subscript_expression" and _base(node) == name:
                extents += [self._indexed(index, offset) for index in indices_of(node)]
            elif node.type == "pointer_expression" and text_of(node).startswith("*"):
                extents += self._followed(node, name, offset)
            elif _moves(node, name) or _passes(node, name):
                extents.append(Extent(self._fallback, False))
        return extents

    def _followed(self, node: Node, name: str, offset: int | None) -> list[Extent]:
        argument = node.child_by_field_name("argument")
        if path_of(argument) == name and not text_of(argument).endswith(("++", "--")):
            return [Extent(1 if offset is None else offset + 1, offset is not None)]
        inner = (
            argument.named_children[0] if argument is not None and argument.named_children else None
        )
        if inner is None or inner.type != "binary_expression":
            return []
        if text_of(inner.child_by_field_name("left")) != name:
            return []
        right = inner.child_by_field_name("right")
        return [self._indexed(right, offset)] if right is not None else []

    def _indexed(self, index: Node, offset: int | None) -> Extent:
        reach = self._scope.interval(index)
        if reach is None or offset is None:
            return Extent(self._fallback, False)
        return Extent(max(reach[1] + offset, 0) + 1, True)

    def _offset(self, start: Node | None) -> int | None:
        """How far into the array a local pointer begins at most."""
        if start is None or start.type == "identifier":
            return 0
        node = start
        if node.type == "pointer_expression":
            inner = node.child_by_field_name("argument")
            indices = indices_of(inner) if inner is not None else ()
            reach = self._scope.interval(indices[0]) if indices else None
            return None if reach is None else reach[1]
        if node.type == "binary_expression":
            reach = self._scope.interval(node.child_by_field_name("right"))
            return None if reach is None else reach[1]
        return 0 if node.type in ("field_expression", "cast_expression") else None


def _aliases(body: Node) -> Sequence[Assigned]:
    """Locals that may point into an array: given an address, or a name as it is."""
    return [
        value
        for value in assigned_values(body)
        if value.operator == "="
        and value.value.type
        in (
            "identifier",
            "binary_expression",
            "pointer_expression",
            "field_expression",
            "cast_expression",
        )
        and not text_of(value.value).startswith("*")
    ]


def _largest(uses: Sequence[Extent]) -> Extent | None:
    if not uses:
        return None
    return Extent(max(extent.count for extent in uses), all(extent.exact for extent in uses))


def _outer(node: Node, depth: int) -> str:
    """The path of the array of which this is the subscript at that depth, `m` of `m[i][j]` at 1."""
    argument = node.child_by_field_name("argument")
    for _ in range(depth):
        if argument is None or argument.type != "subscript_expression":
            return ""
        argument = argument.child_by_field_name("argument")
    is_path = argument is not None and argument.type != "subscript_expression"
    return path_of(argument) if is_path else ""


def _base(node: Node) -> str:
    """The path of the innermost array of `m[i][j]`, only for its first subscript `m[i]`."""
    argument = node.child_by_field_name("argument")
    if argument is None or argument.type == "subscript_expression":
        return ""
    return path_of(argument)


def _moves(node: Node, name: str) -> bool:
    if node.type == "update_expression":
        return text_of(node.child_by_field_name("argument")) == name
    if node.type == "assignment_expression":
        operator = text_of(node.child_by_field_name("operator"))
        return operator in ("+=", "-=") and text_of(node.child_by_field_name("left")) == name
    return False


def _passes(node: Node, name: str) -> bool:
    return node.type == "argument_list" and name in {
        path_of(child) for child in node.named_children if child.type != "subscript_expression"
    }


def is_array(body: Node, path: str) -> bool:
    """False for a pointer that is only followed (`*p`, `p->x`): it needs one element."""
    return any(_needs_array(node, path) for node in walk(body))


def _needs_array(node: Node, path: str) -> bool:
    match node.type:
        case "subscript_expression":
            return _base(node) == path
        case "update_expression" | "assignment_expression":
            return _moves(node, path)
        case "binary_expression":
            return path in (text_of(node.child_by_field_name(side)) for side in ("left", "right"))
        case "argument_list":
            return path in {text_of(child) for child in node.named_children}
        case "init_declarator":
            return text_of(node.child_by_field_name("value")) == path
    return False
