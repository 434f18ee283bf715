"""How far below the roof a cost model sees a kernel, and where the time between them goes.

The least time is that of the roof for the bytes which the cost model sends through its memory:
without what stays on the chip, with what is read again. Start and work each have their part of what
is lost, so the parts add up; a model that counts less than the roof does gives way to the roof.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from compiler_core.soc.networks.cnn import KernelBound

LossCause = Literal[
    "start", "shape", "cores", "blocks", "efficiency", "bandwidth", "other memory",
    "attention", "precision", "instructions", "lanes",
]  # fmt: skip
# A loss that is a smaller part of all lost time is not said.
_WORTH_SAYING = 0.25
ON_THE_ROOF = "On the roof: the cost model counts no time for its arithmetic."


@dataclass(frozen=True, slots=True)
class Loss:
    """Seconds beyond those of the roof. reason: in words that begin small and have no full stop."""

    cause: LossCause
    seconds: float
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelledPoint:
    """A kernel as a cost model sees it, against the roof at its own intensity."""

    bytes: float
    """Through the roof's memory."""
    intensity: float | None
    """Operations a byte, None where no byte is moved."""
    attainable: float
    """Operations a second on the roof there."""
    seconds: float
    """Of the kernel in the cost model."""
    operations_per_second: float
    """That the cost model reaches."""
    least_seconds: float
    """That the roof allows for the bytes that the cost model moves."""
    distance: float
    """How many times as long it takes as the roof allows, at least 1."""
    bound: KernelBound
    """What the cost model waits for."""
    losses: tuple[Loss, ...]
    """The longest first; their seconds and `least_seconds` are `seconds`."""
    reason: str
    """A sentence on the losses that matter."""

    @property
    def lost_seconds(self) -> float:
        return self.seconds - self.least_seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkTime:
    """A kernel's time in a cost model."""

    start_seconds: float
    """Before its work begins."""
    busy_seconds: float
    """Of the work that the roof counts too."""
    bound: KernelBound
    """What the cost model waits for."""
    cause: LossCause
    """The kind of reason why the roof allows less than `busy_seconds`."""
    reason: str
    """Why the roof allows less; begins small, has no full stop."""
    others: tuple[Loss, ...] = ()
    """Work that the roof does not count at all."""
    on_the_roof: str = ON_THE_ROOF
    """What is said where nothing is lost."""

    @property
    def seconds(self) -> float:
        return self.busy_seconds + self.beside_seconds

    @property
    def beside_seconds(self) -> float:
        """Beside its work: the start and what the roof does not count."""
        return self.start_seconds + sum(other.seconds for other in self.others)


def losses_of(time: WorkTime, least: float) -> tuple[Loss, ...]:
    """least: seconds on the roof. They add up to what is beyond it; none where nothing is."""
    beyond = max(time.seconds - least, 0.0)
    working = max(time.busy_seconds - least, 0.0)
    losses = [*_beside(time, beyond - working), Loss(time.cause, working, time.reason)]
    return tuple(sorted((loss for loss in losses if loss.seconds > 0), key=_longest_first))


def _beside(time: WorkTime, seconds: float) -> Iterator[Loss]:
    """What is not its work, in proportion, so that it adds up to `seconds`."""
    whole = time.beside_seconds
    if not whole:
        return
    start = f"starting it takes {time.start_seconds / time.seconds:.0%} of its time"
    for loss in (Loss("start", time.start_seconds, start), *time.others):
        yield replace(loss, seconds=seconds * (loss.seconds / whole))


def _longest_first(loss: Loss) -> float:
    return -loss.seconds


def reason_of(losses: tuple[Loss, ...], on_the_roof: str = ON_THE_ROOF) -> str:
    """A sentence of the losses that matter. on_the_roof: what is said where there are none."""
    if not losses:
        return on_the_roof
    lost = sum(loss.seconds for loss in losses)
    said = [loss.reason for loss in losses if loss.seconds >= _WORTH_SAYING * lost]
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}."
