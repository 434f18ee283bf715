"""Q8_K: 256 activations in 292 bytes, for products with Q4_K and Q6_K; never in a file.

The value furthest from zero gets the code −127 exactly; the scale is a 32-bit float because nobody
stores it. `bsums` holds the sum of every 16 codes, which is what the minimums of Q4_K multiply.
Source: quantize_row_q8_K_ref and block_q8_K of ggml.
"""

from __future__ import annotations

import numpy as np

from compiler_core.llm.block_formats.activations import quantise_q8_k
from compiler_core.llm.block_formats.blocks import blocks_of, raw_blocks
from compiler_core.llm.block_formats.number_bits import number_bits
from compiler_core.llm.block_formats.records import BitGroup, BlockField, BlockFormat, BlockParts

_VALUES = 256
_SIZE = 292


def encode(values: np.ndarray) -> np.ndarray:
    """float32 [rows, n] -> uint8 [rows, n / 256 · 292]."""
    blocks = blocks_of(values, _VALUES, "Q8_K")
    quantised = quantise_q8_k(blocks)
    scales = np.ascontiguousarray(quantised.scales.astype("<f4")).view(np.uint8)
    sums = np.ascontiguousarray(quantised.sums[:, 0].astype("<i2")).view(np.uint8)
    codes = quantised.codes[:, 0].view(np.uint8)
    return np.concatenate([scales, codes, sums], axis=1).reshape(values.shape[0], -1)


def unpack(raw: np.ndarray) -> BlockParts:
    """uint8 [rows, bytes] -> parts."""
    blocks = raw_blocks(raw, _SIZE, "Q8_K")
    scales = np.ascontiguousarray(blocks[..., :4]).view("<f4")[..., 0].astype(np.float32)
    codes = np.ascontiguousarray(blocks[..., 4:260]).view(np.int8).astype(np.int16)
    return BlockParts.undivided(codes, scales)


def bits() -> tuple[tuple[BitGroup, ...], ...]:
    """Which numbers the bits of each byte belong to."""
    codes = [(BitGroup(0, 7, "code", j, 0),) for j in range(_VALUES)]
    sums = [group for s in range(16) for group in number_bits("sum", s, 2)]
    return (*number_bits("super_scale", 0, 4), *codes, *sums)


FORMAT = BlockFormat(
    name="Q8_K",
    values=_VALUES,
    size=_SIZE,
    sub_block=_VALUES,
    code_offset=0,
    lowest=-127,
    highest=127,
    fields=(
        BlockField("d", 0, 4, "the block's scale, a 32-bit float"),
        BlockField("qs", 4, 256, "codes, one signed byte each"),
        BlockField("bsums", 260, 32, "sums of every 16 codes, signed 16-bit"),
    ),
    encode=encode,
    unpack=unpack,
    bits=bits,
)
