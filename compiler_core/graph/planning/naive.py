"""Every block at a place of its own: what a program without a memory plan needs."""

from __future__ import annotations

from compiler_core.graph.planning.blocks import Block
from compiler_core.graph.planning.gaps import aligned


def naive(blocks: tuple[Block, ...], alignment: int) -> dict[Block, int]:
    """Byte offsets, one after the other in the order given."""
    offsets: dict[Block, int] = {}
    end = 0
    for block in blocks:
        offsets[block] = aligned(end, alignment)
        end = offsets[block] + block.bytes
    return offsets
