"""Largest blocks first, each into the tightest gap.

A large tensor finds room only while the arena is empty; small ones fit into what is left. This is
"Greedy by Size" of Pisarchyk and Lee, Efficient Memory Management for Deep Neural Net Inference
(arXiv 2001.03288, section 5.2), the planner of TensorFlow Lite.
"""

from __future__ import annotations

from compiler_core.graph.planning.blocks import Block
from compiler_core.graph.planning.gaps import tightest_place


def greedy_by_size(blocks: tuple[Block, ...], alignment: int) -> dict[Block, int]:
    """Byte offsets. Equal sizes keep the order of execution."""
    offsets: dict[Block, int] = {}
    for block in sorted(blocks, key=lambda block: (-block.bytes, block.first)):
        offsets[block] = tightest_place(block, offsets, alignment)
    return offsets
