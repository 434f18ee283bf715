"""Attempts that somebody waits for: one reader of the queue tells all who wait, so that a class
that hands in at once costs no more questions than one student does.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import suppress
from functools import lru_cache

from anyio import to_thread
from sqlalchemy.exc import SQLAlchemyError

from app.serving.lab_database import lab_database
from classroom.jobs import JobState, states_of
from compiler_core.errors import LoweringLabError

log = logging.getLogger("lowlab")
_GATHER_SECONDS = 0.2
"""What changes within this time is read together."""
_ANYWAY_SECONDS = 2.0
"""Nobody may have said that something changed: a grader on another machine that has lost us."""
_SIGN_SECONDS = 15.0
"""A stream that says nothing for long is taken for dead on its way."""
LONGEST_SECONDS = 600.0
_NEAR = 10
"""From this place on every step is told; further back, each tenth of the way."""
WAITING = ("queued", "running")

Read = Callable[[Collection[int]], Mapping[int, JobState]]


class Followers:
    """Who waits for which attempt. `wake` may be called from any thread, all else from the server's
    event loop. read: the states of the attempts with these numbers."""

    def __init__(self, read: Read) -> None:
        self._read = read
        # By attempt, each with what was put into it last.
        self._inboxes: dict[int, dict[asyncio.Queue[JobState], JobState | None]] = {}
        self._changed = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._reader: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Something changed in the queue."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # The server is ending.
                loop.call_soon_threadsafe(self._changed.set)

    async def follow(self, attempt_id: int) -> AsyncIterator[JobState | None]:
        """Where its grading stands, now and whenever that changes, until it has ended; None when
        nothing was to be said for long."""
        inbox: asyncio.Queue[JobState] = asyncio.Queue()
        self._inboxes.setdefault(attempt_id, {})[inbox] = None
        self._begin()
        ends = time.monotonic() + LONGEST_SECONDS
        try:
            while time.monotonic() < ends:
                try:
                    state = await asyncio.wait_for(inbox.get(), _SIGN_SECONDS)
                except TimeoutError:
                    yield None
                    continue
                yield state
                if state.state not in WAITING:
                    return
        finally:
            self._leave(attempt_id, inbox)

    async def ended(self, attempt_id: int, seconds: float) -> bool:
        """Wait until its grading has ended, for at most these seconds; whether it has."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                async for state in self.follow(attempt_id):
                    if state is not None and state.state not in WAITING:
                        return True
        return False

    def _begin(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._changed, self._reader = loop, asyncio.Event(), None
        if self._reader is None or self._reader.done():
            self._reader = loop.create_task(self._tell_all())
        self._changed.set()

    def _leave(self, attempt_id: int, inbox: asyncio.Queue[JobState]) -> None:
        others = self._inboxes[attempt_id]
        del others[inbox]
        if not others:
            del self._inboxes[attempt_id]

    async def _tell_all(self) -> None:
        """While anybody waits."""
        while self._inboxes:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), _ANYWAY_SECONDS)
            await asyncio.sleep(_GATHER_SECONDS)
            self._changed.clear()
            try:
                states = await to_thread.run_sync(self._read, tuple(self._inboxes))
            except (SQLAlchemyError, LoweringLabError):
                log.exception("the queue cannot be read; whoever waits is told later")
                continue
            for attempt_id, state in states.items():
                inboxes = self._inboxes.get(attempt_id, {})
                for inbox in [
                    waiter for waiter, before in inboxes.items() if _is_news(before, state)
                ]:
                    inboxes[inbox] = state
                    inbox.put_nowait(state)


def _is_news(before: JobState | None, state: JobState) -> bool:
    """Whether one who was told that wants to hear this. Each grade moves everybody who waits: told
    of every step, a class of 300 would cost more than its grades do."""
    if before is None or before.state != state.state or state.place <= _NEAR:
        return before != state
    return abs(before.place - state.place) * _NEAR >= before.place


@lru_cache(maxsize=1)
def followers() -> Followers:
    """Of the classes that this process hosts."""
    return Followers(_read)


def _read(attempt_ids: Collection[int]) -> Mapping[int, JobState]:
    with lab_database().reading() as connection:
        return states_of(connection, attempt_ids)
