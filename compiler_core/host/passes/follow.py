"""One source line through all passes: when code of it came, moved, changed and went.

A line of code belongs to the source line that the compiler itself attached to it. Passes that move
code often drop this place; the line is followed on by the comparison of the texts, and counted as
unplaced, until the next translation, which only goes by places. What came of the line last is what
the assembly's own line marks say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from compiler_core.host.assembly import AssemblyFunction, AssemblyLine, read_assembly
from compiler_core.host.loop_analysis.blocks import find_blocks
from compiler_core.host.loop_analysis.flow_graph import find_regions, graph_of
from compiler_core.host.passes.follow_sentences import (
    Happened,
    LineCounts,
    assembly_sentence,
    pass_sentence,
    start_sentence,
    translation_sentence,
)
from compiler_core.host.passes.measures import is_statement, kinds_of
from compiler_core.host.passes.steps import PassStep
from compiler_core.host.passes.structure import structure_of
from compiler_core.host.passes.timeline import Timeline
from compiler_core.source import Location

TEXTS_SHOWN = 4
IN_ASSEMBLY = -1
MomentKind = Literal["start", "pass", "assembly"]
_VECTOR_REGISTER = re.compile(r"\b(?:v\d+\.\d*[bhsdq]|z\d+|q\d+|p\d+)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class LineMoment:
    """What one pass did to the code of one source line."""

    kind: MomentKind
    """The first code there is, a pass that changed some, or the assembly."""
    number: int
    """The step's number in the timeline; IN_ASSEMBLY for the assembly."""
    pass_name: str
    """The pass as the compiler calls it."""
    level: str
    """The form of the program after it, such as `GIMPLE`; `assembly` for the assembly."""
    title: str
    """What the pass is commonly called, or empty."""
    count: int
    """Lines of code of the source line after this moment."""
    in_loop: int
    """How many of these are in loops, work on vectors, no longer name the line."""
    vector: int
    """Of the lines counted, how many work on vectors."""
    unplaced: int
    """Of the lines counted, how many no longer name the source line."""
    added: int
    """Lines that the pass added."""
    removed: int
    """Lines that the pass removed."""
    changed: int
    """Lines that the pass wrote anew in their place."""
    moved: int
    """Lines that the pass put elsewhere."""
    hoisted: int
    """Of the moved lines, those that left a loop."""
    sentence: str
    """What happened at this moment, in words."""
    texts: tuple[str, ...]
    """The first few lines after it."""


def follow_line(timeline: Timeline, source_line: int) -> tuple[LineMoment, ...]:
    """From the first code of a source line (counting from 1) to the assembly.

    Empty if no pass printed code of this line; else the last moment is the assembly, with nothing
    in it if the line came to nothing.
    """
    moments = list(_moments(timeline, source_line))
    if not moments:
        return ()
    return (*moments, _in_assembly(timeline, source_line))


def _moments(timeline: Timeline, source_line: int) -> Iterator[LineMoment]:
    mine: frozenset[int] = frozenset()
    started = False
    for step in timeline.steps:
        if step.dump.level == "IPA" or step.dump.lines is None:
            continue
        before, mine = mine, _carried(step, mine, source_line, timeline.source_name)
        happened = happened_to(step, before, mine)
        if started and happened.anything:
            yield _moment("pass", step, mine, source_line, happened)
        elif not started and mine:
            yield _moment("start", step, mine, source_line, Happened())
            started = True


def _carried(step: PassStep, mine: frozenset[int], source_line: int, name: str) -> frozenset[int]:
    """Positions of the line's code after the step.

    Lines that name it, and lines that were its code before and name no other line: passes that move
    code often drop its place.
    """
    lines = step.dump.lines or ()
    own = {
        position
        for position, line in enumerate(lines)
        if line.source is not None
        and line.source.line == source_line
        and _is_of_file(line.source, name)
        and is_statement(line.text, step.dump.level)
    }
    inherited = (
        after for before, after in _pairs(step) if before in mine and lines[after].source is None
    )
    return frozenset(own.union(inherited))


def _pairs(step: PassStep) -> Iterator[tuple[int, int]]:
    """Which line before is which line after."""
    if step.before is None or step.before.level != step.dump.level:
        return
    if step.delta is None:
        yield from ((position, position) for position in range(len(step.dump.lines or ())))
        return
    for row in step.delta.rows:
        if row.before is not None and row.after is not None:
            yield row.before, row.after


