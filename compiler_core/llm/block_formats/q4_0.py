"""Q4_0: 32 values in 18 bytes, a 16-bit scale and 32 codes of four bits.

The value furthest from zero gets the code −8, so the scale is that value divided by −8 and may be
negative; its mirror image would need +8, which does not exist, and is clipped to +7. Codes are
stored plus 8; byte j holds value j in its low half and value j + 16 in its high half.
Source: quantize_row_q4_0_ref and block_q4_0 of ggml; gguf-py's quantiser gives the same bytes.
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
_SIZE = 18


def encode(values: np.ndarray) -> np.ndarray:
    """float32 [rows, n] -> uint8 [rows, n / 32 · 18]."""
    blocks = blocks_of(values, _VALUES, "Q4_0")
    furthest = np.abs(blocks).argmax(axis=1, keepdims=True)
    scales = np.take_along_axis(blocks, furthest, axis=1) / np.float32(-8)
    stored = _stored_codes(blocks, inverse_of(scales))
    return pack(stored, scales[:, 0]).reshape(values.shape[0], -1)


def _stored_codes(blocks: np.ndarray, inverses: np.ndarray) -> np.ndarray:
    with np.errstate(invalid="ignore", over="ignore"):
        positions = blocks * inverses + np.float32(8.5)
        # Blocks so small that the scale has no inverse decode to zero whatever their codes are.
        positions = np.where(np.isfinite(positions), positions, np.float32(0))
    return np.clip(np.trunc(positions), 0, 15).astype(np.uint8)


def pack(stored: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Codes plus 8, uint8 [blocks, 32], and float32 scales [blocks] -> uint8 [blocks, 18]."""
    halves = stored.reshape(-1, 2, _VALUES // 2)
    nibbles = halves[:, 0] | (halves[:, 1] << np.uint8(4))
    return np.concatenate([half_bytes(scales, "Q4_0"), nibbles], axis=1)


def unpack(raw: np.ndarray) -> BlockParts:
    """uint8 [rows, bytes] -> parts."""
    blocks = raw_blocks(raw, _SIZE, "Q4_0")
    nibbles = blocks[..., 2:]
    codes = np.concatenate([nibbles & 15, nibbles >> 4], axis=-1).astype(np.int16) - np.int16(8)
    scales = halves_of(blocks[..., :2])
    return BlockParts.undivided(codes, scales)


def bits() -> tuple[tuple[BitGroup, ...], ...]:
    """Which numbers the bits of each byte belong to."""
    nibbles = (
        (BitGroup(0, 3, "code", j, 0), BitGroup(4, 7, "code", j + 16, 0))
        for j in range(_VALUES // 2)
    )
    return (*half_bits("super_scale"), *nibbles)


FORMAT = BlockFormat(
    name="Q4_0",
    values=_VALUES,
    size=_SIZE,
    sub_block=_VALUES,
    code_offset=8,
    lowest=-8,
    highest=7,
    fields=(
        BlockField("d", 0, 2, "the block's scale, a 16-bit float"),
        BlockField("qs", 2, 16, "codes plus 8, two a byte: value j low, value j + 16 high"),
    ),
    encode=encode,
    unpack=unpack,
    bits=bits,
)
