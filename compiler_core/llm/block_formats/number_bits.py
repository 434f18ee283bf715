"""Which bits of a block's bytes belong to a number that fills whole bytes."""

from __future__ import annotations

from compiler_core.llm.block_formats.records import BitGroup, Holds


def half_bits(holds: Holds) -> tuple[tuple[BitGroup, ...], ...]:
    """Its two bytes, the low one first."""
    return number_bits(holds, 0, 2)


def number_bits(holds: Holds, index: int, size: int) -> tuple[tuple[BitGroup, ...], ...]:
    """The bytes of one little-endian number of `size` bytes."""
    return tuple((BitGroup(0, 7, holds, index, 8 * byte),) for byte in range(size))
