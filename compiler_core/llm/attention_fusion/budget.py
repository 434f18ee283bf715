"""The memory near a core, what tiles fit in it, and when reading something again is cheap."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.llm.block_graph.kernels import Tiles

FLOAT_BYTES = 4
# Of a core's private second-level cache, as in many Cortex-A55 and A76 designs.
NEAR_BYTES = 256 * 1024
_QUERIES, _KEYS = 32, 64


@dataclass(frozen=True, slots=True)
class TileRows:
    """What a position has in a tile: query heads that share one key head, sizes of a head."""

    group: int
    head_size: int
    value_size: int


@dataclass(frozen=True, slots=True)
class MemoryBudget:
    """near_bytes: memory near the core, of which tiles take half at most. weight_bits: of one
    weight in memory; 32 is the graph's own float32, 4.5 a block of Q4_0."""

    near_bytes: int = NEAR_BYTES
    weight_bits: float = 32.0

    def __post_init__(self) -> None:
        if self.near_bytes < 4096 or not 1 <= self.weight_bits <= 64:
            raise InputError(
                "A budget needs at least 4,096 bytes near the core and 1 to 64 bits a weight."
            )

    def weight_bytes(self, elements: int) -> int:
        """Bytes of so many weights."""
        return round(elements * self.weight_bits / 8)

    def fits(self, size: int) -> bool:
        """Does it stay near the core while it is read again and again?"""
        return size <= self.near_bytes

    def tiles(self, tokens: int, total: int, rows: TileRows) -> Tiles:
        """The largest usual tiles whose rows and scores fit in half of the near memory."""
        queries, keys = min(_QUERIES, tokens), min(_KEYS, total)
        while tile_bytes(Tiles(queries, keys), rows) > self.near_bytes // 2:
            if max(queries, keys) == 1:
                break
            queries, keys = (queries, keys // 2) if keys >= queries else (queries // 2, keys)
        return Tiles(queries, keys)


def tile_bytes(tiles: Tiles, rows: TileRows) -> int:
    """Queries, scores, results, a maximum and a sum for each query head; keys and values."""
    elements = tiles.queries * rows.group * (rows.head_size + tiles.keys + rows.value_size + 2)
    elements += tiles.keys * (rows.head_size + rows.value_size)
    return elements * FLOAT_BYTES
