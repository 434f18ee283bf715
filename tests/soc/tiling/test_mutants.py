"""Wrong formulas put in on purpose: each differs from the walk or from the best of all tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil, prod
from typing import Any

import pytest

from compiler_core.errors import InputError
from compiler_core.soc.tiling import cost, operations, search
from compiler_core.soc.tiling.cost import ORDERS, Tile
from compiler_core.soc.tiling.operations import Convolution
from compiler_core.soc.tiling.records import Extent, TilingMachine
from tests.soc.tiling.walk import every_legal, walk

MACHINE = TilingMachine("small", 4, 3, 2, 1500, 2, 4, 10)
LAYER = Convolution("layer", 4, 9, 7, 8, 3, 2, 1, 2, 1, 1)
TILES = (Tile(2, 4, 3, 8), Tile(4, 9, 3, 3), Tile(1, 8, 7, 8), Tile(3, 9, 6, 6))
# What an independent count by hand gives for the second tile in pixels_first.
SRAM_BY_HAND = 2 * (6 * 10 * 3 * 2 + 6 * 3 * 3 + 4 * 9 * 3 * 4)
BEST_BY_TRYING = min(search.rank(one) for one in every_legal(LAYER, MACHINE))


def differences() -> list[str]:
    """Where costs, room or the best tile are not right; none for the real code."""
    roomy = replace(MACHINE, sram_bytes=1 << 16)
    found = []
    for tile in TILES:
        for order in ORDERS:
            one, walked = cost.cost_of(LAYER, roomy, tile, order), walk(LAYER, roomy, tile, order)
            right = (walked.traffic, walked.loads, walked.compute)
            if (one.traffic, one.loads, one.compute_cycles) != right:
                found.append(f"{tile} {order}")
            transfers = 10 * sum(walked.loads.values())
            if one.dram_cycles != transfers + -(-sum(walked.traffic.values()) // 4):
                found.append("transfers")
            if not max(one.dram_cycles, one.compute_cycles) < one.cycles:
                found.append("ends")
    if cost.cost_of(LAYER, roomy, TILES[1], "pixels_first").sram_bytes != SRAM_BY_HAND:
        found.append("room")
    best = search.best_tiling(LAYER, MACHINE).best
    if (best.cycles, best.dram_bytes, best.sram_bytes) != BEST_BY_TRYING:
        found.append("best")
    return found


def test_the_real_code_is_right() -> None:
    assert differences() == []


def _loads_without_keeping(extents: Sequence[Extent], depends: frozenset[str]) -> int:
    return prod(extent.count for extent in extents)


def _loads_of_own_loops(extents: Sequence[Extent], depends: frozenset[str]) -> int:
    return prod(extent.count for extent in extents if extent.loop in depends)


def _no_last_piece(extent: Extent) -> tuple[tuple[int, int], ...]:
    return ((extent.tile, extent.length // extent.tile),)


def _all_pieces_whole(extent: Extent) -> tuple[tuple[int, int], ...]:
    return ((extent.tile, extent.count),)


def _no_rim(layer: Convolution, rows: int) -> int:
    return rows * layer.stride


def _rim_of_the_rows(layer: Convolution, columns: int) -> int:
    return (columns - 1) * layer.stride + layer.kernel_rows


def _one_strip(extent: Extent, width: int) -> int:
    return extent.count


def _strips_rounded_down(extent: Extent, width: int) -> int:
    return max(1, extent.length // width)


def _no_latency(size: int, transfers: int, machine: TilingMachine) -> int:
    return ceil(size / machine.dram_bytes_per_cycle)


def _always_double(layer: Any, machine: Any, tile: Any, loads: Any) -> int:
    return 2 * sum(cost.tile_bytes(layer, tile).values()) + 1


def _single_buffers(layer: Any, machine: Any, tile: Any, loads: Any) -> int:
    return sum(cost.tile_bytes(layer, tile).values())


def _nothing_at_the_ends(layer: Any, machine: Any, tile: Any, alone: tuple[int, int]) -> int:
    return max(alone)


def _only_whole_loops(length: int, step: int) -> tuple[int, ...]:
    return (length,)


def _smallest_only(length: int, step: int) -> tuple[int, ...]:
    return (min(step, length),)


def _slowest_first(tiling: Any) -> tuple[int, int, int]:
    return -tiling.cycles, tiling.dram_bytes, tiling.sram_bytes


def _least_traffic(tiling: Any) -> tuple[int, int, int]:
    return tiling.sram_bytes, tiling.cycles, tiling.dram_bytes


MUTANTS: dict[str, tuple[object, str, Callable[..., object]]] = {
    "nothing is kept": (cost, "loads_of", _loads_without_keeping),
    "outer loops load nothing again": (cost, "loads_of", _loads_of_own_loops),
    "the last piece is forgotten": (Extent, "pieces", _no_last_piece),
    "the last piece is whole": (Extent, "pieces", _all_pieces_whole),
    "tiles have no rim": (operations.Convolution, "input_rows", _no_rim),
    "the rim of the wrong side": (operations.Convolution, "input_columns", _rim_of_the_rows),
    "one strip per tile": (cost, "_strips", _one_strip),
    "strips rounded down": (cost, "_strips", _strips_rounded_down),
    "transfers without latency": (cost, "transfer_cycles", _no_latency),
    "a byte too many": (cost, "sram_bytes", _always_double),
    "pong takes no room": (cost, "sram_bytes", _single_buffers),
    "the ends are free": (cost, "_overlapped", _nothing_at_the_ends),
    "nothing is tiled": (search, "shortest_tiles", _only_whole_loops),
    "only the smallest tiles are tried": (search, "shortest_tiles", _smallest_only),
    "the slowest wins": (search, "rank", _slowest_first),
    "room before time": (search, "rank", _least_traffic),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_formula_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    place, attribute, wrong = MUTANTS[name]
    monkeypatch.setattr(place, attribute, wrong)
    try:
        found = differences()
    except InputError:  # the search finds nothing that fits
        return
    assert found
