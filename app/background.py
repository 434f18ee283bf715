"""What takes seconds is made in the background and kept, so that a page can say that it waits.

A page asks for a result by its key and waits a moment; what is not ready then is asked for again by
the page itself, or without scripts by loading the page once more. A result that may come out
otherwise the next time, because a limit ended it, is made again after a while. Only so much waits
to be made: whoever asks for more is told so and may ask again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

from compiler_core.errors import Overloaded

PATIENCE_SECONDS = 0.6
RETRY_SECONDS = 30.0
MOST_WAITING = 32

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class _Entry(Generic[Value]):
    """What is being made, and when that began."""

    future: Future[Value]
    began: float


class Background(Generic[Value]):
    """Results by key, made by threads of their own.

    name: of the threads. workers: how many at once. most: results kept. settled: whether a result
    would be the same again; one that would not is kept for RETRY_SECONDS only. most_waiting: how
    many may wait for a thread; where visitors choose the keys, any number could be asked for.
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
        self._most_unfinished = workers + most_waiting
        # Beside the entries: what is kept no longer may still be under way.
        self._unfinished: set[Future[Value]] = set()
        self._entries: LRUCache[Hashable, _Entry[Value]] = LRUCache(most)
        self._lock = Lock()

    def started(self, key: Hashable, make: Callable[[], Value]) -> Future[Value]:
        """The result that is being made or kept; making begins if there is none.

        Raises Overloaded when too much waits already.
        """
        with self._lock:
            known = self._entries.get(key)
            if known is None or self._is_stale(known):
                known = self._entries[key] = _Entry(self._submitted(make), self._clock())
            return known.future

    def _submitted(self, make: Callable[[], Value]) -> Future[Value]:
        self._unfinished = {one for one in self._unfinished if not one.done()}
        if len(self._unfinished) >= self._most_unfinished:
            raise Overloaded(
                "Too much is being worked out for others right now.", "Try again in a minute."
            )
        future = self._pool.submit(make)
        self._unfinished.add(future)
        return future

    def _is_stale(self, entry: _Entry[Value]) -> bool:
        if not entry.future.done():
            return False
        if entry.future.exception() is not None:
            return True
        waited = self._clock() - entry.began
        return waited > RETRY_SECONDS and not self._settled(entry.future.result())

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._workers, thread_name_prefix=self._name)


def ready(future: Future[Value], patience: float = PATIENCE_SECONDS) -> Value | None:
    """The result if it is there within so many seconds, and the queue was not full.

    Raises what making it raised.
    """
    try:
        return future.result(timeout=max(patience, 0))
    except (TimeoutError, Overloaded):
        return None
