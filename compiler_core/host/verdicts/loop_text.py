"""A loop statement's syntax, with the walks that the rules about it share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tree_sitter import Node

from compiler_core.host.source_reading.source_loops import KINDS
from compiler_core.host.source_reading.syntax import text_of
from compiler_core.host.verdicts.names import Name
from compiler_core.kept import remembered
from compiler_core.source import SourceFile

_ASSIGNMENTS = ("assignment_expression", "update_expression")


@dataclass(frozen=True, slots=True)
class Assignment:
    """`target operator value`; for `x++` the value is None. guarded: under an `if` of the loop."""

    target: Node
    operator: str
    value: Node | None
    guarded: bool


@dataclass(frozen=True, slots=True)
class LoopText:
    """One loop statement, its function (None at file level), and the names known there.

    kinds: every node of the loop by kind, for walking the tree costs more than all rules together.
    """

    loop: Node
    function: Node | None
    names: Mapping[str, Name]
    source: SourceFile
    kinds: Mapping[str, Sequence[Node]]

    @property
    def body(self) -> Node:
        """The loop's body."""
        return self.loop.child_by_field_name("body") or self.loop

    @property
    def condition(self) -> Node | None:
        """The condition; None for a range-based loop."""
        return self.loop.child_by_field_name("condition")

    @property
    def variable(self) -> str:
        """The variable that the update of a simple `for` changes; else empty."""
        update = self.loop.child_by_field_name("update")
        if update is None:
            return ""
        changed = update.child_by_field_name("argument") or update.child_by_field_name("left")
        return text_of(changed) if changed is not None and changed.type == "identifier" else ""

    def nodes(self, *kinds: str) -> Iterator[Node]:
        """All nodes of these kinds in the loop, its own header included, lambdas excluded."""
        return (node for kind in kinds for node in self.kinds.get(kind, ()))

    def body_nodes(self, *kinds: str) -> Iterator[Node]:
        """The same without the loop's header."""
        start = self.body.start_byte
        return (node for node in self.nodes(*kinds) if node.start_byte >= start)

    def assignments(self) -> Iterator[Assignment]:
        """Everything the body assigns, inner loops included."""
        for node in self.body_nodes(*_ASSIGNMENTS):
            target = node.child_by_field_name("left") or node.child_by_field_name("argument")
            if target is not None:
                operator = text_of(node.child_by_field_name("operator"))
                value = node.child_by_field_name("right")
                yield Assignment(target, operator, value, self._is_guarded(node))

    def declared_inside(self, name: str) -> bool:
        """True if the variable lives for one iteration only."""
        known = self.names.get(name)
        return known is not None and self.body.start_byte <= known.start_byte < self.body.end_byte

    def varies(self, node: Node) -> bool:
        """True if an expression names something that the loop changes."""
        changed = _changed_names(self)
        return any(text_of(part) in changed for part in walk(node) if part.type == "identifier")

    def changed_names(self) -> Iterator[str]:
        """Variables that the loop assigns or declares, its counter included."""
        if self.variable:
            yield self.variable
        for assignment in self.assignments():
            if assignment.target.type == "identifier":
                yield text_of(assignment.target)
            elif assignment.target.type == "pointer_expression":
                yield from self._stepped(assignment.target)
        for name in self.names:
            if self.declared_inside(name):
                yield name

    def _stepped(self, target: Node) -> Iterator[str]:
        for part in walk(target):
            if part.type == "update_expression":
                yield text_of(part.child_by_field_name("argument"))

    def _is_guarded(self, node: Node) -> bool:
        current = node.parent
        while current is not None and current != self.loop:
            if current.type in ("if_statement", "switch_statement"):
                return True
            current = current.parent
        return False


# Rules ask for each statement of one loop.
@remembered(2)
def _changed_names(text: LoopText) -> frozenset[str]:
    return frozenset(text.changed_names())


def read_loop(
    loop: Node, function: Node | None, names: Mapping[str, Name], source: SourceFile
) -> LoopText:
    """A loop statement with its nodes sorted by kind."""
    kinds: dict[str, list[Node]] = defaultdict(list)
    for node in walk(loop):
        kinds[node.type].append(node)
    return LoopText(loop, function, names, source, kinds)


def walk(node: Node) -> Iterator[Node]:
    """A node and everything below it; the body of a lambda belongs to another function."""
    waiting = [node]
    while waiting:
        current = waiting.pop()
        yield current
        below = current.children
        waiting += [child for child in reversed(below) if child.type != "lambda_expression"]


def is_loop(node: Node) -> bool:
    """True for a loop statement."""
    return node.type in KINDS


def is_memory(target: Node) -> bool:
    """An array element, a field, or what a pointer points to."""
    return target.type in ("subscript_expression", "pointer_expression", "field_expression")


def is_local(text: LoopText, position: int) -> bool:
    """True for a place inside the loop's function."""
    function = text.function
    return function is not None and function.start_byte <= position < function.end_byte
