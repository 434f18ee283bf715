"""The array, on-chip memory and DRAM of a described chip, as tiling sees them.

Tiling keeps sums in place: pixels lie along the array's rows, output channels along its columns.
Descriptions and the times of networks lay input channels along the rows instead, so the two models'
utilisations of one layer differ, most for layers of few pixels.
"""

from __future__ import annotations

from compiler_core.errors import InputError
from compiler_core.soc.description import ComputeUnit, Figure, SocDescription
from compiler_core.soc.reading import soc_named
from compiler_core.soc.tiling.records import TilingMachine

# Where a description gives none: what one access to LPDDR takes.
ASSUMED_LATENCY_NS = 100
PING_AND_PONG = 2


def tiling_machine(name: str) -> TilingMachine:
    """The machine of the first array that the SoC of this name describes.

    Bytes per cycle are rounded down. An array of r × c fills in r + c cycles, the way of the first
    value through a systolic one. Raises UnknownName, and InputError for a SoC whose array, clock,
    on-chip memory or DRAM is not known.
    """
    soc = soc_named(name)
    rows, columns, clock = _array(soc)
    speed = int((soc.main_memory.bytes_per_second or 0) / clock)
    if not soc.on_chip_bytes or not speed:
        raise InputError(
            f"The on-chip memory of {soc.title} is not known, or its DRAM is slower than a byte "
            "per cycle.",
            "Take another SoC.",
        )
    latency = soc.main_memory.latency_ns
    nanoseconds = ASSUMED_LATENCY_NS if latency is None else latency.value
    return TilingMachine(
        name=name,
        array_rows=rows,
        array_columns=columns,
        fill_cycles=rows + columns,
        sram_bytes=int(soc.on_chip_bytes),
        buffers=PING_AND_PONG,
        dram_bytes_per_cycle=speed,
        dram_latency_cycles=round(nanoseconds * 1e-9 * clock),
    )


def _array(soc: SocDescription) -> tuple[int, int, float]:
    """Rows, columns and clock in hertz. Raises InputError."""
    for unit in soc.units:
        figures = _figures(unit)
        if figures is not None:
            rows, columns, clock = figures
            return int(rows.value), int(columns.value), clock.value * 1e9
    raise InputError(
        f"The array of {soc.title} is not known.", "Take another SoC, such as generic."
    )


def _figures(unit: ComputeUnit) -> tuple[Figure, Figure, Figure] | None:
    if unit.array_rows is None or unit.array_columns is None or unit.clock_ghz is None:
        return None
    return unit.array_rows, unit.array_columns, unit.clock_ghz
