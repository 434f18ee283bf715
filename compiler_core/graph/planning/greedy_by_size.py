"""Largest blocks first, each into the tightest gap.

A large tensor finds room only while the arena is empty; small ones fit into what is left. This is
"Greedy by Size" of Pisarchyk and Lee, Efficient Memory Management for Deep Neural Net Inference
(arXiv 2001.03288, section 5.2), the planner of TensorFlow Lite.
"""

from __future__ import annotations

from compiler_core.graph.planning.blocks import BufferBlock
from compiler_core.graph.planning.gaps import Gaps


def greedy_by_size(blocks: tuple[BufferBlock, ...], alignment: int) -> dict[BufferBlock, int]:
    """Byte offsets. Equal sizes keep the order of execution."""
    gaps = Gaps(blocks, alignment)
    offsets: dict[BufferBlock, int] = {}
    for block in largest_first(blocks):
        offsets[block] = gaps.tightest(block, offsets)
    return offsets


def largest_first(blocks: tuple[BufferBlock, ...]) -> list[BufferBlock]:
    """Blocks by size, then by time."""
    return sorted(blocks, key=lambda block: (-block.bytes, block.first))
