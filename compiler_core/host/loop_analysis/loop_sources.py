"""Which loop statement of the source a loop of the assembly was made of.

Evidence: the source places of the loop's own instructions. Among the loop statements that contain
most of them, the one whose condition or step the closing branch belongs to is chosen, then the
innermost; an outer loop is one around the choice of the loops inside it. Compilers name different
places for the same loop (GCC the condition, Clang the keyword): only extents are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from compiler_core.host.loop_analysis.flow_graph import LoopRegion
from compiler_core.host.loop_analysis.loop_values import Body
from compiler_core.host.source_reading.source_loops import UNWRITTEN, SourceLoop
from compiler_core.host.work import spend
from compiler_core.source import Location


@dataclass(frozen=True, slots=True)
class LoopOrigin:
    """The loop statement a loop comes from, if known, and its line (or the best guess at it).

    file: of the line, "" without one. last: the last line of its code in that file.
    """

    statement: SourceLoop | None
    line: int | None
    file: str = ""
    last: int = 0


def origins_of(
    body: Body,
    regions: Sequence[LoopRegion],
    own_blocks: Sequence[frozenset[int]],
    parents: Sequence[int | None],
    statements: Sequence[SourceLoop],
) -> tuple[LoopOrigin, ...]:
    """The origin of each region. own_blocks: its blocks outside inner regions."""
    statements = _near(body, statements)
    by_region: dict[int, LoopOrigin] = {}
    accessing = frozenset(position for position, effect in body.effects.items() if effect.memory)
    children: dict[int | None, list[int]] = {}
    # Inner regions first: they are the smaller ones.
    for number in sorted(range(len(regions)), key=lambda index: len(regions[index].blocks)):
        spend(len(statements) + len(regions[number].blocks))
        inside = [by_region[child] for child in children.get(number, ())]
        children.setdefault(parents[number], []).append(number)
        own = _places(body, own_blocks[number], statements)
        places = own or _places(body, regions[number].blocks, statements)
        evidence = _Evidence(
            places,
            _closing_places(body, regions[number]),
            _places(body, own_blocks[number], statements, accessing),
        )
        statement = _choose(statements, evidence, inside)
        by_region[number] = _origin(statement, places or _places(body, own_blocks[number], ()))
    origins = [by_region[number] for number in range(len(regions))]
    return tuple(_joined(origins, parents, number) for number in range(len(regions)))


def _near(body: Body, statements: Sequence[SourceLoop]) -> list[SourceLoop]:
    """The loop statements that some instruction of the function can come from."""
    lines = [line.source.line for line in body.function.lines if line.source is not None]
    first, last = min(lines, default=0), max(lines, default=0)
    return [loop for loop in statements if loop.line <= last and loop.end_line >= first]


@dataclass(frozen=True, slots=True)
class _Evidence:
    """Source places of a loop's instructions, of its closing branches, of its memory accesses."""

    places: tuple[Location, ...]
    closing: tuple[Location, ...]
    accesses: tuple[Location, ...]


def _places(
    body: Body,
    blocks: Iterable[int],
    statements: Sequence[SourceLoop],
    only: frozenset[int] | None = None,
) -> tuple[Location, ...]:
    """Source places of the blocks' instructions (or of those in `only`) in the user's files; of all
    files without a statement."""
    chosen = sorted(blocks)
    spend(sum(len(body.positions[block]) for block in chosen))
    places = [
        point
        for block in chosen
        for position in body.positions[block]
        if only is None or position in only
        if (point := body.function.lines[position].source) is not None
    ]
    files = {statement.file for statement in statements}
    return tuple(point for point in places if point.file in files or not files)


def _closing_places(body: Body, region: LoopRegion) -> tuple[Location, ...]:
    """Source places of the branches back to the header."""
    lasts = (body.blocks[latch].last for latch in region.latches)
    places = (body.function.lines[last].source for last in lasts)
    return tuple(point for point in places if point is not None)


def _choose(
    statements: Sequence[SourceLoop], evidence: _Evidence, inside: Sequence[LoopOrigin]
) -> SourceLoop | None:
    counted = Counter(evidence.places)
    half = len(evidence.places) / 2
    near = _around_middle(statements, evidence.places)
    spend(len(near) * len(counted))
    candidates = [
        statement
        for statement in near
        if counted
        and sum(count for point, count in counted.items() if _contains(statement, point)) >= half
    ]
    inner = [origin.statement for origin in inside if origin.statement is not None]
    around = [
        statement for statement in candidates if all(_encloses(statement, loop) for loop in inner)
    ]
    chosen = around or candidates
    return max(chosen, key=lambda statement: _fit(statement, evidence, chosen), default=None)


def _around_middle(
    statements: Sequence[SourceLoop], places: Sequence[Location]
) -> list[SourceLoop]:
    """The statements on whose lines the middle one of the places lies, or the one before it.

    Whoever holds at least half of them holds one of these two.
    """
    ordered = sorted((point.file, point.line) for point in places)
    middles = {*ordered[(len(ordered) - 1) // 2 : len(ordered) // 2 + 1]}
    return [
        statement
        for statement in statements
        if any(
            file == statement.file and statement.line <= line <= statement.end_line
            for file, line in middles
        )
    ]


def _fit(
    statement: SourceLoop, evidence: _Evidence, others: Sequence[SourceLoop]
) -> tuple[bool, bool, int, tuple[int, int]]:
    """An access outside a statement, or a branch of another's condition, speak against it. The
    depth of a loop that a macro makes tells nothing: what begins later is then inside."""
    inner = [other for other in others if other.kind == UNWRITTEN and _encloses(statement, other)]
    accessed = all(_contains(statement, point) for point in {*evidence.accesses})
    controlled = any(
        point.file == statement.file
        and statement.controls(point.line, point.column)
        and not any(_contains(other, point) for other in inner)
        for point in evidence.closing
    )
    return accessed, controlled, statement.depth, (statement.line, statement.column)


def _contains(statement: SourceLoop, point: Location) -> bool:
    return point.file == statement.file and statement.contains(point.line, point.column)


def _encloses(outer: SourceLoop, inner: SourceLoop) -> bool:
    same = outer == inner
    starts = (outer.line, outer.column) <= (inner.line, inner.column)
    ends = (outer.end_line, outer.end_column) >= (inner.end_line, inner.end_column)
    return outer.file == inner.file and starts and ends and not same


def _origin(statement: SourceLoop | None, places: Sequence[Location]) -> LoopOrigin:
    """Without a loop statement to go by: the first line of the loop's code."""
    if statement is not None:
        return LoopOrigin(statement, statement.line, statement.file, statement.end_line)
    if not places:
        return LoopOrigin(None, None)
    file = places[0].file
    lines = [point.line for point in places if point.file == file]
    return LoopOrigin(None, min(lines), file, max(lines))


def _joined(
    origins: Sequence[LoopOrigin], parents: Sequence[int | None], number: int
) -> LoopOrigin:
    """A loop of a header, whose text nobody read, with those whose lines hold its own: the body's
    line, where another copy shows that of the `for` too."""
    own = origins[number]
    if own.statement is not None or own.line is None:
        return own
    spend(len(origins))
    lines = [
        other.line
        for other, parent in zip(origins, parents, strict=True)
        if parent == parents[number]
        and other.statement is None
        and other.line is not None
        and other.file == own.file
        and other.line <= own.line <= own.last <= other.last
    ]
    return replace(own, line=min(lines))


def group_key(origin: LoopOrigin) -> SourceLoop | tuple[str, int | None]:
    """Loops with the same key were made of the same source loop."""
    return origin.statement if origin.statement is not None else (origin.file, origin.line)
