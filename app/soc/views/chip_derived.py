"""What follows from a part's figures, each as a formula with this chip's numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from app.drawing.views.chart import short_number, three_digits
from app.soc.views.chip_words import peak_text, plain_number
from compiler_core.sizes import bandwidth_text, size_text
from compiler_core.soc.chip_figures import Ridge, ridges, seconds_to_read
from compiler_core.soc.description import ComputeUnit, Memory, Rate, SocDescription


@dataclass(frozen=True, slots=True)
class DerivedLine:
    """label: what it is. formula: with numbers, without the result. why: what it means."""

    label: str
    formula: str
    result: str
    why: str


def derived_lines(soc: SocDescription, part: ComputeUnit | Memory) -> tuple[DerivedLine, ...]:
    """Of a unit: peaks and ridges. Of a memory: bandwidth, and what keeps it busy."""
    if isinstance(part, ComputeUnit):
        return tuple(_of_unit(soc, part))
    return tuple(_of_memory(part))


def _of_unit(soc: SocDescription, unit: ComputeUnit) -> Iterator[DerivedLine]:
    if unit.array_rows and unit.array_columns:
        rows, columns = unit.array_rows.value, unit.array_columns.value
        yield DerivedLine(
            "Shape of the array",
            f"{rows:g} rows × {columns:g} columns",
            f"{rows * columns:,g} cells",
            "It decides how well a layer fills the array, not its peak.",
        )
    for rate in unit.rates:
        yield _peak(unit, rate)
    for ridge in ridges(soc):
        if ridge.unit == unit.name:
            yield _ridge(soc, ridge)


def _peak(unit: ComputeUnit, rate: Rate) -> DerivedLine:
    macs, clock = rate.macs_per_cycle.value, unit.clock_ghz.value if unit.clock_ghz else 0.0
    speed = unit.operations_per_second(rate.precision) or 0.0
    return DerivedLine(
        f"Peak, {rate.precision}",
        f"2 × {plain_number(macs)} multiply-accumulates × {plain_number(unit.cores.value)} "
        f"{'core' if unit.cores.value == 1 else 'cores'} × {clock:g} GHz",
        peak_text(speed, rate.precision),
        "A multiply-accumulate is two operations.",
    )


def _ridge(soc: SocDescription, ridge: Ridge) -> DerivedLine:
    return DerivedLine(
        f"Ridge, {ridge.precision}",
        f"{short_number(ridge.operations_per_second)} operations a second ÷ "
        f"{bandwidth_text(ridge.bytes_per_second)}",
        f"{ridge.operations_a_byte:,.1f} operations a byte",
        f"With fewer, {soc.memory(ridge.memory).title} is the limit; with more, this unit is.",
    )


def _of_memory(memory: Memory) -> Iterator[DerivedLine]:
    speed, sustained = memory.bytes_per_second, memory.sustained_bytes_per_second
    if speed is None:
        yield DerivedLine(
            "Bandwidth", "bus width × transfers", "not known", "No document gives both."
        )
        return
    if memory.bus_width_bits and memory.transfer_rate_mtps:
        yield DerivedLine(
            "Bandwidth",
            f"{memory.bus_width_bits.value:g} bits ÷ 8 × "
            f"{memory.transfer_rate_mtps.value:,g} million transfers a second",
            bandwidth_text(speed),
            "Never a figure of its own: it follows from these two.",
        )
    yield from _kept_busy(memory, speed, sustained or speed)
    seconds = seconds_to_read(memory)
    if seconds is not None and memory.capacity_bytes is not None:
        yield DerivedLine(
            "To read all of it once",
            f"{size_text(memory.capacity_bytes.value)} ÷ {bandwidth_text(speed)}",
            f"{three_digits(seconds * 1e3)} ms",
            "A language model that fills it reads it for every token, so that is the least time "
            "of a token.",
        )


def _kept_busy(memory: Memory, speed: float, sustained: float) -> Iterator[DerivedLine]:
    requests, burst, latency = memory.outstanding_requests, memory.burst_bytes, memory.latency_ns
    if not (requests and burst and latency):
        return
    enough = "That is enough to keep the bus busy."
    short = "That is less than the bus could move: more accesses under way would help."
    yield DerivedLine(
        "Kept moving by the accesses under way",
        f"{requests.value:g} × {burst.value:g} bytes ÷ {latency.value:g} ns, at most the bandwidth",
        bandwidth_text(sustained),
        enough if sustained >= speed else short,
    )
