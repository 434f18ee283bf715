"""The loops over tiles one step at a time: which tile, what comes in and goes out, what is kept.

The steps together move what `cost.traffic_of` says: tests hold the two together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from compiler_core.errors import InputError
from compiler_core.soc.tiling.cost import DEPENDS
from compiler_core.soc.tiling.operations import Convolution
from compiler_core.soc.tiling.records import Extent, Loop, Operand


@dataclass(frozen=True, slots=True)
class TileSpan:
    """From `start` on, so many."""

    start: int
    length: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TileStep:
    """One step."""

    number: int
    """From 0, of so many."""
    count: int
    """How many steps there are."""
    spans: dict[Loop, TileSpan]
    """Of each loop, the part of the layer's result and channels that the step is about."""
    input_rows: TileSpan
    """With the rim that neighbouring tiles share, in the input with its border of padding."""
    input_columns: TileSpan
    """Of the input with its border of padding, the rim that tiles share included."""
    moved: dict[Operand, int]
    """Bytes between DRAM and SRAM, 0 where the tile is kept or, of the output, not yet complete."""


def step_count(extents: Sequence[Extent]) -> int:
    """Of all loops."""
    return prod(extent.count for extent in extents)


def tile_step(layer: Convolution, extents: Sequence[Extent], number: int) -> TileStep:
    """The step of this number. Raises InputError for one that there is not."""
    count = step_count(extents)
    if not 0 <= number < count:
        raise InputError(f"There is no step {number + 1} of {count}.", f"Give 1 to {count}.")
    spans = _spans(extents, number)
    rows, columns = spans["rows"], spans["columns"]
    before = _spans(extents, number - 1) if number else None
    after = _spans(extents, number + 1) if number + 1 < count else None
    sizes = _sizes(layer, spans)
    neighbours = {operand: after if operand == "output" else before for operand in sizes}
    return TileStep(
        number=number,
        count=count,
        spans=spans,
        input_rows=TileSpan(rows.start * layer.stride, layer.input_rows(rows.length)),
        input_columns=TileSpan(columns.start * layer.stride, layer.input_columns(columns.length)),
        moved={
            operand: 0 if _same(operand, spans, neighbours[operand]) else size
            for operand, size in sizes.items()
        },
    )


def _spans(extents: Sequence[Extent], number: int) -> dict[Loop, TileSpan]:
    """The innermost loop moves fastest."""
    spans: dict[Loop, TileSpan] = {}
    for extent in reversed(extents):
        number, index = divmod(number, extent.count)
        start = index * extent.tile
        spans[extent.loop] = TileSpan(start, min(extent.tile, extent.length - start))
    return spans


def _same(
    operand: Operand, spans: dict[Loop, TileSpan], other: dict[Loop, TileSpan] | None
) -> bool:
    return other is not None and all(spans[loop] == other[loop] for loop in DEPENDS[operand])


def _sizes(layer: Convolution, spans: dict[Loop, TileSpan]) -> dict[Operand, int]:
    rows, columns, out, into = (
        spans[loop].length for loop in ("rows", "columns", "channels_out", "channels_in")
    )
    kernel, results = layer.kernel_rows * layer.kernel_columns, rows * columns * out
    sizes: dict[Operand, int] = {
        "input": layer.input_rows(rows) * layer.input_columns(columns) * into * layer.input_bytes,
        "weights": kernel * out * into * layer.weight_bytes,
        "residual": results * layer.residual_bytes,
        "output": results * layer.output_bytes,
    }
    return {operand: sizes[operand] for operand in layer.operands}
