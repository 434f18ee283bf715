"""What a page draws of a cache over time: cells of memory, waste, and who waits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Layout = Literal["contiguous", "paged"]


@dataclass(frozen=True, slots=True)
class Cell:
    """A stretch of memory: a reserved region, a block, or a hole.

    start, size, used: in positions. owners: nobody for free memory, several for a shared block.
    """

    start: int
    size: int
    used: int
    owners: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheMoment:
    """The memory after one step, in positions.

    used: hold keys and values. unused_inside: reserved by somebody and empty (internal waste).
    unusable: free, but in no hole large enough for the request that waits first (external waste).
    free: all that nobody has reserved, unusable ones too. largest_hole: for a paged cache all that
    is free. shared: positions that would be used again without sharing. events: sentences.
    """

    step: int
    used: int
    unused_inside: int
    unusable: int
    free: int
    largest_hole: int
    shared: int
    running: tuple[str, ...]
    waiting: tuple[str, ...]
    events: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheRun:
    """All requests served with one layout.

    capacity: positions of memory. block_positions: 0 if contiguous. steps: until the last request
    was done. waited: steps that requests spent waiting, added up. preempted: how often a running
    request lost its memory and began anew. copied: positions copied on write.
    """

    layout: Layout
    capacity: int
    block_positions: int
    moments: tuple[CacheMoment, ...]
    waited: int
    preempted: int
    copied: int

    @property
    def steps(self) -> int:
        return len(self.moments)

    @property
    def used_share(self) -> float:
        """Used positions of those reserved, on average over the steps with any; 0 to 1."""
        shares = [
            moment.used / (moment.used + moment.unused_inside)
            for moment in self.moments
            if moment.used
        ]
        return sum(shares) / len(shares) if shares else 0.0

    @property
    def most_running(self) -> int:
        return max((len(moment.running) for moment in self.moments), default=0)
