"""Where a kernel's tensors lie: in on-chip memory, or in main memory.

What a kernel reads and writes stays on the chip if it fits there beside the weights that stay;
else all of it goes through main memory. Where a description says so (`network_ends`), a network's
own input and result lie in main memory whatever their size, for the host shares only that one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.graph.layers.layer import Layer

Home = Literal["sram", "dram"]
Ends = Literal["first", "last", "only", "between"]


@dataclass(frozen=True, slots=True)
class TensorPlace:
    """Of what a kernel reads beside weights, and of what it writes."""

    inputs: Home
    outputs: Home

    def elements_in(self, home: Home, layer: Layer) -> int:
        """Of the kernel's inputs and outputs, those that lie there."""
        read = layer.input_elements if self.inputs == home else 0
        return read + (layer.output_elements if self.outputs == home else 0)


OUTSIDE = TensorPlace("dram", "dram")


def ends_of(index: int, count: int) -> Ends:
    """Whether a kernel of so many reads the network's input, makes its result, or both."""
    if count == 1:
        return "only"
    return "first" if index == 0 else "last" if index == count - 1 else "between"


def ends_of_member(kernel: Ends, index: int, count: int) -> Ends:
    """Of a kernel's members the first reads what it reads, the last makes what it makes."""
    reads = kernel in ("first", "only") and index == 0
    makes = kernel in ("last", "only") and index == count - 1
    return "only" if reads and makes else "first" if reads else "last" if makes else "between"


def place_at(ends: Ends) -> TensorPlace:
    """Where the network's own input and result lie in main memory; all else on the chip."""
    return TensorPlace(
        "dram" if ends in ("first", "only") else "sram",
        "dram" if ends in ("last", "only") else "sram",
    )


def place_that_fits(layer: Layer, wished: TensorPlace, room: float) -> TensorPlace:
    """As wished if what shall lie on the chip fits into the room for elements there."""
    return wished if wished.elements_in("sram", layer) <= room else OUTSIDE
