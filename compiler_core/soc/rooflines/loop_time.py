"""The time of a counted loop on one core, below its roof.

seconds = longest of instructions / (instructions a cycle · clock), vector instructions through the
pipelines (`core_speed`), and lines of the modelled cache over the bandwidth that a core reaches.
The three overlap, as on a core that works out of order. Not described, so not counted: how fast the
caches are, how long a result takes that the next instruction waits for, jumps that were guessed
wrongly. A real core is slower.
"""

from __future__ import annotations

from dataclasses import replace

from compiler_core.host.counting.operations import OperationKind
from compiler_core.soc.description import SocDescription
from compiler_core.soc.networks.cnn import KernelBound
from compiler_core.soc.rooflines.core_speed import CoreSpeed, core_speed
from compiler_core.soc.rooflines.distance import LossCause, WorkTime
from compiler_core.soc.rooflines.loop_points import LoopWork, PlacedLoop, placed_loop
from compiler_core.soc.rooflines.modelled_points import with_time
from compiler_core.soc.rooflines.roofline import Point, place

_LANE_BITS: dict[OperationKind, int] = {"fp16": 16, "fp32": 32, "fp64": 64, "integer": 32}
_ON_THE_ROOF = (
    "On the roof: its vector instructions make more operations than the speed taken for them."
)


def modelled_loop(soc: SocDescription, work: LoopWork, memory_name: str = "") -> PlacedLoop:
    """As `placed_loop`, with the modelled time; where there is none, `unmodelled` says why."""
    placed = placed_loop(soc, work, memory_name)
    unit = soc.unit(placed.unit)
    if placed.memory != soc.memory_of(unit).name:
        return replace(placed, unmodelled=_other_memory(soc, placed))
    core = core_speed(soc, unit, placed.precision)
    if core is None or unit.instructions_per_cycle is None:
        return replace(placed, unmodelled=_undescribed(soc, placed))
    widest = max((bits for bits, _ in work.vectors), default=0)
    if widest > core.simd_bits:
        return replace(placed, unmodelled=_too_wide(widest, core))
    time = loop_time(work, core, unit.instructions_per_cycle.value)
    missed = placed.missed
    return replace(
        placed,
        every_access=with_time(placed.every_access, placed, work.line_bytes, time),
        missed=with_time(missed, placed, work.line_bytes, time) if missed else None,
    )


def loop_as_modelled(placed: PlacedLoop) -> PlacedLoop:
    """One point, where the bytes put it that really pass the cache; as it is without a time."""
    every, modelled = placed.every_access, placed.every_access.modelled
    if modelled is None:
        return placed
    moved = Point(every.name, every.operations, modelled.bytes)
    point = place(moved, placed.peak, placed.bandwidth)
    return replace(placed, every_access=replace(point, modelled=modelled), missed=None)


def loop_time(work: LoopWork, core: CoreSpeed, instructions_per_cycle: float) -> WorkTime:
    """Of the whole run."""
    parts: dict[LossCause, float] = {
        "instructions": work.instructions / instructions_per_cycle / core.clock,
        "lanes": core.vector_seconds(work.vectors),
        "bandwidth": work.line_bytes / core.memory_bytes_per_second,
    }
    cause = max(parts, key=lambda part: parts[part])
    bound: KernelBound = "dram" if cause == "bandwidth" else "compute"
    return WorkTime(
        start_seconds=0.0,
        busy_seconds=parts[cause],
        bound=bound,
        cause=cause,
        reason=_reason(cause, work, core, instructions_per_cycle),
        on_the_roof=_ON_THE_ROOF,
    )


def _reason(cause: LossCause, work: LoopWork, core: CoreSpeed, per_cycle: float) -> str:
    if cause == "bandwidth":
        return f"one core reaches {core.memory_share:.0%} of the memory's bandwidth"
    if cause == "instructions":
        return (
            f"the core takes in {per_cycle:g} instructions a cycle, and the loop needs "
            f"{work.instructions / work.operations:.2g} for each operation"
        )
    vectors = sum(number for _, number in work.vectors)
    most = 2 * core.simd_bits / _LANE_BITS[work.kind]
    return (
        f"an instruction that computes makes {work.operations / vectors:.2g} operations of the "
        f"{most:g} that one on full vectors can"
    )


def _other_memory(soc: SocDescription, placed: PlacedLoop) -> str:
    return (
        f"The cores of {soc.unit(placed.unit).title} do not read {soc.memory(placed.memory).title} "
        "by themselves: choose the memory that they reach."
    )


def _too_wide(bits: int, core: CoreSpeed) -> str:
    return (
        f"The loop was counted with vectors of {bits} bits, and those of this core have "
        f"{core.simd_bits:g}: count it with vectors as long to have its modelled time."
    )


def _undescribed(soc: SocDescription, placed: PlacedLoop) -> str:
    return (
        "The description does not say how many instructions a core of "
        f"{soc.unit(placed.unit).title} takes in, or how wide its vectors are: so the loop has no "
        "modelled time."
    )
