"""What a block format is, and what one block says once its bits are taken apart."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

Holds = Literal["super_scale", "super_minimum", "code", "scale", "minimum", "sum"]


@dataclass(frozen=True, slots=True)
class BlockField:
    """A run of bytes of a block; name: as in ggml-common.h; offset, size: bytes."""

    name: str
    offset: int
    size: int
    meaning: str


@dataclass(frozen=True, slots=True)
class BitGroup:
    """Neighbouring bits of one byte that belong to one number.

    first, last: bits of the byte, 0 the lowest. holds: what kind of number. index: of the value
    (code) or of the sub-block (scale, minimum, sum). lowest: the bit of that number which `first`
    is, so a number spread over bytes can be put together again.
    """

    first: int
    last: int
    holds: Holds
    index: int
    lowest: int


@dataclass(frozen=True, slots=True)
class BlockParts:
    """Blocks taken apart: value v of a block is (d·scale[s])·code[v] − dmin·minimum[s].

    s is the sub-block of v. codes: int16 [rows, blocks, values], the signed number of the formula
    (Q4_0's nibble minus 8). super_scales, super_minimums: float32 [rows, blocks]. scales, minimums:
    int32 [rows, blocks, sub-blocks]; formats without sub-blocks have one of scale 1, minimum 0.
    """

    codes: np.ndarray
    super_scales: np.ndarray
    super_minimums: np.ndarray
    scales: np.ndarray
    minimums: np.ndarray

    @classmethod
    def undivided(cls, codes: np.ndarray, scales: np.ndarray) -> BlockParts:
        """Of a format without sub-blocks."""
        ones = np.ones((*scales.shape, 1), np.int32)
        return cls(codes, scales, np.zeros_like(scales), ones, np.zeros_like(ones))


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockFormat:
    """One of GGML's block formats."""

    name: str
    """As GGML calls it, such as `Q8_0`."""
    values: int
    """How many values a block holds."""
    size: int
    """Bytes of a block."""
    sub_block: int
    """Values that share a scale."""
    code_offset: int
    """Subtracted from the stored number to get the code."""
    lowest: int
    """The smallest code."""
    highest: int
    """The largest code."""
    fields: tuple[BlockField, ...]
    """What lies where in a block, in order of the bytes."""
    encode: Callable[[np.ndarray], np.ndarray]
    """float32 [rows, n] -> uint8 [rows, n / values · size]."""
    unpack: Callable[[np.ndarray], BlockParts]
    """Those bytes -> BlockParts."""
    bits: Callable[[], tuple[tuple[BitGroup, ...], ...]]
    """For each byte of a block, which numbers its bits belong to."""

    @property
    def bits_per_value(self) -> float:
        return self.size * 8 / self.values

    def decode(self, raw: np.ndarray) -> np.ndarray:
        """Values float32 [rows, n] of bytes uint8 [rows, n / values · size]."""
        return values_of(self.unpack(raw))


def values_of(parts: BlockParts) -> np.ndarray:
    """The values float32 [rows, n] that blocks stand for, computed in float32 as ggml does."""
    rows, blocks, count = parts.codes.shape
    groups = parts.scales.shape[-1]
    with np.errstate(invalid="ignore", over="ignore"):
        steps = parts.super_scales[..., None] * parts.scales.astype(np.float32)
        floors = parts.super_minimums[..., None] * parts.minimums.astype(np.float32)
        values = parts.codes.reshape(rows, blocks, groups, count // groups).astype(np.float32)
        values *= steps[..., None]
        values -= floors[..., None]
    return values.reshape(rows, blocks * count)
