"""Which function of a library a place of the source calls: `std::sort`, `std::ranges::copy`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from tree_sitter import Node

from compiler_core.host.source_reading.signature import Signature, signatures_of
from compiler_core.host.source_reading.syntax import (
    column_of,
    declarations_and_loops,
    line_of,
    text_of,
)
from compiler_core.source import Location, SourceFile

Place = tuple[int, int]
_NAME = re.compile(r"(?:::)?(?:\w+::)*\w+")


@dataclass(frozen=True, slots=True)
class AlgorithmCall:
    """One call of a library's function; name: as written, without template arguments. start, end:
    (line, column) of its first and last character, from 1.
    """

    name: str
    start: Place
    end: Place

    def holds(self, position: Place) -> bool:
        """True if a place lies in the call."""
        return self.start <= position <= self.end


def algorithm_at(
    source: SourceFile, function: Signature, location: Location
) -> AlgorithmCall | None:
    """The innermost call around a place of a function; None where there is none.

    Where the place lies in no call, the one on its line, else the only one of the function. There
    is none in C, and none of what the source defines itself: a function or a macro.
    """
    if source.language != "c++":
        return None
    calls = [call for call in _calls(source) if function.line <= call.start[0] <= function.end_line]
    around = [call for call in calls if call.holds((location.line, location.column))]
    if around:
        return max(around, key=lambda call: call.start)
    candidates = [call for call in calls if call.start[0] == location.line] or calls
    return candidates[0] if len(candidates) == 1 else None


def algorithm_calls(source: SourceFile) -> tuple[AlgorithmCall, ...]:
    """All calls of plain or qualified names that a C++ source does not define; none in C."""
    return _calls(source) if source.language == "c++" else ()


@lru_cache(maxsize=64)
def _calls(source: SourceFile) -> tuple[AlgorithmCall, ...]:
    """Calls of plain or qualified names that the source does not define."""
    own = {name for entry in signatures_of(source) for name in _spellings(entry.name)}
    macros = set(re.findall(r"^\s*#\s*define\s+(\w+)", source.text, re.MULTILINE))
    calls: dict[int, AlgorithmCall] = {}
    waiting = list(declarations_and_loops(source))
    seen: set[int] = set()
    while waiting:
        node = waiting.pop()
        if node.id in seen:
            continue
        seen.add(node.id)
        waiting.extend(node.children)
        name = _name(node) if node.type == "call_expression" else ""
        if name and name not in own | macros:
            end = node.end_point[0] + 1, node.end_point[1]
            calls[node.id] = AlgorithmCall(name, (line_of(node), column_of(node)), end)
    return tuple(calls.values())


def _spellings(name: str) -> tuple[str, str]:
    return name, name.rpartition("::")[2]


def _name(call: Node) -> str:
    callee = re.sub(r"\s*<.*>\s*$", "", text_of(call.child_by_field_name("function")))
    return callee if _NAME.fullmatch(callee) else ""
