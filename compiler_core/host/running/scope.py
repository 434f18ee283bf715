"""Between which values the variables of a function stay, when its arguments are known."""

from __future__ import annotations

from collections.abc import Mapping

from tree_sitter import Node

from compiler_core.host.running.accesses import (
    Assigned,
    assigned_values,
    loop_parts,
    path_of,
)
from compiler_core.host.running.intervals import Interval, interval_of, union
from compiler_core.host.source_reading.source_loops import KINDS
from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.loop_text import walk

_LONGEST_CHAIN = 12


class Scope:
    """Intervals of expressions in one function.

    values: of integer arguments and fields, by path, and named constants. elements: the interval of
    each integer array's elements, as far as they are known.
    """

    def __init__(
        self, body: Node, values: Mapping[str, int], elements: Mapping[str, Interval]
    ) -> None:
        self._values = values
        self._elements = elements
        self._assigned: dict[str, list[Assigned]] = {}
        for value in assigned_values(body):
            self._assigned.setdefault(value.name, []).append(value)
        self._steps = _steps(body)
        self._conditions = _conditions(body)
        self._known: dict[str, Interval | None] = {}
        self._asked: list[str] = []

    def interval(self, node: Node | None) -> Interval | None:
        """The values an expression can take; None if nothing is known."""
        return interval_of(node, self._lookup)

    def _lookup(self, node: Node) -> Interval | None:
        if node.type == "call_expression":
            return None
        path = path_of(node)
        if node.type in ("subscript_expression", "pointer_expression"):
            return self._elements.get(path) or self._exact(path)
        return self._argument(path) if path in self._values else self._variable(path)

    def _argument(self, path: str) -> Interval | None:
        """One that the function itself counts down stays between 0 and what it was."""
        operators = {store.operator for store in self._assigned.get(path, ())}
        steps = self._steps.get(path, set())
        if not operators and not steps:
            return self._exact(path)
        value = self._values[path]
        return (min(0, value), value) if operators <= {"-="} and steps <= {"--"} else None

    def _exact(self, path: str) -> Interval | None:
        value = self._values.get(path)
        return None if value is None else (value, value)

    def _variable(self, name: str) -> Interval | None:
        """Each variable is worked out once; what depends on itself is unknown."""
        if name in self._known:
            return self._known[name]
        if name in self._asked or len(self._asked) > _LONGEST_CHAIN:
            return None
        self._asked.append(name)
        try:
            self._known[name] = self._found(name)
        finally:
            self._asked.pop()
        return self._known[name]

    def _found(self, name: str) -> Interval | None:
        given = self._assigned.get(name, [])
        starts = [self.interval(store.value) for store in given if store.operator == "="]
        if not starts:
            return None
        start = starts[0]
        for other in starts[1:]:
            start = union(start, other)
        steps = name in self._steps or any(store.operator != "=" for store in given)
        return self._limited(name, start) if steps else start

    def _limited(self, name: str, start: Interval | None) -> Interval | None:
        """A counter stays between where it starts and what the loops' conditions allow."""
        allowed = (self._limit(atom) for atom in self._conditions.get(name, ()))
        limits = [limit for limit in allowed if limit is not None]
        if start is None or not limits:
            return None
        lows = [low for low, _ in limits if low is not None]
        highs = [high for _, high in limits if high is not None]
        return (min([start[0], *lows]), max([start[1] if not highs or lows else 0, *highs]))

    def _limit(self, atom: Node) -> tuple[int | None, int | None] | None:
        operator = text_of(atom.child_by_field_name("operator"))
        bound = self.interval(atom.child_by_field_name("right"))
        if bound is None:
            return None
        match operator:
            case "<" | "!=":
                return (None, bound[1] - 1)
            case "<=":
                return (None, bound[1])
            case ">":
                return (bound[0] + 1, None)
            case ">=":
                return (bound[0], None)
        return None


def _steps(body: Node) -> dict[str, set[str]]:
    """`++` and `--` by the name they are applied to."""
    steps: dict[str, set[str]] = {}
    for node in walk(body):
        if node.type == "update_expression":
            name = text_of(node.child_by_field_name("argument"))
            steps.setdefault(name, set()).add(text_of(node).replace(name, ""))
    return steps


def _conditions(body: Node) -> dict[str, list[Node]]:
    """Comparisons in the conditions of loops, by the name on their left."""
    conditions: dict[str, list[Node]] = {}
    for loop in walk(body):
        condition = loop_parts(loop)["condition"] if loop.type in KINDS else None
        for atom in walk(condition) if condition is not None else ():
            if atom.type == "binary_expression":
                conditions.setdefault(text_of(atom.child_by_field_name("left")), []).append(atom)
    return conditions
