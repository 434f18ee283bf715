"""A queue that is fair to clients, not to jobs: turns go round the clients that wait.

One client may run and wait for only so much, so that whoever comes next finds a place that is free
or soon will be. Nothing here holds a thread: who waits leaves a function that is called when its
turn has come.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Literal

from compiler_core.errors import Overloaded, ShareFull

KEPT_SECONDS = 10.0
"""How long a place is kept for someone who said to come back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shares:
    """How much may happen at once.

    running, waiting: jobs of all clients together; running_of_one, waiting_of_one: of one.
    """

    running: int
    running_of_one: int
    waiting: int
    waiting_of_one: int


Granted = Callable[["Place"], None]
"""Called when the turn of a place has come, by whichever thread made room for it."""


@dataclass(slots=True, eq=False, kw_only=True)
class Place:
    """One job's place."""

    client: str
    """Whose job it is; turns go round the clients."""
    granted: Granted
    """Called once when its turn has come, by whichever thread made room for it."""
    name: str = ""
    """By which someone who comes back is known; empty for who stays."""
    away_since: float | None = None
    """On the queue's clock, None for one who is here."""
    wanted_until: float = math.inf
    """On that clock; after it those come first whom somebody waits for."""
    state: Literal["waiting", "running", "gone"] = field(default="waiting")
    """`gone` after the end."""


class FairQueue:
    """Turns by rounds over clients; safe for threads.

    what: stands in the message to whoever is sent away, as in "Too many compiles are waiting."
    """

    def __init__(
        self, what: str, shares: Shares, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._what = what
        self._shares = shares
        self._clock = clock
        self._lock = Lock()
        self._running: Counter[str] = Counter()
        # Clients in the order of their next turns, each with its places in the order they came.
        self._waiting: dict[str, list[Place]] = {}

    def enter(self, client: str, granted: Granted) -> Place:
        """Take a place; granted is called once, when the turn has come, maybe at once.

        Raises ShareFull when this client has enough waiting, Overloaded when all together have.
        """
        place = Place(client=client, granted=granted)
        with self._lock:
            self._drop_forgotten()
            own = self._waiting.setdefault(client, [])
            own.append(place)
            chosen = self._next_turns()
            if place.state == "waiting":
                self._check_room(place, own)
        _grant(chosen)
        return place

    def leave(self, place: Place) -> None:
        """Give up a place, or end a turn; the next one begins."""
        with self._lock:
            if place.state == "running":
                self._running[place.client] -= 1
                self._running += Counter()
            elif place.state == "waiting":
                self._forget(place)
            place.state = "gone"
            chosen = self._next_turns()
        _grant(chosen)

    def running_of(self, client: str) -> int:
        """Turns that this client has now."""
        with self._lock:
            return self._running[client]

    def is_waited_in(self) -> bool:
        """Whether anybody's turn has not come."""
        with self._lock:
            return any(self._waiting.values())

    def want(self, place: Place, seconds: float) -> None:
        """Somebody asks for what the place is for, and will ask again within so many seconds.

        A place that nobody ever speaks for so is wanted all the time; one that nobody asks for any
        more keeps its place among others like it, and those that are wanted go first.
        """
        with self._lock:
            place.wanted_until = self._clock() + seconds

    def number_of(self, place: Place) -> int:
        """1 for the one whose turn is next; 0 for one that waits no more."""
        with self._lock:
            if place.state != "waiting":
                return 0
            wanted, others = self._split(self._clock())
            if place in wanted[place.client]:
                return _turns_before(place, wanted) + 1
            # The rounds over the wanted ones change the order: whose last one came last is last.
            rounds = sorted(others, key=lambda client: len(wanted[client]))
            turns = _turns_before(place, {client: others[client] for client in rounds})
            return sum(map(len, wanted.values())) + turns + 1

    def _split(self, now: float) -> tuple[dict[str, list[Place]], dict[str, list[Place]]]:
        """Each client's places that are wanted, and those that are not."""
        wanted = {
            client: [place for place in places if place.wanted_until >= now]
            for client, places in self._waiting.items()
        }
        others = {
            client: [
                unwanted_place for unwanted_place in places if unwanted_place.wanted_until < now
            ]
            for client, places in self._waiting.items()
        }
        return wanted, others

    def step_out(self, place: Place, name: str) -> bool:
        """Keep the place, without a turn, for someone who comes back with this name in
        KEPT_SECONDS; False if its turn has come meanwhile."""
        with self._lock:
            if place.state != "waiting":
                return False
            place.name, place.away_since = name, self._clock()
            return True

    def come_back(self, client: str, name: str, granted: Granted) -> Place | None:
        """The place that was kept under this name for this client, None if there is none."""
        with self._lock:
            self._drop_forgotten()
            known = (
                waiting_place
                for waiting_place in self._waiting.get(client, ())
                if waiting_place.name == name
            )
            place = next(
                (known_place for known_place in known if known_place.away_since is not None), None
            )
            if place is None:
                return None
            place.away_since, place.granted = None, granted
            chosen = self._next_turns()
        _grant(chosen)
        return place

    def _check_room(self, place: Place, own: list[Place]) -> None:
        if sum(map(len, self._waiting.values())) > self._shares.waiting:
            self._forget(place)
            raise Overloaded(f"Too many {self._what} are waiting.", "Try again in a few seconds.")
        if len(own) > self._shares.waiting_of_one:
            self._forget(place)
            raise ShareFull(
                f"You have {self._shares.waiting_of_one} {self._what} waiting, your share.",
                "Try again in a few seconds, when some of them are done.",
            )

    def _next_turns(self) -> list[Place]:
        """Places whose turns begin now, one of each client in a round."""
        chosen: list[Place] = []
        while self._running.total() < self._shares.running and (place := self._next()) is not None:
            self._forget(place)
            if place.client in self._waiting:
                self._waiting[place.client] = self._waiting.pop(place.client)
            self._running[place.client] += 1
            place.state = "running"
            chosen.append(place)
        return chosen

    def _next(self) -> Place | None:
        """The first that is wanted; where none is, the first."""
        first, now = None, self._clock()
        for client, places in self._waiting.items():
            if self._running[client] >= self._shares.running_of_one:
                continue
            for place in places:
                if place.away_since is None:
                    if place.wanted_until >= now:
                        return place
                    first = first or place
        return first

    def _forget(self, place: Place) -> None:
        place.state = "gone"
        places = self._waiting[place.client]
        places.remove(place)
        if not places:
            del self._waiting[place.client]

    def _drop_forgotten(self) -> None:
        since = self._clock() - KEPT_SECONDS
        away = [waiting_place for places in self._waiting.values() for waiting_place in places]
        for place in away:
            if place.away_since is not None and place.away_since < since:
                self._forget(place)


def _turns_before(ticket: Place, waiting: Mapping[str, Sequence[Place]]) -> int:
    """Turns of these clients, in this order, before that of the place, which is among them."""
    own = waiting[ticket.client].index(ticket)
    before = True
    ahead = own
    for client, places in waiting.items():
        if client == ticket.client:
            before = False
            continue
        ahead += min(len(places), own + before)
    return ahead


def _grant(places: list[Place]) -> None:
    """Outside the lock: what is called may come back to the queue."""
    for ticket in places:
        ticket.granted(ticket)
