"""Which source loop a compiler's remark is about, by the extents of the loop statements.

GCC names the condition's place (or that of an exit in the body), Clang the keyword's, or the line
of an OpenMP pragma above the loop. Only extents are compared, never equal places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from compiler_core.host.source_reading.source_loops import UNWRITTEN, SourceLoop
from compiler_core.host.source_reading.syntax import begins_with_pragma
from compiler_core.host.verdicts.indexed_loops import IndexedLoops
from compiler_core.source import Location, SourceFile


def loop_at(loops: Sequence[SourceLoop], location: Location | None) -> SourceLoop | None:
    """The loop that a place controls, else the innermost loop around it.

    A call of a library's function that makes a loop has all places inside it, also where it stands
    in the condition of a loop statement.
    """
    if location is None:
        return None
    around = [
        loop
        for loop in _near(loops, location.file, location.line)
        if loop.file == location.file and loop.contains(location.line, location.column)
    ]
    innermost = max(around, key=lambda loop: (loop.line, loop.column), default=None)
    if innermost is not None and innermost.algorithm:
        return innermost
    starting = [
        loop for loop in around if (loop.line, loop.column) == (location.line, location.column)
    ]
    controlled = [loop for loop in around if loop.controls(location.line, location.column)]
    chosen = starting or controlled or around
    return max(chosen, key=lambda loop: (loop.depth, loop.line, loop.column), default=None)


def _near(loops: Sequence[SourceLoop], file: str, line: int) -> Sequence[SourceLoop]:
    """All that can contain the line, with others."""
    return loops.near(file, line) if isinstance(loops, IndexedLoops) else loops


def loop_below_pragma(
    source: SourceFile, loops: Sequence[SourceLoop], location: Location | None
) -> SourceLoop | None:
    """The loop that directly follows the pragma at this place; None if there is no pragma."""
    if location is None or location.file != source.name:
        return None
    start = location.line, max(1, location.column)
    below = [loop for loop in loops if loop.file == source.name and _start(loop) > start]
    following = min(below, key=_start, default=None)
    if following is None:
        return None
    lines = source.text.encode("utf-8", "replace").split(b"\n")[start[0] - 1 : following.line]
    if not lines:
        return None
    lines[-1] = lines[-1][: following.column - 1]
    if not lines[0].lstrip().startswith(b"#"):
        lines[0] = lines[0][start[1] - 1 :]
    between = b"\n".join(lines).decode("utf-8", "replace")
    return following if begins_with_pragma(source.text, between) else None


def _start(loop: SourceLoop) -> tuple[int, int]:
    return loop.line, loop.column


def inner_loops(loops: Sequence[SourceLoop], outer: SourceLoop) -> tuple[SourceLoop, ...]:
    """Loops inside another one, at any depth.

    A loop that no statement makes is an innermost one unless it says that it encloses others: what
    begins on its line is another loop, and a call among a call's arguments is not inside it.
    """
    if outer.kind == UNWRITTEN and not outer.algorithm and not outer.encloses:
        return ()
    return tuple(
        loop
        for loop in _near(loops, outer.file, outer.line)
        if loop != outer
        and loop.file == outer.file
        and outer.contains(loop.line, loop.column)
        and not (loop.algorithm and outer.algorithm)
    )


def loops_around(loops: Sequence[SourceLoop], inner: SourceLoop) -> tuple[SourceLoop, ...]:
    """Loops around another one, the nearest first."""
    around = [
        outer
        for outer in _near(loops, inner.file, inner.line)
        if inner in inner_loops(loops, outer)
    ]
    return tuple(sorted(around, key=lambda outer: -outer.depth))


def only_unwritten(loops: Sequence[SourceLoop], symbol: str) -> SourceLoop | None:
    """The one loop of a function that no statement makes: code of a library is placed elsewhere."""
    if not isinstance(loops, IndexedLoops):
        return _only_unwritten(loops, symbol)
    if symbol not in loops.only_unwritten:
        loops.only_unwritten[symbol] = _only_unwritten(loops, symbol)
    return loops.only_unwritten[symbol]


def _only_unwritten(loops: Sequence[SourceLoop], symbol: str) -> SourceLoop | None:
    of_function = [loop for loop in loops if is_symbol_of(symbol, loop.function)]
    unwritten = [loop for loop in of_function if loop.kind == UNWRITTEN]
    return unwritten[0] if len(unwritten) == 1 == len(of_function) else None


def is_symbol_of(symbol: str, function: str) -> bool:
    """True if a symbol is a function's of the source: C's are names, C++'s hold name and length."""
    name = function.rpartition("::")[2]
    return symbol == name or (symbol.startswith("_Z") and f"{len(name)}{name}" in symbol)


def name_of_symbol(symbol: str) -> str:
    """The function's own name in a symbol: C's is the symbol, C++'s the last of `_ZN2ns3sumE…`."""
    rest = re.sub(r"^_ZN?[KVrO]*", "", symbol)
    name = symbol
    while rest != symbol and (length := re.match(r"\d{1,4}", rest)) is not None:
        end = length.end() + int(length[0])
        name, rest = rest[length.end() : end], rest[end:]
    return name
