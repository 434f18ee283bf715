"""Results of runs in memory, by what they were made from; each is computed once at a time."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

Result = TypeVar("Result")


class Kept(Generic[Result]):
    """Bounded by the number of results; safe for threads."""

    def __init__(self, most: int) -> None:
        self._lock = Lock()
        self._known: LRUCache[Hashable, Result] = LRUCache(most)
        self._running: dict[Hashable, Future[Result]] = {}

    def get_or_compute(
        self, key: Hashable, compute: Callable[[], Result], keep: Callable[[Result], bool]
    ) -> tuple[Result, bool]:
        """The result, and whether it was there already. One that `keep` refuses is not stored.

        Threads that ask for what another is computing wait for it, and get its error if it raises.
        """
        with self._lock:
            if key in self._known:
                return self._known[key], True
            running = self._running.get(key)
            if running is None:
                self._running[key] = Future()
        if running is not None:
            return running.result(), True
        return self._lead(key, compute, keep), False

    def _lead(
        self, key: Hashable, compute: Callable[[], Result], keep: Callable[[Result], bool]
    ) -> Result:
        future = self._running[key]
        try:
            result = compute()
        except BaseException as error:
            with self._lock:
                del self._running[key]
            future.set_exception(error)
            raise
        with self._lock:
            if keep(result):
                self._known[key] = result
            del self._running[key]
        future.set_result(result)
        return result

    def clear(self) -> None:
        """Forget everything that is not being computed."""
        with self._lock:
            self._known.clear()
