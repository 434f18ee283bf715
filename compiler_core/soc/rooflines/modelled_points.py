"""Kernels of a roofline at the speed that the cost models give them, below the roof.

A network's kernel has the time that `cnn.network_cost` gives it on the roof's unit, so it is the
same on every page. Its bytes are those which the cost model sends through the roof's memory: what
stays on the chip is not among them, so such a point lies further right. Where the cost model counts
less than the roof (arithmetic without products), the time of the roof stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.decoding.decode import DecodeSpeed, DecodeWork, decode_speed, decode_unit
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.mapping.kernel_costs import seen_from
from compiler_core.soc.mapping.units import OPERATIONS_OF_MAC, CandidateUnit
from compiler_core.soc.networks.cnn import KernelCost, NetworkCost, network_cost
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.networks.kernel_reason import kernel_reason
from compiler_core.soc.rooflines.decode_curves import language_ceiling
from compiler_core.soc.rooflines.distance import ModelledPoint, WorkTime, losses_of, reason_of
from compiler_core.soc.rooflines.loss_words import busy_cause
from compiler_core.soc.rooflines.roofline import PlacedPoint, Point, Roofline, place

RoofMemory = Literal["sram", "dram"]


class Ceilings(Protocol):
    """What a roof is made of: operations and bytes a second."""

    @property
    def peak(self) -> float: ...

    @property
    def bandwidth(self) -> float: ...


@dataclass(frozen=True, slots=True)
class UnitRun:
    """A network on one unit. soc: the chip as that unit sees it."""

    soc: SocDescription
    cost: NetworkCost


def with_network_times(
    soc: SocDescription, roofline: Roofline, layers: Sequence[Layer], precision: Precision
) -> Roofline:
    """layers: of the points, one each. precision: of the tensors.

    Where there is no time, `unmodelled` says why and the points stay as they are.
    """
    run = unit_run(soc, roofline, layers, precision)
    memory = _memory_of_cost(run.soc, roofline.memory)
    if memory is None:
        return replace(roofline, unmodelled=_no_path(soc, roofline))
    if not run.cost.fits:
        return replace(roofline, unmodelled=f"The network does not fit in memory of {soc.title}.")
    return replace(
        roofline,
        points=tuple(
            _kernel_point(roofline, run, memory, trio)
            for trio in zip(roofline.points, run.cost.per_kernel, layers, strict=True)
        ),
    )


def unit_run(
    soc: SocDescription, roofline: Roofline, layers: Sequence[Layer], precision: Precision
) -> UnitRun:
    """The network on the roof's unit, which computes at the roof's precision; double buffers."""
    unit = soc.unit(roofline.unit)
    cores = soc.network_cores if unit.name == soc.main_unit.name else None
    speed = unit.operations_per_second(roofline.precision, cores) or 0.0
    candidate = CandidateUnit(unit, roofline.precision, speed / OPERATIONS_OF_MAC)
    seen = seen_from(soc, candidate, precision)
    return UnitRun(seen, network_cost(seen, layers, precision, constants_for(seen)))


def _memory_of_cost(seen: SocDescription, memory: str) -> RoofMemory | None:
    """Which of the cost model's memories this is; None for caches and what the unit does not
    reach."""
    if memory == seen.main_memory.name:
        return "dram"
    sram = next((ram.name for ram in seen.memories if ram.kind == "sram"), "")
    return "sram" if memory == sram else None


def _no_path(soc: SocDescription, roofline: Roofline) -> str:
    return (
        f"The cost model counts no bytes between {soc.unit(roofline.unit).title} and "
        f"{soc.memory(roofline.memory).title}."
    )


def _kernel_point(
    roofline: Roofline,
    run: UnitRun,
    memory: RoofMemory,
    trio: tuple[PlacedPoint, KernelCost, Layer],
) -> PlacedPoint:
    point, kernel, layer = trio
    moved = kernel.dram_bytes if memory == "dram" else kernel.sram_bytes
    why = kernel_reason(run.soc, run.cost, kernel, layer)
    cause, reason = busy_cause(why, roofline, run.soc, moved)
    time = WorkTime(
        start_seconds=kernel.overhead_seconds,
        busy_seconds=kernel.seconds - kernel.overhead_seconds,
        bound=kernel.bound,
        cause=cause,
        reason=reason,
    )
    return with_time(point, roofline, moved, time)


def with_time(point: PlacedPoint, roofline: Ceilings, moved: float, time: WorkTime) -> PlacedPoint:
    """moved: bytes through the roof's memory; where nothing else is done, those of the point."""
    through = moved if point.operations or moved else point.bytes
    roof = place(Point(point.name, point.operations, through), roofline.peak, roofline.bandwidth)
    seconds = max(time.seconds, roof.seconds)
    losses = losses_of(time, roof.seconds)
    return replace(
        point,
        modelled=ModelledPoint(
            bytes=through,
            intensity=roof.intensity,
            attainable=roof.attainable,
            seconds=seconds,
            operations_per_second=point.operations / seconds,
            least_seconds=roof.seconds,
            distance=seconds / roof.seconds,
            bound=time.bound,
            losses=losses,
            reason=reason_of(losses, time.on_the_roof),
        ),
    )


def with_decode_time(soc: SocDescription, roofline: Roofline, work: DecodeWork) -> Roofline:
    """Of the points decode comes first; the others stay as they are."""
    speed = decode_speed(soc, work, share_for(soc))
    if not speed.fits:
        return replace(roofline, unmodelled=f"The model does not fit in memory of {soc.title}.")
    refused = _no_decoding(soc, roofline, work)
    if refused:
        return replace(roofline, unmodelled=refused)
    decode, *others = roofline.points
    return replace(
        roofline, points=(with_time(decode, roofline, work.step_bytes, _step_time(speed)), *others)
    )


def _no_decoding(soc: SocDescription, roofline: Roofline, work: DecodeWork) -> str:
    """Why the decode model is not of this roof; "" if it is."""
    unit, memory = decode_unit(soc), soc.main_memory
    ceiling = language_ceiling(soc, work)
    if (roofline.unit, roofline.memory) != (unit.name, memory.name) or ceiling is None:
        return f"The decode model is one of {unit.title} and {memory.title}."
    peak = unit.operations_per_second(ceiling[1]) or 0.0
    return (
        f"The decode model computes in {ceiling[1]}, above this roof."
        if (peak > roofline.peak)
        else ""
    )


def _step_time(speed: DecodeSpeed) -> WorkTime:
    memory, compute = speed.memory_seconds or 0.0, speed.compute_seconds or 0.0
    launch = speed.launch_seconds or 0.0
    computes = compute > memory
    reason = f"decoding reaches {speed.bandwidth_share or 0.0:.0%} of the memory's bandwidth"
    return WorkTime(
        start_seconds=launch,
        busy_seconds=max(memory, compute),
        bound="overhead" if speed.bound == "launch" else "compute" if computes else "dram",
        cause="efficiency" if computes else "bandwidth",
        reason=f"arithmetic is busy {speed.efficiency or 0.0:.0%} of the time"
        if computes
        else reason,
    )
