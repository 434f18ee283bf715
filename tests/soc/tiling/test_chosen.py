"""One choice, the steps of its loops, the choices around it, and layers of networks as tiles."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as drawn

from compiler_core.errors import InputError
from compiler_core.graph.fusion.fuse import fuse
from compiler_core.graph.fusion.small_graphs import SMALL_GRAPHS
from compiler_core.graph.layers.layer import dense, depthwise, pooling
from compiler_core.graph.layers.model_layers import model_layers
from compiler_core.soc.description import Precision
from compiler_core.soc.networks.layer_tables import layer_table
from compiler_core.soc.tiling.chosen import chosen_tile, tile_space
from compiler_core.soc.tiling.cost import ORDERS, Tile, cost_of, shape_refusal
from compiler_core.soc.tiling.operations import Convolution, convolution_of
from compiler_core.soc.tiling.records import TilingMachine
from compiler_core.soc.tiling.steps import TileSpan, step_count, tile_step
from compiler_core.soc.tiling.study import least_traffic
from tests.soc.tiling.test_tiling import LAYER, LAYERS, MACHINE, MACHINES


@settings(deadline=None, max_examples=60, derandomize=True)
@given(LAYERS, MACHINES, drawn.data())
def test_the_steps_together_move_what_the_formulas_say(
    layer: Convolution, machine: TilingMachine, data: drawn.DataObject
) -> None:
    roomy = replace(machine, sram_bytes=1 << 20)
    whole = Tile(layer.rows, layer.columns, layer.channels_out, layer.channels_in)
    tile = Tile(
        data.draw(drawn.integers(1, whole.rows)),
        data.draw(drawn.integers(1, whole.columns)),
        data.draw(drawn.integers(1, whole.channels_out)),
        data.draw(drawn.integers(1, whole.channels_in)),
    )
    tile = whole if shape_refusal(layer, roomy, tile) else tile
    tiling = cost_of(layer, roomy, tile, data.draw(drawn.sampled_from(tuple(ORDERS))))
    count = step_count(tiling.extents)
    steps = [tile_step(layer, tiling.extents, number) for number in range(min(count, 400))]
    if count > len(steps):
        return
    for operand, size in tiling.traffic.items():
        moved = [step.moved[operand] for step in steps if step.moved[operand]]
        assert (sum(moved), len(moved)) == (size, tiling.loads[operand])


def test_a_step_worked_out_by_hand() -> None:
    """Rows 2 to 3 of 5 under a 3 × 3 window read rows 2 to 5; the weights stay."""
    tiling = cost_of(LAYER, replace(MACHINE, sram_bytes=9000), Tile(2, 9, 10, 9), "pixels_first")
    step = tile_step(LAYER, tiling.extents, 1)
    assert (step.number, step.count) == (1, 3)
    assert step.spans["rows"] == TileSpan(2, 2)
    assert (step.input_rows, step.input_columns) == (TileSpan(2, 4), TileSpan(0, 11))
    assert step.moved == {"input": 4 * 11 * 9, "weights": 0, "output": 2 * 9 * 10}
    added = tile_step(replace(LAYER, residual_bytes=2), tiling.extents, 1)
    assert added.moved == step.moved | {"residual": 2 * 9 * 10 * 2}
    for number in (-1, 3):
        with pytest.raises(InputError, match="step"):
            tile_step(LAYER, tiling.extents, number)


@settings(deadline=None, max_examples=40, derandomize=True)
@given(LAYERS, MACHINES)
def test_a_choice_is_refused_exactly_when_it_has_no_cost(
    layer: Convolution, machine: TilingMachine
) -> None:
    whole = Tile(layer.rows, layer.columns, layer.channels_out, layer.channels_in)
    space = tile_space(layer, machine, whole, "pixels_first", whole)
    assert space.across != space.down
    for one in (cell for row in space.cells for cell in row):
        if one.refusal is None:
            assert one.tiling == cost_of(layer, machine, one.tile, "pixels_first")
            assert one.tiling is not None
            assert one.tiling.sram_bytes == one.sram_bytes
            continue
        assert one.tiling is None
        with pytest.raises(InputError) as refused:
            cost_of(layer, machine, one.tile, "pixels_first")
        assert one.refusal.reason in str(refused.value)


def test_a_choice_that_is_too_large_says_by_how_much() -> None:
    found = chosen_tile(LAYER, MACHINE, Tile(5, 9, 10, 9), "pixels_first")
    assert found.refusal is not None
    assert f"so {found.sram_bytes - MACHINE.sram_bytes:,} too few" in found.refusal.reason
    with pytest.raises(InputError, match="rows"):
        chosen_tile(LAYER, MACHINE, Tile(6, 9, 10, 9), "pixels_first")


@pytest.mark.parametrize(
    ("length", "advice"), [(3, "Take 4 "), (5, "Take 4 or 8 "), (9, "8 or 10")]
)
def test_the_legal_lengths_beside_an_illegal_one_are_named(length: int, advice: str) -> None:
    refused = shape_refusal(LAYER, MACHINE, Tile(1, 9, length, 9))
    assert refused is not None
    assert advice in refused.advice
    assert "not a multiple of the array's 4" in refused.reason


def test_layers_of_networks_keep_their_products() -> None:
    """Each multiply-accumulate of a table is one of its tiled convolutions."""
    layers = [one for name in ("mobilenet-v2", "resnet-50") for one in layer_table(name)]
    for layer in layers:
        if not layer.macs:
            continue
        found = convolution_of(layer)
        assert found.one.multiply_accumulates * found.groups == layer.macs
        assert found.one.stride == layer.stride


@pytest.mark.parametrize(
    ("graph", "tensors"),
    [("conv-add-residual", 1), ("conv-bias-relu", 0), ("matmul-add", 0), ("diamond", 0)],
)
def test_what_a_fused_sum_reads_besides_is_counted(graph: str, tensors: int) -> None:
    """Of a kernel of an ONNX graph: the shortcut, but no input of the convolution itself."""
    model = SMALL_GRAPHS[graph]()
    layers = [layer for layer in model_layers(model, fuse(model).groups) if layer.macs]
    found = [one.residual_elements // one.output_elements for one in layers]
    assert sum(found) == tensors


@pytest.mark.parametrize("precision", ["int8", "fp16"])
def test_a_block_of_a_residual_network_reads_its_shortcut_beside(precision: Precision) -> None:
    """Of ResNet-50 by its table, 16 kernels; each adds one tensor of its output's shape."""
    kernels = [one for one in layer_table("resnet-50") if one.macs]
    added = [kernel for kernel in kernels if convolution_of(kernel, precision).one.residual_bytes]
    assert len(added) == 3 + 4 + 6 + 3
    one = convolution_of(added[0], precision).one
    assert least_traffic(one)["residual"] == least_traffic(one)["output"]
    with pytest.raises(InputError, match="int4 are not tiled"):
        convolution_of(added[0], "int4")


