"""Bounds of how often each way between blocks of the linked program was taken.

The plugin counts instructions, not ways. Code that jumps where the listing does not say leaves its
sums open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler_core.host.compilation import BasicBlock
from compiler_core.host.counting.edge_bounds import Bounds, Edge, EdgeSum, narrowed

# The way into the function from outside.
ENTRY = -1


def way_bounds(
    blocks: Sequence[BasicBlock], executions: Mapping[int, int], leaves: frozenset[int]
) -> dict[Edge, Bounds]:
    """Bounds of the executions of every edge (from, to).

    executions: by block id. leaves: blocks that may also leave the function, or go where the
    listing does not say, so that their edges need not add up to their count.
    """
    sums = _sums(blocks, executions, leaves)
    bounds = {
        (block.id, target): Bounds(0, executions.get(block.id, 0))
        for block in blocks
        for target in block.successors
    }
    if blocks:
        bounds[(ENTRY, blocks[0].id)] = Bounds(0, executions.get(blocks[0].id, 0))
    return {edge: limits for edge, limits in narrowed(bounds, sums).items() if edge[0] != ENTRY}


def _sums(
    blocks: Sequence[BasicBlock], executions: Mapping[int, int], leaves: frozenset[int]
) -> list[EdgeSum]:
    """Each sum that must hold."""
    incoming: dict[int, list[Edge]] = {block.id: [] for block in blocks}
    for block in blocks:
        for target in block.successors:
            incoming[target].append((block.id, target))
    if blocks:
        incoming[blocks[0].id].append((ENTRY, blocks[0].id))
    sums = [
        EdgeSum(executions.get(block.id, 0), tuple((block.id, to) for to in block.successors))
        for block in blocks
        if block.successors and block.id not in leaves
    ]
    # A block that goes anywhere may go to any block that has a label, so nothing adds up there.
    if not leaves:
        sums += [
            EdgeSum(executions.get(block, 0), tuple(edges)) for block, edges in incoming.items()
        ]
    return sums
