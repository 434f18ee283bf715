"""Loops that a macro or a goto makes inside a loop statement: `for (…) EACH(j, m) a[j] += i;`.

Their places lie in the statement around them, which would else be told what became of them. Not
every loop of the compiler's form that shares a statement with another is one of these (LLVM makes
two of a loop with `continue`): the source must show what writes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from tree_sitter import Node

from compiler_core.host.source_reading.source_loops import Place, SourceLoop
from compiler_core.host.source_reading.syntax import tree_of
from compiler_core.host.verdicts.loop_ir.operations import IrLoop
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


def _end_of(loop: SourceLoop) -> Place:
    return loop.end_line, loop.end_column


def _places_of(loop: IrLoop, file: str) -> Iterator[Place]:
    """The place the compiler names, and those of branches out of the loop."""
    blocks = loop.function.blocks
    leaving = (
        operation.place
        for name in loop.own
        for operation in blocks[name].operations
        if operation.code == "branch" and set(blocks[name].successors) - loop.blocks
    )
    for location in (loop.place, *leaving):
        if location is not None and location.file == file:
            yield location.line, location.column


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
