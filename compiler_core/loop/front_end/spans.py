"""From syntax nodes to spans of the source text.

The parser says where a node starts, not where it ends: the end is behind the last word below the
node, and behind the brackets that were opened on the way.
"""

from __future__ import annotations

import re

from pycparser import c_ast

from compiler_core.loop.front_end.parsing import children
from compiler_core.source import Location, SourceSpan

_WORD = re.compile(r"[\w.]+|'(?:[^'\\]|\\.)*'|.")
_CLOSING = re.compile(r"\s*[\])]")


class Spans:
    """Spans of the nodes of one source text; each is computed once."""

    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._lines = text.split("\n")
        self._extents: dict[int, tuple[tuple[int, int], tuple[int, int]] | None] = {}

    def of(self, node: c_ast.Node) -> SourceSpan | None:
        """The span of a node; None if the parser gave it no place."""
        extent = self._extent(node)
        if extent is None:
            return None
        (line, column), (last_line, last_column) = extent
        end = self._end(line, column, last_line, last_column)
        return SourceSpan(Location(self._name, line, column), Location(self._name, last_line, end))

    def start(self, node: c_ast.Node) -> SourceSpan | None:
        """The place where a statement starts, without the statements inside it."""
        coordinates = node.coord
        if coordinates is None:
            return None
        start = Location(self._name, coordinates.line, coordinates.column or 1)
        return SourceSpan(start, Location(start.file, start.line, self._word_end(start)))

    def _extent(self, node: c_ast.Node) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """First and last place at which something below the node starts."""
        if id(node) not in self._extents:
            parts = [extent for child in children(node) if (extent := self._extent(child))]
            if node.coord is not None and node.coord.column:
                own = (node.coord.line, node.coord.column)
                parts.append((own, own))
            self._extents[id(node)] = (
                (min(first for first, _ in parts), max(last for _, last in parts))
                if parts
                else None
            )
        return self._extents[id(node)]

    def _word_end(self, start: Location) -> int:
        line = self._lines[start.line - 1] if start.line <= len(self._lines) else ""
        word = _WORD.match(line, start.column - 1)
        return word.end() + 1 if word else start.column + 1

    def _end(self, line: int, column: int, last_line: int, last_column: int) -> int:
        end = self._word_end(Location(self._name, last_line, last_column))
        if last_line > len(self._lines):
            return end
        text = self._lines[last_line - 1]
        before = text[column - 1 : end - 1] if line == last_line else text[: end - 1]
        opened = sum(before.count(sign) for sign in "([") - sum(before.count(s) for s in ")]")
        while opened > 0 and (closing := _CLOSING.match(text, end - 1)):
            end, opened = closing.end() + 1, opened - 1
        return end
