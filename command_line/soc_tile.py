"""`lowlab soc tile`: what tiles of one layer cost, beside the best that a search finds."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from command_line.options import AsJson
from command_line.soc_decode import SocOption

if TYPE_CHECKING:
    from compiler_core.soc.description import Precision
    from compiler_core.soc.tiling.chosen import ChosenTile
    from compiler_core.soc.tiling.cost import Order, Tile
    from compiler_core.soc.tiling.operations import GroupedConvolution
    from compiler_core.soc.tiling.study import TileStudy

LAYER_METAVAR = "ROWSxCOLUMNSxINxOUT"
_MOST_DIGITS = 15

LayerOption = Annotated[
    str,
    typer.Option(metavar=LAYER_METAVAR, help="The output's pixels, channels in, channels out."),
]
ResidualsOption = Annotated[
    int, typer.Option(help="Tensors of the output's shape that are added to it.")
]
PrecisionOption = Annotated[
    str, typer.Option(help="Of the values: int8, fp16 or fp32, as far as the chip has it.")
]
TileOption = Annotated[
    str | None, typer.Option(metavar=LAYER_METAVAR, help="Of a tile; else the best found.")
]
OrderOption = Annotated[
    str, typer.Option(help="Of the loops over tiles: pixels_first or channels_first.")
]


def soc_tile_command(
    layer: LayerOption = "56x56x64x64",
    window: Annotated[str, typer.Option(metavar="ROWSxCOLUMNS", help="Of the kernel.")] = "3x3",
    stride: Annotated[int, typer.Option(help="Of the window, in both directions.")] = 1,
    groups: Annotated[int, typer.Option(help="So many of these layers, one after the other.")] = 1,
    residuals: ResidualsOption = 0,
    precision: PrecisionOption = "",
    tile: TileOption = None,
    order: OrderOption = "pixels_first",
    buffers: Annotated[int, typer.Option(help="1, or 2: one loads while one is used.")] = 2,
    soc: SocOption = "generic",
    as_json: AsJson = False,
) -> int:
    """Model SRAM, DRAM traffic and time of one layer cut into tiles."""
    from command_line.output import print_json, print_lines
    from compiler_core.json_form import record_json
    from compiler_core.soc.reading import soc_named
    from compiler_core.soc.tiling.chips import tiling_chip
    from compiler_core.soc.tiling.search import best_tiling
    from compiler_core.soc.tiling.study import study, tile_of

    chip = tiling_chip(soc_named(soc), _precision(precision) if precision else None)
    chip = replace(chip, machine=replace(chip.machine, buffers=buffers))
    convolution = _added(_layer(layer, window, stride, groups), residuals, chip.precision)
    search = best_tiling(convolution.one, chip.machine)
    choice = tile_of(search.best) if tile is None else _choice(tile, order)
    tiling_study = study(convolution, chip, choice, search, 0)
    if as_json:
        print_json(record_json(tiling_study))
    else:
        print_lines(report_lines(tiling_study))
    return 0


def _layer(layer: str, window: str, stride: int, groups: int) -> GroupedConvolution:
    from compiler_core.soc.tiling.operations import Convolution, GroupedConvolution
    from compiler_core.soc.tiling.records import check_whole

    check_whole("--groups", groups, 1)
    rows, columns, given, made = _sizes("--layer", layer, LAYER_METAVAR)
    kernel_rows, kernel_columns = _sizes("--window", window, "ROWSxCOLUMNS")
    convolution = Convolution(
        name="layer",
        rows=rows,
        columns=columns,
        channels_out=made,
        channels_in=given,
        kernel_rows=kernel_rows,
        kernel_columns=kernel_columns,
        stride=stride,
    )
    return GroupedConvolution(convolution, groups)


def _precision(text: str) -> Precision:
    from command_line.soc_cnn import one_of
    from compiler_core.soc.tiling.operations import VALUE_BYTES

    return one_of("precision", text, tuple(VALUE_BYTES))


def _added(layer: GroupedConvolution, residuals: int, precision: Precision) -> GroupedConvolution:
    """The layer with values of this precision and with residuals."""
    from compiler_core.soc.tiling.operations import bytes_of_value, with_values
    from compiler_core.soc.tiling.records import check_whole

    check_whole("--residuals", residuals, 0)
    size = bytes_of_value(precision)
    convolution = replace(layer.one, residual_bytes=residuals * size)
    return replace(layer, one=with_values(convolution, size))


def _choice(tile: str, order: str) -> tuple[Tile, Order]:
    from command_line.soc_cnn import one_of
    from compiler_core.soc.tiling.cost import ORDERS, Tile

    rows, columns, given, made = _sizes("--tile", tile, LAYER_METAVAR)
    return Tile(rows, columns, made, given), one_of("order", order, tuple(ORDERS))


def _sizes(option: str, text: str, form: str) -> tuple[int, ...]:
    """Raises InputError for anything but so many whole numbers with an x between them."""
    from compiler_core.errors import InputError
    from compiler_core.typed_numbers import whole_numbers

    numbers = whole_numbers(text.split("x"), _MOST_DIGITS)
    if numbers is None or len(numbers) != len(form.split("x")):
        raise InputError(f"{option} cannot be {text[:40]!r}.", f"Give it as {form}, in numbers.")
    return numbers


def report_lines(study: TileStudy) -> list[str]:
    """The choice and the best side by side, or why the choice is refused."""
    from command_line.output import columns

    refusal = study.choice.refusal
    heading = ("", "rows", "columns", "in", "out", "order", "SRAM bytes", "DRAM bytes",
               "DRAM cycles", "array cycles", "cycles", "µs")  # fmt: skip
    rows = [("choice", *_cells(study, study.choice))]
    if study.best is not None:
        rows.append(("best", *_cells(study, study.best)))
    return [
        *columns([heading, *rows]),
        "",
        *([f"Refused: {refusal.reason} {refusal.advice}"] if refusal else []),
        *_beside(study),
        f"Values are {study.chip.precision}, sums have 32 bits.",
        *study.chip.assumptions,
        "All of it is modelled.",
    ]


def _beside(study: TileStudy) -> list[str]:
    if study.times_as_long is None:
        return []
    return [f"The choice takes {study.times_as_long:.3f} times as long as the best."]


def _cells(study: TileStudy, choice: ChosenTile) -> tuple[str, ...]:
    tile, tiling, groups = choice.tile, choice.tiling, study.layer.groups
    lengths = (tile.rows, tile.columns, tile.channels_in, tile.channels_out)
    counts = (
        (tiling.dram_bytes, tiling.dram_cycles, tiling.compute_cycles, tiling.cycles)
        if tiling
        else ()
    )
    time = f"{study.seconds(tiling.cycles) * 1e6:,.1f}" if tiling else "-"
    return (
        *(f"{length:,}" for length in lengths),
        choice.order,
        f"{choice.sram_bytes:,}",
        *([f"{count * groups:,}" for count in counts] or ["-"] * 4),
        time,
    )
