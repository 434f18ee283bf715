"""One choice of tiles as a reader makes it: its buffers, and what it costs or why it is refused.

A choice that does not fit is no error here. It has buffers, and by how much they are too large.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.soc.tiling.cost import (
    ORDERS,
    Order,
    Tile,
    TilingRefusal,
    all_loads,
    cost_of,
    extents_of,
    room_refusal,
    shape_refusal,
    steps_of,
    tile_bytes,
)
from compiler_core.soc.tiling.operations import Convolution
from compiler_core.soc.tiling.records import Extent, Loop, Operand, Tiling, TilingMachine
from compiler_core.soc.tiling.search import shortest_tiles

MOST_LENGTHS = 9


@dataclass(frozen=True, slots=True)
class Buffer:
    """Room in SRAM for tiles of one operand. copies: two where one loads while one is used."""

    operand: Operand
    copies: int
    bytes_of_one: int

    @property
    def bytes(self) -> int:
        """Of all copies."""
        return self.copies * self.bytes_of_one


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenTile:
    """One choice of tiles, as a reader makes it."""

    tile: Tile
    """Its lengths in each loop."""
    order: Order
    """Of the loops over tiles: `pixels_first` or another of ORDERS."""
    extents: tuple[Extent, ...]
    """Of the loops over tiles, the outermost first."""
    buffers: tuple[Buffer, ...]
    """One for each operand, also where they do not fit."""
    sram_bytes: int
    """Of all buffers together, also where they do not fit."""
    refusal: TilingRefusal | None
    """None for a legal choice, which has a tiling."""
    tiling: Tiling | None
    """What the choice costs, None for one that is refused."""


@dataclass(frozen=True, slots=True)
class TileSpace:
    """Choices around one: two of its loops take other lengths, the others keep theirs.

    cells: one row for each length in `down_lengths`, in it one choice for each in `across_lengths`.
    """

    across: Loop
    down: Loop
    across_lengths: tuple[int, ...]
    down_lengths: tuple[int, ...]
    cells: tuple[tuple[ChosenTile, ...], ...]


def chosen_tile(layer: Convolution, machine: TilingMachine, tile: Tile, order: Order) -> ChosenTile:
    """The choice. Raises InputError for lengths that the layer does not have, an unknown order."""
    for loop in ORDERS["pixels_first"]:
        if not 1 <= getattr(tile, loop) <= getattr(layer, loop):
            raise InputError(
                f"A tile of {getattr(tile, loop)} {loop}.", f"1 to {getattr(layer, loop)} fit."
            )
    buffers = buffers_of(layer, machine, tile, order)
    used = sum(buffer.bytes for buffer in buffers)
    refusal = shape_refusal(layer, machine, tile) or room_refusal(machine, used)
    tiling = None if refusal else cost_of(layer, machine, tile, order)
    extents = extents_of(layer, tile, order)
    return ChosenTile(
        tile=tile,
        order=order,
        extents=extents,
        buffers=buffers,
        sram_bytes=used,
        refusal=refusal,
        tiling=tiling,
    )


def buffers_of(
    layer: Convolution, machine: TilingMachine, tile: Tile, order: Order
) -> tuple[Buffer, ...]:
    """An operand that is loaded once needs one buffer, any other as many as the machine has."""
    loads = all_loads(layer, extents_of(layer, tile, order))
    return tuple(
        Buffer(operand, min(machine.buffers, loads[operand]), size)
        for operand, size in tile_bytes(layer, tile).items()
    )


def tile_space(
    layer: Convolution, machine: TilingMachine, tile: Tile, order: Order, beside: Tile
) -> TileSpace:
    """The two loops with the most choices. beside: a tile whose lengths are among those shown."""
    lengths: dict[Loop, tuple[int, ...]] = {
        loop: shortest_tiles(getattr(layer, loop), step) for loop, step in steps_of(machine).items()
    }
    down, across = _widest(lengths)
    required = {loop: {getattr(tile, loop), getattr(beside, loop)} for loop in (down, across)}
    rows = _thinned(lengths[down], required[down])
    columns = _thinned(lengths[across], required[across])
    return TileSpace(
        across=across,
        down=down,
        across_lengths=columns,
        down_lengths=rows,
        cells=tuple(
            tuple(
                chosen_tile(layer, machine, _with(tile, {down: row, across: column}), order)
                for column in columns
            )
            for row in rows
        ),
    )


def _widest(lengths: dict[Loop, tuple[int, ...]]) -> tuple[Loop, Loop]:
    """In the order of the loops."""
    most = sorted(lengths, key=lambda loop: -len(lengths[loop]))[:2]
    first, second = sorted(most, key=ORDERS["pixels_first"].index)
    return first, second


def _thinned(lengths: tuple[int, ...], required: set[int]) -> tuple[int, ...]:
    """About MOST_LENGTHS of them, evenly, with the ends and those that are kept."""
    most = min(MOST_LENGTHS, len(lengths))
    last = len(lengths) - 1
    evenly = {lengths[round(index * last / max(most - 1, 1))] for index in range(most)}
    return tuple(sorted(evenly | required))


def _with(tile: Tile, lengths: Mapping[Loop, int]) -> Tile:
    sizes = {loop: getattr(tile, loop) for loop in ORDERS["pixels_first"]} | dict(lengths)
    return Tile(**sizes)
