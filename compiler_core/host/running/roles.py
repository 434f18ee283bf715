"""What the integers and arrays of a function are for, read from how its loops use them.

An integer that a loop's condition names is a bound and becomes n. One that only a `for` starts from
is a start; one that it adds per round is a step; one that ends the loop when an element equals it
is sought, and gets a value that no element has, so that the loop runs to its end. An integer array
whose elements index another array is an index array, and gets values inside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from tree_sitter import Node

from compiler_core.host.running.accesses import (
    Origins,
    accesses,
    assigned_values,
    indices_of,
    loop_parts,
    path_of,
)
from compiler_core.host.running.intervals import number_of
from compiler_core.host.source_reading.source_loops import KINDS
from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import walk

ScalarRole = Literal["bound", "start", "last", "step", "absent", "above", "below"]

_BOUND_NAMES = frozenset(("n", "len", "length", "size", "count", "num"))
_START_NAMES = frozenset(("low", "lo", "left", "l", "start", "begin", "first", "from"))
_LAST_NAMES = frozenset(("high", "hi", "right", "r", "last"))
_LEAVING = ("break_statement", "return_statement", "goto_statement")
_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """Roles by path."""

    scalars: Mapping[str, ScalarRole] = field(default_factory=dict)
    """Path of an integer to its role, such as `bound`."""
    indexed: Mapping[str, str] = field(default_factory=dict)
    """Array path to the path it indexes."""
    offsets: frozenset[str] = frozenset()
    """Arrays whose elements bound loops (rows of a sparse matrix)."""
    labels: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Least and largest `case` an array's elements are switched on."""
    ends: Mapping[str, str] = field(default_factory=dict)
    """Pointer parameter to the one it is the end of."""
    depth: int = 0
    """How many loops with bounds of their own stand inside each other."""


def roles_of(
    body: Node, name: str, integers: frozenset[str], pointers: frozenset[str] = frozenset()
) -> Roles:
    """The roles in a function of this body and name.

    integers: paths of its plain integers; pointers: of its array parameters.
    """
    origins = Origins(body)
    loops = [node for node in walk(body) if node.type in KINDS]
    scalars: dict[str, ScalarRole] = {}
    for loop in loops:
        for path, role in _loop_roles(loop, origins, integers):
            _settle(scalars, path, role)
    for path, role in (*_sought(body, origins, integers), *_recursive(body, name, origins)):
        _settle(scalars, path, role)
    scalars = {path: role for path, role in scalars.items() if path in integers}
    _name_roles(scalars)
    bounds = {path for path, role in scalars.items() if role in ("bound", "last")}
    return Roles(
        scalars=scalars,
        indexed=dict(_indexed(body, origins)),
        offsets=frozenset(_offsets(loops, origins)),
        labels=dict(_labels(body, origins)),
        ends=dict(_ends(body, origins, pointers)),
        depth=max((_depth(loop, body, bounds, origins) for loop in loops), default=0),
    )


def is_bound_by_name(path: str) -> bool:
    """True for names such as `n` and `length`, where no loop says what an integer is for."""
    return path.rpartition(".")[2].lower() in _BOUND_NAMES


def _settle(scalars: dict[str, ScalarRole], path: str, role: ScalarRole) -> None:
    """A bound stays one whatever else it is used for."""
    if scalars.get(path) != "bound":
        scalars[path] = role


def _loop_roles(
    loop: Node, origins: Origins, integers: frozenset[str]
) -> Iterator[tuple[str, ScalarRole]]:
    parts = loop_parts(loop)
    changed = {value.name for value in assigned_values(loop)} | set(_stepped(loop))
    bounds = _bounds(loop, origins, integers, changed)
    for path in origins.values(parts["initializer"]) - bounds:
        yield path, "start"
    for path in _named(parts["update"], origins, changed) - bounds:
        yield path, "step"
    for path in bounds:
        yield path, "bound"


def _bounds(loop: Node, origins: Origins, integers: frozenset[str], changed: set[str]) -> set[str]:
    """What the condition compares its counters with, also by way of locals the loop leaves alone.

    Where a counter itself comes from is where the loop starts, unless it counts down.
    """
    bounds: set[str] = set()
    for atom in _atoms(loop_parts(loop)["condition"]):
        if atom.type == "binary_expression" and origins.elements(atom) - integers:
            continue
        bounds |= _named(atom, origins, changed - set(_falling(loop)))
    return bounds


def _named(node: Node | None, origins: Origins, changed: set[str]) -> set[str]:
    """Names in an expression, and where those that the loop does not change come from."""
    names: set[str] = set()
    for access in accesses(node):
        names.add(access.path)
        if access.path not in changed:
            names |= origins.values(access.node)
    return names


def _falling(loop: Node) -> Iterator[str]:
    """Variables that the loop makes smaller."""
    for node in walk(loop):
        if node.type == "update_expression" and "--" in text_of(node):
            yield path_of(node)
    for value in assigned_values(loop):
        if value.operator in ("-=", "/=", ">>="):
            yield value.name


def _stepped(loop: Node) -> Iterator[str]:
    for node in walk(loop):
        if node.type == "update_expression":
            yield path_of(node)


