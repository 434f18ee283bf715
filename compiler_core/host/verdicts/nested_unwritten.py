"""Loops that a macro or a goto makes inside a loop statement, `for (…) EACH(j, m) a[j] += i;`, or
around one.

Their places lie in the statement around them, which would else be told what became of them. Not
every loop of the compiler's form that shares a statement with another is one of these (LLVM makes
two of a loop with `continue`): the source must show what writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from tree_sitter import Node

from compiler_core.host.source_reading.source_loops import UNWRITTEN, Place, SourceLoop
from compiler_core.host.source_reading.syntax import tree_of
from compiler_core.host.verdicts.loop_ir.operations import IrLoop, Operation
from compiler_core.host.verdicts.loop_text import walk
from compiler_core.host.verdicts.macro_loops import uses_of_macros
from compiler_core.host.verdicts.placement import loop_at
from compiler_core.host.verdicts.unwritten_loops import unwritten_loop
from compiler_core.source import Location, SourceFile

Region = tuple[Place, Place]


def loops_in_statements(
    source: SourceFile, loops: Iterable[IrLoop], written: Sequence[SourceLoop]
) -> tuple[SourceLoop, ...]:
    """A statement of kind `unwritten` for each such loop, one level deeper than its statement."""
    regions = [*_macro_uses(source), *_goto_loops(source)] if written else []
    enclosed = [
        (region, around)
        for region in regions
        if (around := loop_at(written, Location(source.name, *region[0]))) is not None
    ]
    if not enclosed:
        return ()
    by_start: dict[Place, SourceLoop] = {}
    for loop in (loop for loop in loops if loop.innermost):
        places = list(_places_of(loop, source.name))
        for region, around in enclosed:
            if any(region[0] <= start <= region[1] for start in places):
                made = _made_in(source, loop, region, around)
                if made is not None:
                    by_start[region[0]] = made
    return tuple(by_start.values())


def _made_in(
    source: SourceFile, loop: IrLoop, region: Region, around: SourceLoop
) -> SourceLoop | None:
    """The loop as a statement of its own. around: the innermost one around what writes it."""
    start, end = region
    inner = unwritten_loop(source, loop)
    if inner is None or inner.algorithm:
        return None
    last = max(end, min((inner.end_line, inner.end_column), _end_of(around)))
    return replace(
        inner,
        line=start[0],
        column=start[1],
        end_line=last[0],
        end_column=last[1],
        body_start=start,
        body_end=last,
        depth=around.depth + 1,
        function=around.function,
    )


def with_loops_around(
    source: SourceFile,
    loops: Iterable[IrLoop],
    written: Sequence[SourceLoop],
    unwritten: Sequence[SourceLoop],
) -> tuple[SourceLoop, ...]:
    """The unwritten loops, and those that hold others: of these a copy that has nothing to hold may
    stand among the first, which it replaces."""
    outer = _loops_around_others(source, loops, (*written, *unwritten))
    heads = [((loop.line, loop.column), loop.body_start) for loop in outer]
    others = (
        loop
        for loop in unwritten
        if not any(first <= (loop.line, loop.column) < inside for first, inside in heads)
    )
    return (*others, *outer)


def _loops_around_others(
    source: SourceFile, loops: Iterable[IrLoop], known: Sequence[SourceLoop]
) -> tuple[SourceLoop, ...]:
    """A statement of kind `unwritten` for each loop that holds others and that a macro or a goto
    makes. What holds and what is held must begin at different places: `GRID(i, j, n)` is told of
    its inner loop alone."""
    regions = [*_macro_uses(source), *_goto_loops(source)]
    by_start: dict[Place, SourceLoop] = {}
    for loop in (loop for loop in loops if not loop.innermost):
        leaving = set(_places_of(loop, source.name))
        for region in regions:
            own = [end for end in leaving if region[0] <= end <= region[1]]
            made = _made_around(source, loop, region, own, known) if own else None
            if made is not None:
                by_start.setdefault(region[0], made)
    return tuple(by_start.values())


def _made_around(
    source: SourceFile,
    loop: IrLoop,
    region: Region,
    leaving: Sequence[Place],
    known: Sequence[SourceLoop],
) -> SourceLoop | None:
    """The loop as a statement from what writes it to the end of the loops inside it. leaving:
    where it ends, within the region; a loop that ends inside another is no such one."""
    held = _held(loop, source)
    inside = [
        other
        for other in known
        if (other.line, other.column) > region[0] and any(other.contains(*start) for start in held)
    ]
    if all(any(other.contains(*end) for other in inside) for end in leaving) or not inside:
        return None
    first = min(inside, key=lambda other: (other.line, other.column))
    last = max(region[1], *(_end_of(other) for other in inside))
    before = [other for other in known if (other.line, other.column) < region[0]]
    around = loop_at(before, Location(source.name, *region[0]))
    return SourceLoop(
        file=source.name,
        kind=UNWRITTEN,
        line=region[0][0],
        column=region[0][1],
        end_line=last[0],
        end_column=last[1],
        body_start=(first.line, first.column),
        body_end=last,
        depth=around.depth + 1 if around is not None else 1,
        function=first.function,
        variable="",
        encloses=True,
    )


def _held(loop: IrLoop, source: SourceFile) -> set[Place]:
    """Where the code of the loops inside it stands in the source."""
    return {
        (operation.place.line, operation.place.column)
        for name in loop.blocks - loop.own
        for operation in loop.function.blocks[name].operations
        if operation.place is not None and operation.place.file == source.name
    }


def _end_of(loop: SourceLoop) -> Place:
    return loop.end_line, loop.end_column


def _places_of(loop: IrLoop, file: str) -> Iterator[Place]:
    """The place the compiler names, and those of branches out of the loop: where a branch has none,
    that of what is computed last before it."""
    blocks = loop.function.blocks
    leaving = [
        _last_place(blocks[name].operations)
        for name in loop.own
        if set(blocks[name].successors) - loop.blocks
    ]
    for location in (loop.place, *leaving):
        if location is not None and location.file == file:
            yield location.line, location.column


def _last_place(operations: Sequence[Operation]) -> Location | None:
    is_branch = bool(operations) and operations[-1].code == "branch"
    placed = (operation.place for operation in reversed(operations) if operation.place is not None)
    return next(placed, None) if is_branch else None


def hides_a_loop(source: SourceFile, loop: SourceLoop) -> bool:
    """A macro in the statement writes a loop: what its text says is not all that it does."""
    return any(loop.contains(*start) for start, _ in _macro_uses(source))


@lru_cache(maxsize=8)
def _macro_uses(source: SourceFile) -> tuple[Region, ...]:
    return tuple(
        (_place(source.text, start), _place(source.text, end))
        for start, end in uses_of_macros(source.text)
    )


def _place(text: str, position: int) -> Place:
    line_start = text.rfind("\n", 0, position) + 1
    column = len(text[line_start:position].encode("utf-8", "replace")) + 1
    return text.count("\n", 0, position) + 1, column


def _goto_loops(source: SourceFile) -> Iterator[Region]:
    """From each label to the last goto behind it that leads back to it."""
    labels: dict[tuple[bytes, int], Place] = {}
    ends: dict[Place, Place] = {}
    for node in sorted(_jumps(source), key=lambda node: node.start_byte):
        name = node.child_by_field_name("label")
        key = (name.text if name is not None and name.text else b"", _function_start(node))
        position = (node.start_point[0] + 1, node.start_point[1] + 1)
        if node.type == "labeled_statement":
            labels[key] = position
        elif key in labels:
            ends[labels[key]] = (node.end_point[0] + 1, node.end_point[1])
    yield from ends.items()


def _jumps(source: SourceFile) -> Iterator[Node]:
    if "goto" not in source.text:
        return
    kinds = ("labeled_statement", "goto_statement")
    yield from (node for node in walk(tree_of(source)) if node.type in kinds)


def _function_start(node: Node) -> int:
    current: Node | None = node
    while current is not None and current.type != "function_definition":
        current = current.parent
    return current.start_byte if current is not None else -1
