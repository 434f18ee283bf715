"""The best tiles of a layer: all that can be best are tried, unless there are too many.

Beyond the number of tiles, a tile's length only takes room in SRAM and makes the ends longer that
nothing hides. So for each loop and each number of tiles the shortest legal tile is enough. Of a
layer with more than MAXIMUM_CANDIDATES choices every second length of the longest loop is left out,
and again, until there are fewer.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from compiler_core.errors import InputError
from compiler_core.sizes import size_text
from compiler_core.soc.tiling.cost import (
    ORDERS,
    Order,
    Tile,
    all_loads,
    cost_of,
    extents_of,
    sram_bytes,
    steps_of,
)
from compiler_core.soc.tiling.operations import Convolution
from compiler_core.soc.tiling.records import Tiling, TilingMachine

MAXIMUM_CANDIDATES = 20_000
_LONGEST_LOOP = 1 << 20


@dataclass(frozen=True, slots=True)
class TilingSearch:
    """best: the fastest, of these the least traffic, of these the least SRAM.

    tried: choices that fit; did_not_fit: choices that SRAM is too small for. exhaustive: whether
    nothing that could be better was left out.
    """

    best: Tiling
    tried: int
    did_not_fit: int
    exhaustive: bool = True


def best_tiling(layer: Convolution, machine: TilingMachine) -> TilingSearch:
    """The best tiles over both orders of the loops.

    Raises InputError when nothing fits and when a loop is too long.
    """
    best: Tiling | None = None
    tried = did_not_fit = 0
    lengths, exhaustive = tile_lengths(layer, machine)
    for tile, order in candidates(lengths):
        if not fits(layer, machine, tile, order):
            did_not_fit += 1
            continue
        tried += 1
        tiling = cost_of(layer, machine, tile, order)
        if best is None or rank(tiling) < rank(best):
            best = tiling
    if best is None:
        raise InputError(
            f"{layer.name}: no tile fits into {size_text(machine.sram_bytes)} of SRAM.",
            "Give the machine more SRAM or a smaller array.",
        )
    return TilingSearch(best, tried, did_not_fit, exhaustive)


def rank(tiling: Tiling) -> tuple[int, int, int]:
    """Less is better."""
    return tiling.cycles, tiling.dram_bytes, tiling.sram_bytes


def fits(layer: Convolution, machine: TilingMachine, tile: Tile, order: Order) -> bool:
    """Whether the buffers of a tile fit into SRAM."""
    extents = extents_of(layer, tile, order)
    return sram_bytes(layer, machine, tile, all_loads(layer, extents)) <= machine.sram_bytes


def tile_lengths(layer: Convolution, machine: TilingMachine) -> tuple[list[tuple[int, ...]], bool]:
    """Of each loop, those that are tried, and whether these are all that can be best."""
    lengths = [
        shortest_tiles(getattr(layer, loop), step) for loop, step in steps_of(machine).items()
    ]
    exhaustive = True
    while len(ORDERS) * prod(map(len, lengths)) > MAXIMUM_CANDIDATES:
        most = lengths.index(max(lengths, key=len))
        lengths[most] = (*lengths[most][:-1:2], lengths[most][-1])
        exhaustive = False
    return lengths, exhaustive


def candidates(lengths: list[tuple[int, ...]]) -> Iterator[tuple[Tile, Order]]:
    """Every combination, in both orders of the loops."""
    for chosen in product(*lengths):
        for order in ORDERS:
            yield Tile(*chosen), order


def shortest_tiles(length: int, step: int) -> tuple[int, ...]:
    """For each number of tiles, the shortest that is a multiple of step, or all of the length."""
    if length > _LONGEST_LOOP:
        raise InputError(f"A loop of {length:,} steps is too long.", f"At most {_LONGEST_LOOP:,}.")
    shortest: dict[int, int] = {1: length}
    for tile in range(step, length, step):
        shortest.setdefault(-(-length // tile), tile)
    return tuple(sorted(shortest.values()))
