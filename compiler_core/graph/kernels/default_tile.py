"""The tile a tactic takes when nobody tuned it: as wide as the registers allow, with little waste.

AArch64 has 32 vector registers. A tile of r rows and v vectors of channels needs one per sum, one
per row for the input, and a few for weights and what the epilogue holds.
"""

from __future__ import annotations

from functools import lru_cache

from compiler_core.graph.kernels.arithmetic import LANES, Arithmetic
from compiler_core.graph.kernels.request import Tile

_REGISTERS = 32
# CALIBRATED: with fewer left, GCC 12 stores sums to memory and loads them again.
_SPARE = {"fma": 3, "smlal": 3, "sdot": 5, "smmla": 3}
_MOST_ROWS = 8
_MOST_VECTORS = 4


@lru_cache(maxsize=1024)
def default_tile(
    arithmetic: Arithmetic, positions: int, channels: int, look_ups: float = 0.0, together: int = 1
) -> Tile:
    """The legal tile with the fewest loads and idle lanes per multiplication.

    look_ups: what a look-up for each tile's channels of a position costs, in instructions per step
    of the sum. together: vectors of weights that one instruction loads.
    """
    legal = [tile for tile in legal_tiles(arithmetic) if tile.rows <= max(positions, 1)]
    vectors = -(-channels // LANES)

    def cost(tile: Tile) -> float:
        visits = positions * -(-vectors // tile.vectors)
        return tile_cost(arithmetic, tile, positions, channels, together) + look_ups * visits

    return min(legal, key=cost)


def loaded_together(arithmetic: Arithmetic, stretches: int) -> int:
    """Vectors of weights that one instruction loads: two neighbours of float32 (LDP). MEASURED with
    GCC 12: tiles chosen by that gain where a sum is one stretch, and lose where a filter has lines.
    """
    return 2 if arithmetic.name == "fma" and stretches == 1 else 1


@lru_cache(maxsize=16)
def legal_tiles(arithmetic: Arithmetic) -> tuple[Tile, ...]:
    """Every tile whose sums and inputs fit the registers."""
    return tuple(
        Tile(rows, vectors)
        for rows in range(1, _MOST_ROWS + 1)
        for vectors in range(1, _MOST_VECTORS + 1)
        if _registers(arithmetic, rows, vectors) <= _REGISTERS
    )


def tile_cost(
    arithmetic: Arithmetic, tile: Tile, positions: int, channels: int, together: int = 1
) -> float:
    """Instructions per step of the sum to cover all positions and channels once.

    Per tile: a load per row, a load per vector of weights (or so many of them `together`), and a
    multiplication (three for the widening one) per row of sums and vector of weights.
    """
    total = 0.0
    for rows, row_tiles in _cut(positions, tile.rows):
        for wide, column_tiles in _cut(-(-channels // LANES), tile.vectors):
            columns = arithmetic.columns(wide)
            loads = -(-columns // together)
            per_product = 3 if arithmetic.name == "smlal" else 1
            products = arithmetic.sum_rows(rows) * columns * per_product
            prepared = len(arithmetic.prepare(rows, range(arithmetic.groups)))
            per_step = rows + prepared + (loads + products) * arithmetic.groups
            total += row_tiles * column_tiles * per_step
    return total


def fits_registers(arithmetic: Arithmetic, rows: int, vectors: int, taps: int) -> bool:
    """Whether a tile may hold the inputs of so many taps at once, shared by its rows."""
    held = _registers(arithmetic, rows, vectors) + taps - 1
    return arithmetic.shares_inputs and held <= _REGISTERS


def _cut(length: int, size: int) -> list[tuple[int, int]]:
    """Sizes of the pieces of a length and how many there are of each."""
    pieces = [(size, length // size), (length % size, 1)]
    return [(piece, count) for piece, count in pieces if piece and count]


def _registers(arithmetic: Arithmetic, rows: int, vectors: int) -> int:
    sums = arithmetic.sum_rows(rows) * arithmetic.columns(vectors)
    # SMLAL multiplies into 16-bit registers of their own, one per row at a time.
    products = rows if arithmetic.name == "smlal" else 0
    return sums + rows + products + _SPARE[arithmetic.name]
