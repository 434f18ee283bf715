"""The roofline (Williams, Waterman, Patterson 2009): how fast bytes and operations let a kernel be.

Attainable operations a second = min(peak, intensity · bandwidth), the intensity being operations
for each byte moved. The ridge is the intensity at which both are equal: left of it a kernel is
bound by memory, right of it by compute.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.rooflines.distance import ModelledPoint
from compiler_core.soc.rooflines.phase_speed import PhaseSpeed

RooflineBound = Literal["compute", "memory"]


@dataclass(frozen=True, slots=True)
class ComputeCeiling:
    """What one unit can do at one precision."""

    unit: str
    precision: Precision
    operations_per_second: float


@dataclass(frozen=True, slots=True)
class MemoryCeiling:
    """What one memory can move."""

    memory: str
    bytes_per_second: float


@dataclass(frozen=True, slots=True)
class Point:
    """One kernel. operations: a multiply-accumulate is two. bytes: moved from and to the memory."""

    name: str
    operations: float
    bytes: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedPoint:
    """A point under one compute and one memory ceiling."""

    name: str
    """Of the kernel."""
    operations: float
    """Of the whole kernel; a multiply-accumulate is two."""
    bytes: float
    """Moved from and to the memory."""
    intensity: float | None
    """Operations a byte, None where no byte is moved."""
    attainable: float
    """Operations a second that the roof allows at its intensity."""
    seconds: float
    """The least time that the roof allows."""
    bound: RooflineBound
    """Which ceiling is the lower one at its intensity."""
    headroom: float | None
    """How many times as long the bound takes as the other: by so much the bound can be relieved
    before the other one binds; at least 1."""
    modelled: ModelledPoint | None = None
    """Below the roof, None where no cost model has a time for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Roofline:
    """All ceilings of a chip, and points under the two that were asked for."""

    soc: str
    """Name of the chip."""
    unit: str
    """Name of the unit whose ceiling was asked for."""
    precision: Precision
    """Of that unit's ceiling."""
    memory: str
    """Name of the memory whose ceiling was asked for."""
    peak: float
    """Operations a second of the unit."""
    bandwidth: float
    """Bytes a second of the memory."""
    ridge: float
    """Operations a byte at which both ceilings meet."""
    compute_ceilings: tuple[ComputeCeiling, ...]
    """Of all units, at each precision with a known speed."""
    memory_ceilings: tuple[MemoryCeiling, ...]
    """Of all memories with a known bandwidth."""
    points: tuple[PlacedPoint, ...]
    """Placed under the ceilings of `unit` and `memory`."""
    unmodelled: str = ""
    """Why the points have no modelled speed, "" where they have or none was asked for."""
    phases: tuple[PhaseSpeed, ...] = ()
    """Prefill and decode of a language model by the token; empty for anything else."""


def compute_ceilings(soc: SocDescription) -> tuple[ComputeCeiling, ...]:
    """Of each unit, at each precision it has a known speed for."""
    return tuple(
        ComputeCeiling(unit.name, precision, speed)
        for unit in soc.units
        for precision in unit.precisions
        if (speed := unit.operations_per_second(precision)) is not None
    )


def memory_ceilings(soc: SocDescription) -> tuple[MemoryCeiling, ...]:
    """Of each memory whose bandwidth is known."""
    speeds = [(memory.name, memory.bytes_per_second) for memory in soc.memories]
    return tuple(MemoryCeiling(name, speed) for name, speed in speeds if speed is not None)


def roofline(
    soc: SocDescription,
    points: Sequence[Point],
    unit: str,
    precision: Precision,
    memory_name: str = "",
) -> Roofline:
    """The points under the ceilings of one unit and of one memory; if unnamed, the one that the
    unit reaches beyond its own.

    Raises UnknownName for a unit or memory the chip lacks, InputError where its speed is not known.
    """
    peak = soc.unit(unit).operations_per_second(precision)
    if peak is None:
        known = ", ".join(soc.unit(unit).precisions) or "none"
        raise InputError(
            f"How fast {unit} of {soc.title} is at {precision} is not known.", f"Known: {known}."
        )
    memory = soc.memory(memory_name) if memory_name else soc.memory_of(soc.unit(unit))
    bandwidth = memory.bytes_per_second
    if bandwidth is None:
        known = ", ".join(ceiling.memory for ceiling in memory_ceilings(soc))
        raise InputError(
            f"How fast {memory.name} of {soc.title} is is not known.", f"Known: {known}."
        )
    return Roofline(
        soc=soc.name,
        unit=unit,
        precision=precision,
        memory=memory.name,
        peak=peak,
        bandwidth=bandwidth,
        ridge=peak / bandwidth,
        compute_ceilings=compute_ceilings(soc),
        memory_ceilings=memory_ceilings(soc),
        points=tuple(place(point, peak, bandwidth) for point in points),
    )


def place(point: Point, peak: float, bandwidth: float) -> PlacedPoint:
    """One point. peak: operations a second; bandwidth: bytes a second.

    Raises InputError for negative work, or none at all.
    """
    if point.operations < 0 or point.bytes < 0 or not (point.operations or point.bytes):
        raise InputError(f"{point.name}: operations and bytes must be positive.")
    computing, moving = point.operations / peak, point.bytes / bandwidth
    seconds = max(computing, moving)
    least = min(computing, moving)
    return PlacedPoint(
        name=point.name,
        operations=point.operations,
        bytes=point.bytes,
        intensity=point.operations / point.bytes if point.bytes else None,
        attainable=point.operations / seconds,
        seconds=seconds,
        bound="compute" if computing >= moving else "memory",
        headroom=seconds / least if least else None,
    )
