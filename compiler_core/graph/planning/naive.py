"""Every block at a place of its own: what a program without a memory plan needs."""

from __future__ import annotations

from compiler_core.graph.planning.blocks import BufferBlock
from compiler_core.graph.planning.gaps import aligned


def naive(blocks: tuple[BufferBlock, ...], alignment: int) -> dict[BufferBlock, int]:
    """Byte offsets, one after the other in the order given."""
    offsets: dict[BufferBlock, int] = {}
    end = 0
    for block in blocks:
        offsets[block] = aligned(end, alignment)
        end = offsets[block] + block.bytes
    return offsets
