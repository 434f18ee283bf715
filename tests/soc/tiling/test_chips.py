"""Tiling on described chips."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler_core.errors import InputError
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.editing import edited_soc
from compiler_core.soc.reading import load_socs, soc_named
from compiler_core.soc.tiling.chips import (
    TilingChip,
    tiled_unit,
    tiling_chip,
    tiling_precisions,
)
from compiler_core.soc.tiling.operations import Convolution
from compiler_core.soc.tiling.records import TilingMachine
from compiler_core.soc.tiling.search import best_tiling


def test_the_generic_array_is_that_of_its_description() -> None:
    """32 × 32 at 1 GHz, 1 MiB, 34.128 bytes and 100 cycles to LPDDR4X; nothing is assumed."""
    machine = TilingMachine(
        name="generic",
        array_rows=32,
        array_columns=32,
        fill_cycles=64,
        sram_bytes=1 << 20,
        buffers=2,
        dram_bytes_per_cycle=34.128,
        dram_latency_cycles=100,
    )
    assert tiling_chip(soc_named("generic")) == TilingChip(machine, 1e9, "int8", ())


def test_a_layer_of_few_columns_leaves_most_of_the_array_idle() -> None:
    """7 columns of pixels take 7 of the array's 32 rows."""
    machine = tiling_chip(soc_named("generic")).machine
    wide = best_tiling(
        Convolution(
            name="56 × 56, 64 to 64",
            rows=56,
            columns=56,
            channels_out=64,
            channels_in=64,
            kernel_rows=3,
            kernel_columns=3,
        ),
        machine,
    ).best
    late = best_tiling(
        Convolution(
            name="7 × 7, 512 to 2048", rows=7, columns=7, channels_out=2048, channels_in=512
        ),
        machine,
    ).best
    assert 0.8 < wide.utilisation < 56 / 64
    assert 0.2 < late.utilisation < 7 / 32


@pytest.mark.parametrize("soc", load_socs(), ids=lambda one: one.name)
def test_what_no_document_gives_is_said(soc: SocDescription) -> None:
    """Every chip has a machine; one without a plain array, SRAM or latency says so."""
    found = tiling_chip(soc)
    said = " ".join(found.assumptions)
    plain = any(unit.array_rows and unit.clock_ghz and not unit.blocks for unit in soc.units)
    assert found.precision == (
        "int8" if "int8" in tiled_unit(soc).precisions else tiling_precisions(soc)[0]
    )
    assert ("32 by 32" in said) != plain
    assert ("on-chip memory of" in said) != (soc.on_chip_bytes > 0)
    assert ("access to DRAM" in said) != (soc.main_memory.latency_ns is not None)


def test_an_assumed_array_has_the_peak_of_the_chip() -> None:
    soc = soc_named("rk3576")
    found = tiling_chip(soc)
    cells = found.machine.array_rows * found.machine.array_columns
    peak = soc.unit("npu").operations_per_second("int8", soc.network_cores)
    assert 2 * cells * found.clock_hertz == pytest.approx(peak)


@pytest.mark.parametrize(
    ("chip", "precision", "products"),
    [
        ("rk3588", "int8", 1024),
        ("rk3588", "fp16", 512),
        ("tesla-fsd", "int8", 9216),
        # Beside a processor that makes a fourth of the products of bytes at fp32.
        ("raspberry-pi-5", "fp32", 256),
    ],
)
def test_the_array_multiplies_at_the_units_rate_for_the_precision(
    chip: str, precision: Precision, products: int
) -> None:
    found = tiling_chip(soc_named(chip), precision)
    machine = found.machine
    cells = machine.array_rows * machine.array_columns
    assert cells / machine.cycles_per_product == products
    said = any(f"At {precision} a cell" in assumption for assumption in found.assumptions)
    assert said == (cells != products)


@pytest.mark.parametrize("chip", ["generic", "tesla-fsd"])
def test_a_precision_without_a_rate_is_refused(chip: str) -> None:
    with pytest.raises(InputError, match="Known: int8"):
        tiling_chip(soc_named(chip), "fp32")


def test_changed_figures_count() -> None:
    """The rate stays, so each of half the cells makes two products in a cycle."""
    soc = soc_named("generic")
    changes = {"npu.array_rows": 16.0, "sram.capacity_bytes": 4096.0, "npu.clock_ghz": 2.0}
    found = tiling_chip(edited_soc(soc, changes)).machine
    expected = replace(
        tiling_chip(soc).machine,
        array_rows=16,
        fill_cycles=48,
        sram_bytes=4096,
        dram_bytes_per_cycle=17.064,
        dram_latency_cycles=200,
        cycles_per_product=0.5,
    )
    assert found == expected
