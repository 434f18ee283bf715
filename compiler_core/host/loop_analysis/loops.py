"""The loops of a function: extent, nesting, source line, role, and work per iteration."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.host.assembly import AssemblyFunction
from compiler_core.host.compilation import BasicBlock, Loop
from compiler_core.host.loop_analysis.flow_graph import LoopRegion, find_regions
from compiler_core.host.loop_analysis.loop_counts import count
from compiler_core.host.loop_analysis.loop_roles import Role, RoleFacts, roles_of
from compiler_core.host.loop_analysis.loop_sources import LoopOrigin, origins_of
from compiler_core.host.loop_analysis.loop_values import Body, body_of, loop_values, step_bytes
from compiler_core.host.source_reading.source_loops import SourceLoop
from compiler_core.host.work import spend


def find_loops(
    function: AssemblyFunction,
    blocks: tuple[BasicBlock, ...],
    statements: Sequence[SourceLoop] = (),
) -> tuple[Loop, ...]:
    """All loops, outer before inner; positions index `function.lines`.

    statements: the loop statements of the user's sources (`source_loops`); without them a loop's
    source line is the first line of its code. Counts leave inner loops out. first and last are the
    lowest and highest position, even if other code lies in between.
    """
    body = body_of(function, blocks)
    regions = find_regions(body.graph)
    parents = parents_of(regions)
    facts = _facts(body, regions, parents, statements)
    roles = roles_of(body, facts)
    return tuple(
        _loop(body, number, loop, role)
        for number, (loop, role) in enumerate(zip(facts, roles, strict=True))
    )


def parents_of(regions: Sequence[LoopRegion]) -> list[int | None]:
    """For each region the smallest one that contains it and more."""
    by_block: dict[int, list[int]] = {}
    # Small before large, so that the first that contains a region is the smallest.
    for number in sorted(range(len(regions)), key=lambda index: len(regions[index].blocks)):
        for block in regions[number].blocks:
            by_block.setdefault(block, []).append(number)
    return [
        _parent(regions, number, by_block[region.header]) for number, region in enumerate(regions)
    ]


def _parent(regions: Sequence[LoopRegion], number: int, around: Sequence[int]) -> int | None:
    inside = regions[number].blocks
    for other in around:
        spend(1)
        if len(regions[other].blocks) > len(inside):
            spend(len(inside))
            if regions[other].blocks > inside:
                return other
    return None


def _depth(parents: Sequence[int | None], number: int) -> int:
    depth = 1
    parent = parents[number]
    while parent is not None:
        spend(1)
        depth += 1
        parent = parents[parent]
    return depth


def _facts(
    body: Body,
    regions: Sequence[LoopRegion],
    parents: Sequence[int | None],
    statements: Sequence[SourceLoop],
) -> tuple[RoleFacts, ...]:
    inner = _inner_blocks(regions, parents)
    own = [region.blocks - inside for region, inside in zip(regions, inner, strict=True)]
    origins = origins_of(body, regions, own, parents, statements)
    outer = frozenset(parents)
    return tuple(
        _facts_of(
            body,
            region,
            inner[number],
            _Place(parents, number, number not in outer),
            origins[number],
        )
        for number, region in enumerate(regions)
    )


def _inner_blocks(
    regions: Sequence[LoopRegion], parents: Sequence[int | None]
) -> list[frozenset[int]]:
    """For each region the blocks of those directly inside it."""
    inside: list[list[frozenset[int]]] = [[] for _ in regions]
    for child, parent in enumerate(parents):
        if parent is not None:
            spend(len(regions[child].blocks))
            inside[parent].append(regions[child].blocks)
    return [frozenset().union(*block_sets) for block_sets in inside]


class _Place:
    """Where a loop stands in the nest."""

    def __init__(self, parents: Sequence[int | None], number: int, innermost: bool) -> None:
        self.parent = parents[number]
        self.depth = _depth(parents, number)
        self.innermost = innermost


def _facts_of(
    body: Body, region: LoopRegion, inner: frozenset[int], nesting: _Place, origin: LoopOrigin
) -> RoleFacts:
    values = loop_values(body, region, inner)
    own = region.blocks - inner
    stored = frozenset(
        position
        for block in own
        for position in body.positions[block]
        if body.effects[position].memory == "store"
    )
    return RoleFacts(
        region=region,
        parent=nesting.parent,
        depth=nesting.depth,
        innermost=nesting.innermost,
        origin=origin,
        counts=count(body, sorted(own), values),
        step=step_bytes(values, stored),
    )


def _loop(body: Body, number: int, facts: RoleFacts, role: Role) -> Loop:
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
        source_file=facts.origin.file,
    )
