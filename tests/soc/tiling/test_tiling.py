"""Tiles: costs against a walk through all loops, the search against all legal tiles."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as drawn

from compiler_core.errors import InputError
from compiler_core.soc.tiling.cost import ORDERS, Order, Tile, cost_of, shape_refusal, tile_bytes
from compiler_core.soc.tiling.operations import Convolution, matrix_product, with_values
from compiler_core.soc.tiling.records import TilingMachine
from compiler_core.soc.tiling.search import best_tiling, rank
from compiler_core.soc.tiling.study import least_traffic, tile_of
from tests.soc.tiling.walk import every_legal, walk

MACHINE = TilingMachine(
    name="small",
    array_rows=4,
    array_columns=4,
    fill_cycles=3,
    sram_bytes=900,
    buffers=2,
    dram_bytes_per_cycle=4,
    dram_latency_cycles=10,
)
LAYER = Convolution(
    name="layer", rows=5, columns=9, channels_out=10, channels_in=9, kernel_rows=3, kernel_columns=3
)
LAYERS = drawn.builds(
    Convolution,
    name=drawn.just("drawn"),
    rows=drawn.integers(1, 5),
    columns=drawn.integers(1, 9),
    channels_out=drawn.integers(1, 10),
    channels_in=drawn.integers(1, 9),
    kernel_rows=drawn.integers(1, 3),
    kernel_columns=drawn.integers(1, 3),
    stride=drawn.integers(1, 3),
    input_bytes=drawn.sampled_from((1, 2)),
    weight_bytes=drawn.sampled_from((1, 2)),
    output_bytes=drawn.sampled_from((1, 4)),
    residual_bytes=drawn.sampled_from((0, 1, 2)),
)
MACHINES = drawn.builds(
    TilingMachine,
    name=drawn.just("drawn"),
    array_rows=drawn.integers(1, 4),
    array_columns=drawn.integers(1, 4),
    fill_cycles=drawn.integers(0, 5),
    sram_bytes=drawn.integers(60, 3000),
    buffers=drawn.integers(1, 2),
    dram_bytes_per_cycle=drawn.integers(1, 8),
    dram_latency_cycles=drawn.integers(0, 20),
    cycles_per_product=drawn.sampled_from((1.0, 2.0, 0.5, 3.75)),
)


@settings(deadline=None, max_examples=120, derandomize=True)
@given(LAYERS, MACHINES, drawn.data())
def test_costs_are_those_of_the_walk(
    layer: Convolution, machine: TilingMachine, data: drawn.DataObject
) -> None:
    roomy = replace(machine, sram_bytes=1 << 20)
    lengths = (layer.rows, layer.columns, layer.channels_out, layer.channels_in)
    tiles = [Tile(*one) for one in product(*(range(1, length + 1) for length in lengths))]
    legal = [one for one in tiles if not shape_refusal(layer, roomy, one)]
    tile = data.draw(drawn.sampled_from(legal))
    order = data.draw(drawn.sampled_from(tuple(ORDERS)))
    found, walked = cost_of(layer, roomy, tile, order), walk(layer, roomy, tile, order)
    assert found.traffic == walked.traffic
    assert found.loads == walked.loads
    assert found.compute_cycles == walked.compute


@settings(deadline=None, max_examples=40, derandomize=True)
@given(LAYERS, MACHINES)
def test_no_legal_tile_is_better_than_the_best(layer: Convolution, machine: TilingMachine) -> None:
    others = list(every_legal(layer, machine))
    if not others:
        with pytest.raises(InputError, match="no tile fits"):
            best_tiling(layer, machine)
        return
    assert rank(best_tiling(layer, machine).best) == min(rank(other) for other in others)


@settings(deadline=None, max_examples=40, derandomize=True)
@given(LAYERS, MACHINES)
def test_time_is_within_its_bounds(layer: Convolution, machine: TilingMachine) -> None:
    macs_per_cycle = machine.array_rows * machine.array_columns / machine.cycles_per_product
    once = least_traffic(layer)
    for one in every_legal(layer, machine):
        assert all(one.traffic[operand] >= size for operand, size in once.items())
        assert one.sram_bytes <= machine.sram_bytes
        assert one.compute_cycles >= layer.multiply_accumulates / macs_per_cycle
        assert one.dram_cycles >= one.dram_bytes / machine.dram_bytes_per_cycle
        assert max(one.dram_cycles, one.compute_cycles) <= one.cycles
        assert one.cycles <= one.dram_cycles + one.compute_cycles
        assert 0 < one.utilisation <= 1


@settings(deadline=None, max_examples=40, derandomize=True)
@given(LAYERS, MACHINES, drawn.integers(1, 2000))
def test_more_memory_is_never_slower(layer: Convolution, machine: TilingMachine, more: int) -> None:
    try:
        before = best_tiling(layer, machine).best
    except InputError:
        return
    roomier = replace(machine, sram_bytes=machine.sram_bytes + more)
    assert best_tiling(layer, roomier).best.cycles <= before.cycles
    wider = replace(machine, dram_bytes_per_cycle=machine.dram_bytes_per_cycle + more)
    assert best_tiling(layer, wider).best.cycles <= before.cycles


@settings(deadline=None, max_examples=40, derandomize=True)
@given(LAYERS, MACHINES)
def test_two_buffers_are_never_slower_than_one_for_the_same_tiles(
    layer: Convolution, machine: TilingMachine
) -> None:
    single = replace(machine, buffers=1)
    for one in every_legal(layer, replace(machine, buffers=2)):
        tile, order = tile_of(one)
        assert one.cycles <= cost_of(layer, single, tile, order).cycles


@settings(deadline=None, max_examples=40, derandomize=True)
@given(LAYERS, MACHINES, drawn.sampled_from((2, 4)))
def test_wider_values_and_a_residual_are_never_faster_than_the_same_layer_without(
    layer: Convolution, machine: TilingMachine, times: int
) -> None:
    plain = replace(layer, residual_bytes=0, input_bytes=1, weight_bytes=1, output_bytes=1)
    wide = with_values(plain, times)
    slower = replace(machine, cycles_per_product=machine.cycles_per_product * times)
    for harder, other in ((replace(plain, residual_bytes=1), machine), (wide, slower)):
        try:
            found = best_tiling(harder, other).best
        except InputError:
            continue
        assert best_tiling(plain, machine).best.cycles < found.cycles


def test_half_precision_worked_out_by_hand() -> None:
    """The product of tiles of 4 in two bytes a value and two cycles a product: twice the traffic
    of bytes, sums as wide as before, strips twice as long and no longer to fill."""
    layer = matrix_product("product", 8, 8, 8, bytes_of_value=2)
    machine = replace(MACHINE, cycles_per_product=2.0)
    found = cost_of(layer, machine, Tile(1, 4, 4, 4), "pixels_first")
    assert found.traffic == {"input": 256, "weights": 256, "output": 128}
    assert found.dram_cycles == 20 * 10 + 160
    assert found.compute_cycles == 8 * (4 * 2 + 3)
    assert found.sram_bytes == 2 * (2 * 16 + 2 * 16 + 4 * 16)
    assert found.cycles == 360 + (4 * 2 + 3)
    assert found.utilisation == 8 * 8 * 8 / (371 * 16 / 2)


def test_a_residual_worked_out_by_hand() -> None:
    """Each of the 4 tiles of the result reads its 16 bytes once, whatever the sums are cut into,
    into two buffers of their own; the first of them has to come in before anything is computed."""
    layer = replace(matrix_product("product", 8, 8, 8), residual_bytes=1)
    found = cost_of(layer, MACHINE, Tile(1, 4, 4, 4), "pixels_first")
    assert found.loads == {"input": 8, "weights": 8, "residual": 4, "output": 4}
    assert found.traffic == {"input": 128, "weights": 128, "residual": 64, "output": 64}
    assert found.dram_cycles == 24 * 10 + 384 // 4
    assert found.sram_bytes == 2 * (16 + 16 + 16 + 64)
    assert found.cycles == 336 + (4 + 3)
    fast = replace(MACHINE, dram_bytes_per_cycle=1000, dram_latency_cycles=1)
    by_compute = cost_of(layer, fast, Tile(1, 4, 4, 4), "pixels_first")
    assert by_compute.bound == "compute"
    assert by_compute.cycles == (3 + 1) + 8 * (4 + 3) + (1 + 1)


def test_a_matrix_product_worked_out_by_hand() -> None:
    """8 × 8 times 8 × 8 in tiles of 4: each row strip of the left one meets two column strips."""
    layer = matrix_product("product", 8, 8, 8)
    found = cost_of(layer, MACHINE, Tile(1, 4, 4, 4), "pixels_first")
    assert found.loads == {"input": 8, "weights": 8, "output": 4}
    assert found.traffic == {"input": 128, "weights": 128, "output": 64}
    assert found.dram_cycles == 20 * 10 + 80
    assert found.compute_cycles == 8 * (4 + 3)
    assert found.sram_bytes == 2 * (16 + 16 + 64)
    assert found.cycles == 280 + 7
    assert found.bound == "memory"


def test_a_whole_row_of_the_left_matrix_stays() -> None:
    layer = matrix_product("product", 8, 8, 8)
    found = cost_of(layer, MACHINE, Tile(1, 4, 4, 8), "pixels_first")
    assert found.loads == {"input": 2, "weights": 4, "output": 4}


def test_weights_that_fit_are_loaded_once_and_need_one_buffer() -> None:
    machine = replace(MACHINE, sram_bytes=4000)
    found = cost_of(LAYER, machine, Tile(1, 9, 10, 9), "pixels_first")
    sizes = tile_bytes(LAYER, Tile(1, 9, 10, 9))
    assert found.loads["weights"] == 1
    assert found.sram_bytes == sizes["weights"] + 2 * (sizes["input"] + sizes["output"])


@pytest.mark.parametrize(
    ("tile", "order", "reason"),
    [
        (Tile(1, 4, 4, 4), "pixels_first", None),
        (Tile(1, 3, 4, 9), "pixels_first", "3 columns is not a multiple of the array's 4"),
        (Tile(1, 4, 5, 9), "pixels_first", "5 output channels is not a multiple"),
        (Tile(1, 4, 4, 2), "pixels_first", "2 input channels is not a multiple"),
        (Tile(5, 9, 10, 9), "pixels_first", "bytes of SRAM; there are 900"),
        (Tile(6, 4, 4, 4), "pixels_first", "not between 1 and 5"),
        (Tile(0, 4, 4, 4), "pixels_first", "not between 1 and 5"),
        (Tile(1, 4, 4, 4), "any", "Orders: pixels_first, channels_first"),
    ],
)
def test_illegal_tiles_are_refused_with_the_reason(
    tile: Tile, order: Order, reason: str | None
) -> None:
    if reason is None:
        assert cost_of(LAYER, MACHINE, tile, order).sram_bytes <= MACHINE.sram_bytes
        return
    with pytest.raises(InputError) as refused:
        cost_of(LAYER, MACHINE, tile, order)
    assert reason in str(refused.value)


@pytest.mark.parametrize("most", [40, 150])
def test_of_too_many_choices_some_are_left_out_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    layer = Convolution(
        name="large",
        rows=20,
        columns=24,
        channels_out=16,
        channels_in=16,
        kernel_rows=3,
        kernel_columns=3,
    )
    machine = replace(MACHINE, sram_bytes=6000)
    whole = best_tiling(layer, machine)
    monkeypatch.setattr("compiler_core.soc.tiling.search.MAXIMUM_CANDIDATES", most)
    found = best_tiling(layer, machine)
    assert (whole.exhaustive, found.exhaustive) == (True, False)
    assert found.tried + found.did_not_fit <= most
    assert rank(whole.best) <= rank(found.best)
    assert found.best.cycles <= 3 * whole.best.cycles


def test_layers_and_machines_that_cannot_be_are_refused() -> None:
    with pytest.raises(InputError, match="stride"):
        replace(LAYER, stride=0)
    with pytest.raises(InputError, match="buffers"):
        replace(MACHINE, buffers=3)
    with pytest.raises(InputError, match="sram_bytes"):
        replace(MACHINE, sram_bytes=0)
    with pytest.raises(InputError, match="too long"):
        best_tiling(
            Convolution(name="long", rows=1 << 21, columns=1, channels_out=1, channels_in=1),
            MACHINE,
        )
