"""How many jobs run at once, and how many may wait."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from compiler_core.errors import Overloaded

MAXIMUM_WAITING = 128


class JobQueue:
    """A bounded number of running jobs and of waiting ones; safe for threads."""

    def __init__(self, running: int, waiting: int) -> None:
        self._slots = threading.Semaphore(running)
        self._places = threading.Semaphore(running + waiting)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Wait for a turn. Raises Overloaded at once when too many wait already."""
        if not self._places.acquire(blocking=False):
            raise Overloaded("Too many compiles are waiting.", "Try again in a few seconds.")
        try:
            with self._slots:
                yield
        finally:
            self._places.release()


def default_queue() -> JobQueue:
    """One job more than processor cores, so that a core has work while a jail is set up."""
    return JobQueue(running=(os.cpu_count() or 1) + 1, waiting=MAXIMUM_WAITING)
