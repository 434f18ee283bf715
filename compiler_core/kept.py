"""Results of runs in memory, by what they were made from; each is computed once at a time.

What comes from a large record is found again by that very object: a graph of ten thousand nodes
takes longer to compare than to draw.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import suppress
from threading import Lock
from typing import Generic, ParamSpec, TypeVar

from cachetools import LRUCache

from compiler_core.asker import awaited, check_asker
from compiler_core.errors import WorkCancelled

Result = TypeVar("Result")
Given = ParamSpec("Given")


def _one(_: object) -> int:
    return 1


class Kept(Generic[Result]):
    """Bounded by the number of results, or by what they weigh; safe for threads.

    A computation may not ask for its own key.
    """

    def __init__(self, most: int, weigh: Callable[[Result], int] = _one) -> None:
        self._lock = Lock()
        self._weigh = weigh
        self._known: LRUCache[Hashable, Result] = LRUCache(most, getsizeof=weigh)
        self._running: dict[Hashable, Future[Result]] = {}

    def get_or_compute(
        self, key: Hashable, compute: Callable[[], Result], keep: Callable[[Result], bool]
    ) -> tuple[Result, bool]:
        """The result, and whether it was there already. One that `keep` refuses is not stored, nor
        one that weighs more than all together may.

        Threads that ask for what another is computing wait for it, and get its error if it raises;
        if whoever that one computed for has left, the next computes. Raises WorkCancelled when
        whoever this caller works for has left.
        """
        while True:
            with self._lock:
                if key in self._known:
                    return self._known[key], True
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
            if keep(result) and self._weigh(result) <= self._known.maxsize:
                self._known[key] = result
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


def remembered(most: int) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """For a function of records that never change, and of texts: its last results, at most so many.

    A record is recognised as the same object, a text by what it says.
    """

    def around(make: Callable[Given, Result]) -> Callable[Given, Result]:
        cache: Kept[Result] = Kept(most)

        def find(*given: Given.args, **named: Given.kwargs) -> Result:
            key = tuple(
                argument if isinstance(argument, str) else _Same(argument) for argument in given
            )
            return cache.get_or_compute(key, lambda: make(*given, **named), lambda _: True)[0]

        return find

    return around
