"""The time of what was compiled, on one core of a CPU: a bundle's kernels, an engine's products.

seconds = max(vector instructions through the core's pipelines over the efficiency fitted to
networks (`cnn_fit`), bytes over the bandwidth that a core reaches (`core_speed`)). A kernel is a
call of a function, so starting it costs nothing. Vector instructions are products over what one of
them makes (`program_code`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler_core.soc.description import ComputeUnit, Precision, SocDescription
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.rooflines.core_speed import CoreSpeed, core_speed
from compiler_core.soc.rooflines.distance import LossCause, WorkTime
from compiler_core.soc.rooflines.modelled_points import with_time
from compiler_core.soc.rooflines.program_code import VECTOR_BITS, InnerCode
from compiler_core.soc.rooflines.roofline import PlacedPoint, Point, Roofline

_OPERATIONS_OF_MAC = 2
# A factor that leaves more than this is not said.
_WORTH_SAYING = 0.5
_DIGITS = 6


@dataclass(frozen=True, slots=True)
class ProgramKernel:
    """One function of a program. unpacked: weights that are unpacked beside its products."""

    point: Point
    code: InnerCode
    unpacked: float = 0.0

    @property
    def products(self) -> float:
        """Unpacking a weight costs as much as one."""
        return self.point.operations / _OPERATIONS_OF_MAC + self.unpacked


@dataclass(frozen=True, slots=True)
class _Core:
    """The core that runs the program. efficiency: of its pipelines."""

    unit: ComputeUnit
    speed: CoreSpeed
    efficiency: float


def with_program_times(
    soc: SocDescription, roof: Roofline, kernels: Sequence[ProgramKernel]
) -> Roofline:
    """kernels: of the points, one each. Where there is no time, `unmodelled` says why."""
    unit = soc.unit(roof.unit)
    speed = core_speed(soc, unit) if unit.kind == "cpu" else None
    refused = _refused(soc, roof, kernels, speed)
    if refused or speed is None:
        return replace(roof, unmodelled=refused)
    core = _Core(unit, speed, constants_for(soc).efficiency)
    return replace(
        roof,
        points=tuple(
            with_time(point, roof, point.bytes, _time(core, roof, point, kernel))
            for point, kernel in zip(roof.points, kernels, strict=True)
        ),
    )


def _refused(
    soc: SocDescription,
    roof: Roofline,
    kernels: Sequence[ProgramKernel],
    speed: CoreSpeed | None,
) -> str:
    """Why this roof is not one of the program; "" if it is."""
    unit = soc.unit(roof.unit)
    if unit.kind != "cpu":
        return (
            f"What was compiled runs on one core of a CPU, and this is the roof of {unit.title}: "
            "choose a CPU to have its modelled time."
        )
    if speed is None:
        return f"What a core of {unit.title} computes in a cycle is not described."
    if roof.memory != soc.memory_of(unit).name:
        return f"A core of {unit.title} does not read {soc.memory(roof.memory).title} by itself."
    for program_kernel in kernels:
        if unit.operations_per_second(program_kernel.code.needs) is None:
            return (
                f"{program_kernel.point.name} needs instructions for "
                f"{program_kernel.code.needs}, and the description of {unit.title} has no rate for "
                "them."
            )
    return _above_the_roof(unit, roof, {kernel.code.precision for kernel in kernels})


def _above_the_roof(unit: ComputeUnit, roof: Roofline, precisions: set[Precision]) -> str:
    above = [
        precision
        for precision in sorted(precisions)
        if (unit.operations_per_second(precision) or 0.0) > roof.peak
    ]
    if not above:
        return ""
    return f"What was compiled computes in {above[0]}, above this roof in {roof.precision}."


def _time(core: _Core, roof: Roofline, point: PlacedPoint, kernel: ProgramKernel) -> WorkTime:
    computing = _compute_seconds(core, kernel)
    moving = point.bytes / core.speed.memory_bytes_per_second
    cause, reason = _cause(core, roof, point, kernel, computing)
    if moving >= computing:
        share = core.speed.memory_share
        cause, reason = "bandwidth", f"one core reaches {share:.0%} of the memory's bandwidth"
    return WorkTime(
        start_seconds=0.0,
        busy_seconds=max(computing, moving),
        bound="dram" if moving >= computing else "compute",
        cause=cause,
        reason=reason,
    )


def _compute_seconds(core: _Core, kernel: ProgramKernel) -> float:
    """A core cannot make more products than its rate, whatever the instruction."""
    code = kernel.code
    if not code.products:
        return 0.0
    instructions = kernel.products / code.products
    through = core.speed.vector_seconds([(VECTOR_BITS, instructions)])
    rate = core.unit.operations_per_second(code.needs, cores=1) or 0.0
    fastest = _OPERATIONS_OF_MAC * instructions * _most_products(code) / rate
    return max(through, fastest) / core.efficiency


def _most_products(code: InnerCode) -> float:
    """That an instruction really makes: of Winograd's fewer than it counts for."""
    return min(code.products, 32.0 if code.needs == "int8" else 4.0)


def _cause(
    core: _Core,
    roof: Roofline,
    point: PlacedPoint,
    kernel: ProgramKernel,
    computing: float,
) -> tuple[LossCause, str]:
    """Of arithmetic, the factor that costs most: cores, instructions, how busy they are. In words
    also the others that halve its speed."""
    if not computing:
        return "bandwidth", "it moves bytes and multiplies nothing"
    cores = core.unit.cores.value
    alone = point.operations * cores / roof.peak
    shares: dict[LossCause, tuple[float, str]] = {
        "cores": (1 / cores, f"it runs on one of {cores:g} cores"),
        "efficiency": (
            core.efficiency,
            f"its arithmetic is busy {core.efficiency:.0%} of the time (fitted to networks)",
        ),
        "lanes": (alone / (computing * core.efficiency), kernel.code.words),
    }
    ordered = sorted(shares.items(), key=lambda factor: round(factor[1][0], _DIGITS))
    said = [words for _, (share, words) in ordered if share <= _WORTH_SAYING]
    return ordered[0][0], "; ".join(said or [ordered[0][1][1]])
