"""Free places between blocks that are alive at the same time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler_core.graph.planning.blocks import BufferBlock, neighbours_of


def aligned(offset: int, alignment: int) -> int:
    """The next multiple of the alignment."""
    return -(-offset // alignment) * alignment


class Gaps:
    """Where blocks of one graph fit, given offsets of some of them."""

    def __init__(self, blocks: tuple[BufferBlock, ...], alignment: int) -> None:
        self.neighbours = neighbours_of(blocks)
        self.alignment = alignment

    def free_places(
        self, block: BufferBlock, offsets: Mapping[BufferBlock, int]
    ) -> Iterator[tuple[int, int | None]]:
        """Offsets where the block fits, lowest first, each with the size of its gap.

        The last one, above all neighbours, has no end: its size is None.
        """
        taken = sorted(
            (offsets[other], other.bytes) for other in self.neighbours[block] if other in offsets
        )
        floor = 0
        for offset, size in taken:
            start = aligned(floor, self.alignment)
            if offset - start >= block.bytes:
                yield start, offset - start
            floor = max(floor, offset + size)
        yield aligned(floor, self.alignment), None

    def lowest(self, block: BufferBlock, offsets: Mapping[BufferBlock, int]) -> int:
        """The lowest offset where the block fits."""
        return next(self.free_places(block, offsets))[0]

    def tightest(self, block: BufferBlock, offsets: Mapping[BufferBlock, int]) -> int:
        """The offset in the smallest gap that is large enough; the lowest of equal ones."""
        places = tuple(self.free_places(block, offsets))
        closed = [(size, offset) for offset, size in places if size is not None]
        return min(closed)[1] if closed else places[-1][0]
