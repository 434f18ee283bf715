"""A loop as if it were not vectorised: the roof of scalar code on the same core.

Scalar code starts as many instructions in a cycle as vector code, each on one number instead of on
a whole register. So its ceiling is lower by the numbers that a register holds; its slope is not.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.counting.operations import OperationKind
from compiler_core.soc.description import SocDescription
from compiler_core.soc.rooflines.loop_points import PlacedLoop
from compiler_core.soc.rooflines.roofline import PlacedPoint, Point, place

_BITS: dict[OperationKind, int] = {"fp16": 16, "fp32": 32, "fp64": 64, "integer": 32}


@dataclass(frozen=True, slots=True)
class OneLane:
    """A loop under the ceiling of scalar code. peak: operations a second."""

    peak: float
    every_access: PlacedPoint


def one_lane(soc: SocDescription, loop: PlacedLoop) -> OneLane | None:
    """The loop one number at a time. None where the length of the core's vectors is not described.

    `placed_loop` takes half of the fp32 speed for 64-bit numbers, so one lane is the same share of
    it as of the others.
    """
    vector = soc.unit(loop.unit).simd_bits
    if vector is None:
        return None
    peak = loop.peak * _BITS[loop.work.kind] / vector.value
    point = Point(loop.work.name, loop.work.operations, loop.work.bytes)
    return OneLane(peak, place(point, peak, loop.bandwidth))
