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
    """The memory after one step, in positions."""

    step: int
    """From 0."""
    used: int
    """Hold keys and values."""
    unused_inside: int
    """Reserved by somebody and empty (internal waste)."""
    unusable: int
    """Free, but in no hole large enough for the request that waits first (external waste)."""
    free: int
    """All that nobody has reserved, unusable ones too."""
    largest_hole: int
    """For a paged cache all that is free."""
    shared: int
    """Positions that would be used again without sharing."""
    running: tuple[str, ...]
    """Names of the requests that have memory."""
    waiting: tuple[str, ...]
    """Names of the requests that wait for memory, the next first."""
    events: tuple[str, ...]
    """What happened in the step, in sentences; empty where nothing did."""
    cells: tuple[Cell, ...]
    """The memory from end to end: regions, blocks and holes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheRun:
    """All requests served with one layout."""

    layout: Layout
    """How memory is given out."""
    capacity: int
    """Positions that the memory has room for."""
    block_positions: int
    """0 if contiguous. steps: until the last request was done."""
    moments: tuple[CacheMoment, ...]
    """The memory after each step, until the last request was done."""
    waited: int
    """Steps that requests spent waiting, added up."""
    preempted: int
    """How often a running request lost its memory and began anew."""
    copied: int
    """Positions copied on write."""

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
