"""Which iterations touch one element: the kind, direction and distance of a loop's dependences.

Two accesses with one base and equal steps meet after a number of iterations that follows from their
constants (the strong SIV test; Goff, Kennedy, Tseng 1991).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from compiler_core.host.verdicts.loop_ir.accesses import MemoryAccess
from compiler_core.host.verdicts.loop_ir.motion import Motion

DependenceKind = Literal["flow", "anti", "output", "unknown"]


@dataclass(frozen=True, slots=True)
class Dependence:
    """earlier: the access of the earlier iteration; later: of the iteration `distance` after it.

    backward: the earlier iteration's access stands below the later one's in the body, so that
    whole vectors would swap them. distance is 0 where it is not known.
    """

    kind: DependenceKind
    earlier: MemoryAccess
    later: MemoryAccess
    distance: int

    @property
    def backward(self) -> bool:
        """True if running the statements one after another on whole vectors would break it."""
        return self.earlier.position > self.later.position or self.kind == "unknown"


def dependences_of(accesses: Sequence[MemoryAccess]) -> tuple[Dependence, ...]:
    """All dependences between different iterations, of accesses whose bases are equal."""
    return tuple(_dependences(accesses))


def _dependences(accesses: Sequence[MemoryAccess]) -> Iterator[Dependence]:
    for number, first in enumerate(accesses):
        for second in accesses[number + 1 :]:
            if not (first.stores or second.stores) or not first.base:
                continue
            if (first.base, first.fields) == (second.base, second.fields):
                dependence = _between(first, second)
                if dependence is not None:
                    yield dependence


def _between(first: MemoryAccess, second: MemoryAccess) -> Dependence | None:
    if len(first.indexes) != len(second.indexes):
        return Dependence("unknown", first, second, 0)
    distances: set[int] = set()
    for index, other in zip(first.indexes, second.indexes, strict=True):
        distance = _distance(index, other)
        if distance == "never":
            return None
        if distance == "unknown":
            return _unknown(first, second)
        if distance != "always":
            distances.add(distance)
    if len(distances) > 1 or distances == {0}:
        return None
    if not distances:
        return _at_same_places(first, second)
    (distance,) = distances
    # second touches in iteration i what first touches in iteration i + distance.
    earlier, later = (second, first) if distance > 0 else (first, second)
    return Dependence(_kind(earlier, later), earlier, later, abs(distance))


def _at_same_places(first: MemoryAccess, second: MemoryAccess) -> Dependence | None:
    """Two accesses that always touch one element, which other iterations may touch as well."""
    distance = _iterations_between(first)
    if distance and first.stores != second.stores:
        earlier, later = (first, second) if first.stores else (second, first)
        return Dependence("flow", earlier, later, distance)
    return _unknown(first, second) if first.pattern in ("gathered", "bent") else None


def _iterations_between(access: MemoryAccess) -> int:
    """After how many iterations it touches the same element again; 0 if that is not known."""
    varying = [index for index in access.indexes if index.varies]
    if varying and all("slow" in index.traits for index in varying):
        return 1
    periods = {index.period for index in varying}
    return periods.pop() if len(periods) == 1 else 0


def _unknown(first: MemoryAccess, second: MemoryAccess) -> Dependence:
    return Dependence("unknown", first, second, 0)


def _distance(motion: Motion, other: Motion) -> int | Literal["always", "never", "unknown"]:
    """Iterations from the second access's touch of an element to the first one's."""
    if motion.traits or other.traits:
        return "always" if motion == other and "carried" not in motion.traits else "unknown"
    if motion.step != other.step or motion.terms != other.terms:
        return "unknown"
    apart = other.constant - motion.constant
    if not motion.step:
        return "never" if apart else "always"
    return "never" if apart % motion.step else apart // motion.step


def _kind(earlier: MemoryAccess, later: MemoryAccess) -> DependenceKind:
    if earlier.stores and later.stores:
        return "output"
    return "flow" if earlier.stores else "anti"
