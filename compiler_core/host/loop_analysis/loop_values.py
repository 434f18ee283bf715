"""One iteration of a loop, executed on linear forms: steps of its values, advance of its accesses.

The body is walked once in reverse postorder; where ways meet, a value that differs becomes unknown.
Inner loops are not walked: whatever they write is unknown afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from compiler_core.host.assembly import AssemblyFunction
from compiler_core.host.compilation import BasicBlock
from compiler_core.host.effects import Effects
from compiler_core.host.loop_analysis.affine import (
    AffineAccess,
    Linear,
    Steps,
    Values,
    execute,
    merged,
)
from compiler_core.host.loop_analysis.blocks import effects_by_position
from compiler_core.host.loop_analysis.flow_graph import Graph, LoopRegion, graph_of
from compiler_core.host.work import spend
from compiler_core.kept import remembered

_INNER = "inner"
_WORK_PER_INSTRUCTION = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A function's code as the analyses of loops and registers see it."""

    function: AssemblyFunction
    """The function with its lines, whose positions the other fields use."""
    blocks: tuple[BasicBlock, ...]
    """Its basic blocks, each at the index that is its id."""
    effects: Mapping[int, Effects]
    """Position of an instruction to what it reads, writes and does."""
    graph: Graph
    """The blocks' control-flow graph."""
    positions: tuple[tuple[int, ...], ...]
    """Block id -> positions of its instructions."""
    values: dict[tuple[int, frozenset[int]], LoopValues] = field(default_factory=dict)
    """What `loop_values` found, by header and blocks of the loop."""
    written: dict[int, frozenset[str]] = field(default_factory=dict)
    """Block id -> registers and stack slots it writes, as far as asked for."""


def body_of(
    function: AssemblyFunction,
    blocks: tuple[BasicBlock, ...],
    effects: Mapping[int, Effects] | None = None,
) -> Body:
    """Prepare a function for the analyses of its loops and registers.

    effects: by position, if they are not those of the function's own instructions.
    """
    if effects is not None:
        return _prepared(function, blocks, effects)
    return _own_body(function, blocks)


# Loops and registers of a function are asked for one after the other.
@remembered(1)
def _own_body(function: AssemblyFunction, blocks: tuple[BasicBlock, ...]) -> Body:
    return _prepared(function, blocks, effects_by_position(function))


def _prepared(
    function: AssemblyFunction, blocks: tuple[BasicBlock, ...], effects: Mapping[int, Effects]
) -> Body:
    positions = tuple(
        tuple(at for at in range(block.first, block.last + 1) if at in effects) for block in blocks
    )
    return Body(
        function=function,
        blocks=blocks,
        effects=effects,
        graph=graph_of(blocks),
        positions=positions,
    )


@dataclass(frozen=True, slots=True)
class LoopValues:
    """Steps of all values of a loop, and its memory accesses outside inner loops.

    results: position -> what was computed there, where that is a linear form.
    """

    steps: Steps
    accesses: tuple[AffineAccess, ...]
    results: Mapping[int, Linear]

    def advance(self, access: AffineAccess) -> int | None:
        """How many bytes an access moves on per iteration; None if not known."""
        return self.steps.of_form(access.address)


def loop_values(body: Body, region: LoopRegion, inner: frozenset[int]) -> LoopValues:
    """Execute one iteration of `region`; `inner` holds the blocks of loops inside it."""
    key = (region.header, region.blocks)
    if key not in body.values:
        body.values[key] = _execute_once(body, region, inner)
    return body.values[key]


def _execute_once(body: Body, region: LoopRegion, inner: frozenset[int]) -> LoopValues:
    start = Values()
    ends: dict[int, Values] = {}
    lost = _written_in(body, inner)
    forgotten: set[int] = set()
    for block in sorted(region.blocks, key=body.graph.rank.__getitem__):
        before = _different(ends, body.graph.predecessors[block])
        if block in inner and len(before) == 1 and id(before[0]) in forgotten:
            # Ways within inner loops meet again and again: nothing more is lost on them.
            ends[block] = before[0]
            continue
        if block == region.header or not before:
            values = start.fresh()
        else:
            values = merged(before, str(block))
        ends[block] = _after(body, block, values, lost if block in inner else None)
        if block in inner:
            forgotten.add(id(values))
    latches = [ends[latch] for latch in region.latches if latch in ends]
    final = merged(latches, "end") if latches else start
    return LoopValues(Steps(final), tuple(start.accesses), start.results)


def _different(ends: Mapping[int, Values], blocks: Sequence[int]) -> list[Values]:
    """The values at the ends of these blocks, as far as known, each object once."""
    spend(len(blocks))
    by_id = {id(ends[block]): ends[block] for block in blocks if block in ends}
    return list(by_id.values())


def _after(body: Body, block: int, values: Values, lost: frozenset[str] | None) -> Values:
    """Values after a block; `lost`: of an inner loop, whose instructions are not followed."""
    if lost is not None:
        spend(len(lost))
        for name in lost:
            values.make_opaque(name, _INNER, None)
        return values
    spend(len(body.positions[block]) * _WORK_PER_INSTRUCTION)
    for position in body.positions[block]:
        instruction = body.function.lines[position].instruction
        if instruction is not None:
            execute(values, position, instruction, body.effects[position])
    return values


def _written_in(body: Body, blocks: frozenset[int]) -> frozenset[str]:
    """Registers and stack slots that the blocks of inner loops write."""
    names: set[str] = set()
    for block in blocks:
        if block not in body.written:
            body.written[block] = _written_names(body, block)
        spend(1 + len(body.written[block]))
        names |= body.written[block]
    return frozenset(names)


def _written_names(body: Body, block: int) -> frozenset[str]:
    scratch = Values()
    for position in body.positions[block]:
        instruction = body.function.lines[position].instruction
        if instruction is not None:
            execute(scratch, position, instruction, body.effects[position])
    return frozenset(scratch.forms)


def step_bytes(values: LoopValues, stored: frozenset[int]) -> int | None:
    """Bytes the loop's addresses advance per iteration; `stored` holds the stores' positions.

    Where accesses advance differently, stores decide, then the most frequent advance, then the
    larger one. None if no access has a known advance.
    """
    advances = [(access, values.advance(access)) for access in values.accesses]
    known = [(access, abs(step)) for access, step in advances if step]
    of_stores = [step for access, step in known if access.position in stored]
    return _most_frequent(of_stores or [step for _, step in known])


def _most_frequent(steps: Sequence[int]) -> int | None:
    counts = Counter(steps)
    return max(counts, key=lambda step: (counts[step], step)) if counts else None
