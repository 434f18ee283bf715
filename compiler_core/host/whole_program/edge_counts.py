"""From how often blocks ran to how often each way between them was taken.

The plugin counts instructions, not ways. What comes into a block and what leaves it both add up to
its count (Kirchhoff's rule, as gcov uses it); from that follow the least and the most that each way
can have been taken, and most often the two are the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.compilation import Block

Edge = tuple[int, int]
# The way into the function from outside.
ENTRY = -1
_MOST_ROUNDS = 200


@dataclass(frozen=True, slots=True)
class Bounds:
    """At least `least` and at most `most` times."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class _Sum:
    """These edges together were taken so often."""

    total: int
    edges: tuple[Edge, ...]


def edge_counts(
    blocks: Sequence[Block], executions: Mapping[int, int], leaves: frozenset[int]
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
    for _ in range(_MOST_ROUNDS):
        narrowed = [_narrow(bounds, one) for one in sums]
        if not any(narrowed):
            break
    return {edge: found for edge, found in bounds.items() if edge[0] != ENTRY}


def _narrow(bounds: dict[Edge, Bounds], one: _Sum) -> bool:
    """What is left for an edge when all others of its sum take their least, or their most."""
    least = sum(bounds[edge].least for edge in one.edges)
    most = sum(bounds[edge].most for edge in one.edges)
    changed = False
    for edge in one.edges:
        old = bounds[edge]
        low = max(old.least, one.total - (most - old.most))
        high = min(old.most, one.total - (least - old.least))
        # Counts that contradict each other (a call that never came back) narrow nothing.
        if low <= high and (low, high) != (old.least, old.most):
            bounds[edge] = Bounds(low, high)
            least += low - old.least
            most += high - old.most
            changed = True
    return changed


def _sums(
    blocks: Sequence[Block], executions: Mapping[int, int], leaves: frozenset[int]
) -> list[_Sum]:
    """Each sum that must hold."""
    incoming: dict[int, list[Edge]] = {block.id: [] for block in blocks}
    for block in blocks:
        for target in block.successors:
            incoming[target].append((block.id, target))
    if blocks:
        incoming[blocks[0].id].append((ENTRY, blocks[0].id))
    sums = [
        _Sum(executions.get(block.id, 0), tuple((block.id, to) for to in block.successors))
        for block in blocks
        if block.successors and block.id not in leaves
    ]
    # A block that goes anywhere may go to any block that has a label, so nothing adds up there.
    if not leaves:
        sums += [_Sum(executions.get(block, 0), tuple(edges)) for block, edges in incoming.items()]
    return sums
