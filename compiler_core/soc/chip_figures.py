"""What follows from a chip's figures: where compute and memory meet, and one line for comparing.

The ridge (Williams, Waterman, Patterson 2009) is the operations a kernel must do with each byte
before compute is the limit: peak / bandwidth.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.soc.decode import decode_unit
from compiler_core.soc.description import ComputeUnit, Memory, Precision, SocDescription

_PREFERRED: tuple[Precision, ...] = ("int8", "fp16", "fp32", "int4")


@dataclass(frozen=True, slots=True)
class Ridge:
    """One unit at one precision against the memory it reaches. unit: its name."""

    unit: str
    title: str
    precision: Precision
    operations_per_second: float
    memory: str
    bytes_per_second: float

    @property
    def operations_a_byte(self) -> float:
        return self.operations_per_second / self.bytes_per_second


@dataclass(frozen=True, slots=True)
class ChipSummary:
    """A chip in one line. cpu_cores: 0 where none is described. leading: of the unit that runs
    networks, None where its speed is not known. capacity_bytes: of main memory, None without one.
    """

    name: str
    title: str
    yardstick: bool
    cpu_cores: int
    leading: Ridge | None
    on_chip_bytes: float
    capacity_bytes: float | None
    bytes_per_second: float


def reached_memory(soc: SocDescription, unit: ComputeUnit) -> Memory:
    """What the unit reaches beyond its own memory."""
    return soc.memory(unit.memory) if unit.memory else soc.main_memory


def ridges(soc: SocDescription) -> tuple[Ridge, ...]:
    """Of each unit at each precision whose speed is known."""
    return tuple(
        Ridge(unit.name, unit.title, precision, speed, memory.name, bandwidth)
        for unit in soc.units
        for memory in [reached_memory(soc, unit)]
        for precision in unit.precisions
        if (speed := unit.operations_per_second(precision)) is not None
        and (bandwidth := memory.bytes_per_second) is not None
    )


def leading_ridge(soc: SocDescription) -> Ridge | None:
    """Of the unit that runs networks, in int8 where that is known."""
    unit = decode_unit(soc).name
    found = {one.precision: one for one in ridges(soc) if one.unit == unit}
    return next((found[one] for one in _PREFERRED if one in found), None)


def chip_summary(soc: SocDescription) -> ChipSummary:
    """One line of a table of chips."""
    capacity = soc.main_memory.capacity_bytes
    return ChipSummary(
        name=soc.name,
        title=soc.title,
        yardstick=soc.yardstick,
        cpu_cores=round(sum(one.cores.value for one in soc.units if one.kind == "cpu")),
        leading=leading_ridge(soc),
        on_chip_bytes=soc.on_chip_bytes,
        capacity_bytes=capacity.value if capacity else None,
        bytes_per_second=soc.main_memory.bytes_per_second or 0.0,
    )
