"""Layers in blocks: numbers counted by hand, and what must hold for every layer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.content_files import ContentError, read_yaml
from compiler_core.graph.layers.layer import Layer, convolution, dense, depthwise, pooling
from compiler_core.soc.description import Figure
from compiler_core.soc.editing import edited_soc
from compiler_core.soc.networks import blocks
from compiler_core.soc.networks.cnn import network_cost
from compiler_core.soc.reading import SOC_FOLDER, soc_named, soc_of
from tests.soc.vela.comparison import IDEAL
from tests.soc.vela.systems import CHIP

CLOCK = 1e9


def machine(streamed: bool = True, **changed: float) -> blocks.BlockMachine:
    """The described array, with some of its figures changed."""
    soc = soc_named(CHIP)
    found = blocks.figures_of(soc.unit("npu"))
    assert found is not None
    figures, rows, columns = found
    figures = replace(figures, **{key: Figure(value, "test") for key, value in changed.items()})
    sram, dram = (blocks.path_of(memory, CLOCK) for memory in soc.memories)
    assert sram is not None
    assert dram is not None
    return blocks.BlockMachine(
        rows=rows,
        columns=columns,
        figures=figures,
        sram=sram,
        dram=dram,
        spare_bytes=2 << 20,
        streamed=streamed,
        element_bytes=1,
    )


def both_ways(layer: Layer, plain: blocks.BlockMachine, block: tuple[int, int, int]) -> float:
    """Bytes of SRAM, read and written."""
    return blocks._input_bytes(layer, plain, block, plain.sram) + blocks._output_bytes(
        layer, plain, block, plain.sram
    )


def counted() -> list[bool]:
    """What is counted by hand; the mutants break one or the other."""
    plain, dense_layer = machine(), dense("dense", 512, 512)
    deep = depthwise("deep", 16, 16)
    whole = blocks.best_schedule(dense_layer, plain)
    resident = blocks.best_schedule(dense_layer, machine(streamed=False))
    pointwise = convolution("pointwise", 16, (64, 64), 1, 2, residual=100)
    wide = blocks.best_schedule(convolution("wide", 112, (16, 96), 1), plain)
    return [
        # 512 inputs take 16 rounds; weights of 8 outputs are decoded in 32 cycles.
        whole.channels == 128,
        whole.cycles == pytest.approx(512 // 8 * 16 * 32 + 128 * 10 / 256 * 500 + 532),
        # Inputs once for each 128 outputs; outputs are written 16 bytes to a burst of 32.
        whole.sram_bytes == 4 * 512 + 2 * 512,
        whole.dram_bytes == 512 * 512 + 512 * 10,
        whole.weights_from == "dram",
        # From SRAM, scales wait less and short blocks are sooner: inputs once for each 8 outputs.
        (resident.channels, resident.dram_bytes) == (8, 0),
        resident.sram_bytes == 64 * 512 + 4 * 512 + 512 * 522,
        # Taps in fours, on channels in eights, or tap by tap on channels in thirty-twos.
        [blocks.product_rounds(convolution("", 8, (depth, 8), 3), plain) for depth in (3, 32, 40)]
        == [3, 9, 15],
        [blocks.product_rounds(depthwise("", 8, 8, 1, side), plain) for side in (3, 5)] == [3, 7],
        # 64 groups of 4 pixels, 4 cycles each, 3 rounds, twice 8 channels.
        blocks._computed(deep, plain, (16, 16, 16)) == 64 * 4 * 3 * 2,
        blocks._computed(deep, plain, (2, 2, 8)) == 3 * 32,
        blocks._written(plain, (16, 16, 16), plain.sram) == 1024,
        blocks._written(plain, (2, 2, 8), plain.dram) == pytest.approx(156.25),
        blocks._buffered(deep, plain, (16, 16, 16)) == 2 * (4 * 4096 + 18 * 18 * 16),
        blocks._buffered(pointwise, plain, (2, 2, 8)) == 2 * (4 * 32 + 9 * 32),
        # Four blocks of 10 by 10, 8 of 32 bytes of each burst wanted; the same of what is written.
        both_ways(deep, plain, (8, 8, 8)) == 4 * (6400 + 4096),
        # 64 outputs in two blocks read 4 times 15 by 7 of 16 by 16 inputs; others once.
        both_ways(pointwise, plain, (8, 4, 32)) == 2 * 2 * 15 * 7 * 64 + 100 + 2 * 64 * 64,
        # 4 outputs leave in a cycle, and nothing makes up for that.
        wide.cycles >= 112 * 112 * 96 / 4,
        wide.cycles <= 1.01 * 112 * 112 * 96 / 4,
        wide.weights_from == "sram",
    ]


def test_layers_cost_what_is_counted_by_hand() -> None:
    assert [index for index, holds in enumerate(counted()) if not holds] == []


@st.composite
def layers(draw: st.DrawFn) -> Layer:
    """Any layer with products."""
    size, given, out = (draw(st.integers(1, most)) for most in (70, 300, 300))
    stride, side = draw(st.integers(1, 2)), draw(st.sampled_from((1, 3, 5)))
    kind = draw(st.sampled_from(("convolution", "depthwise", "dense")))
    if kind == "dense":
        return dense("any", given, out)
    if kind == "depthwise":
        return depthwise("any", size, given, stride, side)
    return convolution("any", size, (given, out), side, stride)


@settings(deadline=None, max_examples=80)
@given(layers())
def test_no_schedule_beats_what_cannot_be_beaten(layer: Layer) -> None:
    plain = machine()
    found = blocks.best_schedule(layer, plain)
    assert found.cycles >= layer.macs / 256
    assert found.cycles >= layer.output_elements / 4
    assert found.sram_bytes + found.dram_bytes >= layer.output_elements + layer.weight_elements
    smaller = blocks.best_schedule(layer, machine(buffer_bytes=8192))
    assert smaller.seconds_order(plain) >= found.seconds_order(plain)
    faster = replace(plain, dram=replace(plain.dram, bytes_per_cycle=8.0))
    sooner = blocks.best_schedule(layer, faster)
    assert sooner.seconds_order(faster)[0] <= found.seconds_order(plain)[0]


@settings(deadline=None, max_examples=40)
@given(layers())
def test_a_buffer_too_small_for_anything_still_has_a_schedule(layer: Layer) -> None:
    found = blocks.best_schedule(layer, machine(buffer_bytes=1))
    assert (found.rows, found.columns, found.channels) == (2, 2, 8)


def test_pooling_moves_everything_once() -> None:
    found = blocks.best_schedule(pooling("pool", 28, 14, 64), machine())
    assert (found.cycles, found.sram_bytes) == (14 * 14 * 64 / 4, (28 * 28 + 14 * 14) * 64)


def test_what_does_not_fit_on_the_chip_comes_from_dram_in_whole_bursts() -> None:
    large, soc = convolution("large", 256, (16, 32), 3), soc_named(CHIP)
    inside = network_cost(soc, [convolution("small", 64, (16, 32), 3)], "int8", IDEAL)
    outside = network_cost(soc, [large], "int8", IDEAL)
    assert inside.per_kernel[0].dram_bytes < 64 * 64 * 16
    # Of each burst of 128 bytes 16 or 32 are wanted, unless a whole line of channels is.
    assert outside.per_kernel[0].dram_bytes > large.input_elements + large.output_elements
    assert outside.per_kernel[0].bound == "dram"


def changed(**entries: Any) -> Any:
    """The described chip with figures of its blocks replaced."""
    found: Any = read_yaml(SOC_FOLDER / f"{CHIP}.yaml")
    found["units"][0]["blocks"].update(entries)
    return found


def test_a_description_of_blocks_must_add_up() -> None:
    with pytest.raises(ContentError, match="512 products a cycle, but 256"):
        soc_of("place", "name", changed(pixel_rows=[4, "features"]))
    with pytest.raises(ContentError, match="whole number"):
        soc_of("place", "name", changed(outputs_per_cycle=[0.5, "features"]))
    with pytest.raises(ContentError, match="number and its source"):
        soc_of("place", "name", changed(weight_cycles=32))
    with pytest.raises(ContentError, match="streamed or left out"):
        soc_of("place", "name", changed() | {"network_weights": "sometimes"})


def test_a_unit_edited_to_be_faster_is_faster_at_the_same_shape() -> None:
    soc, layer = soc_named(CHIP), convolution("square", 56, (64, 64), 3)
    faster = edited_soc(soc, {"npu.macs_per_cycle.int8": 512})
    before, after = (
        network_cost(one, [layer], "int8", IDEAL).per_kernel[0] for one in (soc, faster)
    )
    assert after.compute_seconds == pytest.approx(before.compute_seconds / 2, rel=0.05)
    assert 0.9 < after.utilisation <= 1