def test_pixels_that_a_window_steps_over_are_no_traffic_that_has_to_be() -> None:
    layer = Convolution(
        name="shortcut",
        rows=4,
        columns=4,
        channels_out=4,
        channels_in=4,
        kernel_rows=1,
        kernel_columns=1,
        stride=2,
    )
    assert least_traffic(layer)["input"] == 4 * 4 * 4
    whole = cost_of(layer, replace(MACHINE, sram_bytes=9000), Tile(4, 4, 4, 4), "pixels_first")
    assert whole.traffic["input"] == 7 * 7 * 4


def test_a_depthwise_layer_is_one_channel_so_many_times() -> None:
    found = convolution_of(depthwise("separable", 56, 128, 2))
    assert found.groups == 128
    assert (found.one.channels_in, found.one.channels_out) == (1, 1)
    assert found.one.input_rows(found.one.rows) == 57
    assert convolution_of(dense("classes", 2048, 1000)).one.channels_in == 2048
    with pytest.raises(InputError, match="multiplies nothing"):
        convolution_of(pooling("pool", 7, 1, 64))


def test_more_lengths_than_are_shown_keep_the_ends_and_the_best() -> None:
    layer = Convolution(
        name="large",
        rows=112,
        columns=112,
        channels_out=64,
        channels_in=64,
        kernel_rows=3,
        kernel_columns=3,
    )
    machine = replace(MACHINE, sram_bytes=1 << 16)
    tile = Tile(17, 20, 8, 64)
    space = tile_space(layer, machine, Tile(13, 12, 8, 64), "pixels_first", tile)
    assert (space.down, space.across) == ("rows", "columns")
    assert {1, 13, 112, tile.rows} <= set(space.down_lengths)
    assert {12, 112, tile.columns} <= set(space.across_lengths)
    assert max(len(space.down_lengths), len(space.across_lengths)) <= 11
