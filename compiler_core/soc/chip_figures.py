"""What follows from a chip's figures: where compute and memory meet, and one line for comparing.

The ridge (Williams, Waterman, Patterson 2009) is the operations a kernel must do with each byte
before compute is the limit: peak / bandwidth.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

from compiler_core.soc.decoding.decode import decode_unit
from compiler_core.soc.description import (
    Figure,
    Memory,
    Precision,
    SocDescription,
)
from compiler_core.soc.editing import KeyedFigure

_PREFERRED: tuple[Precision, ...] = ("int8", "fp16", "fp32", "int4")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ridge:
    """One unit at one precision against the memory it reaches."""

    unit: str
    """Name of the unit in the chip's description."""
    title: str
    """Of the unit, as pages show it."""
    precision: Precision
    """Of the operations that are counted."""
    operations_per_second: float
    """Peak of the whole unit."""
    memory: str
    """Name of the memory that the unit reaches beyond its own."""
    bytes_per_second: float
    """Bandwidth of that memory."""

    @property
    def operations_a_byte(self) -> float:
        return self.operations_per_second / self.bytes_per_second


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipSummary:
    """A chip in one line."""

    name: str
    """In addresses and of the description's file."""
    title: str
    """As pages show it."""
    yardstick: bool
    """Shown only for comparison."""
    cpu_cores: int
    """0 where none is described."""
    leading: Ridge | None
    """The ridge of the unit that runs networks, None where its speed is not known."""
    on_chip_bytes: float
    """Of SRAM that a program decides about; caches do not count; 0 if none is known."""
    capacity_bytes: float | None
    """Of main memory, None where no size is stated."""
    bytes_per_second: float
    """Of main memory; 0 where the description does not say."""


def ridges(soc: SocDescription) -> tuple[Ridge, ...]:
    """Of each unit at each precision whose speed is known."""
    return tuple(
        Ridge(
            unit=unit.name,
            title=unit.title,
            precision=precision,
            operations_per_second=speed,
            memory=memory.name,
            bytes_per_second=bandwidth,
        )
        for unit in soc.units
        for memory in [soc.memory_of(unit)]
        for precision in unit.precisions
        if (speed := unit.operations_per_second(precision)) is not None
        and (bandwidth := memory.bytes_per_second) is not None
    )


def leading_ridge(soc: SocDescription) -> Ridge | None:
    """Of the unit that runs networks, in int8 where that is known."""
    unit = decode_unit(soc).name
    ridge_of = {ridge.precision: ridge for ridge in ridges(soc) if ridge.unit == unit}
    return next((ridge_of[precision] for precision in _PREFERRED if precision in ridge_of), None)


def chip_summary(soc: SocDescription) -> ChipSummary:
    """One line of a table of chips."""
    capacity = soc.main_memory.capacity_bytes
    return ChipSummary(
        name=soc.name,
        title=soc.title,
        yardstick=soc.yardstick,
        cpu_cores=round(sum(unit.cores.value for unit in soc.units if unit.kind == "cpu")),
        leading=leading_ridge(soc),
        on_chip_bytes=soc.on_chip_bytes,
        capacity_bytes=capacity.value if capacity else None,
        bytes_per_second=soc.main_memory.bytes_per_second or 0.0,
    )


def seconds_to_read(memory: Memory) -> float | None:
    """All of a memory once; None where its size or its speed is not known."""
    if memory.capacity_bytes is None or memory.bytes_per_second is None:
        return None
    return memory.capacity_bytes.value / memory.bytes_per_second


def further_figures(soc: SocDescription) -> tuple[KeyedFigure, ...]:
    """Those that are not edited part by part: of the whole chip, and how an array works through
    blocks. part: a unit's name, "" for the whole chip."""
    whole = [
        KeyedFigure(field.name, "", field.name, value)
        for field in fields(soc)
        if isinstance(value := getattr(soc, field.name), Figure)
    ]
    energies = [
        KeyedFigure(
            f"energy_pj_per_mac.{energy.precision}",
            "",
            f"energy_pj_per_mac.{energy.precision}",
            energy.picojoules,
        )
        for energy in soc.energies
    ]
    blocks = [
        KeyedFigure(
            f"{unit.name}.{block_field.name}",
            unit.name,
            block_field.name,
            getattr(unit.blocks, block_field.name),
        )
        for unit in soc.units
        if unit.blocks is not None
        for block_field in fields(unit.blocks)
    ]
    return (*whole, *energies, *blocks)
