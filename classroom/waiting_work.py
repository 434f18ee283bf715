"""Threads that do what waits in the database, one thing after another, and else sleep."""

from __future__ import annotations

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from threading import Condition, Thread

log = logging.getLogger("lowlab")
_IDLE_SECONDS = 5.0
_RETRY_SECONDS = 1.0
_CROWDED_SECONDS = 0.1
CLOSING_SECONDS = 20.0
"""For what is being done when the server ends; what takes longer waits for its next start."""


def never() -> bool:
    """Nobody goes first."""
    return False


class WaitingWork(ABC):
    """An engine of such threads, while the server runs. name: of its threads. is_crowded: whether
    others wait who go first; then one thread goes on and the others stand still."""

    def __init__(self, name: str, threads: int, is_crowded: Callable[[], bool] = never) -> None:
        self._name = name
        self._is_crowded = is_crowded
        self._changed = Condition()
        self._ending = False
        self._threads = [
            Thread(target=self._serve, args=(number == 0,), name=name, daemon=True)
            for number in range(threads)
        ]

    @abstractmethod
    def do_next(self) -> bool:
        """Do one thing; whether there was one. What it raises is logged, and it is called again
        after a while."""

    @abstractmethod
    def recover(self) -> None:
        """When a server starts: what a stopped one was doing waits again."""

    def start(self) -> None:
        self.recover()
        for thread in self._threads:
            thread.start()

    def wake(self) -> None:
        """There is something to do."""
        with self._changed:
            self._changed.notify()

    def close(self) -> None:
        """What is being done is finished first, if that is soon."""
        with self._changed:
            self._ending = True
            self._changed.notify_all()
        ends = time.monotonic() + CLOSING_SECONDS
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(max(ends - time.monotonic(), 0.0))

    def do_all(self) -> None:
        """Everything that waits, in this thread: for the command line and tests."""
        while self.do_next():
            pass

    def _serve(self, is_first: bool) -> None:
        while not self._ending:
            if not is_first and self._is_crowded():
                time.sleep(_CROWDED_SECONDS)
                continue
            try:
                if self.do_next():
                    continue
            except Exception:
                log.exception("the %s met an error", self._name)
                time.sleep(_RETRY_SECONDS)
            with self._changed:
                if not self._ending:
                    self._changed.wait(_IDLE_SECONDS)
