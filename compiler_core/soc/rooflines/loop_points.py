"""A user's loop on a roofline: operations from its instructions, bytes from the counting plugin.

One thread runs it, so its ceiling is that of one core. The emulator counts what the core loads and
stores; a modelled cache says how much of that reaches memory: its misses times the size of a line.
Lines that are written back later are not in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.host.counting.operations import OperationKind
from compiler_core.host.running.counted_operations import (
    CountedOperations,
    counted_operations,
)
from compiler_core.host.running.record import Counts
from compiler_core.soc.description import ComputeUnit, Precision, SocDescription
from compiler_core.soc.rooflines.loop_vectors import vector_instructions
from compiler_core.soc.rooflines.roofline import PlacedPoint, Point, place

_CEILING: dict[OperationKind, tuple[Precision, float]] = {
    "fp16": ("fp16", 1.0),
    "fp32": ("fp32", 1.0),
    "fp64": ("fp32", 0.5),
    "integer": ("fp32", 1.0),
}
_TAKEN: dict[OperationKind, str] = {
    "fp64": "A register holds half as many 64-bit numbers, so half of the fp32 speed is taken.",
    "integer": "Its speed on integers is not described: that on fp32, as wide, is taken.",
}
_WORTH_SAYING = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopWork:
    """A counted run."""

    name: str
    """The function and its size: `saxpy, n = 1,000`."""
    kind: OperationKind
    """Of the operations that are counted: floats of one width, or integers."""
    operations: float
    """Of `kind` alone, floating point if there is any."""
    bytes: float
    """That instructions loaded and stored."""
    line_bytes: float
    """Of lines that the modelled cache fetched, written back ones left out."""
    notes: tuple[str, ...]
    """What the numbers leave out."""
    instructions: int = 0
    """All that ran, library code included."""
    vectors: tuple[tuple[int, int], ...] = ()
    """Instructions for the vector pipelines: pairs of width in bits and how many ran."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedLoop:
    """Under the ceiling of one core."""

    work: LoopWork
    """The counted run."""
    unit: str
    """Name of the CPU, of which one core is taken."""
    precision: Precision
    """Of the ceiling; `fp32` also for integers and 64-bit numbers."""
    peak: float
    """Operations a second of one core."""
    memory: str
    """Name of the memory that the core reaches."""
    bandwidth: float
    """Bytes a second of that memory."""
    ridge: float
    """Operations a byte at which both ceilings take equally long."""
    every_access: PlacedPoint
    """As if all loads and stores went to memory."""
    missed: PlacedPoint | None
    """With what passes the modelled cache, None if nothing does."""
    taken: str
    """What is assumed of the core's speed, "" where it is described."""
    unmodelled: str = ""
    """Why both points lack a modelled time, "" where they have it or none was asked for."""


def loop_work(counts: Counts) -> LoopWork:
    """Of a run that ended well. Raises InputError without a run, operations or bytes."""
    if not counts.ok:
        raise InputError("The loop did not run to its end.", counts.message)
    operations = counted_operations(counts)
    if operations.kind is None or not counts.bytes:
        raise InputError(
            f"{counts.function} computes nothing on data in memory.", "Choose another function."
        )
    return LoopWork(
        name=f"{counts.function}, n = {counts.n:,}",
        kind=operations.kind,
        operations=operations.of(operations.kind),
        bytes=counts.bytes,
        line_bytes=counts.totals.misses * counts.geometry.line_bytes,
        notes=tuple(_notes(counts, operations)),
        instructions=counts.everything,
        vectors=vector_instructions(counts),
    )


def _notes(counts: Counts, tally: CountedOperations) -> Iterator[str]:
    if tally.active_lanes is not None and tally.active_lanes < 1:
        yield (
            f"{tally.active_lanes:.1%} of the vector's lanes worked: in the last round the "
            "predicate switches the others off, and they are not counted."
        )
    if tally.assumed_active > _WORTH_SAYING:
        yield (
            f"{tally.assumed_active:.0%} of the SVE operations are counted with all lanes: no load "
            "or store beside them tells how many worked."
        )
    if tally.kind == "integer":
        yield "Additions of a constant to a register count as addressing, not as work."
    if tally.outside:
        yield f"{tally.outside:,} instructions of library code are not in it."
    if counts.totals.unseen:
        yield f"The bytes of {counts.totals.unseen:,} accesses are not known."


def placed_loop(soc: SocDescription, work: LoopWork, memory_name: str = "") -> PlacedLoop:
    """On the fastest core of the chip's CPUs, from the memory that it reaches if none is named.

    Raises InputError if no CPU of it has a described speed for such operations, or the memory none,
    or if the memory is a link of another unit.
    """
    precision, share = _CEILING[work.kind]
    unit, speed = _fastest_core(soc, precision)
    memory = soc.memory(memory_name) if memory_name else soc.memory_of(unit)
    reached, bandwidth = soc.memory_of(unit), memory.bytes_per_second
    if memory.kind == "link" and memory.name != reached.name:
        raise InputError(
            f"The cores of {unit.title} do not read through this: {memory.title}.",
            f"Choose what they reach: {reached.title}.",
        )
    if bandwidth is None:
        raise InputError(f"How fast {memory.title} is is not known.", "Choose another memory.")
    peak = speed * share
    fetched = Point(f"{work.name}, cache lines", work.operations, work.line_bytes)
    return PlacedLoop(
        work=work,
        unit=unit.name,
        precision=precision,
        peak=peak,
        memory=memory.name,
        bandwidth=bandwidth,
        ridge=peak / bandwidth,
        every_access=place(Point(work.name, work.operations, work.bytes), peak, bandwidth),
        missed=place(fetched, peak, bandwidth) if work.line_bytes else None,
        taken=_TAKEN.get(work.kind, ""),
    )


def _fastest_core(soc: SocDescription, precision: Precision) -> tuple[ComputeUnit, float]:
    speeds = [
        (unit, speed)
        for unit in soc.units
        if unit.kind == "cpu"
        and (speed := unit.operations_per_second(precision, cores=1)) is not None
    ]
    if not speeds:
        raise InputError(
            f"How fast a CPU core of {soc.title} is at {precision} is not described.",
            "Choose a chip whose CPU is.",
        )
    return max(speeds, key=lambda pair: pair[1])
