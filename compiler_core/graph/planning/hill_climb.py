"""Try other orders of the greedy plan, keep what is no worse: local search.

A plan is an order in which blocks take the lowest free place. A move brings one of the blocks at
the top of the arena together with a block near it: they change places in the order, or the later
one comes first. The search stops at the lower bound, which it mostly reaches within some moves.
After the allocator of the same name in Vela, the compiler for Arm's Ethos-U.
"""

from __future__ import annotations

import random

from compiler_core.graph.planning.blocks import BufferBlock, arena_of, lower_bound
from compiler_core.graph.planning.gaps import Gaps
from compiler_core.graph.planning.greedy_by_size import greedy_by_size, largest_first

# What is not found within some moves is rarely found at all: DenseNet-121 needs fewer than ten.
MOVES = 300
# Blocks placed in all moves together, so that large graphs take seconds and not minutes.
PLACEMENTS = 400_000


class _Climb:
    """The best order so far. The seed is fixed: the same graph gives the same plan."""

    def __init__(self, blocks: tuple[BufferBlock, ...], alignment: int) -> None:
        self.gaps = Gaps(blocks, alignment)
        self.random = random.Random(len(blocks))
        self.order = largest_first(blocks)
        self.offsets = self._placed(self.order)
        self.arena = arena_of(self.offsets)

    def _placed(self, order: list[BufferBlock]) -> dict[BufferBlock, int]:
        offsets: dict[BufferBlock, int] = {}
        for block in order:
            offsets[block] = self.gaps.lowest(block, offsets)
        return offsets

    def move(self) -> None:
        """Try one other order."""
        order = self._other_order()
        offsets = self._placed(order)
        if arena_of(offsets) <= self.arena:
            self.order, self.offsets, self.arena = order, offsets, arena_of(offsets)

    def _other_order(self) -> list[BufferBlock]:
        top = [block for block in self.order if self.offsets[block] + block.bytes == self.arena]
        chosen = self.random.choice(top)
        near = self.gaps.neighbours[chosen] or [chosen]
        if self.random.random() < 0.5:
            near = self.gaps.neighbours[self.random.choice(near)] or [chosen]
        other = self.random.choice(near)
        here, there = sorted((self.order.index(chosen), self.order.index(other)))
        order = list(self.order)
        if self.random.random() < 0.5:
            order[here], order[there] = order[there], order[here]
        else:
            order.insert(here, order.pop(there))
        return order


def hill_climb(blocks: tuple[BufferBlock, ...], alignment: int) -> dict[BufferBlock, int]:
    """Byte offsets; never a larger arena than greedy-by-size."""
    best = greedy_by_size(blocks, alignment)
    bound = lower_bound(blocks)
    if arena_of(best) == bound:
        return best
    climb = _Climb(blocks, alignment)
    for _ in range(min(MOVES, PLACEMENTS // len(blocks))):
        if climb.arena == bound:
            break
        climb.move()
    return climb.offsets if climb.arena < arena_of(best) else best
