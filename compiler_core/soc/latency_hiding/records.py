"""What a simulation is given and what it answers: plain records, checked when they are made."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from compiler_core.errors import InputError

Rung = Literal["scalar", "vec", "vec_mt", "vec_mt_db"]
Action = Literal["launch", "read", "compute", "write", "join"]
RUNGS: tuple[Rung, ...] = ("scalar", "vec", "vec_mt", "vec_mt_db")
MAXIMUM_ELEMENTS = 1 << 28
MAXIMUM_TILES = 1 << 16
_LARGEST = 1 << 44


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelWork:
    """An elementwise kernel, worked on in tiles."""

    name: str
    """For messages and pages."""
    elements: int
    """How many the kernel works on, at most MAXIMUM_ELEMENTS."""
    values_in: int
    """Values of value_bytes bytes each that one element reads and writes."""
    values_out: int
    """Values that one element writes, each of `value_bytes`."""
    value_bytes: int
    """Bytes of one value."""
    operations: int
    """Arithmetic instructions per element, or per vector of elements."""
    tile: int
    """Elements that one DMA request brings. Raises InputError for what no kernel has."""

    def __post_init__(self) -> None:
        for field in ("elements", "values_in", "values_out", "value_bytes", "operations", "tile"):
            _check_whole(f"{self.name}: {field}", getattr(self, field), 1)
        if self.elements > MAXIMUM_ELEMENTS:
            raise InputError(
                f"{self.elements:,} elements are too many to simulate.",
                f"At most {MAXIMUM_ELEMENTS:,} are.",
            )
        if self.tiles > MAXIMUM_TILES:
            raise InputError(
                f"{self.elements:,} elements in tiles of {self.tile:,} make {self.tiles:,} tiles; "
                f"at most {MAXIMUM_TILES:,} are simulated.",
                "Take larger tiles or fewer elements.",
            )

    @property
    def tiles(self) -> int:
        """How many tiles there are; the last may be smaller."""
        return -(-self.elements // self.tile)

    @property
    def bytes_in(self) -> int:
        """Bytes that one element reads."""
        return self.values_in * self.value_bytes

    @property
    def bytes_out(self) -> int:
        """Bytes that one element writes."""
        return self.values_out * self.value_bytes

    def tile_elements(self, index: int) -> int:
        """Elements of the tile with this number."""
        return min(self.tile, self.elements - index * self.tile)


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadedCore:
    """An accelerator core with a scratchpad, hardware contexts and one DMA engine.

    Times are cycles of clock_hz. Each context has a vector unit of vector_bytes. The engine serves
    one request after the other: dma_setup_cycles for its descriptor, then the bytes; what is read
    can be used dma_latency_cycles later. At most outstanding_bursts bursts of burst_bytes are on
    their way at once. scalar_loop_instructions close each scalar iteration; vectors run in a
    hardware loop. Raises InputError for what no machine has.
    """

    name: str
    """For messages."""
    clock_hz: int
    """Of which all times here are cycles."""
    vector_bytes: int
    """Of one vector register; each context has a vector unit."""
    contexts: int
    """Hardware threads that may run at once."""
    scratchpad_bytes: int
    """Shared by the buffers of all contexts."""
    dma_bytes_per_second: int
    """At most, of the DMA engine; latency and bursts may make it less."""
    dma_setup_cycles: int
    """For the descriptor of each request, during which the engine is busy."""
    dma_latency_cycles: int
    """From the end of a transfer until its data can be used."""
    outstanding_bursts: int
    """On their way at once at most."""
    burst_bytes: int
    """Of one burst."""
    thread_launch_cycles: int
    """Until a context is started; contexts are started one after the other."""
    thread_join_cycles: int
    """At the end of a run with several contexts."""
    scalar_cycles_per_instruction: int
    """On the scalar rung, of each instruction."""
    scalar_loop_instructions: int
    """That close each scalar iteration; vectors run in a hardware loop."""
    vector_cycles_per_instruction: int
    """On the vector rungs, of each instruction on a whole vector."""
    tile_overhead_cycles: int
    """Of a context for each tile, beside its instructions."""

    def __post_init__(self) -> None:
        for field in fields(self):
            if field.name != "name":
                least = 0 if field.name in _MAY_BE_ZERO else 1
                _check_whole(f"{self.name}: {field.name}", getattr(self, field.name), least)


_MAY_BE_ZERO = frozenset(
    (
        "dma_setup_cycles",
        "dma_latency_cycles",
        "thread_launch_cycles",
        "thread_join_cycles",
        "scalar_loop_instructions",
        "tile_overhead_cycles",
    )
)


@dataclass(frozen=True, slots=True)
class Event:
    """One bar of the timeline."""

    unit: str
    """`control`, `dma` or `context 0`…."""
    action: Action
    """What the unit does."""
    context: int
    """Number of the context that it is done for, from 0."""
    tile: int
    """Number of the tile, from 0; -1 where there is none."""
    buffer: int
    """Number of the buffer, from 0; -1 where there is none."""
    start: int
    """The first cycle in which the unit is busy with it."""
    end: int
    """The cycle from which the unit is free again."""
    ready: int
    """The cycle from which its result can be used."""


@dataclass(frozen=True, slots=True)
class UnitUse:
    """Cycles in which a unit is busy, and their share of all cycles."""

    unit: str
    busy: int
    utilisation: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Simulation:
    """A modelled run of a kernel on one rung."""

    work: KernelWork
    """The kernel."""
    rung: Rung
    """Of the ladder, which says how many contexts and buffers there are."""
    cycles: int
    """Until everything is written and joined."""
    contexts: int
    """That had a tile to work on; 1 of the single-threaded rungs."""
    buffers: int
    """Of each context: 2 where it double-buffers, else 1."""
    scratchpad_used: int
    """Bytes of all input and output buffers together."""
    memory_bound_cycles: int
    """What the bytes alone and the instructions alone take at least."""
    compute_bound_cycles: int
    """What the instructions alone take at least, on all contexts."""
    bound: Literal["memory", "compute"]
    """Which of the two is larger, `memory` or `compute`."""
    units: tuple[UnitUse, ...]
    """How busy each unit is."""
    events: tuple[Event, ...]
    """All bars of the timeline, in the order in which they are started."""


def _check_whole(label: str, value: object, least: int) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= _LARGEST:
        raise InputError(
            f"{label} is {value!r}.", f"It has to be a whole number from {least} to {_LARGEST:,}."
        )
