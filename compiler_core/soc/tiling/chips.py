"""The array, on-chip memory and DRAM of a described chip, as tiling sees them.

Tiling keeps sums in place: pixels lie along the array's rows, output channels along its columns.
Descriptions and the times of networks lay input channels along the rows instead, so the two models'
utilisations of one layer differ, most for layers of few pixels.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.sizes import size_text
from compiler_core.soc.description import ComputeUnit, Precision, SocDescription
from compiler_core.soc.networks.array_use import USUAL_CELLS
from compiler_core.soc.tiling.operations import VALUE_BYTES
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
    """A machine, the clock of its array, and a sentence for each thing that no document gives.

    precision: of the values; the machine multiplies at the unit's rate for it.
    """

    machine: TilingMachine
    clock_hertz: float
    precision: Precision
    assumptions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Array:
    """assumption: "" where a document gives rows, columns and clock."""

    rows: int
    columns: int
    clock: float
    cycles_per_product: float
    assumption: str = ""

    @property
    def cells(self) -> int:
        return self.rows * self.columns


def tiled_unit(soc: SocDescription) -> ComputeUnit:
    """Whose array is modelled: the first that is described as a plain rectangle, else the first
    accelerator; of a chip with neither, what runs networks."""
    plain = (unit for unit in soc.units if _is_plain(unit))
    accelerators = (unit for unit in soc.units if unit.kind == "npu")
    return next(plain, None) or next(accelerators, None) or soc.main_unit


def array_unit(soc: SocDescription) -> ComputeUnit | None:
    """Whose figures the modelled array follows; None where one of the usual shape is assumed."""
    unit = tiled_unit(soc)
    return unit if unit.kind == "npu" or _is_plain(unit) else None


def _is_plain(unit: ComputeUnit) -> bool:
    described = unit.array_rows and unit.array_columns and unit.clock_ghz
    return bool(described) and not unit.blocks


def tiling_precisions(soc: SocDescription) -> tuple[Precision, ...]:
    """Those at which the unit's speed is known, int8 first."""
    return tuple(precision for precision in VALUE_BYTES if precision in tiled_unit(soc).precisions)


def tiling_chip(soc: SocDescription, precision: Precision | None = None) -> TilingChip:
    """The machine that a described SoC comes to; at the first precision that it knows if None.

    An array of r × c fills in r + c cycles, the way of the first value through a systolic one. Has
    it several arrays, one is modelled, with all on-chip memory and all bandwidth to itself.
    Raises InputError if the unit's speed at the precision is not known.
    """
    chosen = _known_precision(soc, precision)
    array = _array(soc, tiled_unit(soc), chosen)
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
        cycles_per_product=array.cycles_per_product,
    )
    notes = (
        array.assumption,
        _rate_sentence(soc, array, chosen),
        _memory_assumption(soc),
        _latency_assumption(soc),
        _one_array(soc),
    )
    return TilingChip(machine, array.clock, chosen, tuple(note for note in notes if note))


def _known_precision(soc: SocDescription, wanted: Precision | None) -> Precision:
    known = tiling_precisions(soc)
    if wanted is None and known:
        return known[0]
    if wanted is None or wanted not in known:
        raise InputError(
            f"How fast {tiled_unit(soc).title} of {soc.title} multiplies at {wanted or 'int8'} "
            "is not known.",
            f"Known: {', '.join(known) or 'none'}.",
        )
    return wanted


def _array(soc: SocDescription, unit: ComputeUnit, precision: Precision) -> _Array:
    rows, columns, clock = unit.array_rows, unit.array_columns, unit.clock_ghz
    if rows and columns and clock and not unit.blocks:
        hertz = clock.value * 1e9
        products = (unit.operations_per_second(precision, 1) or 0.0) / _OPERATIONS_OF_MAC / hertz
        cells = int(rows.value) * int(columns.value)
        return _Array(int(rows.value), int(columns.value), hertz, cells / products)
    slower = _fastest(soc, unit) / _speed(soc, unit, precision)
    if unit.kind == "npu":
        return _assumed_array(soc, unit, slower)
    return _Array(
        USUAL_CELLS,
        USUAL_CELLS,
        ASSUMED_CLOCK_HERTZ,
        slower,
        f"{soc.title} has no multiply-accumulate array: one of {USUAL_CELLS} by {USUAL_CELLS} "
        f"at {ASSUMED_CLOCK_HERTZ / 1e9:g} GHz is put beside its DRAM.",
    )


def _assumed_array(soc: SocDescription, unit: ComputeUnit, slower: float) -> _Array:
    """As many products a second as the unit makes, from an array of the usual shape."""
    clock = _fastest(soc, unit) / _OPERATIONS_OF_MAC / (USUAL_CELLS * USUAL_CELLS)
    what = "is no plain rectangle" if unit.blocks else "is not published"
    return _Array(
        USUAL_CELLS,
        USUAL_CELLS,
        clock,
        slower,
        f"The array of {soc.title} {what}: {USUAL_CELLS} by {USUAL_CELLS} is assumed, at "
        f"{clock / 1e9:.3g} GHz, which gives the chip's peak.",
    )


def _fastest(soc: SocDescription, unit: ComputeUnit) -> float:
    """Operations a second at the precision that it is fastest at."""
    return max(_speed(soc, unit, precision) for precision in unit.precisions)


def _speed(soc: SocDescription, unit: ComputeUnit, precision: Precision) -> float:
    """Operations a second, of the cores that run a network."""
    cores = soc.network_cores if unit.name == soc.network_unit else None
    return unit.operations_per_second(precision, cores) or 0.0


def _rate_sentence(soc: SocDescription, array: _Array, precision: Precision) -> str:
    if array.cycles_per_product == 1:
        return ""
    return (
        f"At {precision} a cell of the array takes {array.cycles_per_product:.3g} cycles for a "
        f"product, so that {array.cells:,} cells make {array.cells / array.cycles_per_product:,.0f}"
        f" in a cycle, by the rates of {tiled_unit(soc).title}."
    )


def _memory_assumption(soc: SocDescription) -> str:
    if soc.on_chip_bytes >= 1:
        return ""
    return (
        f"The on-chip memory of {soc.title} is not described: {size_text(ASSUMED_SRAM_BYTES)} are "
        "assumed."
    )


def _latency_assumption(soc: SocDescription) -> str:
    if soc.main_memory.latency_ns is not None:
        return ""
    return f"How long one access to DRAM takes is not described: {ASSUMED_LATENCY_NS} ns assumed."


def _one_array(soc: SocDescription) -> str:
    several = any(unit.kind == "npu" and unit.cores.value > 1 for unit in soc.units)
    if not several:
        return ""
    return "One array is modelled, with all on-chip memory and all of the bandwidth to itself."
