"""Jobs of a server that works alone: threads, and a folder for each with its events and results.

Whoever asks for the same again finds it there, whether it is under way, done, or was done before
this server started. What was under way when a server ended begins anew when it is asked for.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event as Signal
from threading import Lock, Thread

from anyio import to_thread

from app.model_runs.uploads import make_room
from compiler_core.asker import Asker, working_for
from compiler_core.errors import LoweringLabError
from compiler_core.fair_queue import FairQueue, Place, Shares
from compiler_core.kept_folders import held, is_held, last_used
from compiler_core.pipelines.events import Event, read_events
from compiler_core.pipelines.job_runner import (
    has_ended,
    leave_last_word,
    leave_word,
    run_to_end,
    write_request,
)
from compiler_core.pipelines.job_specs import JobId, JobSpec, JobState
from compiler_core.pipelines.recent_results import RecentResults
from compiler_core.pipelines.stages import StageResult
from compiler_core.toolchain.job_queue import CLIENTS_WAITING
from compiler_core.toolchain.stores import RUNS_BYTES

# Stages of so many runs at once, of one client fewer; behind them others may still be checking what
# they made.
AT_ONCE_OF_ONE = 2
AT_ONCE = AT_ONCE_OF_ONE + 1
PROCESSES = 2 * AT_ONCE
_LOOK_SECONDS = 0.2
_WATCH_SECONDS = 0.15
MOST_WAITING = 20
SHARES = Shares(
    running=AT_ONCE,
    running_of_one=AT_ONCE_OF_ONE,
    waiting=CLIENTS_WAITING * MOST_WAITING,
    waiting_of_one=MOST_WAITING,
)
# A process says itself that its stages have ended. It may say so and go on, so those that have
# given up their turns are counted too: whoever has too many of them keeps the turn.
CHECKING = Shares(
    running=PROCESSES - AT_ONCE,
    running_of_one=AT_ONCE_OF_ONE,
    waiting=PROCESSES,
    waiting_of_one=PROCESSES,
)
log = logging.getLogger("lowlab")


@dataclass(slots=True)
class _UnderWay:
    """A job that is waiting or being worked on. cancelled: set to end it. hold: on its folder, by
    which other servers on the same data know that it is no leftover.
    """

    job: JobSpec
    cancelled: Signal
    place: Place | None = None
    hold: ExitStack = field(default_factory=ExitStack)


class LocalJobs:
    """The jobs of this server. folder: of theirs; uploads: where their inputs lie."""

    def __init__(self, folder: Path, uploads: Path, shares: Shares = SHARES) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = folder
        self._uploads = uploads
        self._lock = Lock()
        self._under_way: dict[str, _UnderWay] = {}
        self._pool = ThreadPoolExecutor(PROCESSES, thread_name_prefix="models")
        self._turns = FairQueue("models", shares)
        self._checking = FairQueue("models", CHECKING)
        self._closing = False
        self._results = RecentResults()

    def folder_of(self, job: str) -> Path:
        """Where everything of a job lies."""
        return self._folder / job

    def submit(self, job: JobSpec) -> JobId:
        with self._lock:
            if not self._is_under_way(job.key) and not has_ended(self.folder_of(job.key)):
                self._start(job)
        return JobId(job.key)

    def again(self, job: JobSpec) -> JobId:
        with self._lock:
            if not self._is_under_way(job.key):
                self._start(job)
        return JobId(job.key)

    def state(self, job: JobId) -> JobState:
        with self._lock:
            known = self._under_way.get(job)
        if known is not None and known.place is not None:
            number = self._turns.number_of(known.place)
            return JobState("queued", number) if number else JobState("running")
        last = next((event for event in self.events(job) if event.last), None)
        if last is None:
            return JobState("running" if is_held(self.folder_of(job)) else "unknown")
        return JobState(
            "done" if last.kind == "done" else "failed",
            problem=last.text,
            ended=last_used(self.folder_of(job)),
        )

    def events(self, job: JobId, after: int = 0) -> tuple[Event, ...]:
        return tuple(read_events(self.folder_of(job), after))

    async def watch(self, job: JobId, after: int) -> AsyncIterator[Event | JobState]:
        """Looks, for the folder tells nobody."""
        seen, number = after, 0
        while True:
            for event in await to_thread.run_sync(self.events, job, seen):
                seen = event.number
                yield event
                if event.last:
                    return
            if number != (number := self._number_of(job)):
                yield JobState("queued" if number else "running", number)
            await asyncio.sleep(_WATCH_SECONDS)

    def result(self, job: JobId, stage: str) -> StageResult | None:
        return self._results.read(self.folder_of(job), stage)

    def cancel(self, job: JobId) -> None:
        with self._lock:
            known = self._under_way.get(job)
        if known is None:
            return
        known.cancelled.set()
        if known.place is not None and self._turns.number_of(known.place):
            self._turns.leave(known.place)
            self._end(known.job, "cancelled")

    def close(self) -> None:
        """End all that is under way; it starts anew when it is asked for again."""
        with self._lock:
            self._closing = True
            under_way = tuple(self._under_way.values())
        for known in under_way:
            known.cancelled.set()
            if known.place is not None and self._turns.number_of(known.place):
                self._turns.leave(known.place)
        self._pool.shutdown(wait=True, cancel_futures=True)
        for known in under_way:
            known.hold.close()

    def _number_of(self, job: JobId) -> int:
        """1 for a job whose turn is next; 0 for one that does not wait."""
        with self._lock:
            known = self._under_way.get(job)
        return self._turns.number_of(known.place) if known and known.place else 0

    def _is_under_way(self, job: str) -> bool:
        """Here, or on another server that works on the same data."""
        return job in self._under_way or is_held(self.folder_of(job))

    def _start(self, job: JobSpec) -> None:
        """Raises Overloaded. Called under the lock."""
        known = _UnderWay(job, Signal())
        folder = self.folder_of(job.key)
        self._under_way[job.key] = known
        try:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(mode=0o700, exist_ok=True)  # what cannot be removed stays
            known.hold.enter_context(held(folder))
            write_request(job, folder, self._uploads)
            known.place = self._turns.enter(job.owner, lambda ticket: self._begin(known, ticket))
        except BaseException:
            self._under_way.pop(job.key).hold.close()
            raise

    def _begin(self, known: _UnderWay, ticket: Place) -> None:
        if not self._closing:
            self._pool.submit(self._work, known, ticket)

    @contextmanager
    def _turn(self, job: JobSpec, ticket: Place) -> Iterator[None]:
        """A place among those whose stages run; given up as soon as the last stage has ended."""
        ended = Signal()
        watcher = Thread(target=self._give_up_turn, args=(job, ticket, ended), name="turn")
        watcher.start()
        try:
            yield
        finally:
            ended.set()
            watcher.join()

    def _give_up_turn(self, job: JobSpec, ticket: Place, ended: Signal) -> None:
        while not ended.wait(_LOOK_SECONDS):
            if any(
                (event.kind, event.stage) == ("finished", job.last)
                for event in self.events(JobId(job.key))
            ):
                checked = self._checking.enter(ticket.client, lambda _: self._turns.leave(ticket))
                ended.wait()
                self._checking.leave(checked)
        self._turns.leave(ticket)

    def _work(self, known: _UnderWay, ticket: Place) -> None:
        job, reason = known.job, "died"
        try:
            with self._turn(job, ticket), working_for(Asker(ticket.client)):
                reason = run_to_end(job, self.folder_of(job.key), known.cancelled) or reason
        except LoweringLabError as error:
            if not self._closing and not has_ended(self.folder_of(job.key)):
                leave_word(self.folder_of(job.key), error.message, error.advice)
        finally:
            self._end(job, reason)

    def _end(self, job: JobSpec, reason: str) -> None:
        """Leave word of a run that left none itself, unless it starts anew later."""
        try:
            if not self._closing:
                leave_last_word(job, self.folder_of(job.key), reason)
            make_room(self._folder, job.key, RUNS_BYTES)
        except OSError:
            # Whoever asks for it next starts it again, and is told what the disk says then.
            log.exception("model run %s left no word", job.key)
        finally:
            with self._lock:
                known = self._under_way.pop(job.key, None)
            if known is not None:
                known.hold.close()
