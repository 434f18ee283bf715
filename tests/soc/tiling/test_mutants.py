"""Wrong formulas put in on purpose: each differs from the walk or from the best of all tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil, prod
from typing import Any

import pytest

from compiler_core.errors import InputError
from compiler_core.soc.networks.layer_tables import layer_table
from compiler_core.soc.reading import soc_named
from compiler_core.soc.tiling import chips, cost, operations, search
from compiler_core.soc.tiling.cost import ORDERS, Tile
from compiler_core.soc.tiling.operations import Convolution
from compiler_core.soc.tiling.records import Extent, TilingMachine
from tests.soc.tiling.walk import every_legal, walk

tile_bytes, traffic_of, compute_cycles = cost.tile_bytes, cost.traffic_of, cost.compute_cycles
overlapped, speed = cost._overlapped, chips._speed
MACHINE = TilingMachine(
    name="small",
    array_rows=4,
    array_columns=3,
    fill_cycles=2,
    sram_bytes=1500,
    buffers=2,
    dram_bytes_per_cycle=4,
    dram_latency_cycles=10,
)
LAYER = Convolution(
    name="layer",
    rows=4,
    columns=9,
    channels_out=7,
    channels_in=8,
    kernel_rows=3,
    kernel_columns=2,
    stride=1,
    input_bytes=2,
    weight_bytes=1,
    output_bytes=1,
)
TILES = (Tile(2, 4, 3, 8), Tile(4, 9, 3, 3), Tile(1, 8, 7, 8), Tile(3, 9, 6, 6))
# With a residual of two bytes, on an array that takes a cycle and a half for a product.
RESIDUAL = replace(LAYER, residual_bytes=2)
SLOW = replace(MACHINE, cycles_per_product=1.5)
# 8 × 8 times 8 × 8 and a residual, in tiles of 4: three tiles come in, 8 steps, one goes out.
PRODUCT = Convolution(
    name="product", rows=1, columns=8, channels_out=8, channels_in=8, residual_bytes=1
)
BOUND_BY_COMPUTE = TilingMachine(
    name="fast",
    array_rows=4,
    array_columns=4,
    fill_cycles=3,
    sram_bytes=900,
    buffers=2,
    dram_bytes_per_cycle=1000,
    dram_latency_cycles=1,
)
PRODUCT_BY_HAND = (3 + 1) + 8 * (4 + 3) + (1 + 1)
# What an independent count by hand gives for the second tile in pixels_first.
SRAM_BY_HAND = 2 * (6 * 10 * 3 * 2 + 6 * 3 * 3 + 4 * 9 * 3 * 4)
RESIDUAL_BY_HAND = SRAM_BY_HAND + 2 * (4 * 9 * 3 * 2)
BEST_BY_TRYING = min(search.rank(one) for one in every_legal(LAYER, MACHINE))


def differences() -> list[str]:
    """Where costs, room or the best tile are not right; none for the real code."""
    found = [*_different_costs(LAYER, MACHINE), *_different_costs(RESIDUAL, SLOW)]
    roomy = replace(MACHINE, sram_bytes=1 << 16)
    for layer, right in ((LAYER, SRAM_BY_HAND), (RESIDUAL, RESIDUAL_BY_HAND)):
        if cost.cost_of(layer, roomy, TILES[1], "pixels_first").sram_bytes != right:
            found.append("room")
    product = cost.cost_of(PRODUCT, BOUND_BY_COMPUTE, Tile(1, 4, 4, 4), "pixels_first")
    if product.cycles != PRODUCT_BY_HAND:
        found.append("first tiles")
    best = search.best_tiling(LAYER, MACHINE).best
    if (best.cycles, best.dram_bytes, best.sram_bytes) != BEST_BY_TRYING:
        found.append("best")
    return [*found, *_different_precisions()]


def _different_costs(layer: Convolution, machine: TilingMachine) -> list[str]:
    roomy = replace(machine, sram_bytes=1 << 16)
    found: list[str] = []
    for tile in TILES:
        for order in ORDERS:
            one, walked = cost.cost_of(layer, roomy, tile, order), walk(layer, roomy, tile, order)
            right = (walked.traffic, walked.loads, walked.compute)
            if (one.traffic, one.loads, one.compute_cycles) != right:
                found.append(f"{tile} {order}")
            transfers = 10 * sum(walked.loads.values())
            if one.dram_cycles != transfers + -(-sum(walked.traffic.values()) // 4):
                found.append("transfers")
            if not max(one.dram_cycles, one.compute_cycles) < one.cycles:
                found.append("ends")
    return found


def _different_precisions() -> list[str]:
    """A block's last convolution in fp16 on an NPU that makes half as many products then."""
    layer = next(one for one in layer_table("resnet-50") if one.name == "1.1 expand")
    one = operations.convolution_of(layer, "fp16").one
    sizes = (one.input_bytes, one.weight_bytes, one.output_bytes, one.residual_bytes)
    machine = chips.tiling_chip(soc_named("rk3588"), "fp16").machine
    products = machine.array_rows * machine.array_columns / machine.cycles_per_product
    right = sizes == (2, 2, 2, 2) and one.accumulator_bytes == 4 and products == 512
    return [] if right else ["precision"]


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


