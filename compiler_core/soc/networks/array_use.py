"""How much of a multiply-accumulate array a layer's shape fills.

The array takes so many input channels at a time (rows) for so many output channels (columns), tap
by tap. Channels that do not fill the last round leave cells idle; a depthwise layer uses one row,
for each output channel has one input channel of its own. Where nothing else is known the array of
an accelerator is 32 by 32, as that of the RK3588 (1,024 multiply-accumulates, channels in groups of
32). A CPU has no array, but its vector instructions are small ones: a dot product of bytes (SDOT)
takes 4 input channels for each 32-bit lane, and a product of floats one for each lane. For a GPU no
array is assumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import ComputeUnit, Precision

USUAL_CELLS = 32
ShapeBasis = Literal["described", "vector", "none", "assumed"]
_DOT_PRODUCT: dict[Precision, int] = {"int4": 4, "int8": 4, "fp16": 1, "fp32": 1}
_SUM_BITS: dict[Precision, int] = {"int4": 32, "int8": 32, "fp16": 16, "fp32": 32}
_USUAL_SIMD_BITS = 128


@dataclass(frozen=True, slots=True)
class ArrayShape:
    """Input channels (rows) and output channels (columns) at once. basis: a document, the width of
    vector registers, no array at all, or assumed."""

    rows: int
    columns: int
    basis: ShapeBasis


def array_shape(unit: ComputeUnit, precision: Precision) -> ArrayShape:
    """What shapes have to fill on this unit."""
    rows, columns = unit.array_rows, unit.array_columns
    if rows is not None and columns is not None:
        return ArrayShape(int(rows.value), int(columns.value), "described")
    if unit.kind == "cpu":
        bits = unit.simd_bits.value if unit.simd_bits else _USUAL_SIMD_BITS
        # A register narrower than one sum still makes one at a time.
        sums = max(1, int(bits // _SUM_BITS[precision]))
        return ArrayShape(_DOT_PRODUCT[precision], sums, "vector")
    if unit.kind == "gpu":
        return ArrayShape(1, 1, "none")
    return ArrayShape(USUAL_CELLS, USUAL_CELLS, "assumed")


def array_use(layer: Layer, array: tuple[int, int]) -> float:
    """From just above 0 to 1. array: rows, columns; (0, 0) if not known. 1 without products."""
    if not layer.macs:
        return 1.0
    rows, columns = array if all(array) else (USUAL_CELLS, USUAL_CELLS)
    if layer.kind == "depthwise":
        return filled(1, rows) * filled(layer.channels_out, columns)
    group_out = layer.channels_out // layer.groups
    return filled(layer.channels_in, rows) * filled(group_out, columns)


def filled(channels: int, cells: int) -> float:
    """The share of cells that channels use, in whole rounds: 48 channels on 32 cells use 3/4."""
    rounds = -(-channels // cells)
    return channels / (rounds * cells)
