"""The machine that tiles are chosen for, one choice, and why a choice is refused."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import isfinite
from typing import Literal

from compiler_core.errors import InputError

Loop = Literal["rows", "columns", "channels_out", "channels_in"]
Operand = Literal["input", "weights", "residual", "output"]
OPERANDS: tuple[Operand, ...] = ("input", "weights", "residual", "output")
_LARGEST = 1 << 40


@dataclass(frozen=True, slots=True, kw_only=True)
class TilingMachine:
    """A multiply-accumulate array with its own memory beside DRAM.

    The array takes array_rows rows of the result (pixels of a convolution) by array_columns columns
    (output channels) and adds one product to each in cycles_per_product.
    """

    name: str
    """For messages and pages."""
    array_rows: int
    """Pixels of the result that the array works on at once."""
    array_columns: int
    """Output channels that the array works on at once."""
    fill_cycles: int
    """Until the first sums of a tile leave it."""
    sram_bytes: int
    """That all tiles share."""
    buffers: int
    """2 where the next tile loads while one computes, else 1."""
    dram_bytes_per_cycle: float
    """At the array's clock."""
    dram_latency_cycles: int
    """Of each transfer of a tile, at the array's clock."""
    cycles_per_product: float = 1.0
    """In which each cell of the array adds one product."""

    def __post_init__(self) -> None:
        for field in fields(self):
            if field.name in ("name", "dram_bytes_per_cycle", "cycles_per_product"):
                continue
            least = 0 if field.name in ("fill_cycles", "dram_latency_cycles") else 1
            check_whole(f"{self.name}: {field.name}", getattr(self, field.name), least)
        if not (isfinite(self.dram_bytes_per_cycle) and self.dram_bytes_per_cycle > 0):
            raise InputError(f"{self.name}: its DRAM moves nothing.", "Give it a speed above 0.")
        if not (isfinite(self.cycles_per_product) and self.cycles_per_product > 0):
            raise InputError(
                f"{self.name}: a product in {self.cycles_per_product} cycles.", "Give some time."
            )
        if self.buffers > 2:
            raise InputError(f"{self.name}: {self.buffers} buffers.", "One or two are modelled.")


@dataclass(frozen=True, slots=True)
class Extent:
    """One loop of a tiled operation: its whole length and the length of a tile."""

    loop: Loop
    length: int
    tile: int

    @property
    def count(self) -> int:
        """How many tiles the loop makes; the last may be shorter."""
        return -(-self.length // self.tile)

    def pieces(self) -> tuple[tuple[int, int], ...]:
        """Lengths of the tiles, each with how often it comes."""
        whole, rest = divmod(self.length, self.tile)
        return tuple(piece for piece in ((self.tile, whole), (rest, 1)) if all(piece))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiling:
    """One choice of tiles and what it costs; modelled."""

    extents: tuple[Extent, ...]
    """In the order of the loops, the outermost first."""
    sram_bytes: int
    """Of all buffers together."""
    loads: dict[Operand, int]
    """How often a tile of each operand is brought in, or, of the output, written."""
    traffic: dict[Operand, int]
    """Bytes between DRAM and SRAM by operand."""
    dram_cycles: int
    """What all traffic takes alone."""
    compute_cycles: int
    """What the array takes alone."""
    cycles: int
    """Both together, with the first tile that nothing hides and the last result."""
    utilisation: float
    """Share of the array's products that are used over all cycles, 0 to 1."""
    bound: Literal["memory", "compute"]
    """Which takes longer alone, `memory` or `compute`."""

    @property
    def dram_bytes(self) -> int:
        """All traffic together."""
        return sum(self.traffic.values())


def check_whole(label: str, value: object, least: int) -> None:
    """Raises InputError unless value is a whole number from `least` on that a model may have."""
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= _LARGEST:
        raise InputError(
            f"{label} is {value!r}.", f"It has to be a whole number from {least} to {_LARGEST:,}."
        )
