"""Contiguous regions of one memory: each request gets one, as long as it may ever need.

First fit: the first hole that is large enough. Nothing moves later, so holes stay where requests
ended, and the free positions may be enough together while no hole is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class PositionRegion:
    """Positions start … start + size - 1 of memory, of which the first `used` hold something."""

    owner: str
    start: int
    size: int
    used: int

    @property
    def end(self) -> int:
        return self.start + self.size


class Regions:
    """All regions of a memory of so many positions."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._regions: list[PositionRegion] = []

    @property
    def regions(self) -> tuple[PositionRegion, ...]:
        """In order of memory."""
        return tuple(self._regions)

    def place(self, owner: str, size: int, used: int) -> bool:
        """Reserve the first hole that fits. False if there is none."""
        for index, (start, hole) in enumerate(self._gaps()):
            if hole >= size:
                self._regions.insert(index, PositionRegion(owner, start, size, used))
                return True
        return False

    def fill(self, owner: str, count: int) -> None:
        """The owner uses so many positions more."""
        self._regions = [
            replace(region, used=region.used + count) if region.owner == owner else region
            for region in self._regions
        ]

    def leave(self, owner: str) -> None:
        """The owner's region is free again."""
        self._regions = [region for region in self._regions if region.owner != owner]

    def holes(self) -> tuple[tuple[int, int], ...]:
        """Start and size of each free stretch."""
        return tuple(gap for gap in self._gaps() if gap[1])

    def _gaps(self) -> list[tuple[int, int]]:
        """Start and size of the stretch before each region and after the last, empty ones too."""
        starts = [0, *(region.end for region in self._regions)]
        ends = [*(span.start for span in self._regions), self.capacity]
        return [(start, end - start) for start, end in zip(starts, ends, strict=True)]
