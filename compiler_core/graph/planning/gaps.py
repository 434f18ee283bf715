"""Free places between blocks that are alive at the same time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from compiler_core.graph.planning.blocks import Block, alive_together

Offsets = Mapping[Block, int]


def aligned(offset: int, alignment: int) -> int:
    """The next multiple of the alignment."""
    return -(-offset // alignment) * alignment


def free_places(block: Block, offsets: Offsets, alignment: int) -> Iterator[tuple[int, int | None]]:
    """Offsets where the block fits, lowest first, each with the size of its gap.

    The last one, above all neighbours, has no end: its size is None.
    """
    neighbours = sorted(
        (offset, other.bytes) for other, offset in offsets.items() if alive_together(block, other)
    )
    floor = 0
    for offset, size in neighbours:
        start = aligned(floor, alignment)
        if offset - start >= block.bytes:
            yield start, offset - start
        floor = max(floor, offset + size)
    yield aligned(floor, alignment), None


def lowest_place(block: Block, offsets: Offsets, alignment: int) -> int:
    """The lowest offset where the block fits."""
    return next(free_places(block, offsets, alignment))[0]


def tightest_place(block: Block, offsets: Offsets, alignment: int) -> int:
    """The offset in the smallest gap that is large enough; the lowest of equal ones."""
    places = tuple(free_places(block, offsets, alignment))
    closed = [(size, offset) for offset, size in places if size is not None]
    return min(closed)[1] if closed else places[-1][0]
