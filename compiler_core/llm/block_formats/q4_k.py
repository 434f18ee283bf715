"""Q4_K: 256 values in 144 bytes, eight sub-blocks of 32 with a six-bit scale and minimum each.

Value = (d·scale)·code − (dmin·minimum), codes 0 … 15. Each sub-block's scale and minimum are
searched (`scale_search`), the eight scales and minimums are themselves rounded to six bits against
two 16-bit floats, and last the codes are rounded again to the grid this left. Sixteen six-bit
numbers fill twelve bytes, so those of sub-blocks 4 … 7 lie in pieces.
Source: quantize_row_q4_K_ref, get_scale_min_k4 and block_q4_K of ggml.
"""

from __future__ import annotations

import numpy as np

from compiler_core.llm.block_formats.blocks import blocks_of, half_bytes, halves_of, raw_blocks
from compiler_core.llm.block_formats.number_bits import half_bits
from compiler_core.llm.block_formats.records import BitGroup, BlockField, BlockFormat, BlockParts
from compiler_core.llm.block_formats.scale_search import Grids, search_scale_and_minimum

_VALUES = 256
_SIZE = 144
_SUB_BLOCKS = 8
_LARGEST_SCALE = np.float32(63)
_CHUNK = 256
"""Blocks encoded at a time: what the search touches stays in the second-level cache."""


def encode(values: np.ndarray) -> np.ndarray:
    """float32 [rows, n] -> uint8 [rows, n / 256 · 144]."""
    blocks = blocks_of(values, _VALUES, "Q4_K")
    starts = range(0, len(blocks), _CHUNK)
    raw = np.concatenate([_encode_blocks(blocks[start : start + _CHUNK]) for start in starts])
    return raw.reshape(values.shape[0], -1)


def _encode_blocks(blocks: np.ndarray) -> np.ndarray:
    # [values of a sub-block, sub-blocks]
    values = np.ascontiguousarray(blocks.reshape(-1, 32).T)
    with np.errstate(all="ignore"):
        grids = search_scale_and_minimum(values, _weights(values), 15)
    scales, super_scales = _six_bits(grids.scales)
    minimums, super_minimums = _six_bits(grids.minimums)
    halves = half_bytes(np.stack([super_scales, super_minimums], axis=1), "Q4_K")
    decoded = halves_of(halves)
    steps = (decoded[:, :1] * scales).reshape(-1)
    floors = (decoded[:, 1:] * minimums).reshape(-1)
    stored = _stored_codes(values, steps, floors, grids)
    header = halves.reshape(len(blocks), 4)
    return np.concatenate([header, pack_scales(scales, minimums), _nibbles(stored)], axis=1)


def _weights(values: np.ndarray) -> np.ndarray:
    """Errors count by magnitude, plus the sub-block's mean: no value is free."""
    mean = np.sqrt((values * values).sum(axis=0) / np.float32(32))
    return np.abs(values) + mean


