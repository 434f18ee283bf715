"""All about one kernel on one machine: four rungs, why, parts of their timelines, and two curves.

Whole timelines have thousands of events; a study keeps those of a few tiles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.soc.latency_hiding.hiding import (
    Hiding,
    Wait,
    events_of_tiles,
    hiding_of,
    waits,
)
from compiler_core.soc.latency_hiding.ladder import (
    PREFERRED_TILE,
    Ladder,
    LadderCycles,
    climb,
    sized,
    sweep_intensity,
    sweep_sizes,
)
from compiler_core.soc.latency_hiding.records import (
    Event,
    KernelWork,
    Rung,
    Simulation,
    ThreadedCore,
)
from compiler_core.soc.latency_hiding.shape import MILLION, OPERATIONS, SIZES
from compiler_core.soc.latency_hiding.simulation import largest_tile
from compiler_core.soc.latency_hiding.story import headline, stories

Window = Literal["start", "middle", "end"]
WINDOWS: tuple[Window, ...] = ("start", "middle", "end")
MOST_TILES = 4096
# Of one run of the curve over sizes, and of that over intensity, which has more of them.
SWEPT_TILES, STEADY_TILES = 1024, 256
_LEAST_SHOWN, _MOST_SHOWN = 6, 16


@dataclass(frozen=True, slots=True, kw_only=True)
class RungFigures:
    """One rung in numbers."""

    rung: Rung
    """Its key in RUNGS."""
    name: str
    """As pages show it."""
    cycles: int
    """Of the whole run."""
    gain: float
    """Over the rung before."""
    whole_gain: float
    """Over the scalar one."""
    contexts: int
    """That had a tile to work on."""
    buffers: int
    """Of each context: 2 where it double-buffers, else 1."""
    scratchpad_used: int
    """Bytes of all buffers together."""
    memory_bound_cycles: int
    """What the bytes alone take at least."""
    compute_bound_cycles: int
    """What the instructions alone take at least."""
    bound: str
    """Which of the two is larger, `memory` or `compute`."""
    hiding: Hiding
    """What of the transfers is hidden."""
    sentence: str
    """Why this rung is faster or slower than the one before, computed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """What all units do, and where they wait, while a few tiles pass."""

    rung: Rung
    """Of the run that it shows a part of."""
    first: int
    """Number of the first tile, from 0."""
    tiles: int
    """How many pass."""
    start: int
    """Cycles from its read to the last write; what crosses them belongs to other tiles."""
    end: int
    """The cycle in which the result of the last shown tile's last action can be used."""
    events: tuple[Event, ...]
    """All that have a part between `start` and `end`, of other tiles too."""
    waits: tuple[Wait, ...]
    """Of contexts and engine between `start` and `end`; control has nothing to wait for."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The gains of one ladder, each over the rung before. intensity: operations a byte moved."""

    elements: int
    operations: int
    intensity: float
    cycles: dict[str, int]
    gains: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """All that is known of one kernel's latency hiding on one machine."""

    work: KernelWork
    """The kernel, in its size and tile."""
    machine: ThreadedCore
    """That the kernel runs on."""
    intensity: float
    """Operations for each byte that the engine moves."""
    headline: str
    """One computed sentence or two."""
    rungs: tuple[RungFigures, ...]
    """In the order of RUNGS, the scalar one first."""
    timelines: tuple[Timeline, ...]
    """One for each rung, in the same order."""
    over_size: tuple[CurvePoint, ...]
    """The chosen intensity at other sizes, in tiles that suit."""
    over_intensity: tuple[CurvePoint, ...]
    """The chosen size, at most MILLION elements, at others. No run of them has more than
    SWEPT_TILES or STEADY_TILES tiles."""


def study(work: KernelWork, machine: ThreadedCore, window: Window) -> Study:
    """The study of a kernel in its size and tile.

    Raises InputError when buffers do not fit, and for more than MOST_TILES tiles.
    """
    if work.tiles > MOST_TILES:
        raise InputError(
            f"{work.elements:,} elements in tiles of {work.tile:,} make {work.tiles:,} tiles; at "
            f"most {MOST_TILES:,} are shown.",
            "Take larger tiles, fewer elements or a larger scratchpad.",
        )
    ladder = climb(work, machine)
    return Study(
        work=work,
        machine=machine,
        intensity=intensity(work),
        headline=headline(ladder),
        rungs=_figures(ladder),
        timelines=tuple(timeline(rung, machine, window) for rung in ladder.rungs),
        over_size=_points(sweep_sizes(work, machine, _sizes(work, machine))),
        over_intensity=_points(sweep_intensity(_small(work, machine), machine, OPERATIONS)),
    )


def _sizes(work: KernelWork, machine: ThreadedCore) -> tuple[int, ...]:
    """Those that a small scratchpad does not cut into so many tiles that runs take seconds."""
    most = _longest_tile(work, machine) * SWEPT_TILES
    return tuple(size for size in SIZES if size <= most)


def _small(work: KernelWork, machine: ThreadedCore) -> KernelWork:
    most = _longest_tile(work, machine) * STEADY_TILES
    return sized(work, min(work.elements, MILLION, most), machine)


def _longest_tile(work: KernelWork, machine: ThreadedCore) -> int:
    """That `sized` takes; at least one element, for it refuses less itself."""
    return max(min(PREFERRED_TILE, largest_tile(work, machine, "vec_mt_db")), 1)


def intensity(work: KernelWork) -> float:
    """Operations for each byte that the engine moves."""
    return work.operations / (work.bytes_in + work.bytes_out)


def _figures(ladder: Ladder) -> tuple[RungFigures, ...]:
    slowest = ladder.rungs[0].cycles
    return tuple(
        RungFigures(
            rung=run.rung,
            name=story.name,
            cycles=run.cycles,
            gain=story.gain,
            whole_gain=slowest / run.cycles,
            contexts=run.contexts,
            buffers=run.buffers,
            scratchpad_used=run.scratchpad_used,
            memory_bound_cycles=run.memory_bound_cycles,
            compute_bound_cycles=run.compute_bound_cycles,
            bound=run.bound,
            hiding=hiding_of(run),
            sentence=story.sentence,
        )
        for run, story in zip(ladder.rungs, stories(ladder), strict=True)
    )


def timeline(run: Simulation, machine: ThreadedCore, window: Window) -> Timeline:
    """Three turns of all contexts, so that the pattern repeats; control has nothing to wait for."""
    count = min(max(3 * machine.contexts, _LEAST_SHOWN), _MOST_SHOWN, run.work.tiles)
    spare = run.work.tiles - count
    first = {"start": 0, "middle": spare // 2, "end": spare}[window]
    chosen = events_of_tiles(run, first, count)
    start, end = min(event.start for event in chosen), max(event.ready for event in chosen)
    return Timeline(
        rung=run.rung,
        first=first,
        tiles=count,
        start=start,
        end=end,
        events=tuple(event for event in run.events if event.start < end and event.end > start),
        waits=tuple(
            wait
            for wait in waits(run.events)
            if wait.start < end and wait.end > start and wait.unit != "control"
        ),
    )


def _points(ladders: Sequence[LadderCycles]) -> tuple[CurvePoint, ...]:
    return tuple(
        CurvePoint(
            run.work.elements, run.work.operations, intensity(run.work), run.cycles, run.gains
        )
        for run in ladders
    )
