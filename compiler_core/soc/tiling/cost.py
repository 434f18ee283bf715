"""What one choice of tiles costs: SRAM, DRAM traffic, time. Modelled.

The loops over tiles run one in the other, channels_in innermost, so that sums stay in SRAM until
they are complete. A tile that is the same as in the step before is not loaded again. Hence an
operand is loaded once per step of the loops down to the innermost one that it depends on and that
takes more than one step. A residual, the tensor that is added to the result, comes in once, tile by
tile as the output goes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, prod
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.soc.tiling.operations import Convolution
from compiler_core.soc.tiling.records import Extent, Loop, Operand, Tiling, TilingMachine

Order = Literal["pixels_first", "channels_first"]
ORDERS: dict[Order, tuple[Loop, ...]] = {
    "pixels_first": ("rows", "columns", "channels_out", "channels_in"),
    "channels_first": ("channels_out", "rows", "columns", "channels_in"),
}
WORDS: dict[Loop, str] = {
    "rows": "rows",
    "columns": "columns",
    "channels_out": "output channels",
    "channels_in": "input channels",
}
DEPENDS: dict[Operand, frozenset[Loop]] = {
    "input": frozenset(("rows", "columns", "channels_in")),
    "weights": frozenset(("channels_out", "channels_in")),
    "residual": frozenset(("rows", "columns", "channels_out")),
    "output": frozenset(("rows", "columns", "channels_out")),
}


@dataclass(frozen=True, slots=True)
class Tile:
    """The lengths of a tile, of the result and of the channels that are summed."""

    rows: int
    columns: int
    channels_out: int
    channels_in: int


@dataclass(frozen=True, slots=True)
class TilingRefusal:
    """Why tiles are not legal, and what to take instead. kind: too large for SRAM, or not of a
    shape that the array works on."""

    kind: Literal["room", "shape"]
    reason: str
    advice: str


def cost_of(layer: Convolution, machine: TilingMachine, tile: Tile, order: Order) -> Tiling:
    """What the tiles cost. Raises InputError, with the reason, for tiles that are not legal."""
    refused = shape_refusal(layer, machine, tile)
    if refused:
        raise InputError(f"{layer.name}: {refused.reason}", refused.advice)
    extents = extents_of(layer, tile, order)
    loads = all_loads(layer, extents)
    used = sram_bytes(layer, machine, tile, loads)
    crowded = room_refusal(machine, used)
    if crowded:
        raise InputError(f"{layer.name}: {crowded.reason}", crowded.advice)
    return _timed(layer, machine, tile, (extents, loads, used))


def room_refusal(machine: TilingMachine, used: int) -> TilingRefusal | None:
    """Why buffers of so many bytes do not fit; None if they do."""
    excess = used - machine.sram_bytes
    if excess <= 0:
        return None
    return TilingRefusal(
        "room",
        f"the tiles take {used:,} bytes of SRAM; there are {machine.sram_bytes:,}, so "
        f"{excess:,} too few.",
        "Take smaller tiles.",
    )


def shape_refusal(layer: Convolution, machine: TilingMachine, tile: Tile) -> TilingRefusal | None:
    """Why no tile can have this shape on this array; None if one can."""
    for loop in ORDERS["pixels_first"]:
        length, of = getattr(tile, loop), getattr(layer, loop)
        if not 1 <= length <= of:
            return TilingRefusal(
                "shape", f"a tile of {length} {loop} is not between 1 and {of}.", ""
            )
    for loop, step in steps_of(machine).items():
        length, whole = getattr(tile, loop), getattr(layer, loop)
        if length % step and length != whole:
            return TilingRefusal(
                "shape",
                f"a tile of {length} {WORDS[loop]} is not a multiple of the array's {step}, nor "
                f"all {whole:,}: part of the array would idle in every tile.",
                f"Take {_legal_beside(length, step, whole)} {WORDS[loop]}.",
            )
    return None


def _legal_beside(length: int, step: int, whole: int) -> str:
    below, above = length // step * step, min((length // step + 1) * step, whole)
    return f"{below:,} or {above:,}" if below else f"{above:,}"


def steps_of(machine: TilingMachine) -> dict[Loop, int]:
    """What the length of a tile has to be a multiple of, when it is not the whole loop.

    Channels of the input come in bricks of as many as the array has columns, because they are the
    channels that the layer before put out (as in the NHCWB16 layout of Arm's Ethos-U).
    """
    return {
        "rows": 1,
        "columns": machine.array_rows,
        "channels_out": machine.array_columns,
        "channels_in": machine.array_columns,
    }


def extents_of(layer: Convolution, tile: Tile, order: Order) -> tuple[Extent, ...]:
    """The loops over tiles, the outermost first. Raises InputError for an unknown order."""
    if order not in ORDERS:
        raise InputError(f"There is no order {order!r}.", f"Orders: {', '.join(ORDERS)}.")
    return tuple(Extent(loop, getattr(layer, loop), getattr(tile, loop)) for loop in ORDERS[order])


def loads_of(extents: Sequence[Extent], depends: frozenset[Loop]) -> int:
    """How often a tile comes in that is kept while the loops it depends on stand still."""
    moving = [
        position
        for position, extent in enumerate(extents)
        if extent.loop in depends and extent.count > 1
    ]
    return prod(extent.count for extent in extents[: moving[-1] + 1]) if moving else 1


def all_loads(layer: Convolution, extents: Sequence[Extent]) -> dict[Operand, int]:
    """`loads_of` for each operand; for the output, how often a tile of it is written."""
    return {operand: loads_of(extents, DEPENDS[operand]) for operand in layer.operands}


def tile_bytes(layer: Convolution, tile: Tile) -> dict[Operand, int]:
    """Bytes of one whole tile of each operand; of the output, its sums as they lie in SRAM."""
    kernel = layer.kernel_rows * layer.kernel_columns
    pixels = layer.input_rows(tile.rows) * layer.input_columns(tile.columns)
    results = tile.rows * tile.columns * tile.channels_out
    sizes: dict[Operand, int] = {
        "input": pixels * tile.channels_in * layer.input_bytes,
        "weights": kernel * tile.channels_in * tile.channels_out * layer.weight_bytes,
        "residual": results * layer.residual_bytes,
        "output": results * layer.accumulator_bytes,
    }
    return {operand: sizes[operand] for operand in layer.operands}


def sram_bytes(
    layer: Convolution, machine: TilingMachine, tile: Tile, loads: dict[Operand, int]
) -> int:
    """What all buffers take; an operand that is loaded once needs no second buffer."""
    sizes = tile_bytes(layer, tile)
    return sum(size * min(machine.buffers, loads[operand]) for operand, size in sizes.items())


def traffic_of(
    layer: Convolution, extents: Sequence[Extent], loads: dict[Operand, int]
) -> dict[Operand, int]:
    """Bytes between DRAM and SRAM. Neighbouring tiles of the input share a rim, read by both."""
    by_loop: dict[Loop, Extent] = {extent.loop: extent for extent in extents}
    rows = sum(layer.input_rows(size) * times for size, times in by_loop["rows"].pieces())
    columns = sum(layer.input_columns(size) * times for size, times in by_loop["columns"].pieces())
    kernel = layer.kernel_rows * layer.kernel_columns
    results = layer.rows * layer.columns * layer.channels_out
    once: dict[Operand, int] = {
        "input": rows * columns * layer.channels_in * layer.input_bytes,
        "weights": kernel * layer.channels_in * layer.channels_out * layer.weight_bytes,
        "residual": results * layer.residual_bytes,
        "output": results * layer.output_bytes,
    }
    return {operand: once[operand] * _passes(by_loop, loads, operand) for operand in loads}


def _passes(by_loop: dict[Loop, Extent], loads: dict[Operand, int], operand: Operand) -> int:
    """How often the whole operand goes by."""
    return loads[operand] // prod(by_loop[loop].count for loop in DEPENDS[operand])


def compute_cycles(layer: Convolution, machine: TilingMachine, extents: Sequence[Extent]) -> int:
    """Each row of a tile passes the array in strips of its rows and columns; each tile fills it,
    one cell in a cycle however long a product takes."""
    by_loop = {extent.loop: extent for extent in extents}
    strips = _strips(by_loop["columns"], machine.array_rows) * _strips(
        by_loop["channels_out"], machine.array_columns
    )
    depth = layer.channels_in * layer.kernel_rows * layer.kernel_columns
    fills = prod(extent.count for extent in extents) * machine.fill_cycles
    return ceil(layer.rows * strips * depth * machine.cycles_per_product) + fills


def _strips(extent: Extent, width: int) -> int:
    return sum(-(-size // width) * times for size, times in extent.pieces())


def _timed(
    layer: Convolution,
    machine: TilingMachine,
    tile: Tile,
    plan: tuple[tuple[Extent, ...], dict[Operand, int], int],
) -> Tiling:
    extents, loads, used = plan
    traffic = traffic_of(layer, extents, loads)
    dram = transfer_cycles(sum(traffic.values()), sum(loads.values()), machine)
    compute = compute_cycles(layer, machine, extents)
    cycles = dram + compute
    if machine.buffers > 1:
        cycles = min(cycles, _overlapped(layer, machine, tile, (dram, compute)))
    products_per_cycle = machine.array_rows * machine.array_columns / machine.cycles_per_product
    return Tiling(
        extents=extents,
        sram_bytes=used,
        loads=loads,
        traffic=traffic,
        dram_cycles=dram,
        compute_cycles=compute,
        cycles=cycles,
        utilisation=layer.multiply_accumulates / (cycles * products_per_cycle),
        bound="memory" if dram >= compute else "compute",
    )


def transfer_cycles(size: int, transfers: int, machine: TilingMachine) -> int:
    """What so many transfers of together so many bytes take, one after the other."""
    return transfers * machine.dram_latency_cycles + ceil(size / machine.dram_bytes_per_cycle)


def _overlapped(
    layer: Convolution, machine: TilingMachine, tile: Tile, alone: tuple[int, int]
) -> int:
    """Both at once, but for the ends: first a tile of each operand comes in, last one is computed
    and leaves."""
    dram, compute = alone
    sizes = tile_bytes(layer, tile)
    results = tile.rows * tile.columns * tile.channels_out * layer.output_bytes
    given = [size for operand, size in sizes.items() if operand != "output"]
    first = transfer_cycles(sum(given), len(given), machine)
    last = transfer_cycles(results, 1, machine)
    step = tuple(
        Extent(loop, getattr(tile, loop), getattr(tile, loop)) for loop in ORDERS["pixels_first"]
    )
    whole_tile = replace(layer, **{extent.loop: extent.length for extent in step})
    return max(dram + compute_cycles(whole_tile, machine, step), first + compute + last)
