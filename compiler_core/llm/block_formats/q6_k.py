"""Q6_K: 256 values in 210 bytes, sixteen sub-blocks of 16 with a signed eight-bit scale each.

Value = (d·scale)·code, codes −32 … 31 stored plus 32. The low four bits of the codes are in `ql`,
the high two in `qh`; a byte of qh serves four values that lie 32 apart. Scales are searched
(`scale_search`), then rounded so that the one of greatest magnitude is −128.
Source: quantize_row_q6_K_ref and block_q6_K of ggml.
"""

from __future__ import annotations

import numpy as np

from compiler_core.llm.block_formats.blocks import blocks_of, half_bytes, halves_of, raw_blocks
from compiler_core.llm.block_formats.number_bits import half_bits
from compiler_core.llm.block_formats.records import BitGroup, BlockField, BlockFormat, BlockParts
from compiler_core.llm.block_formats.scale_search import Grids, search_scale

_VALUES = 256
_SIZE = 210
_SUB_BLOCKS = 16
_TINY = np.float32(1e-15)
"""Blocks whose scales are all below this are written as zeros: GROUP_MAX_EPS."""

_CHUNK = 256
"""Blocks encoded at a time: what the search touches stays in the second-level cache."""


def encode(values: np.ndarray) -> np.ndarray:
    """float32 [rows, n] -> uint8 [rows, n / 256 · 210]."""
    blocks = blocks_of(values, _VALUES, "Q6_K")
    starts = range(0, len(blocks), _CHUNK)
    raw = np.concatenate([_encode_blocks(blocks[start : start + _CHUNK]) for start in starts])
    return raw.reshape(values.shape[0], -1)


def _encode_blocks(blocks: np.ndarray) -> np.ndarray:
    # [values of a sub-block, sub-blocks]
    values = np.ascontiguousarray(blocks.reshape(-1, 16).T)
    with np.errstate(all="ignore"):
        grids = search_scale(values, 32)
    scales, supers, filled = _eight_bits(grids.scales)
    halves = half_bytes(supers, "Q6_K")
    steps = (halves_of(halves)[:, None] * scales).reshape(-1)
    stored = _stored_codes(values, steps, grids).T.reshape(-1, _VALUES)
    raw = _pack(stored, scales.astype(np.int8), halves)
    raw[~filled] = 0
    return raw


def _eight_bits(numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Scales −128 … 127 as float32 [blocks, 16], their unit [blocks], and which blocks have any."""
    rows = numbers.reshape(-1, _SUB_BLOCKS)
    furthest = np.abs(rows).argmax(axis=1)[:, None]
    extremes = np.take_along_axis(rows, furthest, axis=1)[:, 0]
    filled = ~(np.abs(extremes) < _TINY)
    with np.errstate(all="ignore"):
        inverses = np.float32(-128) / np.where(filled, extremes, np.float32(1))
        codes = np.nan_to_num(np.rint(inverses[:, None] * rows))
        units = np.where(filled, np.float32(1) / inverses, np.float32(0))
    return np.clip(codes, -128, 127), units, filled


def _stored_codes(values: np.ndarray, steps: np.ndarray, grids: Grids) -> np.ndarray:
    """Codes plus 32, uint8 [16, sub-blocks], on the grid as it is stored."""
    used = steps != 0
    empty = grids.inverses == 0
    with np.errstate(all="ignore"):
        on_grid = values / np.where(used, steps, np.float32(1))
        codes = np.rint(np.where(used, on_grid, values * grids.inverses))
    stored = np.clip(np.nan_to_num(codes), -32, 31) + np.float32(32)
    return np.where(empty & ~used, np.float32(0), stored).astype(np.uint8)


def _pack(stored: np.ndarray, scales: np.ndarray, halves: np.ndarray) -> np.ndarray:
    quarters = stored.reshape(-1, 2, 4, 32)
    low = quarters & 15
    high = quarters >> 4
    lower = low[:, :, :2] | (low[:, :, 2:] << np.uint8(4))
    upper = high[:, :, 0] | (high[:, :, 1] << 2) | (high[:, :, 2] << 4) | (high[:, :, 3] << 6)
    count = len(stored)
    parts = [lower.reshape(count, 128), upper.reshape(count, 64), scales.view(np.uint8), halves]
    return np.concatenate(parts, axis=1)


def unpack(raw: np.ndarray) -> BlockParts:
    """uint8 [rows, bytes] -> parts."""
    blocks = raw_blocks(raw, _SIZE, "Q6_K")
    lead = blocks.shape[:2]
    lower = blocks[..., :128].reshape(*lead, 2, 2, 32)
    upper = blocks[..., 128:192].reshape(*lead, 2, 1, 32)
    low = np.concatenate([lower & 15, lower >> 4], axis=-2)
    high = (upper >> np.array([0, 2, 4, 6], np.uint8)[:, None]) & 3
    codes = (low | (high << np.uint8(4))).reshape(*lead, _VALUES).astype(np.int16)
    scales = np.ascontiguousarray(blocks[..., 192:208]).view(np.int8).astype(np.int32)
    supers = halves_of(blocks[..., 208:])
    return BlockParts(
        codes - np.int16(32), supers, np.zeros_like(supers), scales, np.zeros_like(scales)
    )


def bits() -> tuple[tuple[BitGroup, ...], ...]:
    """Which numbers the bits of each byte belong to."""
    lower = [
        (BitGroup(0, 3, "code", 128 * half + j, 0), BitGroup(4, 7, "code", 128 * half + 64 + j, 0))
        for half in range(2)
        for j in range(64)
    ]
    upper = [
        tuple(
            BitGroup(2 * quarter, 2 * quarter + 1, "code", 128 * half + 32 * quarter + j, 4)
            for quarter in range(4)
        )
        for half in range(2)
        for j in range(32)
    ]
    scales = [(BitGroup(0, 7, "scale", s, 0),) for s in range(_SUB_BLOCKS)]
    return (*lower, *upper, *scales, *half_bits("super_scale"))


FORMAT = BlockFormat(
    name="Q6_K",
    values=_VALUES,
    size=_SIZE,
    sub_block=16,
    code_offset=32,
    lowest=-32,
    highest=31,
    fields=(
        BlockField("ql", 0, 128, "low four bits of the codes, two a byte, 64 values apart"),
        BlockField("qh", 128, 64, "high two bits of the codes, four a byte, 32 values apart"),
        BlockField("scales", 192, 16, "one signed byte for every 16 values"),
        BlockField("d", 208, 2, "unit of the scales, a 16-bit float"),
    ),
    encode=encode,
    unpack=unpack,
    bits=bits,
)
