"""The slow way: walk all loops over tiles and add up what moves; try every legal tile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import ceil

from compiler_core.errors import InputError
from compiler_core.soc.tiling.cost import ORDERS, Order, Tile, cost_of, shape_refusal
from compiler_core.soc.tiling.operations import Convolution
from compiler_core.soc.tiling.records import Tiling, TilingMachine

Span = tuple[int, int]


@dataclass(slots=True)
class Walked:
    """Bytes and transfers by operand, and cycles of the array."""

    traffic: dict[str, int]
    loads: dict[str, int]
    compute: int


def spans(length: int, tile: int) -> list[Span]:
    return [(start, min(start + tile, length)) for start in range(0, length, tile)]


def walk(layer: Convolution, machine: TilingMachine, tile: Tile, order: Order) -> Walked:
    """What happens, step by step."""
    loops = ["rows", "columns", "channels_out", "channels_in"]
    if order == "channels_first":
        loops = ["channels_out", "rows", "columns", "channels_in"]
    names = ["input", "weights", "output", *(["residual"] if layer.residual_bytes else [])]
    found = Walked(dict.fromkeys(names, 0), dict.fromkeys(names, 0), 0)
    kept: dict[str, object] = {}
    products, fills = 0, 0
    for step in product(*(spans(getattr(layer, loop), getattr(tile, loop)) for loop in loops)):
        at = dict(zip(loops, step, strict=True))
        for operand, key, size in _needs(layer, at):
            if kept.get(operand) != key:
                kept[operand] = key
                found.traffic[operand] += size
                found.loads[operand] += 1
        fills += machine.fill_cycles
        products += _array(layer, machine, at)
    found.compute = ceil(products * machine.cycles_per_product) + fills
    return found


def _needs(layer: Convolution, at: dict[str, Span]) -> list[tuple[str, object, int]]:
    rows, columns, out, into = (
        at[one] for one in ("rows", "columns", "channels_out", "channels_in")
    )
    read = {
        (row * layer.stride + i, column * layer.stride + j)
        for row in (rows[0], rows[1] - 1)
        for column in (columns[0], columns[1] - 1)
        for i in (0, layer.kernel_rows - 1)
        for j in (0, layer.kernel_columns - 1)
    }
    height = max(one[0] for one in read) - min(one[0] for one in read) + 1
    width = max(one[1] for one in read) - min(one[1] for one in read) + 1
    deep, many = into[1] - into[0], out[1] - out[0]
    kernel = layer.kernel_rows * layer.kernel_columns
    pixels = (rows[1] - rows[0]) * (columns[1] - columns[0])
    added = [("residual", (rows, columns, out), pixels * many * layer.residual_bytes)]
    return [
        *(added if layer.residual_bytes else []),
        ("input", (rows, columns, into), height * width * deep * layer.input_bytes),
        ("weights", (out, into), kernel * deep * many * layer.weight_bytes),
        ("output", (rows, columns, out), pixels * many * layer.output_bytes),
    ]


def _array(layer: Convolution, machine: TilingMachine, at: dict[str, Span]) -> int:
    """Products of one tile one after the other: every strip takes the depth of its sums."""
    strips = 0
    for _row in range(*at["rows"]):
        for _pixels in range(*at["columns"], machine.array_rows):
            for _channels in range(*at["channels_out"], machine.array_columns):
                strips += 1
    depth = at["channels_in"][1] - at["channels_in"][0]
    return strips * depth * layer.kernel_rows * layer.kernel_columns


def every_legal(layer: Convolution, machine: TilingMachine) -> Iterator[Tiling]:
    """All tiles of any length that are not refused, in both orders."""
    lengths = (layer.rows, layer.columns, layer.channels_out, layer.channels_in)
    for chosen in product(*(range(1, length + 1) for length in lengths)):
        if shape_refusal(layer, machine, Tile(*chosen)):
            continue
        for order in ORDERS:
            try:
                yield cost_of(layer, machine, Tile(*chosen), order)
            except InputError:
                continue
