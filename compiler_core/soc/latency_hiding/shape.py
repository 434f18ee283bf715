"""The simulated ladder beside the published one: the same machine for all sizes and intensities.

Each published claim is checked on runs over sizes and arithmetic intensities, with the parameters
that ship and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from compiler_core.soc.latency_hiding.ladder import (
    LadderCycles,
    climb_cycles,
    sized,
    sweep_intensity,
    sweep_sizes,
)
from compiler_core.soc.latency_hiding.parameters import LadderParameters, PublishedClaim
from compiler_core.soc.latency_hiding.records import KernelWork, Rung, ThreadedCore

MILLION = 1 << 20
SIZES = tuple(1 << power for power in range(10, 23, 2))
OPERATIONS = (1, 2, 4, 8, 16, 24, 32, 64, 128, 256, 512, 1024, 2048)
_SUM, _ACTIVATION = "vector-add", "gelu"
# Published ratios are rounded; a gain is none below the second, and worth having above the third.
_TOLERANCE = 0.05
_NO_GAIN = 1.02
_REAL_GAIN = 1.15


@dataclass(frozen=True, slots=True)
class ShapeCheck:
    """A published claim, what this simulation gives, and whether the two agree."""

    claim: PublishedClaim
    simulated: str
    holds: bool


def shape_checks(parameters: LadderParameters) -> tuple[ShapeCheck, ...]:
    """One for each claim, in the file's order, on the machine that ships."""
    checks: dict[str, Callable[[LadderParameters, PublishedClaim], ShapeCheck]] = {
        "vectors": _vectors,
        "contexts": _contexts,
        "size": _size,
        "between": _between,
    }
    return tuple(checks[claim.name](parameters, claim) for claim in parameters.published)


def _vectors(parameters: LadderParameters, claim: PublishedClaim) -> ShapeCheck:
    kernel = parameters.kernel(_SUM).work
    ladders = _over_sizes(kernel, parameters.machine)
    gain = _largest(kernel, parameters.machine).gains["vec"]
    dominant = all(ladder.gains["vec"] > max(_other_gains(ladder)) for ladder in ladders)
    return ShapeCheck(
        claim,
        f"{gain:.1f} times on a sum of {MILLION:,} elements; at every size from {SIZES[0]:,} to "
        f"{SIZES[-1]:,} more than any other rung.",
        dominant and _near(gain, claim),
    )


def _contexts(parameters: LadderParameters, claim: PublishedClaim) -> ShapeCheck:
    gain = _largest(parameters.kernel(_ACTIVATION).work, parameters.machine).gains["vec_mt"]
    return ShapeCheck(
        claim, f"{gain:.2f} times on GELU of {MILLION:,} elements.", _near(gain, claim)
    )


def _size(parameters: LadderParameters, claim: PublishedClaim) -> ShapeCheck:
    gains = _gains(_over_sizes(parameters.kernel(_ACTIVATION).work, parameters.machine), "vec_mt")
    return ShapeCheck(
        claim,
        f"{gains[0]:.2f} times at {SIZES[0]:,} elements, {gains[-1]:.2f} at {SIZES[-1]:,}.",
        gains[0] < 1 < gains[-1] and all(less < more for less, more in pairwise(gains)),
    )


def _between(parameters: LadderParameters, claim: PublishedClaim) -> ShapeCheck:
    work = sized(parameters.kernel(_ACTIVATION).work, MILLION, parameters.machine)
    gains = _gains(sweep_intensity(work, parameters.machine, OPERATIONS), "vec_mt_db")
    best = max(gains)
    at = OPERATIONS[gains.index(best)]
    return ShapeCheck(
        claim,
        f"{gains[0]:.2f} times at {OPERATIONS[0]} operation an element, {best:.2f} at {at}, "
        f"{gains[-1]:.2f} at {OPERATIONS[-1]:,}.",
        max(gains[0], gains[-1]) < _NO_GAIN and best > _REAL_GAIN,
    )


def _largest(kernel: KernelWork, machine: ThreadedCore) -> LadderCycles:
    return climb_cycles(sized(kernel, MILLION, machine), machine)


def _over_sizes(kernel: KernelWork, machine: ThreadedCore) -> tuple[LadderCycles, ...]:
    return sweep_sizes(kernel, machine, SIZES)


def _gains(ladders: Sequence[LadderCycles], rung: Rung) -> list[float]:
    return [ladder.gains[rung] for ladder in ladders]


def _other_gains(ladder: LadderCycles) -> tuple[float, float]:
    return ladder.gains["vec_mt"], ladder.gains["vec_mt_db"]


def _near(gain: float, claim: PublishedClaim) -> bool:
    return claim.value is not None and abs(gain / claim.value - 1) < _TOLERANCE