def _six_bits(numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Eight numbers of each block as 0 … 63, float32 [blocks, 8], and their unit [blocks]."""
    rows = numbers.reshape(-1, _SUB_BLOCKS)
    largest = np.maximum(rows.max(axis=1), np.float32(0))
    divisors = np.where(largest > 0, largest, np.float32(1))
    with np.errstate(all="ignore"):
        inverses = np.where(largest > 0, _LARGEST_SCALE / divisors, np.float32(0))
        codes = np.nan_to_num(np.rint(inverses[:, None] * rows))
    return np.clip(codes, 0, _LARGEST_SCALE), largest / _LARGEST_SCALE


def _stored_codes(
    values: np.ndarray, steps: np.ndarray, floors: np.ndarray, grids: Grids
) -> np.ndarray:
    """Codes uint8 [32, sub-blocks] on the grid as it is stored; where it has no step, any do."""
    used = steps != 0
    with np.errstate(all="ignore"):
        on_grid = (values + floors) / np.where(used, steps, np.float32(1))
        searched = (values - grids.floors) * grids.inverses
        codes = np.rint(np.where(used, on_grid, searched))
    return np.clip(np.nan_to_num(codes), 0, 15).astype(np.uint8)


def _nibbles(stored: np.ndarray) -> np.ndarray:
    """uint8 [32, sub-blocks] -> uint8 [blocks, 128]: sub-blocks in pairs, the even one low."""
    pairs = stored.T.reshape(-1, _SUB_BLOCKS // 2, 2, 32)
    return (pairs[:, :, 0] | (pairs[:, :, 1] << np.uint8(4))).reshape(-1, 128)


def pack_scales(scales: np.ndarray, minimums: np.ndarray) -> np.ndarray:
    """Numbers 0 … 63, [blocks, 8] each -> uint8 [blocks, 12]."""
    low = scales.astype(np.uint8)
    minimum = minimums.astype(np.uint8)
    first = low[:, :4] | ((low[:, 4:] >> 4) << 6)
    second = minimum[:, :4] | ((minimum[:, 4:] >> 4) << 6)
    third = (low[:, 4:] & 15) | ((minimum[:, 4:] & 15) << 4)
    return np.concatenate([first, second, third], axis=1)


def unpack(raw: np.ndarray) -> BlockParts:
    """uint8 [rows, bytes] -> parts."""
    blocks = raw_blocks(raw, _SIZE, "Q4_K")
    packed = blocks[..., 4:16]
    first, second, third = packed[..., :4], packed[..., 4:8], packed[..., 8:]
    scales = np.concatenate([first & 63, (third & 15) | ((first >> 6) << 4)], axis=-1)
    minimums = np.concatenate([second & 63, (third >> 4) | ((second >> 6) << 4)], axis=-1)
    nibbles = blocks[..., 16:].reshape(*blocks.shape[:2], 4, 1, 32)
    codes = np.concatenate([nibbles & 15, nibbles >> 4], axis=-2)
    return BlockParts(
        codes.reshape(*blocks.shape[:2], _VALUES).astype(np.int16),
        halves_of(blocks[..., :2]),
        halves_of(blocks[..., 2:4]),
        scales.astype(np.int32),
        minimums.astype(np.int32),
    )


def bits() -> tuple[tuple[BitGroup, ...], ...]:
    """Which numbers the bits of each byte belong to."""
    first = [(BitGroup(0, 5, "scale", s, 0), BitGroup(6, 7, "scale", s + 4, 4)) for s in range(4)]
    second = [
        (BitGroup(0, 5, "minimum", s, 0), BitGroup(6, 7, "minimum", s + 4, 4)) for s in range(4)
    ]
    third = [
        (BitGroup(0, 3, "scale", s + 4, 0), BitGroup(4, 7, "minimum", s + 4, 0)) for s in range(4)
    ]
    nibbles = [
        (BitGroup(0, 3, "code", 64 * pair + j, 0), BitGroup(4, 7, "code", 64 * pair + 32 + j, 0))
        for pair in range(4)
        for j in range(32)
    ]
    header = (*half_bits("super_scale"), *half_bits("super_minimum"))
    return (*header, *first, *second, *third, *nibbles)


FORMAT = BlockFormat(
    name="Q4_K",
    values=_VALUES,
    size=_SIZE,
    sub_block=32,
    code_offset=0,
    lowest=0,
    highest=15,
    fields=(
        BlockField("d", 0, 2, "unit of the eight scales, a 16-bit float"),
        BlockField("dmin", 2, 2, "unit of the eight minimums, a 16-bit float"),
        BlockField("scales", 4, 12, "eight scales and eight minimums of six bits"),
        BlockField("qs", 16, 128, "codes, two a byte: sub-block 2k low, 2k + 1 high"),
    ),
    encode=encode,
    unpack=unpack,
    bits=bits,
)
