"""A tiled kernel on scratchpad, DMA engine and contexts, event by event.

Tile t belongs to context t mod C. The engine serves requests strictly in an order that is fixed
before the run: the first reads, then for each tile its write and the read that its buffer is free
for. An event starts when all it waits for is over, so every time is a maximum of sums of
durations. Hence a faster part can never make the run longer, as it can with a queue that reorders.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.soc.latency_hiding.costs import (
    compute_cycles,
    streaming_cycles,
    transfer_cycles,
)
from compiler_core.soc.latency_hiding.records import (
    RUNGS,
    Action,
    Event,
    KernelWork,
    Rung,
    Simulation,
    ThreadedCore,
    UnitUse,
)

_NO_TILE = -1


def simulate(work: KernelWork, machine: ThreadedCore, rung: Rung) -> Simulation:
    """The run of a kernel on one rung of the ladder.

    Raises InputError for an unknown rung and when the buffers do not fit the scratchpad.
    """
    run = _run(work, machine, rung)
    events = tuple(run.events())
    memory, compute = bounds(work, machine, rung)
    cycles = max(event.ready for event in events)
    return Simulation(
        work=work,
        rung=rung,
        cycles=cycles,
        contexts=run.contexts,
        buffers=run.buffers,
        scratchpad_used=scratchpad_bytes(work, run.contexts, run.buffers),
        memory_bound_cycles=memory,
        compute_bound_cycles=compute,
        bound="memory" if memory >= compute else "compute",
        units=_uses(events, cycles),
        events=events,
    )


def simulated_cycles(work: KernelWork, machine: ThreadedCore, rung: Rung) -> int:
    """The cycles of `simulate`, several times as fast, for no event is kept. Raises as it does."""
    return max(times[-1] for _, _, times in _run(work, machine, rung).steps())


def _run(work: KernelWork, machine: ThreadedCore, rung: Rung) -> _Run:
    if rung not in RUNGS:
        raise InputError(f"There is no rung {rung!r}.", f"Rungs: {', '.join(RUNGS)}.")
    contexts, buffers = contexts_of(work, machine, rung), buffers_of(rung)
    used = scratchpad_bytes(work, contexts, buffers)
    if used > machine.scratchpad_bytes:
        raise InputError(
            f"{contexts} × {buffers} buffers of {work.tile:,} elements take {used:,} bytes; the "
            f"scratchpad has {machine.scratchpad_bytes:,}.",
            f"At most {largest_tile(work, machine, rung):,} elements fit in a tile.",
        )
    whole, last = (
        _lasting(work.tile_elements(tile), work, machine, rung) for tile in (0, work.tiles - 1)
    )
    return _Run(
        work=work,
        machine=machine,
        rung=rung,
        contexts=contexts,
        buffers=buffers,
        whole=whole,
        last=last,
    )


def _lasting(count: int, work: KernelWork, machine: ThreadedCore, rung: Rung) -> _Lasting:
    return _Lasting(
        read=transfer_cycles(count * work.bytes_in, machine),
        compute=compute_cycles(count, work, machine, rung),
        write=transfer_cycles(count * work.bytes_out, machine),
    )


def contexts_of(work: KernelWork, machine: ThreadedCore, rung: Rung) -> int:
    """Contexts that have a tile to work on; a single-threaded rung uses one."""
    return min(machine.contexts, work.tiles) if rung in ("vec_mt", "vec_mt_db") else 1


def buffers_of(rung: Rung) -> int:
    """Two, ping and pong, where the rung double-buffers."""
    return 2 if rung == "vec_mt_db" else 1


def scratchpad_bytes(work: KernelWork, contexts: int, buffers: int) -> int:
    """What all input and output buffers take together."""
    return contexts * buffers * work.tile * (work.bytes_in + work.bytes_out)


def largest_tile(work: KernelWork, machine: ThreadedCore, rung: Rung) -> int:
    """Elements of the largest tile whose buffers fit, when every context has some; 0 if none."""
    contexts = 1 if rung in ("scalar", "vec") else machine.contexts
    return machine.scratchpad_bytes // scratchpad_bytes_of_one(work, contexts, buffers_of(rung))


def scratchpad_bytes_of_one(work: KernelWork, contexts: int, buffers: int) -> int:
    """What tiles of a single element would take."""
    return contexts * buffers * (work.bytes_in + work.bytes_out)


def bounds(work: KernelWork, machine: ThreadedCore, rung: Rung) -> tuple[int, int]:
    """What all bytes alone, and all instructions alone on every context, take at least."""
    memory = streaming_cycles(work.elements * (work.bytes_in + work.bytes_out), machine)
    whole, last = (
        compute_cycles(work.tile_elements(at), work, machine, rung) for at in (0, work.tiles - 1)
    )
    alone = (work.tiles - 1) * whole + last
    return memory, -(-alone // contexts_of(work, machine, rung))


@dataclass(frozen=True, slots=True)
class _Lasting:
    """Cycles of a tile's three actions, by themselves."""

    read: int
    compute: int
    write: int


