"""The loops of a function: extent, nesting, source line, role, and work per iteration."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.host.assembly import AssemblyFunction
from compiler_core.host.compilation import Block, Loop
from compiler_core.host.loop_analysis.flow_graph import Region, find_regions
from compiler_core.host.loop_analysis.loop_counts import count
from compiler_core.host.loop_analysis.loop_roles import LoopFacts, Role, roles_of
from compiler_core.host.loop_analysis.loop_sources import LoopOrigin, origins_of
from compiler_core.host.loop_analysis.loop_values import Body, body_of, loop_values, step_bytes
from compiler_core.host.source_reading.source_loops import SourceLoop


def find_loops(
    function: AssemblyFunction,
    blocks: tuple[Block, ...],
    statements: Sequence[SourceLoop] = (),
) -> tuple[Loop, ...]:
    """All loops, outer before inner; positions index `function.lines`.

    statements: the loop statements of the user's sources (`source_loops`); without them a loop's
    source line is the first line of its code. Counts leave inner loops out. first and last are the
    lowest and highest position, even if other code lies in between.
    """
    body = body_of(function, blocks)
    regions = find_regions(body.graph)
    parents = [_parent(regions, number) for number in range(len(regions))]
    facts = _facts(body, regions, parents, statements)
    roles = roles_of(body, facts)
    return tuple(
        _loop(body, number, loop, role)
        for number, (loop, role) in enumerate(zip(facts, roles, strict=True))
    )


def _parent(regions: Sequence[Region], number: int) -> int | None:
    """The smallest region that contains this one."""
    inside = regions[number]
    around = [
        other
        for other, region in enumerate(regions)
        if other != number and region.blocks > inside.blocks
    ]
    return min(around, key=lambda other: len(regions[other].blocks), default=None)


def _depth(parents: Sequence[int | None], number: int) -> int:
    depth = 1
    parent = parents[number]
    while parent is not None:
        depth += 1
        parent = parents[parent]
    return depth


def _facts(
    body: Body,
    regions: Sequence[Region],
    parents: Sequence[int | None],
    statements: Sequence[SourceLoop],
) -> tuple[LoopFacts, ...]:
    inner = [_inner_blocks(regions, parents, number) for number in range(len(regions))]
    own = [region.blocks - inside for region, inside in zip(regions, inner, strict=True)]
    origins = origins_of(body, regions, own, parents, statements)
    return tuple(
        _facts_of(body, region, inner[number], _Place(parents, number), origins[number])
        for number, region in enumerate(regions)
    )


def _inner_blocks(
    regions: Sequence[Region], parents: Sequence[int | None], number: int
) -> frozenset[int]:
    inside = [regions[child].blocks for child, parent in enumerate(parents) if parent == number]
    return frozenset().union(*inside)


class _Place:
    """Where a loop stands in the nest."""

    def __init__(self, parents: Sequence[int | None], number: int) -> None:
        self.parent = parents[number]
        self.depth = _depth(parents, number)
        self.innermost = number not in parents


def _facts_of(
    body: Body, region: Region, inner: frozenset[int], place: _Place, origin: LoopOrigin
) -> LoopFacts:
    values = loop_values(body, region, inner)
    own = region.blocks - inner
    stored = frozenset(
        position
        for block in own
        for position in body.positions[block]
        if body.effects[position].memory == "store"
    )
    return LoopFacts(
        region=region,
        parent=place.parent,
        depth=place.depth,
        innermost=place.innermost,
        origin=origin,
        counts=count(body, sorted(own), values),
        step=step_bytes(values, stored),
    )


def _loop(body: Body, number: int, facts: LoopFacts, role: Role) -> Loop:
    blocks = tuple(sorted(facts.region.blocks))
    return Loop(
        id=number,
        source_line=facts.origin.line,
        first=min(body.blocks[block].first for block in blocks),
        last=max(body.blocks[block].last for block in blocks),
        depth=facts.depth,
        innermost=facts.innermost,
        parent=facts.parent,
        header=facts.region.header,
        blocks=blocks,
        role=role.name,
        role_reason=role.reason,
        instructions=facts.counts.instructions,
        loads=facts.counts.loads,
        stores=facts.counts.stores,
        bytes_loaded=facts.counts.bytes_loaded,
        bytes_stored=facts.counts.bytes_stored,
        step_bytes=facts.step,
        arithmetic=facts.counts.arithmetic,
    )
