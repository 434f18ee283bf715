"""What it costs to let another unit use a tensor.

In shared DRAM nothing is copied, but not for free: caches of the giving unit are cleaned and those
of the taking one invalidated line by line, on-chip memory is written out or filled, and somebody
waits for an interrupt or a driver. With memories of their own, units also copy over a link: to the
CPU's memory and from there. A tensor is brought out once, and taken once by each unit that needs
it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite

from compiler_core.errors import InputError
from compiler_core.soc.description import SocDescription, UnitKind

# Assumed: a wake-up through a driver and the operating system; polled flags need a tenth of it.
SYNCHRONISATION_SECONDS = 20e-6
# Assumed: cleaning or invalidating a line of 64 bytes takes 10 ns.
FLUSHED_BYTES_PER_SECOND = 6.4e9
_CACHED: tuple[UnitKind, ...] = ("cpu", "gpu")


@dataclass(frozen=True, slots=True)
class HandOver:
    """What moving tensors costs beside the memories' own speed. Bytes a second, seconds.

    link_bytes_per_second: None where all units share one DRAM; else each but the CPU has its own
    behind a link of this speed. Raises InputError for numbers that no machine has.
    """

    synchronisation_seconds: float = SYNCHRONISATION_SECONDS
    flushed_bytes_per_second: float = FLUSHED_BYTES_PER_SECOND
    link_bytes_per_second: float | None = None

    def __post_init__(self) -> None:
        if not (isfinite(self.synchronisation_seconds) and self.synchronisation_seconds >= 0):
            raise InputError("A hand-over takes a number of seconds, not less than none.")
        link = 1.0 if self.link_bytes_per_second is None else self.link_bytes_per_second
        for speed in (self.flushed_bytes_per_second, link):
            if not (isfinite(speed) and speed > 0):
                raise InputError("A hand-over needs speeds above 0.")


@dataclass(frozen=True, slots=True)
class MovingCost:
    """Of one tensor out of a unit, or into one. memory: its on-chip memory written or filled."""

    synchronisation: float = 0.0
    flush: float = 0.0
    memory: float = 0.0
    link: float = 0.0
    memory_bytes: float = 0.0

    @property
    def seconds(self) -> float:
        """One part after the other."""
        return self.synchronisation + self.flush + self.memory + self.link

    def plus(self, other: MovingCost) -> MovingCost:
        """Both, one after the other."""
        return MovingCost(
            self.synchronisation + other.synchronisation,
            self.flush + other.flush,
            self.memory + other.memory,
            self.link + other.link,
            self.memory_bytes + other.memory_bytes,
        )


@dataclass(frozen=True, slots=True)
class UnitSide:
    """The unit that gives or takes. bandwidth: between it and the shared memory. is_host: it is
    the CPU that the others are attached to."""

    kind: UnitKind
    bandwidth: float
    is_host: bool


def usual_hand_over(soc: SocDescription) -> HandOver:
    """What the description gives goes before what is assumed."""
    figure = soc.hand_over_us
    return (
        replace(HandOver(), synchronisation_seconds=figure.value * 1e-6) if figure else HandOver()
    )


def leaving(size: float, side: UnitSide, kept_bytes: float, way: HandOver) -> MovingCost:
    """Of a tensor that the unit has made, until any other could take it; size, kept_bytes: of it,
    and of it in on-chip memory."""
    return MovingCost(
        flush=_flush(size, side, way),
        memory=kept_bytes / side.bandwidth,
        link=_link(size, side, way),
        memory_bytes=kept_bytes,
    )


def arriving(size: float, side: UnitSide, kept_bytes: float, way: HandOver) -> MovingCost:
    """Of a tensor that another unit has brought out, until this one can read it."""
    return MovingCost(
        synchronisation=way.synchronisation_seconds,
        flush=_flush(size, side, way),
        memory=kept_bytes / side.bandwidth,
        link=_link(size, side, way),
        memory_bytes=kept_bytes,
    )


def _flush(size: float, side: UnitSide, way: HandOver) -> float:
    return size / way.flushed_bytes_per_second if side.kind in _CACHED else 0.0


def _link(size: float, side: UnitSide, way: HandOver) -> float:
    if side.is_host or way.link_bytes_per_second is None:
        return 0.0
    return size / way.link_bytes_per_second
