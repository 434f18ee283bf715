"""The ladder: one kernel scalar, vectorised, on all contexts, and double-buffered.

All rungs work on the same tiles, so that each differs from the one before by one thing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from compiler_core.errors import InputError
from compiler_core.sizes import size_text
from compiler_core.soc.latency_hiding.costs import lanes
from compiler_core.soc.latency_hiding.records import RUNGS, KernelWork, Simulation, ThreadedCore
from compiler_core.soc.latency_hiding.simulation import (
    largest_tile,
    simulate,
    simulated_cycles,
)

PREFERRED_TILE = 8192


@dataclass(frozen=True, slots=True)
class LadderCycles:
    """The cycles of each rung of one kernel, by its name, in the order of RUNGS."""

    work: KernelWork
    cycles: dict[str, int]

    @property
    def gains(self) -> dict[str, float]:
        """By how much each rung is faster than the one before it; the first is 1."""
        cycles = list(self.cycles.values())
        before = (cycles[0], *cycles)
        return {
            name: last / now for last, (name, now) in zip(before, self.cycles.items(), strict=False)
        }


@dataclass(frozen=True, slots=True)
class Ladder:
    """Four runs of one kernel in the order of RUNGS."""

    machine: ThreadedCore
    rungs: tuple[Simulation, ...]

    @property
    def cycles(self) -> dict[str, int]:
        """The cycles of each rung by its name."""
        return {rung.rung: rung.cycles for rung in self.rungs}

    @property
    def gains(self) -> dict[str, float]:
        """As LadderCycles has them."""
        return LadderCycles(self.rungs[0].work, self.cycles).gains


def climb(work: KernelWork, machine: ThreadedCore) -> Ladder:
    """All rungs of a kernel. Raises InputError when the double buffers do not fit."""
    return Ladder(machine, tuple(simulate(work, machine, rung) for rung in reversed(RUNGS))[::-1])


def climb_cycles(work: KernelWork, machine: ThreadedCore) -> LadderCycles:
    """The cycles of `climb` without its events. Raises as it does."""
    cycles = {rung: simulated_cycles(work, machine, rung) for rung in reversed(RUNGS)}
    return LadderCycles(work, {rung: cycles[rung] for rung in RUNGS})


def sized(
    kernel: KernelWork, elements: int, machine: ThreadedCore, tile: int | None = None
) -> KernelWork:
    """The kernel over this many elements, in the given tile or one that suits the machine.

    The chosen tile is PREFERRED_TILE, less where the double buffers of all contexts would not fit
    or the elements would not give each context one. Raises InputError when none fits.
    """
    if elements < 1:
        raise InputError(f"{elements} elements are none.", "Give a number from 1 on.")
    if tile is not None:
        return replace(kernel, elements=elements, tile=tile)
    width = lanes(kernel, machine)
    fitting = largest_tile(kernel, machine, "vec_mt_db")
    if fitting < 1:
        raise InputError(
            f"The scratchpad of {size_text(machine.scratchpad_bytes)} holds no buffers at all.",
            "Give it more bytes.",
        )
    share = -(-elements // machine.contexts)
    whole_vectors = -(-share // width) * width
    return replace(kernel, elements=elements, tile=min(PREFERRED_TILE, fitting, whole_vectors))


def sweep_sizes(
    kernel: KernelWork, machine: ThreadedCore, sizes: Sequence[int]
) -> tuple[LadderCycles, ...]:
    """The ladder over problem sizes."""
    return tuple(climb_cycles(sized(kernel, size, machine), machine) for size in sizes)


def sweep_intensity(
    work: KernelWork, machine: ThreadedCore, operations: Sequence[int]
) -> tuple[LadderCycles, ...]:
    """The ladder over arithmetic intensity: operations per element, all else the same."""
    return tuple(climb_cycles(replace(work, operations=count), machine) for count in operations)