def _moment(
    kind: MomentKind, step: PassStep, mine: frozenset[int], source_line: int, happened: Happened
) -> LineMoment:
    level = step.dump.level
    lines = [(step.dump.lines or ())[position] for position in sorted(mine)]
    depth = structure_of(step.dump).depth_of
    counts = LineCounts(
        total=len(lines),
        in_loop=sum(depth[position] > 0 for position in mine),
        vector=sum("vector" in kinds_of(line.text, level) for line in lines),
        unplaced=sum(line.source is None for line in lines),
    )
    title = step.concept.title if step.concept is not None and kind == "pass" else ""
    sentence = _sentence(kind, step, happened, counts)
    return LineMoment(
        kind=kind,
        number=step.number,
        pass_name=step.dump.pass_name,
        level=level,
        title=title,
        count=counts.total,
        in_loop=counts.in_loop,
        vector=counts.vector,
        unplaced=counts.unplaced,
        added=happened.added,
        removed=happened.removed,
        changed=happened.changed,
        moved=happened.moved,
        hoisted=happened.hoisted,
        sentence=sentence,
        texts=tuple(line.text.strip() for line in lines[:TEXTS_SHOWN]),
    )


def _sentence(kind: MomentKind, step: PassStep, happened: Happened, counts: LineCounts) -> str:
    if kind == "start":
        return start_sentence(counts)
    if step.before is not None and step.before.level != step.dump.level:
        return translation_sentence(counts)
    return pass_sentence(happened, counts)


def happened_to(step: PassStep, before: frozenset[int], after: frozenset[int]) -> Happened:
    """Rows of the step's difference that hold the line's code, by kind; positions of its code."""
    if step.delta is None or not step.delta.changed:
        return Happened()
    counts = {"added": 0, "removed": 0, "changed": 0, "moved": 0}
    for row in step.delta.rows:
        # A moved line has a row at either end: the one at its new place counts.
        if row.kind == "same" or (row.kind == "moved" and row.after is None):
            continue
        if row.before in before or row.after in after:
            counts[row.kind] += 1
    hoisted = sum(line in before or two in after for line, two in step.hoisted)
    return Happened(**counts, hoisted=hoisted)


def _is_of_file(location: Location, name: str) -> bool:
    return location.file in ("", name)


def _in_assembly(timeline: Timeline, source_line: int) -> LineMoment:
    assembly = read_assembly(timeline.outcome.output)
    function = next(
        function for function in assembly.functions if function.symbol == timeline.function
    )
    places = [
        position
        for position, line in enumerate(function.lines)
        if _is_instruction_of(line, source_line, timeline.source_name)
    ]
    in_loops = _positions_in_loops(function, assembly.tables) if places else frozenset()
    texts = tuple(function.lines[position].text for position in places)
    counts = LineCounts(
        total=len(texts),
        in_loop=sum(position in in_loops for position in places),
        vector=sum(_VECTOR_REGISTER.search(text) is not None for text in texts),
    )
    return LineMoment(
        kind="assembly",
        number=IN_ASSEMBLY,
        pass_name="",
        level="assembly",
        title="",
        count=counts.total,
        in_loop=counts.in_loop,
        vector=counts.vector,
        unplaced=0,
        added=0,
        removed=0,
        changed=0,
        moved=0,
        hoisted=0,
        sentence=assembly_sentence(counts),
        texts=texts[:TEXTS_SHOWN],
    )


def _is_instruction_of(line: AssemblyLine, source_line: int, name: str) -> bool:
    return (
        line.kind == "instruction"
        and line.source is not None
        and line.source.line == source_line
        and _is_of_file(line.source, name)
    )


def _positions_in_loops(
    function: AssemblyFunction, tables: Mapping[str, tuple[str, ...]]
) -> frozenset[int]:
    blocks = find_blocks(function, tables)
    inside = {block for region in find_regions(graph_of(blocks)) for block in region.blocks}
    return frozenset(
        position
        for number, block in enumerate(blocks)
        if number in inside
        for position in range(block.first, block.last + 1)
    )
