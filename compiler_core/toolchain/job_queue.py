"""How many jailed jobs run at once, and how many may wait."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event

from compiler_core.asker import LOOK_SECONDS, NOBODY, check_asker, current_asker
from compiler_core.fair_queue import FairQueue, Shares

MAXIMUM_WAITING = 128
CLIENTS_WAITING = 4
"""So many clients may have as much waiting as one may have."""


class JobQueue:
    """A bounded number of running jobs and of waiting ones; safe for threads.

    running, waiting: jobs of one client. Beside them a second client always finds a place to run.
    Jobs of askers who have stepped back have turns of their own, as many: they give way to all
    others as processes do, and would hold up a client's next job if they took the same.
    """

    def __init__(self, running: int, waiting: int) -> None:
        shares = Shares(
            running=running + 1,
            running_of_one=running,
            waiting=CLIENTS_WAITING * waiting,
            waiting_of_one=waiting,
        )
        self._queue = FairQueue("compiles", shares)
        self._later = FairQueue("compiles", shares)

    @contextmanager
    def place(self) -> Iterator[None]:
        """Wait in this thread for a turn of whoever is worked for, and end it afterwards.

        Raises Overloaded at once when too many wait already, WorkCancelled when the asker leaves
        while it waits.
        """
        come, asker = Event(), current_asker()
        queue = self._later if asker.is_later else self._queue
        ticket = queue.enter(asker.client, lambda _: come.set())
        try:
            while not come.wait(None if asker is NOBODY else LOOK_SECONDS):
                check_asker()
            yield
        finally:
            queue.leave(ticket)


def default_queue() -> JobQueue:
    """One job more than processor cores, so that a core has work while a jail is set up."""
    return JobQueue(running=(os.cpu_count() or 1) + 1, waiting=MAXIMUM_WAITING)
