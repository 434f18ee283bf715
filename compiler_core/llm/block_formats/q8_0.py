"""Q8_0: 32 values in 34 bytes, a 16-bit scale and 32 codes of eight bits.

The scale is the largest magnitude divided by 127, codes are rounded half away from zero.
Source: quantize_row_q8_0_ref and block_q8_0 of ggml; gguf-py's quantiser gives the same bytes.
Activations are rounded differently: see `activations`.
"""

from __future__ import annotations

import numpy as np

from compiler_core.llm.block_formats.blocks import (
    blocks_of,
    half_bytes,
    halves_of,
    inverse_of,
    raw_blocks,
)
from compiler_core.llm.block_formats.number_bits import half_bits
from compiler_core.llm.block_formats.records import BitGroup, BlockField, BlockFormat, BlockParts

_VALUES = 32
_SIZE = 34


def encode(values: np.ndarray) -> np.ndarray:
    """float32 [rows, n] -> uint8 [rows, n / 32 · 34]."""
    blocks = blocks_of(values, _VALUES, "Q8_0")
    scales = np.abs(blocks).max(axis=1, keepdims=True) / np.float32(127)
    codes = _rounded_half_away(blocks, inverse_of(scales))
    return pack(codes, scales[:, 0]).reshape(values.shape[0], -1)


def _rounded_half_away(blocks: np.ndarray, inverses: np.ndarray) -> np.ndarray:
    with np.errstate(invalid="ignore", over="ignore"):
        positions = blocks * inverses
        # Blocks so small that the scale has no inverse decode to zero whatever their codes are.
        positions = np.where(np.isfinite(positions), positions, np.float32(0))
    magnitudes = np.abs(positions)
    whole = np.floor(magnitudes)
    rounded = whole + np.floor(2 * (magnitudes - whole))
    return np.copysign(rounded, positions).astype(np.int8)


def pack(codes: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Codes int8 [blocks, 32] and float32 scales [blocks] -> uint8 [blocks, 34]."""
    return np.concatenate([half_bytes(scales, "Q8_0"), codes.view(np.uint8)], axis=1)


def unpack(raw: np.ndarray) -> BlockParts:
    """uint8 [rows, bytes] -> parts."""
    blocks = raw_blocks(raw, _SIZE, "Q8_0")
    codes = blocks[..., 2:].view(np.int8).astype(np.int16)
    scales = halves_of(blocks[..., :2])
    return BlockParts.undivided(codes, scales)


def bits() -> tuple[tuple[BitGroup, ...], ...]:
    """Which numbers the bits of each byte belong to."""
    codes = ((BitGroup(0, 7, "code", j, 0),) for j in range(_VALUES))
    return (*half_bits("super_scale"), *codes)


FORMAT = BlockFormat(
    name="Q8_0",
    values=_VALUES,
    size=_SIZE,
    sub_block=_VALUES,
    code_offset=0,
    lowest=-127,
    highest=127,
    fields=(
        BlockField("d", 0, 2, "the block's scale, a 16-bit float"),
        BlockField("qs", 2, 32, "codes, one signed byte each"),
    ),
    encode=encode,
    unpack=unpack,
    bits=bits,
)
