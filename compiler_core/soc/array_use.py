"""How much of a multiply-accumulate array a layer's shape fills.

The array takes so many input channels at a time (rows) for so many output channels (columns), tap
by tap. Channels that do not fill the last round leave cells idle; a depthwise layer uses one row,
for each output channel has one input channel of its own. Where nothing else is known the array is
32 by 32, as that of the RK3588 (1,024 multiply-accumulates, channels in groups of 32).
"""

from __future__ import annotations

from compiler_core.soc.layers import Layer

USUAL_CELLS = 32


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
