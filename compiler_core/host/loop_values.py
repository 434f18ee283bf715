"""One iteration of a loop, executed on linear forms: steps of its values, advance of its accesses.

The body is walked once in reverse postorder; where ways meet, a value that differs becomes unknown.
Inner loops are not walked: whatever they write is unknown afterwards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.affine import Access, Linear, Steps, Values, execute, merged
from compiler_core.host.assembly import AssemblyFunction
from compiler_core.host.compilation import Block
from compiler_core.host.effects import Effects
from compiler_core.host.flow_graph import Region, predecessors_of, reverse_postorder, successors_of


@dataclass(frozen=True, slots=True)
class Body:
    """A function's code as the loop analyses see it; `order` is a reverse postorder of blocks."""

    function: AssemblyFunction
    blocks: tuple[Block, ...]
    effects: Mapping[int, Effects]
    predecessors: tuple[tuple[int, ...], ...]
    order: tuple[int, ...]

    def positions(self, block: int) -> Iterable[int]:
        """Positions of a block's instructions."""
        found = self.blocks[block]
        return (
            position for position in range(found.first, found.last + 1) if position in self.effects
        )


def body_of(
    function: AssemblyFunction, blocks: tuple[Block, ...], effects: Mapping[int, Effects]
) -> Body:
    """Prepare a function for the loop analyses."""
    successors = successors_of(blocks)
    return Body(
        function, blocks, effects, predecessors_of(successors), reverse_postorder(successors)
    )


@dataclass(frozen=True, slots=True)
class LoopValues:
    """Steps of all values of a loop, and its memory accesses outside inner loops.

    results: position -> what was computed there, where that is a linear form.
    """

    steps: Steps
    accesses: tuple[Access, ...]
    results: Mapping[int, Linear]

    def advance(self, access: Access) -> int | None:
        """How many bytes an access moves on per iteration; None if not known."""
        return self.steps.of_form(access.address)


def loop_values(body: Body, region: Region, inner: frozenset[int]) -> LoopValues:
    """Execute one iteration of `region`; `inner` holds the blocks of loops inside it."""
    start = Values()
    ends: dict[int, Values] = {}
    for block in body.order:
        if block not in region.blocks:
            continue
        before = [ends[found] for found in body.predecessors[block] if found in ends]
        if block == region.header or not before:
            values = start.fresh()
        else:
            values = merged(before, str(block))
        ends[block] = _after(body, block, values, inner)
    latches = [ends[latch] for latch in region.latches if latch in ends]
    final = merged(latches, "end") if latches else start
    return LoopValues(Steps(final), tuple(start.accesses), start.results)


def _after(body: Body, block: int, values: Values, inner: frozenset[int]) -> Values:
    if block not in inner:
        for position in body.positions(block):
            instruction = body.function.lines[position].instruction
            if instruction is not None:
                execute(values, position, instruction, body.effects[position])
        return values
    for written in {*inner}:
        for position in body.positions(written):
            _forget(body, position, values)
    return values


def _forget(body: Body, position: int, values: Values) -> None:
    """Lose what an instruction of an inner loop writes."""
    instruction = body.function.lines[position].instruction
    if instruction is None:
        return
    scratch = Values({}, values.opaque, [])
    execute(scratch, position, instruction, body.effects[position])
    for name in scratch.forms:
        values.make_opaque(name, f"inner{position}", None)


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
