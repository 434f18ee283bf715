"""How much of the transfers a run hides behind computing, read from its events alone.

A transfer is under way from its request until its data can be used. The cycles in which at least
one transfer is under way are compared with those in which at least one context computes: where both
are true, time is hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from compiler_core.soc.latency_hiding.records import Event, Rung, Simulation

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hiding:
    """Cycles of one run."""

    rung: Rung
    """The rung of the ladder that was run."""
    cycles: int
    """Of the whole run."""
    transfers: int
    """With at least one transfer under way."""
    computing: int
    """With at least one context busy."""
    hidden: int
    """With a transfer under way and a context busy."""
    exposed: int
    """With a transfer and nothing computed."""
    control: int
    """With neither, while contexts are launched or joined. Computing, exposed and control add up to
    all cycles."""
    waiting: int
    """What a context stands still for on average, control left out."""
    engine: float
    """Shares of all cycles in which the DMA engine is busy, and a context on average."""
    contexts: float
    """Share of all cycles in which a context is busy on average, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Cycles between two pieces of work of one unit, in which it has nothing to do."""

    unit: str
    start: int
    end: int


def hiding_of(run: Simulation) -> Hiding:
    """What of a run's transfers is hidden."""
    moving = joined((event.start, event.ready) for event in run.events if event.unit == "dma")
    busy = joined((event.start, event.end) for event in run.events if event.action == "compute")
    transfers, computing, hidden = length(moving), length(busy), shared(moving, busy)
    control = run.cycles - (transfers + computing - hidden)
    all_busy = sum(event.end - event.start for event in run.events if event.action == "compute")
    return Hiding(
        rung=run.rung,
        cycles=run.cycles,
        transfers=transfers,
        computing=computing,
        hidden=hidden,
        exposed=transfers - hidden,
        control=control,
        waiting=run.cycles - control - -(-all_busy // run.contexts),
        engine=sum(unit.utilisation for unit in run.units if unit.unit == "dma"),
        contexts=all_busy / run.contexts / run.cycles,
    )


def joined(spans: Iterable[Span]) -> list[Span]:
    """The same cycles in spans that do not touch each other, in order."""
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        elif end > start:
            merged.append((start, end))
    return merged


def length(spans: Iterable[Span]) -> int:
    """Cycles of spans that do not touch each other."""
    return sum(end - start for start, end in spans)


def shared(first: list[Span], second: list[Span]) -> int:
    """Cycles that are in both; spans of each in order, none touching another."""
    cycles = at = other = 0
    while at < len(first) and other < len(second):
        (start, end), (begin, stop) = first[at], second[other]
        cycles += max(0, min(end, stop) - max(start, begin))
        if end <= stop:
            at += 1
        else:
            other += 1
    return cycles


def events_of_tiles(run: Simulation, first: int, count: int) -> tuple[Event, ...]:
    """What happens to so many tiles from the first on; with tile 0 also the launches, with the last
    tile the join."""
    last = first + count
    chosen = [event for event in run.events if first <= event.tile < last]
    if first == 0:
        chosen = [event for event in run.events if event.action == "launch"] + chosen
    if last >= run.work.tiles:
        chosen += [event for event in run.events if event.action == "join"]
    return tuple(chosen)


def waits(events: Iterable[Event]) -> tuple[Wait, ...]:
    """Where a unit stands still between its first and its last piece of these."""
    by_unit: dict[str, list[Event]] = {}
    for event in events:
        by_unit.setdefault(event.unit, []).append(event)
    return tuple(
        Wait(unit, before.end, after.start)
        for unit, mine in by_unit.items()
        if (ordered := sorted(mine, key=lambda event: event.start))
        for before, after in pairwise(ordered)
        if after.start > before.end
    )