# Start, end of being busy, and from when the result can be used.
_Times = tuple[int, int, int]


@dataclass(slots=True, kw_only=True)
class _Run:
    """The state while events are placed; tiles are known by number, times in cycles."""

    work: KernelWork
    """The kernel."""
    machine: ThreadedCore
    """That the kernel runs on."""
    rung: Rung
    """Of the ladder."""
    contexts: int
    """That have a tile to work on."""
    buffers: int
    """Of each context, 1 or 2."""
    whole: _Lasting
    """Cycles of each action on a tile of full size."""
    last: _Lasting
    """Cycles of each action on the last tile, which may be smaller."""
    launched: list[int] = field(default_factory=list)
    """When each context is started; empty before the run begins."""
    engine_free: int = 0
    """When the DMA engine has done all that was given to it."""
    computed: dict[int, int] = field(default_factory=dict)
    """When the work on each tile ends, by the tile's number."""

    def events(self) -> Iterator[Event]:
        """Every step as a bar of the timeline."""
        return (self._event(action, number, times) for action, number, times in self.steps())

    def steps(self) -> Iterator[tuple[Action, int, _Times]]:
        """Every action, in the order in which the control unit and the engine start them, with its
        tile; a launch with its context."""
        yield from self._launches()
        last = 0
        for action, tile in request_order(self.work.tiles, self.contexts * self.buffers):
            if action == "write":
                times = self._write(tile)
                last = max(last, times[-1])
                yield "write", tile, times
                continue
            times = self._read(tile)
            yield "read", tile, times
            yield "compute", tile, self._compute(tile, times[-1])
        if self._threaded():
            end = last + self.machine.thread_join_cycles
            yield "join", _NO_TILE, (last, end, end)

    def _threaded(self) -> bool:
        return self.rung in ("vec_mt", "vec_mt_db")

    def _launches(self) -> Iterator[tuple[Action, int, _Times]]:
        """One context is started after the other; a single-threaded rung starts none."""
        each = self.machine.thread_launch_cycles if self._threaded() else 0
        self.launched = [each * (context + 1) for context in range(self.contexts)]
        if not self._threaded():
            return
        for context, end in enumerate(self.launched):
            yield "launch", context, (end - each, end, end)

    def _lasting(self, tile: int) -> _Lasting:
        return self.last if tile == self.work.tiles - 1 else self.whole

    def _read(self, tile: int) -> _Times:
        """A tile comes in when its context runs.

        Its buffer is free by then: the engine has just written that buffer's result.
        """
        start = max(self.engine_free, self.launched[tile % self.contexts])
        self.engine_free = start + self._lasting(tile).read
        return start, self.engine_free, self.engine_free + self.machine.dma_latency_cycles

    def _compute(self, tile: int, arrived: int) -> _Times:
        """A tile is computed when it is there and its context is free."""
        start = max(arrived, self.computed.get(tile - self.contexts, 0))
        end = self.computed[tile] = start + self._lasting(tile).compute
        return start, end, end

    def _write(self, tile: int) -> _Times:
        """A result leaves when it is computed; its buffer is free when the last byte has left."""
        start = max(self.engine_free, self.computed[tile])
        self.engine_free = start + self._lasting(tile).write
        return start, self.engine_free, self.engine_free + self.machine.dma_latency_cycles

    def _event(self, action: Action, number: int, times: _Times) -> Event:
        if action in ("launch", "join"):
            return Event("control", action, number, _NO_TILE, _NO_TILE, *times)
        context, buffer = number % self.contexts, number // self.contexts % self.buffers
        unit = f"context {context}" if action == "compute" else "dma"
        return Event(unit, action, context, number, buffer, *times)


def request_order(tiles: int, ahead: int) -> Iterator[tuple[Literal["read", "write"], int]]:
    """The engine's requests: `ahead` tiles are read before the first result is written."""
    for tile in range(min(ahead, tiles)):
        yield "read", tile
    for tile in range(tiles):
        yield "write", tile
        if tile + ahead < tiles:
            yield "read", tile + ahead


def _uses(events: tuple[Event, ...], cycles: int) -> tuple[UnitUse, ...]:
    busy: dict[str, int] = {}
    for event in events:
        busy[event.unit] = busy.get(event.unit, 0) + event.end - event.start
    return tuple(UnitUse(unit, spent, spent / cycles) for unit, spent in sorted(busy.items()))
