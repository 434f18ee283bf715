"""What one row of the speed table gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """One figure against its limit.

    ours and other are texts with units; ratio is what the comparison gives, as text; met says
    whether the limit holds.
    """

    what: str
    """Names the row, with what was measured."""
    ours: str
    """Our figure, with its unit: `3.20 ms`."""
    other: str
    """What ours is compared with, with its unit; empty where nothing is."""
    ratio: str
    """What the comparison gives, as text; may be empty."""
    limit: str
    """In words: `at most 5 ms`."""
    met: bool
    """Whether the limit holds; False where nothing could be measured."""


def median(values: Sequence[float]) -> float:
    """The middle value. Raises ValueError when there is none."""
    return percentile(values, 0.5)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of all values do not exceed."""
    if not values:
        raise ValueError("nothing was measured")
    ordered = sorted(values)
    return ordered[min(int(share * len(ordered)), len(ordered) - 1)]
