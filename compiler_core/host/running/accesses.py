"""Which variables, fields and array elements an expression names, by path.

A path leaves out how memory is reached: `points[i].x`, `points->x` and `(*points).x` are all the
path `points.x`. An access is an element if it goes through a subscript or `*`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from compiler_core.host.source_reading.syntax import declared_name, text_of
from compiler_core.host.verdicts.loop_text import walk


@dataclass(frozen=True, slots=True)
class NamedAccess:
    """One variable, field or element named in an expression. node: the whole access."""

    path: str
    is_element: bool
    node: Node


def path_of(node: Node | None) -> str:
    """The path of a variable, field or element; empty for any other expression."""
    if node is None:
        return ""
    match node.type:
        case "identifier" | "field_identifier" | "qualified_identifier":
            return text_of(node)
        case "field_expression":
            owner = path_of(node.child_by_field_name("argument"))
            return f"{owner}.{text_of(node.child_by_field_name('field'))}" if owner else ""
        case "subscript_expression" | "pointer_expression" | "update_expression":
            return path_of(node.child_by_field_name("argument"))
        case "parenthesized_expression":
            return path_of(next(iter(node.named_children), None))
        case "cast_expression":
            return path_of(node.child_by_field_name("value"))
    return ""


def indices_of(node: Node) -> Sequence[Node]:
    """The index of a subscript; C++ wraps it in a list."""
    index = node.child_by_field_name("index")
    if index is not None:
        return (index,)
    listed = node.child_by_field_name("indices")
    return listed.named_children if listed is not None else ()


def accesses(node: Node | None) -> Iterator[NamedAccess]:
    """Every access in an expression or statement, those inside subscripts included."""
    if node is None:
        return
    if node.type == "subscript_expression":
        yield NamedAccess(path_of(node), True, node)
        for index in indices_of(node):
            yield from accesses(index)
        yield from _inside(node.child_by_field_name("argument"))
    elif node.type == "pointer_expression" and text_of(node).startswith("*"):
        yield NamedAccess(path_of(node), True, node)
        yield from _inside(node.child_by_field_name("argument"))
    elif node.type == "field_expression":
        yield NamedAccess(path_of(node), False, node)
        yield from _inside(node.child_by_field_name("argument"))
    elif node.type in ("identifier", "qualified_identifier"):
        yield NamedAccess(text_of(node), False, node)
    elif node.type == "call_expression":
        yield from _inside(node.child_by_field_name("function"))
        yield from accesses(node.child_by_field_name("arguments"))
    else:
        for child in node.named_children:
            yield from accesses(child)


def _inside(node: Node | None) -> Iterator[NamedAccess]:
    """Accesses within the base of another: only those in its subscripts are of their own."""
    if node is None or node.type in ("identifier", "qualified_identifier"):
        return
    if node.type == "subscript_expression":
        for index in indices_of(node):
            yield from accesses(index)
    argument = node.child_by_field_name("argument")
    if argument is not None:
        yield from _inside(argument)
    elif node.type in ("parenthesized_expression", "binary_expression"):
        for child in node.named_children:
            yield from accesses(child)


@dataclass(frozen=True, slots=True)
class Assigned:
    """A value given to a local variable: by its initialiser or by an assignment."""

    name: str
    operator: str
    value: Node


def assigned_values(body: Node) -> Iterator[Assigned]:
    """Everything assigned to plain names in a function, initialisers included."""
    for node in walk(body):
        if node.type == "init_declarator":
            value = node.child_by_field_name("value")
            name = declared_name(node.child_by_field_name("declarator"))
            if value is not None and name is not None:
                yield Assigned(text_of(name), "=", value)
        elif node.type == "assignment_expression":
            left, right = (node.child_by_field_name(side) for side in ("left", "right"))
            if left is not None and right is not None and left.type == "identifier":
                yield Assigned(text_of(left), text_of(node.child_by_field_name("operator")), right)


class Origins:
    """Where the values of local variables come from: accesses, through assignments."""

    def __init__(self, body: Node) -> None:
        self._direct: dict[str, list[NamedAccess]] = {}
        for assigned in assigned_values(body):
            self._direct.setdefault(assigned.name, []).extend(accesses(assigned.value))

    def of(self, node: Node | None) -> dict[tuple[str, bool], NamedAccess]:
        """All accesses that an expression's value can come from, by path and kind."""
        origins: dict[tuple[str, bool], NamedAccess] = {}
        waiting = list(accesses(node))
        while waiting:
            access = waiting.pop()
            key = (access.path, access.is_element)
            if key not in origins:
                origins[key] = access
                waiting += self._direct.get(access.path, []) if not access.is_element else []
        return origins

    def elements(self, node: Node | None) -> set[str]:
        """Paths of the arrays an expression's value can come from."""
        return {path for path, is_element in self.of(node) if is_element}

    def values(self, node: Node | None) -> set[str]:
        """Paths of plain variables and fields an expression's value can come from."""
        return {path for path, is_element in self.of(node) if not is_element}


def loop_parts(node: Node) -> Mapping[str, Node | None]:
    """The initialiser, condition, update and body of a loop statement."""
    names = ("initializer", "condition", "update", "body")
    return {name: node.child_by_field_name(name) for name in names}
