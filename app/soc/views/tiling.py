"""Tiles of one layer: room in SRAM, traffic, time, the choices around, beside the best found."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from app.addresses.chips import SocRequest
from app.drawing.views.chart import Chart
from app.soc.views.tile_beside import beside_words
from app.soc.views.tile_charts import room_chart, time_chart
from app.soc.views.tile_picture import TilePicture, tile_picture
from app.soc.views.tile_space import SpaceTable, space_table
from app.soc.views.tiling_fields import ORDER_TITLES, tile_address
from app.words import capitalised, count
from compiler_core.amounts import time_text
from compiler_core.sizes import size_text
from compiler_core.soc.tiling.beside_cost import CostBeside
from compiler_core.soc.tiling.chosen import ChosenTile
from compiler_core.soc.tiling.cost import Tile
from compiler_core.soc.tiling.records import Operand, Tiling
from compiler_core.soc.tiling.study import TileStudy

_CLOSE = 1.005


@dataclass(frozen=True, slots=True, kw_only=True)
class OperandRow:
    """One operand: its tile, its buffers, and what it moves between DRAM and SRAM."""

    title: str
    """Of the operand, as `Input`."""
    tile: str
    """Size of one tile, with its unit."""
    buffers: str
    """How many of them SRAM holds."""
    room: str
    """Size of all its buffers, with its unit."""
    loads: str
    """How often a tile moves, `–` where the choice is refused."""
    traffic: str
    """Bytes between DRAM and SRAM with their unit, `–` where the choice is refused."""
    times_over: str
    """Traffic over the least possible, as `1.25`; `–` where the choice is refused."""
    best_traffic: str
    """The same of the best choice, `–` where none is known."""


@dataclass(frozen=True, slots=True)
class FigureRow:
    """One figure of the choice and of the best."""

    title: str
    chosen: str
    best: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TilingView:
    """One layer cut into tiles, and what that choice costs."""

    refusal: str
    """Why the choice is not legal, empty if it is."""
    advice: str
    """What to choose instead, empty where the choice is legal."""
    best_address: str
    """"" where the choice is the best, or none is known."""
    best_words: str
    """The best choice and how many were tried; empty where none is known."""
    unsearched: str
    """Why no best is known."""
    searching: str
    """While it is sought."""
    room: Chart
    """Of the buffers in SRAM."""
    time: Chart | None
    """Of array and DRAM; None where the choice is refused."""
    operands: tuple[OperandRow, ...]
    """Input, weights, residual if any, and output."""
    figures: tuple[FigureRow, ...]
    """Of the choice and of the best."""
    picture: TilePicture
    """The operands cut into tiles, at one step."""
    space: SpaceTable
    """Choices around this one."""
    why: tuple[str, ...]
    """How the numbers come about, in sentences; empty where the choice is refused."""
    beside: tuple[str, ...]
    """How the view Cost differs."""
    assumptions: tuple[str, ...]
    """Sentences on what the model takes for granted."""


def tiling_headline(study: TileStudy) -> str:
    """What the choice costs, why, and how far it is from the best."""
    tiling, best = study.choice.tiling, study.best
    if tiling is None:
        best_says = f" The best found takes {_time(study, best.tiling)}." if best else ""
        return f"These tiles are refused.{best_says}"
    return (
        f"{_tile_words(study.choice.tile)} take {_time(study, tiling)} (modelled), "
        f"{_beside_best(study)}{_bound_words(tiling, study.layer.groups)}"
    )


def _time(study: TileStudy, tiling: Tiling | None) -> str:
    if tiling is None:
        return ""
    cycles = tiling.cycles * study.layer.groups
    return f"{cycles:,} cycles, {time_text(study.seconds(tiling.cycles))}"


def _tile_words(tile: Tile) -> str:
    return (
        f"Tiles of {tile.rows:,} × {tile.columns:,} pixels, "
        f"{count(tile.channels_out, 'output channel')} and "
        f"{count(tile.channels_in, 'input channel')}"
    )


def _beside_best(study: TileStudy) -> str:
    if study.times_as_long is None:
        return "and the best is not known. "
    if study.times_as_long <= 1:
        return "and nothing tried is faster. "
    if study.times_as_long < _CLOSE:
        return "within 0.5% of the best found. "
    return f"{study.times_as_long - 1:.0%} longer than the best found. "


def _bound_words(tiling: Tiling, groups: int) -> str:
    dram, compute = tiling.dram_cycles * groups, tiling.compute_cycles * groups
    hidden = _hidden(tiling) * groups
    if tiling.bound == "compute":
        rest = dram - hidden
        return (
            f"The array works for {compute:,} cycles and is the bottleneck; of DRAM's {dram:,} "
            f"cycles {rest:,} are not hidden behind it."
        )
    rest = compute - hidden
    return (
        f"DRAM is busy for {dram:,} cycles and is the bottleneck; of the array's {compute:,} "
        f"cycles {rest:,} are not hidden behind it."
    )


def tiling_view(
    request: SocRequest, study: TileStudy, beside: CostBeside | None, state: tuple[str, str]
) -> TilingView:
    """The view of one choice. beside: what the view Cost says of the layer. state: why no best is
    known, and whether it is sought; "" for neither."""
    unsearched, searching = state
    refusal = study.choice.refusal
    best = study.best
    is_best = study.times_as_long == 1 or best is None
    return TilingView(
        refusal=capitalised(refusal.reason) if refusal else "",
        advice=refusal.advice if refusal else "",
        best_address=tile_address(request, best.tile, best.order) if best and not is_best else "",
        best_words=_best_words(study),
        unsearched=unsearched,
        searching=searching,
        room=room_chart(study),
        time=time_chart(study),
        operands=tuple(_operand_row(study, name) for name in study.layer.one.operands),
        figures=_figure_rows(study),
        picture=tile_picture(request, study),
        space=space_table(request, study),
        why=_why(study),
        beside=beside_words(study, beside),
        assumptions=_assumptions(study),
    )


def _best_words(study: TileStudy) -> str:
    if study.best is None or study.search is None:
        return ""
    tried = f"{study.search.tried:,} choices fit, {study.search.did_not_fit:,} did not"
    if not study.search.exhaustive:
        tried += "; the layer has more, so a better one may have been left out"
    if study.times_as_long == 1:
        return f"Tried: {tried}."
    order = ORDER_TITLES[study.best.order]
    return f"Best found: {_tile_words(study.best.tile)}; order: {order}. Tried: {tried}."


def _operand_row(study: TileStudy, name: Operand) -> OperandRow:
    buffer = next(candidate for candidate in study.choice.buffers if candidate.operand == name)
    tiling, best = study.choice.tiling, study.best
    groups, least = study.layer.groups, study.least_traffic[name]
    traffic = tiling.traffic[name] if tiling else None
    best_traffic = best.tiling.traffic[name] if best and best.tiling else None
    return OperandRow(
        title=name.capitalize(),
        tile=size_text(buffer.bytes_of_one),
        buffers=str(buffer.copies),
        room=size_text(buffer.bytes),
        loads=f"{tiling.loads[name] * groups:,}" if tiling else "–",
        traffic=size_text(traffic * groups) if traffic is not None else "–",
        times_over=f"{traffic / least:.2f}" if traffic is not None else "–",
        best_traffic=size_text(best_traffic * groups) if best_traffic is not None else "–",
    )


def _figure_rows(study: TileStudy) -> tuple[FigureRow, ...]:
    both = (study.choice, study.best)
    groups = study.layer.groups
    rows = [
        FigureRow("SRAM", *(size_text(choice.sram_bytes) if choice else "–" for choice in both)),
        _row("DRAM traffic", both, lambda tiling: size_text(tiling.dram_bytes * groups)),
        _row("DRAM, cycles", both, lambda tiling: f"{tiling.dram_cycles * groups:,}"),
        _row("Array, cycles", both, lambda tiling: f"{tiling.compute_cycles * groups:,}"),
        _row("Of these at the same time", both, lambda tiling: f"{_hidden(tiling) * groups:,}"),
        _row("Together, cycles", both, lambda tiling: f"{tiling.cycles * groups:,}"),
        _row("Time", both, lambda tiling: time_text(study.seconds(tiling.cycles))),
        _row("The array's use", both, lambda tiling: f"{tiling.utilisation:.1%}"),
    ]
    return tuple(rows)


def _hidden(tiling: Tiling) -> int:
    return tiling.dram_cycles + tiling.compute_cycles - tiling.cycles


def _row(
    title: str, both: tuple[ChosenTile | None, ...], said: Callable[[Tiling], str]
) -> FigureRow:
    texts = [said(choice.tiling) if choice and choice.tiling else "–" for choice in both]
    return FigureRow(title, *texts)


def _why(study: TileStudy) -> tuple[str, ...]:
    tiling = study.choice.tiling
    if tiling is None:
        return ()
    machine = study.chip.machine
    worst = max(tiling.traffic, key=lambda name: tiling.traffic[name] - study.least_traffic[name])
    extra = tiling.traffic[worst] - study.least_traffic[worst]
    traffic, transfers = tiling.dram_bytes, sum(tiling.loads.values())
    said = [
        f"DRAM: {traffic:,} bytes ÷ {machine.dram_bytes_per_cycle:.4g} bytes a cycle + "
        f"{transfers:,} transfers × {machine.dram_latency_cycles:,} cycles = "
        f"{tiling.dram_cycles:,} cycles.",
        _array_words(study, tiling),
        _together(study, tiling),
    ]
    if study.layer.one.residual_bytes:
        said.insert(0, _residual_words(study, tiling))
    if extra:
        said.insert(0, _extra_words(study, worst, tiling))
    if study.layer.groups > 1:
        said.insert(0, f"Of one of the {study.layer.groups:,} groups of channels:")
    return tuple(said)


def _array_words(study: TileStudy, tiling: Tiling) -> str:
    machine, products = study.chip.machine, study.layer.one.multiply_accumulates
    cells = machine.array_rows * machine.array_columns
    each = machine.cycles_per_product
    pace = f" at {each:.3g} cycles a product in {study.chip.precision}" if each != 1 else ""
    least = math.ceil(products * each / cells)
    take = "takes" if products == 1 else "take"
    return (
        f"Array: {count(products, 'product')} on {count(cells, 'cell')}{pace} {take} "
        f"{count(least, 'cycle')} at least; with rows and columns that stay "
        f"empty, and {machine.fill_cycles} cycles to fill the array for each tile, "
        f"{tiling.compute_cycles:,}."
    )


def _residual_words(study: TileStudy, tiling: Tiling) -> str:
    share = tiling.traffic["residual"] / tiling.dram_bytes
    room = next(buffer for buffer in study.choice.buffers if buffer.operand == "residual")
    return (
        f"Another tensor of the output's shape is added to the result: {share:.0%} of the traffic, "
        f"and {size_text(room.bytes)} of SRAM. It is read once however the layer is cut; as a "
        "kernel of its own the addition would write the sum and read both tensors again."
    )


def _extra_words(study: TileStudy, worst: Operand, tiling: Tiling) -> str:
    times = tiling.traffic[worst] / study.least_traffic[worst]
    causes: dict[Operand, str] = {
        "input": _input_cause(study),
        "weights": "each tile of pixels needs all weights, and they did not stay",
        "residual": "it did not stay",
        "output": "sums leave before they are complete",
    }
    return f"The {worst} goes by {times:.2f} times: {causes[worst]}."


def _input_cause(study: TileStudy) -> str:
    layer = study.layer.one
    again = "each group of output channels reads the input again if it did not stay"
    if layer.stride > max(layer.kernel_rows, layer.kernel_columns):
        return f"pixels that the window steps over come along within a tile, and {again}"
    return f"neighbouring tiles read the rim between them twice, and {again}"


def _together(study: TileStudy, tiling: Tiling) -> str:
    if study.chip.machine.buffers == 1:
        return (
            f"With one buffer nothing overlaps: {tiling.dram_cycles:,} + "
            f"{tiling.compute_cycles:,} = {tiling.cycles:,} cycles."
        )
    longer = max(tiling.dram_cycles, tiling.compute_cycles)
    return (
        f"With two buffers the longer of the two counts, {longer:,} cycles, and the ends that "
        f"nothing hides, {tiling.cycles - longer:,}: the first tile has to come in before the "
        "array starts, and the last result has to leave after it is done."
    )


def _assumptions(study: TileStudy) -> tuple[str, ...]:
    groups = study.layer.groups
    grouped = (
        f"The layer has {groups:,} groups of channels that share nothing. Each is tiled by itself "
        f"and they run one after the other: all figures of time and traffic are {groups:,} times "
        "those of one group. Accelerators with a path of their own for depthwise layers are faster."
    )
    return (
        *study.chip.assumptions,
        *((grouped,) if groups > 1 else ()),
        f"Values are {study.chip.precision}, {count(study.layer.one.output_bytes, 'byte')} each; "
        "sums are 32 bits wide while they are in SRAM. The output is written once, when its sums "
        "are complete: input channels are the innermost loop.",
        "A tile that is the same as in the step before stays in SRAM. The input lies in DRAM with "
        "its border of padding. A residual comes in with the first step of each of its tiles; "
        "adding it, like an activation behind it, takes no time of its own.",
        "Pixels lie along the array's rows, output channels along its columns.",
    )
