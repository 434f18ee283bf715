"""Prefill and decode of one language model by the token, so that they can be compared."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compiler_core.soc.networks.cnn import KernelBound

if TYPE_CHECKING:
    from compiler_core.soc.rooflines.roofline import PlacedPoint


@dataclass(frozen=True, slots=True)
class PhaseSpeed:
    """One phase. tokens: that go through the weights together. operations, bytes: for each of them;
    seconds: of each, modelled; allowed_per_second: tokens, on the roof. bound: what the model waits
    for. What has no modelled time has None; a model that does not fit has no speed on the roof."""

    name: str
    tokens: int
    operations: float
    bytes: float
    allowed_per_second: float | None
    seconds: float | None
    tokens_per_second: float | None
    bound: KernelBound | None


def phase_speed(point: PlacedPoint, tokens: int) -> PhaseSpeed:
    """Of a point that stands for so many tokens, at least one."""
    found = point.modelled
    return PhaseSpeed(
        name=point.name,
        tokens=tokens,
        operations=point.operations / tokens,
        bytes=point.bytes / tokens,
        allowed_per_second=tokens / point.seconds,
        seconds=found.seconds / tokens if found else None,
        tokens_per_second=tokens / found.seconds if found else None,
        bound=found.bound if found else None,
    )