def _atoms(condition: Node | None) -> Iterator[Node]:
    """The comparisons that a condition joins by `&&` and `||`."""
    if condition is None:
        return
    if condition.type in ("parenthesized_expression", "condition_clause"):
        for child in condition.named_children:
            yield from _atoms(child)
    elif text_of(condition.child_by_field_name("operator")) in ("&&", "||"):
        for side in ("left", "right"):
            yield from _atoms(condition.child_by_field_name(side))
    else:
        yield condition


def _sought(
    body: Node, origins: Origins, integers: frozenset[str]
) -> Iterator[tuple[str, ScalarRole]]:
    """Scalars compared with elements where the loop may be left."""
    for node in walk(body):
        condition = node.child_by_field_name("condition")
        leaves = node.type == "if_statement" and _leaves(node)
        if condition is None or not (leaves or node.type in KINDS):
            continue
        for atom in _atoms(condition):
            yield from _sought_in(atom, origins, integers, node.type in KINDS)


def _leaves(node: Node) -> bool:
    inside_loop = False
    parent = node.parent
    while parent is not None:
        inside_loop = inside_loop or parent.type in KINDS
        parent = parent.parent
    consequence = node.child_by_field_name("consequence")
    return (
        inside_loop
        and consequence is not None
        and any(part.type in _LEAVING for part in walk(consequence))
    )


def _sought_in(
    atom: Node, origins: Origins, integers: frozenset[str], stays: bool
) -> Iterator[tuple[str, ScalarRole]]:
    operator = text_of(atom.child_by_field_name("operator"))
    left, right = atom.child_by_field_name("left"), atom.child_by_field_name("right")
    if operator not in _MIRRORED or left is None or right is None:
        return
    if text_of(right) not in integers:
        left, right, operator = right, left, _MIRRORED[operator]
    if text_of(right) not in integers or not origins.elements(left):
        return
    leaves_when_more = operator in (">", ">=") and not stays
    leaves_when_less = operator in ("<", "<=") and not stays
    if operator == ("!=" if stays else "=="):
        yield text_of(right), "absent"
    elif leaves_when_more:
        yield text_of(right), "above"
    elif leaves_when_less:
        yield text_of(right), "below"


def _recursive(body: Node, name: str, origins: Origins) -> Iterator[tuple[str, ScalarRole]]:
    for node in walk(body):
        called = text_of(node.child_by_field_name("function"))
        if node.type == "call_expression" and called == name.rpartition("::")[2]:
            for path in origins.values(node.child_by_field_name("arguments")):
                yield path, "bound"


def _name_roles(scalars: dict[str, ScalarRole]) -> None:
    """Of two bounds `low` and `high`, one is where the loop starts."""
    bounds = [path for path, role in scalars.items() if role == "bound"]
    starts = [path for path in bounds if path.lower() in _START_NAMES]
    for path in starts if len(bounds) > 1 else ():
        scalars[path] = "start"
    if any(role == "start" for role in scalars.values()):
        for path in bounds:
            if path.lower() in _LAST_NAMES:
                scalars[path] = "last"


def _indexed(body: Node, origins: Origins) -> Iterator[tuple[str, str]]:
    for node in walk(body):
        if node.type == "subscript_expression":
            for index in indices_of(node):
                for path in origins.elements(index):
                    yield path, path_of(node)


def _offsets(loops: list[Node], origins: Origins) -> Iterator[str]:
    """`for (j = row[i]; j < row[i + 1]; j++)`"""
    for loop in loops:
        parts = loop_parts(loop)
        variable = (
            path_of(parts["update"].child_by_field_name("argument"))
            if (loop.type == "for_statement" and parts["update"] is not None)
            else ""
        )
        for atom in _atoms(parts["condition"]):
            if variable and text_of(atom.child_by_field_name("left")) == variable:
                yield from _subscripted(origins, atom.child_by_field_name("right"))


def _subscripted(origins: Origins, node: Node | None) -> Iterator[str]:
    for (path, _), access in origins.of(node).items():
        if access.node.type == "subscript_expression":
            yield path


def _labels(body: Node, origins: Origins) -> Iterator[tuple[str, tuple[int, int]]]:
    for node in walk(body):
        if node.type != "switch_statement":
            continue
        values = [
            value
            for part in walk(node)
            if part.type == "case_statement"
            for value in (number_of(text_of(part.child_by_field_name("value"))),)
            if value is not None
        ]
        for path in origins.elements(node.child_by_field_name("condition")) if values else ():
            yield path, (min(values), max(values))


def _ends(body: Node, origins: Origins, pointers: frozenset[str]) -> Iterator[tuple[str, str]]:
    """`p != end`, where p is or comes from another parameter: end to that parameter."""
    for node in walk(body):
        operator = text_of(node.child_by_field_name("operator"))
        if node.type != "binary_expression" or operator not in ("!=", "<", ">"):
            continue
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if operator == ">":
            left, right = right, left
        end = text_of(right)
        if left is None or end not in pointers:
            continue
        for path in sorted((origins.values(left) & pointers) - {end}):
            yield end, path


def _depth(loop: Node, body: Node, bounds: set[str], origins: Origins) -> int:
    depth = 0
    current: Node | None = loop
    while current is not None and current != body.parent:
        if current.type in KINDS:
            parts = loop_parts(current)
            named = {access.path for access in accesses(parts["condition"])}
            named |= origins.values(parts["condition"]) | origins.values(parts["initializer"])
            product = "*" in text_of(parts["condition"])
            depth += len(named & bounds) if product else bool(named & bounds)
        current = current.parent
    return depth
