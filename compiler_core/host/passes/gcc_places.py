"""Source places of RTL instructions, which GCC's short dumps do not print.

An instruction keeps its number through all passes. The `expand` dump, where RTL begins, prints each
new instruction in full, place and all; `-dp` prints the numbers of those that reach the assembly
beside it. An instruction that a pass made in between and another removed has no known place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from compiler_core.host.assembly import AssemblyLine
from compiler_core.host.assembly_numbers import line_number, whole_number
from compiler_core.source import Location

_NUMBERED = re.compile(r"//\s*(?P<uid>\d+)\s+\[c=")
_EXPANDED = re.compile(r"^\((?:insn|jump_insn|call_insn)(?:/\w)* (?P<uid>\d+) ")
_PLACE = re.compile(r'"(?P<file>[^"\n]+)":(?P<line>\d+):(?P<column>\d+)')


def instruction_places(expanded: str, lines: Iterable[AssemblyLine]) -> dict[int, Location]:
    """Number of each RTL instruction of one function to its place in the source.

    expanded: the function's section of the `expand` dump, with details. lines: the function's
    assembly, made with `-dp`.
    """
    return {**dict(_at_expansion(expanded)), **dict(_in_assembly(lines))}


def _at_expansion(text: str) -> Iterator[tuple[int, Location]]:
    uid: int | None = None
    for line in text.split("\n"):
        if line.startswith("("):
            start = _EXPANDED.match(line)
            uid = whole_number(start["uid"]) if start is not None else None
        elif not line or line.startswith(";;"):
            uid = None
        match = _PLACE.search(line) if uid is not None and '":' in line else None
        if uid is not None and match is not None:
            file = match["file"].rpartition("/")[2]
            yield uid, Location(file, line_number(match["line"]), line_number(match["column"]))


def _in_assembly(lines: Iterable[AssemblyLine]) -> Iterator[tuple[int, Location]]:
    for line in lines:
        match = _NUMBERED.search(line.comment) if line.source is not None else None
        uid = whole_number(match["uid"]) if match is not None else None
        if uid is not None and line.source is not None:
            yield uid, line.source
