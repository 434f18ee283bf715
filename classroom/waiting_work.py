"""Threads that do what waits in the database, one thing after another, and else sleep."""

from __future__ import annotations

import logging
import time
from abc import ABC, abstractmethod
from threading import Condition, Thread

log = logging.getLogger("lowlab")
_IDLE_SECONDS = 5.0
_RETRY_SECONDS = 1.0
CLOSING_SECONDS = 20.0
"""For what is being done when the server ends; what takes longer waits for its next start."""


class WaitingWork(ABC):
    """An engine of such threads, while the server runs. name: of its threads."""

    def __init__(self, name: str, threads: int) -> None:
        self._name = name
        self._changed = Condition()
        self._ending = False
        self._threads = [Thread(target=self._serve, name=name, daemon=True)
                         for _ in range(threads)]  # fmt: skip

    @abstractmethod
    def do_next(self) -> bool:
        """Do one thing; whether there was one. What it raises is logged, and it is called again
        after a while."""

    @abstractmethod
    def recover(self) -> None:
        """When a server starts: what a stopped one was doing waits again."""

    def start(self) -> None:
        self.recover()
        for one in self._threads:
            one.start()

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
        for one in self._threads:
            if one.ident is not None:
                one.join(max(ends - time.monotonic(), 0.0))

    def do_all(self) -> None:
        """Everything that waits, in this thread: for the command line and tests."""
        while self.do_next():
            pass

    def _serve(self) -> None:
        while not self._ending:
            try:
                if self.do_next():
                    continue
            except Exception:
                log.exception("the %s met an error", self._name)
                time.sleep(_RETRY_SECONDS)
            with self._changed:
                if not self._ending:
                    self._changed.wait(_IDLE_SECONDS)
