"""What takes seconds is made in the background and kept, so that a page can say that it waits.

A page asks for a result by its key and waits a moment; what is not ready then is asked for again by
the page itself, or without scripts by loading the page once more. A result that may come out
otherwise the next time, because a limit ended it, is made again after a while. Only so much waits
to be made: whoever asks for more is told so and may ask again. What a reader has left is made when
nothing is left that somebody waits for.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from threading import RLock
from typing import Generic, TypeVar

from app.serving.queue_numbers import note_number
from compiler_core.asker import Asker, current_asker, working_for
from compiler_core.errors import Overloaded, ShareFull, WorkCancelled
from compiler_core.fair_queue import FairQueue, Place, Shares
from compiler_core.kept import Kept
from compiler_core.toolchain.job_queue import CLIENTS_WAITING

PATIENCE_SECONDS = 0.6
RETRY_SECONDS = 30.0
MOST_WAITING = 32

LONGEST_WAIT_SECONDS = 10.0
"""How long one request waits; then the page says how far it is and asks again. Browsers' scripts
and proxies give up after a minute."""

_WANTED_SECONDS = LONGEST_WAIT_SECONDS + 5.0
"""How long after it was asked for somebody is thought to wait for a result."""

Value = TypeVar("Value")


class Awaited(Future[Value]):
    """A result that is being made. number: of its turn, as `FairQueue.number_of` says it. ended:
    when it was there, by the clock of who keeps it."""

    def __init__(self, queue: FairQueue) -> None:
        super().__init__()
        self._queue = queue
        self.place: Place | None = None
        self.ended = 0.0

    @property
    def number(self) -> int:
        return self._queue.number_of(self.place) if self.place is not None else 0

    def want(self) -> None:
        """Somebody asks for it, now."""
        if self.place is not None:
            self._queue.want(self.place, _WANTED_SECONDS)


class Background(Generic[Value]):
    """Results by key, made by threads of their own: a register of those under way, which nothing
    pushes out, and the last ones that ended.

    name: of the threads. workers: how many at once. most: results kept. settled: whether a result
    would be the same again; one that would not is kept for RETRY_SECONDS only. most_waiting: how
    many of one client may wait for a thread; where visitors choose the keys, any number could be
    asked for. Clients take turns.
    """

    def __init__(
        self,
        name: str,
        workers: int,
        most: int,
        settled: Callable[[Value], bool],
        clock: Callable[[], float] = time.monotonic,
        most_waiting: int = MOST_WAITING,
    ) -> None:
        self._name = name
        self._workers = workers
        self._settled = settled
        self._clock = clock
        shares = Shares(
            running=workers,
            running_of_one=workers,
            waiting=CLIENTS_WAITING * most_waiting,
            waiting_of_one=most_waiting,
        )
        self._queue = FairQueue("results", shares)
        self._under_way: dict[Hashable, Awaited[Value]] = {}
        self._ended: Kept[Awaited[Value]] = Kept(most)
        # A result may be there before who asked for it lets go.
        self._lock = RLock()

    def started(
        self, key: Hashable, make: Callable[[], Value], *, anew: bool = False
    ) -> Awaited[Value]:
        """The result that is being made or kept; making begins if there is none. anew: also where
        one that is not settled is there.

        Raises Overloaded when too much waits already, for this client or for all.
        """
        with self._lock:
            known = self._known(key)
            if known is None or self._is_stale(known) or (anew and self._may_change(known)):
                known = self._submitted(key, make)
            known.want()
            return known

    def begun(self, key: Hashable) -> Future[Value] | None:
        """The result if it is being made or is there, also one that would be made again by now;
        nothing is begun for it."""
        known = self._known(key)
        if known is None or (known.done() and known.exception() is not None):
            return None
        known.want()
        return known

    def kept(self, key: Hashable) -> Value | None:
        """The result if it is there; nothing is begun for it."""
        known = self._known(key)
        if known is None or not known.done() or known.exception() is not None:
            return None
        return known.result()

    def _known(self, key: Hashable) -> Awaited[Value] | None:
        with self._lock:
            return self._under_way.get(key) or self._ended.kept(key)

    def _submitted(self, key: Hashable, make: Callable[[], Value]) -> Awaited[Value]:
        future: Awaited[Value] = Awaited(self._queue)
        # Whoever waits for it cannot take it from others who do.
        future.set_running_or_notify_cancel()
        asker = Asker(current_asker().client)
        self._under_way[key] = future

        def begin(ticket: Place) -> None:
            try:
                made = self._pool.submit(_made_for, asker, make)
            except RuntimeError:  # The interpreter is ending: threads are no longer begun.
                self._end(key).set_exception(WorkCancelled())
                return
            made.add_done_callback(lambda done: self._settle(done, key, ticket))

        try:
            future.place = self._queue.enter(asker.client, begin)
        except Overloaded as error:
            del self._under_way[key]
            if isinstance(error, ShareFull):
                raise
            raise Overloaded(
                "Too much is being worked out for others right now.", "Try again in a minute."
            ) from error
        return future

    def _end(self, key: Hashable) -> Awaited[Value]:
        """What is no longer under way, before anybody sees that it ended."""
        with self._lock:
            future = self._under_way.pop(key)
            future.ended = self._clock()
            self._ended.keep(key, future)
            return future

    def _settle(self, made: Future[Value], key: Hashable, ticket: Place) -> None:
        """The place is free before anybody reads the result."""
        self._queue.leave(ticket)
        future = self._end(key)
        error = made.exception()
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(made.result())

    def _is_stale(self, entry: Awaited[Value]) -> bool:
        """What took longer to make than it is kept for is kept all the same."""
        return self._may_change(entry) and (
            entry.exception() is not None or self._clock() - entry.ended > RETRY_SECONDS
        )

    def _may_change(self, entry: Awaited[Value]) -> bool:
        """Whether it has ended in what may come out otherwise the next time."""
        if not entry.done():
            return False
        return entry.exception() is not None or not self._settled(entry.result())

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._workers, thread_name_prefix=self._name)


def _made_for(asker: Asker, make: Callable[[], Value]) -> Value:
    with working_for(asker):
        return make()


def ready(future: Future[Value], patience: float = PATIENCE_SECONDS) -> Value | None:
    """The result if it is there within so many seconds, and the queue was not full.

    The number of one that waits is noted for the page. Raises what making it raised.
    """
    try:
        return future.result(timeout=max(patience, 0))
    except Overloaded:
        return None
    except TimeoutError:
        note_number(turn_of(future))
        return None


def turn_of(future: Future[Value]) -> int:
    """The number of a result that waits for its turn; 0 for any other."""
    return future.number if isinstance(future, Awaited) else 0


async def is_there(future: Future[Value], seconds: float | None = None) -> bool:
    """Whether it has ended within so many seconds, or as long as one request waits, in a result or
    an error; no thread waits."""
    ended = asyncio.gather(asyncio.wrap_future(future), return_exceptions=True)
    try:
        await asyncio.wait_for(ended, LONGEST_WAIT_SECONDS if seconds is None else seconds)
    except TimeoutError:
        return False
    return True


async def awaited(future: Future[Value]) -> Value:
    """The result, for who waits to the end; no thread waits. Raises what making it raised."""
    while not await is_there(future):
        if isinstance(future, Awaited):
            future.want()
    return future.result()
