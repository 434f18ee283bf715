"""The smallest arena there is, by search: for small graphs, to judge the other planners.

Some smallest plan has every block as low as it can lie; placed in the order of their offsets, each
block then takes the lowest free place. So the search tries orders, takes the lowest place each
time, and gives up where offsets go down again or where what is left cannot lie below the best
arena: it must fit above the last offset.
"""

from __future__ import annotations

from compiler_core.errors import InputError
from compiler_core.graph.planning.blocks import BufferBlock, arena_of, lower_bound
from compiler_core.graph.planning.gaps import Gaps
from compiler_core.graph.planning.greedy_by_size import greedy_by_size

MAXIMUM_BLOCKS = 12


class _Search:
    """The best plan so far, and the bound at which the search may stop."""

    def __init__(self, blocks: tuple[BufferBlock, ...], alignment: int) -> None:
        self.gaps = Gaps(blocks, alignment)
        self.bound = lower_bound(blocks)
        self.kernels = sorted({block.first for block in blocks})
        self.best = greedy_by_size(blocks, alignment)
        self.arena = arena_of(self.best)

    def extend(
        self, offsets: dict[BufferBlock, int], left: tuple[BufferBlock, ...], floor: int
    ) -> None:
        """Try every order of the blocks left above what is placed."""
        if self.arena == self.bound or self._needed(offsets, left, floor) >= self.arena:
            return
        if not left:
            self._keep(offsets)
            return
        for index, block in enumerate(left):
            offset = self.gaps.lowest(block, offsets)
            if offset >= floor and offset + block.bytes < self.arena:
                others = left[:index] + left[index + 1 :]
                self.extend({**offsets, block: offset}, others, offset)

    def _needed(
        self, offsets: dict[BufferBlock, int], left: tuple[BufferBlock, ...], floor: int
    ) -> int:
        """A bound: the bytes above `floor` that are taken or still to be placed at some kernel."""
        above = {block: block.bytes for block in left}
        for block, offset in offsets.items():
            above[block] = min(block.bytes, max(0, offset + block.bytes - floor))
        return floor + max(
            sum(size for block, size in above.items() if block.first <= kernel <= block.last)
            for kernel in self.kernels
        )

    def _keep(self, offsets: dict[BufferBlock, int]) -> None:
        if arena_of(offsets) < self.arena:
            self.best, self.arena = offsets, arena_of(offsets)


def exact(blocks: tuple[BufferBlock, ...], alignment: int) -> dict[BufferBlock, int]:
    """Byte offsets of a smallest arena. Raises InputError for more than twelve blocks."""
    if len(blocks) > MAXIMUM_BLOCKS:
        raise InputError(
            f"The exact planner takes {MAXIMUM_BLOCKS} tensors; this graph has {len(blocks)}.",
            "Take greedy-by-size.",
        )
    search = _Search(blocks, alignment)
    search.extend({}, blocks, 0)
    return search.best
