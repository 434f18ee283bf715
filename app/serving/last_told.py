"""What each of many results told last while it was made, for pages that follow how far it is."""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

from cachetools import LRUCache

Told = TypeVar("Told")


class LastTold(Generic[Told]):
    """By keys of results. Safe for threads. most: results that are remembered."""

    def __init__(self, most: int) -> None:
        self._told: LRUCache[Hashable, Told] = LRUCache(most)
        self._lock = Lock()

    def begin(self, key: Hashable) -> None:
        """The result is made anew: what was told before is of another attempt."""
        with self._lock:
            self._told.pop(key, None)

    def tell(self, key: Hashable, news: Told) -> None:
        """From now on this is the last."""
        with self._lock:
            self._told[key] = news

    def last(self, key: Hashable) -> Told | None:
        """None where nothing was told yet."""
        with self._lock:
            return self._told.get(key)
