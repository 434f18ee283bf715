"""Blocks in the order of time, each into the tightest gap that is free when it begins.

This is what an allocator does that learns of a tensor only when its kernel runs: it cannot keep
room for a large tensor that comes later, so it usually needs more than the greedy plan.
"""

from __future__ import annotations

from compiler_core.graph.planning.blocks import BufferBlock
from compiler_core.graph.planning.gaps import Gaps


def best_fit_by_time(blocks: tuple[BufferBlock, ...], alignment: int) -> dict[BufferBlock, int]:
    """Byte offsets. Blocks that begin at one kernel are placed largest first."""
    gaps = Gaps(blocks, alignment)
    offsets: dict[BufferBlock, int] = {}
    for block in sorted(blocks, key=lambda block: (block.first, -block.bytes)):
        offsets[block] = gaps.tightest(block, offsets)
    return offsets