def _sums_as_narrow_as_results(layer: Any, tile: Tile) -> dict[Any, int]:
    return tile_bytes(replace(layer, accumulator_bytes=layer.output_bytes), tile)


def _no_room_for_residuals(layer: Any, tile: Tile) -> dict[Any, int]:
    return {one: size for one, size in tile_bytes(layer, tile).items() if one != "residual"}


def _residuals_for_nothing(layer: Any, extents: Any, loads: Any) -> dict[Any, int]:
    found = traffic_of(layer, extents, loads)
    return {one: 0 if one == "residual" else size for one, size in found.items()}


def _no_residuals(layer: Any) -> tuple[str, ...]:
    return ("input", "weights", "output")


def _first_tiles_without_residual(layer: Any, *given: Any) -> int:
    return overlapped(replace(layer, residual_bytes=0), *given)


def _a_cycle_for_any_product(layer: Any, machine: TilingMachine, extents: Any) -> int:
    return compute_cycles(layer, replace(machine, cycles_per_product=1.0), extents)


def _slow_fills(layer: Any, machine: TilingMachine, extents: Any) -> int:
    slow = ceil(machine.fill_cycles * machine.cycles_per_product)
    return compute_cycles(layer, replace(machine, fill_cycles=slow), extents)


def _as_fast_as_with_bytes(soc: Any, unit: Any, precision: str) -> float:
    return speed(soc, unit, "int8")


def _a_byte_for_any_value(precision: str) -> int:
    return 1


def _only_whole_loops(length: int, step: int) -> tuple[int, ...]:
    return (length,)


def _smallest_only(length: int, step: int) -> tuple[int, ...]:
    return (min(step, length),)


def _slowest_first(tiling: Any) -> tuple[int, int, int]:
    return -tiling.cycles, tiling.dram_bytes, tiling.sram_bytes


def _least_traffic(tiling: Any) -> tuple[int, int, int]:
    return tiling.sram_bytes, tiling.cycles, tiling.dram_bytes


RELOADED = {**cost.DEPENDS, "residual": frozenset(("rows", "columns", "channels_in"))}
MUTANTS: dict[str, tuple[object, str, object]] = {
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
    "sums as narrow as results": (cost, "tile_bytes", _sums_as_narrow_as_results),
    "a residual takes no room": (cost, "tile_bytes", _no_room_for_residuals),
    "a residual moves nothing": (cost, "traffic_of", _residuals_for_nothing),
    "residuals are forgotten": (operations.Convolution, "operands", property(_no_residuals)),
    "a residual comes with each sum": (cost, "DEPENDS", RELOADED),
    "nothing waits for the residual": (cost, "_overlapped", _first_tiles_without_residual),
    "a cycle for any product": (cost, "compute_cycles", _a_cycle_for_any_product),
    "slow products fill slowly": (cost, "compute_cycles", _slow_fills),
    "as fast as with bytes": (chips, "_speed", _as_fast_as_with_bytes),
    "a byte for any value": (operations, "bytes_of_value", _a_byte_for_any_value),
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
