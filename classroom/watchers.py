"""Who watches which run: woken by what the database tells, from any thread."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock

from classroom.listening import EVERYTHING
from classroom.run_rows import RUNS_CHANGED


class Watchers:
    """Each with an event of its own, in the loop that waits for it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[asyncio.Event, tuple[int, asyncio.AbstractEventLoop]] = {}

    @contextmanager
    def watching(self, run_id: int) -> Iterator[asyncio.Event]:
        """Set whenever this run, or the queue as a whole, has changed."""
        changed = asyncio.Event()
        with self._lock:
            self._waiting[changed] = (run_id, asyncio.get_running_loop())
        try:
            yield changed
        finally:
            with self._lock:
                del self._waiting[changed]

    def wake(self, what: str) -> None:
        """what: as `tell_change` was given it."""
        subject, _, number = what.partition(" ")
        if subject not in (RUNS_CHANGED, EVERYTHING):
            return
        with self._lock:
            waiters = [
                (changed, loop)
                for changed, (run_id, loop) in self._waiting.items()
                if not number or number == str(run_id)
            ]
        for changed, loop in waiters:
            with suppress(RuntimeError):  # The server is ending.
                loop.call_soon_threadsafe(changed.set)
