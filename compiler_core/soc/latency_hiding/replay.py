"""A program's own order of transfers and work, replayed on one core and the DMA engine.

The core takes its orders one after the other. It hands a request to the engine and goes on; a wait
holds it until the data can be used. The engine serves requests strictly in the order in which they
are handed over, and each takes what it takes in `simulation`: only the order is the program's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.soc.latency_hiding.costs import transfer_cycles
from compiler_core.soc.latency_hiding.records import Action, Event, ThreadedCore

_CORE, _ENGINE = "context 0", "dma"


@dataclass(frozen=True, slots=True)
class Request:
    """A transfer of `size` bytes is handed to the engine. tag: what a wait names; buffer: which of
    several, from 0."""

    action: Literal["read", "write"]
    tag: str
    size: int
    buffer: int = 0


@dataclass(frozen=True, slots=True)
class Await:
    """The core goes on when the oldest transfer with this tag can be used."""

    tag: str


@dataclass(frozen=True, slots=True)
class Work:
    """The core computes for so many cycles."""

    cycles: int


Order = Request | Await | Work


@dataclass(frozen=True, slots=True)
class Replay:
    """What became of the orders. cycles: until the last transfer can be used and the core is done.

    An event's tile is how many of its action came before. waits_for_reads, waits_for_writes: cycles
    in which the core stands still for one. blocking: transfers that the core waits for with nothing
    else ordered since.
    """

    cycles: int
    events: tuple[Event, ...]
    waits_for_reads: int
    waits_for_writes: int
    blocking: int

    @property
    def apart(self) -> int:
        """Cycles of all its parts, one after the other: nothing at the same time."""
        return sum(event.ready - event.start for event in self.events)


def replay(orders: Iterable[Order], machine: ThreadedCore) -> Replay:
    """Raises InputError for a wait whose transfer was never started."""
    run = _Run(machine=machine)
    for order in orders:
        run.take(order)
    return Replay(
        cycles=max((run.core, *(event.ready for event in run.events))),
        events=tuple(run.events),
        waits_for_reads=run.waited["read"],
        waits_for_writes=run.waited["write"],
        blocking=run.blocking,
    )


@dataclass(slots=True, kw_only=True)
class _Run:
    """The state between two orders."""

    machine: ThreadedCore
    """That the orders are replayed on."""
    core: int = 0
    """The cycle from which the core is free."""
    engine: int = 0
    """The cycle from which the DMA engine is free."""
    events: list[Event] = field(default_factory=list)
    """So far, in the order of the orders."""
    counts: dict[Action, int] = field(default_factory=dict)
    """How many events of each action there are, which is the next one's tile."""
    under_way: dict[str, deque[Event]] = field(default_factory=dict)
    """By tag, transfers that no wait has named yet, the oldest first."""
    waited: dict[Action, int] = field(default_factory=lambda: {"read": 0, "write": 0})
    """Cycles in which the core stood still for reads and for writes."""
    blocking: int = 0
    """Transfers that the core waited for with nothing else ordered since."""
    last: Order | None = None
    """The order before, None at first."""

    def take(self, order: Order) -> None:
        if isinstance(order, Request):
            self._request(order)
        elif isinstance(order, Await):
            self._await(order)
        else:
            self._work(order)
        self.last = order

    def _request(self, order: Request) -> None:
        start = max(self.core, self.engine)
        self.engine = start + transfer_cycles(order.size, self.machine)
        ready = self.engine + self.machine.dma_latency_cycles
        event = self._event(_ENGINE, order.action, order.buffer, (start, self.engine, ready))
        self.under_way.setdefault(order.tag, deque()).append(event)

    def _await(self, order: Await) -> None:
        started = self.under_way.get(order.tag)
        if not started:
            raise InputError(
                f"The program waits for {order.tag}, and no transfer with this tag is under way."
            )
        event = started.popleft()
        self.waited[event.action] += max(event.ready - self.core, 0)
        self.core = max(self.core, event.ready)
        self.blocking += isinstance(self.last, Request) and self.last.tag == order.tag

    def _work(self, order: Work) -> None:
        end = self.core + order.cycles
        self._event(_CORE, "compute", -1, (self.core, end, end))
        self.core = end

    def _event(self, unit: str, action: Action, buffer: int, times: tuple[int, int, int]) -> Event:
        tile = self.counts.get(action, 0)
        self.counts[action] = tile + 1
        event = Event(unit, action, 0, tile, buffer, *times)
        self.events.append(event)
        return event
