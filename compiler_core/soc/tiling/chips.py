"""The array, on-chip memory and DRAM of a described chip, as tiling sees them.

Tiling keeps sums in place: pixels lie along the array's rows, output channels along its columns.
Descriptions and the times of networks lay input channels along the rows instead, so the two models'
utilisations of one layer differ, most for layers of few pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.soc.array_use import USUAL_CELLS
from compiler_core.soc.description import ComputeUnit, SocDescription
from compiler_core.soc.tiling.records import TilingMachine

# Where a description gives none: what one access to LPDDR takes.
ASSUMED_LATENCY_NS = 100
# Where a description gives none: those of the reference design.
ASSUMED_CLOCK_HERTZ = 1e9
ASSUMED_SRAM_BYTES = 1 << 20
PING_AND_PONG = 2
_OPERATIONS_OF_MAC = 2


@dataclass(frozen=True, slots=True)
class TilingChip:
    """A machine, the clock of its array, and a sentence for each thing that no document gives."""

    machine: TilingMachine
    clock_hertz: float
    assumptions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Array:
    """assumption: "" where a document gives rows, columns and clock."""

    rows: int
    columns: int
    clock: float
    assumption: str = ""


def tiling_chip(soc: SocDescription) -> TilingChip:
    """The machine that a described SoC comes to.

    An array of r × c fills in r + c cycles, the way of the first value through a systolic one. Has
    it several arrays, one is modelled, with all on-chip memory and all bandwidth to itself.
    """
    array = _array(soc)
    latency = soc.main_memory.latency_ns
    nanoseconds = ASSUMED_LATENCY_NS if latency is None else latency.value
    machine = TilingMachine(
        name=soc.name,
        array_rows=array.rows,
        array_columns=array.columns,
        fill_cycles=array.rows + array.columns,
        sram_bytes=int(soc.on_chip_bytes) or ASSUMED_SRAM_BYTES,
        buffers=PING_AND_PONG,
        dram_bytes_per_cycle=(soc.main_memory.bytes_per_second or 0.0) / array.clock,
        dram_latency_cycles=round(nanoseconds * 1e-9 * array.clock),
    )
    found = (array.assumption, _memory_assumption(soc), _latency_assumption(soc), _one_array(soc))
    return TilingChip(machine, array.clock, tuple(one for one in found if one))


def _array(soc: SocDescription) -> _Array:
    """The first that is described as a plain rectangle, else an assumed one."""
    for unit in soc.units:
        rows, columns, clock = unit.array_rows, unit.array_columns, unit.clock_ghz
        if rows and columns and clock and not unit.blocks:
            return _Array(int(rows.value), int(columns.value), clock.value * 1e9)
    accelerator = next((one for one in soc.units if one.kind == "npu"), None)
    if accelerator is None:
        return _Array(
            USUAL_CELLS,
            USUAL_CELLS,
            ASSUMED_CLOCK_HERTZ,
            f"{soc.title} has no multiply-accumulate array: one of {USUAL_CELLS} by {USUAL_CELLS} "
            f"at {ASSUMED_CLOCK_HERTZ / 1e9:g} GHz is put beside its DRAM.",
        )
    return _assumed_array(soc, accelerator)


def _assumed_array(soc: SocDescription, unit: ComputeUnit) -> _Array:
    """As many products a second as the unit makes, from an array of the usual shape."""
    cores = soc.network_cores if unit.name == soc.network_unit else None
    peaks = (unit.operations_per_second(one, cores) for one in unit.precisions)
    peak = max((one for one in peaks if one), default=0.0)
    cells = USUAL_CELLS * USUAL_CELLS
    clock = peak / _OPERATIONS_OF_MAC / cells or ASSUMED_CLOCK_HERTZ
    what = "is no plain rectangle" if unit.blocks else "is not published"
    return _Array(
        USUAL_CELLS,
        USUAL_CELLS,
        clock,
        f"The array of {soc.title} {what}: {USUAL_CELLS} by {USUAL_CELLS} is assumed, at "
        f"{clock / 1e9:.3g} GHz, which gives the chip's peak.",
    )


def _memory_assumption(soc: SocDescription) -> str:
    if soc.on_chip_bytes >= 1:
        return ""
    return (
        f"The on-chip memory of {soc.title} is not described: {ASSUMED_SRAM_BYTES:,} bytes are "
        "assumed."
    )


def _latency_assumption(soc: SocDescription) -> str:
    if soc.main_memory.latency_ns is not None:
        return ""
    return f"How long one access to DRAM takes is not described: {ASSUMED_LATENCY_NS} ns assumed."


def _one_array(soc: SocDescription) -> str:
    several = any(one.kind == "npu" and one.cores.value > 1 for one in soc.units)
    if not several:
        return ""
    return "One array is modelled, with all on-chip memory and all of the bandwidth to itself."
