"""For whom work is done: whose share it counts on, and whether whoever asked has left.

An asker stands for one request. It lies in a context variable, so that whatever works for the
request can look at it without being handed it: the queue for compilers, the runner between two
looks at a jailed job, a thread that waits for a result that another computes. Threads of a
`WorkPool` carry it on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from threading import Event
from typing import Any, TypeVar

from compiler_core.errors import WorkCancelled

Result = TypeVar("Result")

LOOK_SECONDS = 0.05
"""How long whatever waits may sleep before it looks again whether the asker is still there."""


class Asker:
    """Who sent a request. client: by what the server tells its clients apart, such as an address;
    all work of one client counts on one share. niceness: of every process that is started for it,
    as of `nice`; what is 0 goes first. is_later: nobody waits for it now, so that it takes no turn
    from what somebody waits for.
    """

    def __init__(self, client: str, niceness: int = 0) -> None:
        self.client = client
        self.niceness = niceness
        self.is_later = False
        self._left = Event()

    def give_way(self, niceness: int) -> None:
        """From now on what is started for this request has at least this niceness."""
        self.niceness = max(self.niceness, niceness)

    def step_back(self, niceness: int) -> None:
        """As `give_way`, and in the queues: what was asked for is there, the rest may take time."""
        self.give_way(niceness)
        self.is_later = True

    def leave(self) -> None:
        """From now on what is under way for this request ends. Cannot be taken back."""
        self._left.set()

    @property
    def has_left(self) -> bool:
        return self._left.is_set()


NOBODY = Asker("")
"""Stands for the command line and for the server's own work: never leaves."""

_asker: ContextVar[Asker] = ContextVar("asker", default=NOBODY)


def current_asker() -> Asker:
    """For whom this thread or task works."""
    return _asker.get()


@contextmanager
def working_for(asker: Asker) -> Iterator[None]:
    """Within this block work is done for this asker."""
    before = _asker.set(asker)
    try:
        yield
    finally:
        _asker.reset(before)


def check_asker() -> None:
    """Raises WorkCancelled when whoever asked has left."""
    if _asker.get().has_left:
        raise WorkCancelled


def awaited(future: Future[Result]) -> Result:
    """What another thread is making. Raises its error, and WorkCancelled as `check_asker`."""
    if current_asker() is NOBODY:
        return future.result()
    while not wait((future,), LOOK_SECONDS).done:
        check_asker()
    return future.result()


class WorkPool(ThreadPoolExecutor):
    """Threads that work for whomever the submitter works for."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """As `ThreadPoolExecutor.submit`."""
        return super().submit(copy_context().run, fn, *args, **kwargs)
