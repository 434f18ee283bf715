"""Results of runs in memory, by what they were made from; each is computed once at a time.

The one place where something is forgotten so that something else is remembered. Beside it stands
Python's own `lru_cache`, for functions that cost less than a lock; of a text it is bounded through
`host.line_cache`.

What comes from a large record is found again by that very object: a graph of ten thousand nodes
takes longer to compare than to draw.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import suppress
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

from cachetools import Cache, LRUCache, TTLCache

from compiler_core.asker import awaited, check_asker
from compiler_core.errors import WorkCancelled

Result = TypeVar("Result")
Given = ParamSpec("Given")


_MISSING: Any = object()


def _one(_: object) -> int:
    return 1


def _always(_: object) -> bool:
    return True


class Kept(Generic[Result]):
    """Bounded by the number of results, or by what they weigh; safe for threads.

    most: results, or what all together may weigh; the one longest unused goes first. seconds: how
    long each is fresh, from when it was there; None for ever. A computation may not ask for its own
    key.
    """

    def __init__(
        self,
        most: int,
        weigh: Callable[[Result], int] = _one,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._lock = Lock()
        self._weigh = weigh
        self._known: Cache[Hashable, Result] = (
            LRUCache(most, weigh) if seconds is None else TTLCache(most, seconds, clock, weigh)
        )
        self._running: dict[Hashable, Future[Result]] = {}

    def get_or_compute(
        self,
        key: Hashable,
        compute: Callable[[], Result],
        keep: Callable[[Result], bool] = _always,
    ) -> tuple[Result, bool]:
        """The result, and whether it was there already. One that `keep` refuses is not stored, nor
        one that weighs more than all together may.

        Threads that ask for what another is computing wait for it, and get its error if it raises;
        if whoever that one computed for has left, the next computes. Raises WorkCancelled when
        whoever this caller works for has left.
        """
        while True:
            with self._lock:
                known = self._known.get(key, _MISSING)
                if known is not _MISSING:
                    return known, True
                running = self._running.get(key)
                if running is None:
                    self._running[key] = Future()
            if running is None:
                return self._lead(key, compute, keep), False
            with suppress(WorkCancelled):
                return awaited(running), True
            check_asker()

    def kept(self, key: Hashable) -> Result | None:
        """The result if it is there; nothing is computed for it."""
        with self._lock:
            return self._known.get(key)

    def keep(self, key: Hashable, result: Result) -> None:
        """From now on this is the result, unless it weighs more than all together may."""
        with self._lock:
            self._store(key, result)

    def forget(self, key: Hashable) -> None:
        """The result, if it is there; one that is being computed will be."""
        with self._lock:
            self._known.pop(key, None)

    def _store(self, key: Hashable, result: Result) -> None:
        self._known.pop(key, None)
        if self._weigh(result) <= self._known.maxsize:
            self._known[key] = result

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
                self._store(key, result)
            del self._running[key]
        future.set_result(result)
        return result

    def clear(self) -> None:
        """Forget everything that is not being computed."""
        with self._lock:
            self._known.clear()


class _Same:
    """An object that equals itself alone, alive as long as this is."""

    __slots__ = ("record",)

    def __init__(self, record: object) -> None:
        self.record = record

    def __hash__(self) -> int:
        return id(self.record)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.record is other.record


def remembered(
    most: int, weigh: Callable[[Any], int] = _one
) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """For a function of records that never change, and of texts: its last results, at most so many
    or of such a weight.

    A record is recognised as the same object, a text by what it says.
    """

    def around(make: Callable[Given, Result]) -> Callable[Given, Result]:
        cache: Kept[Result] = Kept(most, weigh)

        def find(*given: Given.args, **named: Given.kwargs) -> Result:
            key = tuple(
                argument if isinstance(argument, str) else _Same(argument) for argument in given
            )
            return cache.get_or_compute(key, lambda: make(*given, **named))[0]

        return find

    return around
