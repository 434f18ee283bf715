"""Loops that the compiler sees where the source has no loop statement: `goto`, and macros.

They are found in the compiler's own form, by the places of their instructions, and get a verdict
like loops that are written out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from compiler_core.host.source_reading.algorithms import algorithm_at
from compiler_core.host.source_reading.signature import signatures_of
from compiler_core.host.source_reading.source_loops import UNWRITTEN, SourceLoop
from compiler_core.host.verdicts.loop_ir.operations import IrLoop
from compiler_core.host.verdicts.placement import is_symbol_of, loop_at, name_of_symbol
from compiler_core.source import Location, SourceFile


def unwritten_loops(
    source: SourceFile, loops: Iterable[IrLoop], written: Sequence[SourceLoop]
) -> tuple[SourceLoop, ...]:
    """A statement of kind `unwritten` for each loop whose places lie in no loop statement."""
    candidates = (unwritten_loop(source, loop) for loop in loops)
    taken = {(loop.line, loop.column) for loop in written}
    # Copies of one loop begin at different places of a line; calls stand where they stand.
    unique = {
        (loop.line, loop.column if loop.algorithm else 0, loop.function): loop
        for loop in candidates
        if loop is not None
    }
    return _nested(loop for loop in unique.values() if (loop.line, loop.column) not in taken)


def _nested(loops: Iterable[SourceLoop]) -> tuple[SourceLoop, ...]:
    """With their depths: where the inner loop has nothing to do, a copy of the outer one may have
    been made that is an innermost loop itself, and spans the lines of both.
    """
    nested: list[SourceLoop] = []
    around: list[SourceLoop] = []
    for loop in sorted(loops, key=lambda loop: (loop.line, loop.column, -loop.end_line)):
        while around and not around[-1].contains(loop.end_line, loop.end_column):
            around.pop()
        nested.append(replace(loop, depth=len(around) + 1))
        around.append(loop)
    return tuple(nested)


def loops_in_calls(
    source: SourceFile, loops: Iterable[IrLoop], written: Sequence[SourceLoop]
) -> tuple[SourceLoop, ...]:
    """The same for loops that stand in a loop statement, but wholly in a call of a library's
    function there: `for (…) std::sort(…)`.
    """
    by_start: dict[tuple[int, int], SourceLoop] = {}
    if source.language != "c++":
        return ()
    for loop in loops:
        places = list(_places(loop, source.name))
        around = loop_at(written, places[0]) if places else None
        inner = unwritten_loop(source, loop) if around is not None else None
        if around is None or inner is None or not inner.algorithm:
            continue
        start = inner.line, inner.column
        holds_all = all(inner.contains(location.line, location.column) for location in places)
        if holds_all and around.contains(*start) and start != (around.line, around.column):
            by_start[start] = replace(inner, depth=around.depth + 1)
    return tuple(by_start.values())


def unwritten_loop(source: SourceFile, loop: IrLoop) -> SourceLoop | None:
    """The statement of kind `unwritten` that the places of an innermost loop span."""
    lines = source.text.split("\n")
    placed = list(_places(loop, source.name))
    locations = _in_own_function(loop, source, placed) or placed or list(_call_places(loop, source))
    # A #line names lines that the file does not have.
    places = [location for location in locations if 0 < location.line <= len(lines)]
    if not places or not loop.innermost or any(_is_pragma(lines, location) for location in places):
        return None
    first = min(places, key=lambda location: (location.line, location.column))
    last = max(places, key=lambda location: (location.line, location.column))
    around = (entry for entry in signatures_of(source) if entry.line <= first.line)
    function = next((entry for entry in around if last.line <= entry.end_line), None)
    start, end = (first.line, max(1, first.column)), (last.line, last.column)
    end_column = _line_length(source, end[0])
    # A macro may write a whole function, whose name only the compiler knows.
    name = function.name if function is not None else name_of_symbol(loop.function.name)
    location = Location(source.name, *start)
    call = algorithm_at(source, function, location) if function is not None else None
    if call is not None:
        start, end, end_column = call.start, call.end, call.end[1]
    return SourceLoop(
        file=source.name,
        kind=UNWRITTEN,
        line=start[0],
        column=start[1],
        end_line=end[0],
        end_column=end_column,
        body_start=start,
        body_end=end,
        depth=1,
        function=name,
        variable="",
        algorithm=call.name if call is not None else "",
    )


def _in_own_function(
    loop: IrLoop, source: SourceFile, places: Sequence[Location]
) -> list[Location]:
    """Without those in functions that were inlined into the loop."""
    own = [entry for entry in signatures_of(source) if is_symbol_of(loop.function.name, entry.name)]
    return [
        location
        for location in places
        if any(signature.line <= location.line <= signature.end_line for signature in own)
    ]


def _call_places(loop: IrLoop, source: SourceFile) -> Iterator[Location]:
    """Where a function whose loop stands in a library's file has code of its own, else its head."""
    own = loop.function.name
    if not any(
        operation.place is not None and operation.place.line for operation in loop.operations()
    ):
        return
    for entry in signatures_of(source):
        if not is_symbol_of(own, entry.name):
            continue
        placed = [
            operation.place
            for block in loop.function.blocks.values()
            for operation in block.operations
            if operation.place is not None
            and operation.place.file == source.name
            and entry.line <= operation.place.line <= entry.end_line
        ]
        yield from placed[:1] or [Location(source.name, entry.line, 1)]


def _is_pragma(lines: Sequence[str], location: Location) -> bool:
    """OpenMP makes small loops of its own, which it places at its pragmas."""
    return lines[location.line - 1].lstrip().startswith("#pragma")


def _line_length(source: SourceFile, line: int) -> int:
    """The whole last line belongs to the loop: marks of its step may lie behind the others."""
    return len(source.text.split("\n")[line - 1])


def _places(loop: IrLoop, file: str) -> Iterator[Location]:
    if loop.place is not None and loop.place.file == file:
        yield loop.place
    for operation in loop.operations():
        location = operation.place
        if location is not None and location.line and location.file == file:
            yield location
