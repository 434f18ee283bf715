"""The loops as the user wrote them: every `for`, `while` and `do` with its extent.

A loop made with `goto`, or by a macro, is no loop statement and does not appear.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from tree_sitter import Node

from compiler_core.host.source_reading.signature import qualified_name
from compiler_core.host.source_reading.syntax import (
    column_of,
    declarations_and_loops,
    line_of,
    text_of,
)
from compiler_core.source import SourceFile

# "unwritten" is a loop that a compiler found where the source has no loop statement.
UNWRITTEN: Final = "unwritten"
LoopKind = Literal["for", "range for", "while", "do", "unwritten"]
KINDS: dict[str, LoopKind] = {
    "for_statement": "for",
    "for_range_loop": "range for",
    "while_statement": "while",
    "do_statement": "do",
}
Place = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLoop:
    """One loop statement."""

    file: str
    """Name of the source file."""
    kind: LoopKind
    """The statement, or `unwritten` for a loop that the compiler made where the source has none."""
    line: int
    """Where its keyword stands, from 1."""
    column: int
    """Where its keyword stands in the line, from 1."""
    end_line: int
    """Line of its last character, from 1."""
    end_column: int
    """Column of its last character, from 1."""
    body_start: Place
    """(line, column) of the body's first and last character. depth counts from 1 within the
    function."""
    body_end: Place
    """(line, column) of the body's last character."""
    depth: int
    """How deep it is nested in its function, from 1."""
    function: str
    """Name of the function that it stands in, in C++ qualified."""
    variable: str
    """The induction variable of a simple `for`, else empty."""
    algorithm: str = ""
    """For an unwritten loop the library's function it runs in, as the source calls it; else
    empty."""
    encloses: bool = False
    """For an unwritten loop: other loops stand inside it."""

    def contains(self, line: int, column: int) -> bool:
        """True if the place lies in the loop statement; column 0 (unknown) fits any column."""
        return _within(line, column, (self.line, self.column), (self.end_line, self.end_column))

    def controls(self, line: int, column: int) -> bool:
        """True if the place lies in the loop's own parts: initialiser, condition, step."""
        inside_body = column > 0 and _within(line, column, self.body_start, self.body_end)
        on_body_lines = column == 0 and self.body_start[0] < line <= self.body_end[0]
        return self.contains(line, column) and not inside_body and not on_body_lines


def _within(line: int, column: int, start: Place, end: Place) -> bool:
    if column == 0:
        return start[0] <= line <= end[0]
    return start <= (line, column) <= end


@lru_cache(maxsize=256)
def source_loops(source: SourceFile) -> tuple[SourceLoop, ...]:
    """All loop statements in source order, an outer one before those inside it."""
    nodes = (node for node in declarations_and_loops(source) if node.type in KINDS)
    return tuple(_source_loop(source.name, node) for node in nodes)


def _source_loop(file: str, node: Node) -> SourceLoop:
    body = node.child_by_field_name("body") or node
    return SourceLoop(
        file=file,
        kind=KINDS[node.type],
        line=line_of(node),
        column=column_of(node),
        end_line=node.end_point[0] + 1,
        end_column=node.end_point[1],
        body_start=(line_of(body), column_of(body)),
        body_end=(body.end_point[0] + 1, body.end_point[1]),
        depth=_depth(node),
        function=_function_name(node),
        variable=_variable(node),
    )


def _depth(node: Node) -> int:
    depth = 0
    current: Node | None = node
    while current is not None and current.type != "function_definition":
        depth += current.type in KINDS
        current = current.parent
    return depth


def _function_name(node: Node) -> str:
    current: Node | None = node
    while current is not None and current.type != "function_definition":
        current = current.parent
    return qualified_name(current) if current is not None else ""


def _variable(node: Node) -> str:
    if node.type == "for_range_loop":
        return text_of(node.child_by_field_name("declarator"))
    update = node.child_by_field_name("update")
    if update is None:
        return ""
    changed = update.child_by_field_name("argument") or update.child_by_field_name("left")
    return text_of(changed) if changed is not None and changed.type == "identifier" else ""
