"""What binds each kernel of a profiled program on one unit of a chip: the roofline, in times.

compute = operations / peak, memory = bytes / bandwidth (Williams, Waterman, Patterson 2009), and
what starting a kernel costs beside its work. The longest of the three binds. The program has one
thread, so that of a CPU one core is taken. All of it is modelled: a real kernel is slower.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from compiler_core.errors import InputError
from compiler_core.soc.decode_engines import LAUNCH_SECONDS
from compiler_core.soc.description import ComputeUnit, SocDescription
from compiler_core.soc.profiling.records import ProfiledKernel, ProfiledProgram
from compiler_core.soc.profiling.variants import VariantPrecision
from compiler_core.soc.rooflines.roofline import Point, place

Bottleneck = Literal["compute", "memory", "overhead"]
BOTTLENECKS: tuple[Bottleneck, ...] = get_args(Bottleneck)
_OPERATIONS_OF_MAC = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitSpeed:
    """What one unit of a chip can do at one precision."""

    unit: str
    """Name of the unit in the chip's description."""
    title: str
    """Of the unit, for a CPU with the note that one core is taken."""
    precision: VariantPrecision
    """Of the operations."""
    peak: float
    """Operations a second; of a CPU those of one core."""
    bandwidth: float
    """Bytes a second of its memory."""
    ridge: float
    """Operations a byte at which both take equally long."""
    launch: float
    """To start a kernel, in seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One kernel."""

    kernel: int
    """Its place in the program, from 0."""
    operations: int
    """Two for each multiply-accumulate; without any, one for each output."""
    moved_bytes: int
    """Of inputs, outputs and constants, each once."""
    intensity: float | None
    """Operations a byte, None where no byte moves."""
    compute_seconds: float
    """At the unit's peak."""
    memory_seconds: float
    """At the bandwidth of the unit's memory."""
    overhead_seconds: float
    """To start the kernel."""
    seconds: float
    """The longer of compute and memory, and the launch."""
    bound: Bottleneck
    """The longest of the three times."""
    reason: str
    """A sentence for the page, with the numbers."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A reader's answer for a kernel. said: why it is right, or what it overlooks."""

    kernel: int
    answer: Bottleneck
    right: bool
    said: str


def unit_speed(soc: SocDescription, unit: str, precision: VariantPrecision) -> UnitSpeed:
    """The speed of a unit. Raises UnknownName, and InputError where it is not known."""
    compute_unit = soc.unit(unit)
    peak = compute_unit.operations_per_second(precision, 1 if compute_unit.kind == "cpu" else None)
    bandwidth = soc.memory_of(compute_unit).sustained_bytes_per_second
    if peak is None or not bandwidth:
        known = ", ".join(compute_unit.precisions) or "no precision"
        raise InputError(
            f"How fast {compute_unit.title} of {soc.title} is at {precision} is not known.",
            f"Known: {known}. Choose another unit.",
        )
    return UnitSpeed(
        unit=unit,
        title=unit_title(compute_unit),
        precision=precision,
        peak=peak,
        bandwidth=bandwidth,
        ridge=peak / bandwidth,
        launch=LAUNCH_SECONDS[compute_unit.kind],
    )


def unit_title(unit: ComputeUnit) -> str:
    """Its title; of a CPU, that the program has one core of it."""
    return f"{unit.title}, one core taken" if unit.kind == "cpu" else unit.title


def usable_units(soc: SocDescription) -> tuple[ComputeUnit, ...]:
    """Units whose speed is known at fp32 or int8, CPUs first: the program was counted on one."""
    known = [unit for unit in soc.units if {"fp32", "int8"} & set(unit.precisions)]
    return tuple(sorted(known, key=lambda candidate: candidate.kind != "cpu"))


def judged(program: ProfiledProgram, speed: UnitSpeed) -> tuple[Judged, ...]:
    """Every kernel of the program, in order."""
    return tuple(_judged(kernel, speed) for kernel in program.kernels)


def modelled_seconds(kernels: Sequence[Judged]) -> float:
    """All kernels one after another."""
    return sum(kernel.seconds for kernel in kernels)


def operations_of(kernel: ProfiledKernel) -> int:
    """Two for each multiply-accumulate; without any, one for each output."""
    return _OPERATIONS_OF_MAC * kernel.multiplies or kernel.elements


def _judged(kernel: ProfiledKernel, speed: UnitSpeed) -> Judged:
    point = Point(kernel.function, operations_of(kernel), kernel.moved_bytes)
    placed = place(point, speed.peak, speed.bandwidth)
    times: dict[Bottleneck, float] = {
        "compute": point.operations / speed.peak,
        "memory": point.bytes / speed.bandwidth,
        "overhead": speed.launch,
    }
    bound = max(BOTTLENECKS, key=lambda bottleneck: times[bottleneck])
    return Judged(
        kernel=kernel.place,
        operations=int(point.operations),
        moved_bytes=kernel.moved_bytes,
        intensity=placed.intensity,
        compute_seconds=times["compute"],
        memory_seconds=times["memory"],
        overhead_seconds=speed.launch,
        seconds=placed.seconds + speed.launch,
        bound=bound,
        reason=_reason(placed.intensity, times, bound, speed),
    )


def _reason(
    intensity: float | None,
    times: dict[Bottleneck, float],
    bound: Bottleneck,
    speed: UnitSpeed,
) -> str:
    compute, memory, overhead = (f"{times[bottleneck] * 1e6:.3g} µs" for bottleneck in BOTTLENECKS)
    said = f"Computing takes at least {compute}, moving its bytes {memory}, starting it {overhead}"
    if bound == "overhead":
        return f"{said}: starting is longest. The kernel is too small for this unit."
    side = "above" if (intensity or 0) >= speed.ridge else "below"
    return (
        f"{said}. It does {intensity or 0:.3g} operations for each byte, {side} the ridge of "
        f"{speed.ridge:.3g}: bound by {bound}."
    )


def asked_about(program: ProfiledProgram) -> tuple[ProfiledKernel, ...]:
    """Three kernels of different sizes: the top one, the next, and the largest that multiplies
    nothing.
    """
    different: dict[tuple[int, int], ProfiledKernel] = {}
    for ranked_kernel in program.ranked:
        different.setdefault((ranked_kernel.multiplies, ranked_kernel.moved_bytes), ranked_kernel)
    ranked = list(different.values())
    others = [kernel for kernel in ranked[2:] if not kernel.multiplies] or ranked[2:]
    return (*ranked[:2], *others[:1])


def verdict(judgement: Judged, answer: Bottleneck) -> Verdict:
    """The answer beside what the model says."""
    if answer == judgement.bound:
        return Verdict(judgement.kernel, answer, True, judgement.reason)
    missed = {
        "compute": "The arithmetic is not what takes longest.",
        "memory": "Moving the bytes is not what takes longest.",
        "overhead": "Starting the kernel is not what takes longest.",
    }[answer]
    return Verdict(judgement.kernel, answer, False, f"{missed} {judgement.reason}")
