"""Analysis processes: started in the jail, kept warm, replaced when one is ended.

Each process has a thread of the server's that starts it, hands it one task after another and serves
its tool requests meanwhile. Who waits for an answer holds no thread. A process that waits for a
compiler or a program does not compute, so there are more of them than processors; the ones beyond
are started when they are first needed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import deque
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Protocol

from app.analysis.errors import (
    PROCESSOR_SECONDS,
    AnalysisEnded,
    AnalysisNotStarted,
    TaskFailed,
    TaskRefused,
)
from app.analysis.parts import MOST_PARTS, Listener
from app.analysis.task import PREPARED, FinishedAnswer, Task, TaskEnd, TimedTask
from app.settings import settings
from compiler_core.answer_size import ANSWER_BYTES
from compiler_core.asker import Asker, current_asker, working_for
from compiler_core.errors import LoweringLabError, WorkCancelled
from compiler_core.toolchain.discovery import stored_answers
from compiler_core.toolchain.frames import BrokenFrame
from compiler_core.toolchain.jailed_process import (
    JailedProcess,
    ProcessEnded,
    ProcessRoom,
)
from compiler_core.toolchain.ready_rooms import ready_rooms

log = logging.getLogger("lowlab")

MODULE = "app.tasks.process"
SECONDS_OF = {
    "grade": 60.0, "prove": 60.0, "draft": 60.0, "break": 90.0, "break verdict": 90.0,
    "section": 90.0, "explorer at length": 90.0, "slice": 90.0, "element": 60.0, "atlas": 30.0,
}  # fmt: skip
"""Of a task that may take longer: all checks of an exercise, or all settings in which a sentence is
tried, for which nobody holds a page open."""
CLOCK_PER_PROCESSOR = 4.0
"""Elapsed time that a task has for each second of processor: who takes longer had less than a
quarter of one, and that says nothing of the task."""
PLAIN_SECONDS = 3.0
"""Of the same without analysis."""
RETIRED_BYTES = 512 << 20
"""A process that has needed so much is replaced at once: Python gives little of it back."""
GROWN_BYTES = 160 << 20
"""One that has needed so much is replaced when nobody asks it for a while; after its start it has
half of that."""
IDLE_SECONDS = 2.0
"""Without a task; then the pool gives back what it does not need to be ready."""
STARTS_TRIED = 2
"""In a row, before whoever waits is told that none succeeded."""
STALE_SECONDS = 1.0
"""For so long the reason why a process did not start holds for whoever comes."""
SUBJECTS_REMEMBERED = 32
WARM = os.cpu_count() or 1
MOST = 2 * WARM + 3
"""As many as may have turns at once: see `app.serving.turns`."""


class Analyser(Protocol):
    """Whoever answers tasks."""

    async def answer(self, task: Task, listener: Listener | None = None) -> FinishedAnswer:
        """listener: hears the parts that the task tells before its answer. Raises AnalysisEnded,
        AnalysisNotStarted, TaskRefused, WorkCancelled, TaskFailed."""
        ...


@dataclass(frozen=True, slots=True)
class _Given:
    """A task for one analyst, for whom it is, and who hears its parts."""

    timed: TimedTask
    asker: Asker
    listener: Listener | None
    answer: Future[FinishedAnswer]


class _Analyst:
    """One process and its thread. joins: it is given tasks only once it is up, which is sooner,
    since it imports what a task needs when it comes."""

    def __init__(self, pool: AnalysisPool, joins: bool) -> None:
        self._pool = pool
        self.joins = joins
        self._tasks: SimpleQueue[_Given | None] = SimpleQueue()
        self.subjects: deque[bytes] = deque(maxlen=SUBJECTS_REMEMBERED)
        self.peak_bytes = 0
        # A process that starts gives way to nobody: until it has, grades stand still.
        self._starter = Asker("")
        self._thread = Thread(target=self._work, name="analyst", daemon=True)
        self._thread.start()

    def give(
        self, timed: TimedTask, asker: Asker, listener: Listener | None
    ) -> Future[FinishedAnswer]:
        """The answer to be; the analyst goes back to the pool by itself when it is free."""
        self.subjects.append(timed.task.subject)
        given = _Given(timed, asker, listener, Future())
        self._tasks.put(given)
        return given.answer

    def close(self) -> None:
        """End the process, one that is starting too, and wait for the thread."""
        self._starter.leave()
        self._tasks.put(None)
        self._thread.join()

    def _work(self) -> None:
        going_on, failures = True, 0
        while going_on:
            try:
                with working_for(self._starter), JailedProcess(self._room()) as process:
                    process.receive()
                    with working_for(Asker("", self._pool.niceness)):
                        process.give_way()
                    self.peak_bytes, failures = 0, 0
                    self._pool.is_up(self)
                    going_on = self._serve(process)
            except (ProcessEnded, LoweringLabError, OSError) as error:
                failures += 1
                if not self._starter.has_left:
                    log.error("an analysis process did not start: %s", error)
                if failures >= STARTS_TRIED or self._starter.has_left:
                    going_on, failures = self._refuse_one(error), 0

    def _room(self) -> ProcessRoom:
        return analysis_room(self._pool.prepares and not self.joins)

    def _serve(self, process: JailedProcess) -> bool:
        """Tasks, until the process has to be replaced; False when this analyst is done."""
        while True:
            try:
                given = self._tasks.get(timeout=IDLE_SECONDS)
            except Empty:
                ready_rooms().end_old()
                if self._pool.lets_go(self):
                    return False
                if self.peak_bytes > GROWN_BYTES and self._pool.takes_out(self):
                    return self._replaced()
                continue
            if given is None:
                return False
            with working_for(given.asker):
                self.peak_bytes = _settle(given, process)
            if self.peak_bytes >= RETIRED_BYTES:
                return self._replaced()
            self._pool.take_back(self)

    def _replaced(self) -> bool:
        """Back to the pool, to whose next task a fresh process answers."""
        self.subjects.clear()
        self._pool.take_back(self)
        return True

    def _refuse_one(self, error: Exception) -> bool:
        """Whoever waits now is told; a task that comes later, or next, finds another try."""
        failed_at = time.monotonic()
        self._pool.is_up(self)
        given = self._tasks.get()
        if given is None:
            return False
        if time.monotonic() - failed_at > STALE_SECONDS:
            self._tasks.put(given)
            return True
        _fail(given.answer, error if isinstance(error, LoweringLabError) else AnalysisNotStarted())
        self._pool.take_back(self)
        return True


class AnalysisPool:
    """Answers tasks, each in one process; safe for threads and for several event loops. niceness:
    of its processes and of all that is started for them. prepares: those that are always there
    import what any task needs before the first comes."""

    def __init__(
        self, warm: int = WARM, most: int = MOST, niceness: int = 0, *, prepares: bool = False
    ) -> None:
        self.niceness = niceness
        self.prepares = prepares
        self._lock = Lock()
        self._warm = warm
        self._most = most
        self._free: list[_Analyst] = []
        self._all: list[_Analyst] = []
        self._starting: set[_Analyst] = set()
        """While one of them starts no other one is begun beyond those that are always ready: a
        start takes seconds of processor and gives way to nobody, so that several would be a flood
        of their own."""
        self._waiting: deque[tuple[bytes, Future[_Analyst]]] = deque()
        with self._lock:
            for _ in range(warm):
                self._free.append(self._another(joins=False))

    async def answer(self, task: Task, listener: Listener | None = None) -> FinishedAnswer:
        """As `Analyser.answer`. Cancelling ends what is under way for it."""
        asked_by = current_asker()
        asker = Asker(asked_by.client, max(asked_by.niceness, self.niceness))
        turn = self._turn(task.subject)
        try:
            analyst = await asyncio.wrap_future(turn)
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.take_back(turn.result())
            raise
        usual = SECONDS_OF.get(task.name, PROCESSOR_SECONDS)
        seconds = PLAIN_SECONDS if task.plainly else usual
        timed = TimedTask(task, seconds, listener is not None)
        try:
            return await asyncio.wrap_future(analyst.give(timed, asker, listener))
        except asyncio.CancelledError:
            asker.leave()
            raise

    def take_back(self, analyst: _Analyst) -> None:
        """An analyst is free: the first who waits gets it."""
        with self._lock:
            while self._waiting:
                _, turn = self._waiting.popleft()
                if turn.set_running_or_notify_cancel():
                    turn.set_result(analyst)
                    return
            self._free.append(analyst)

    def is_up(self, analyst: _Analyst) -> None:
        """An analyst can be given tasks; the next one starts if somebody waits for it."""
        with self._lock:
            if analyst not in self._starting:
                return
            self._starting.remove(analyst)
        if analyst.joins:
            self.take_back(analyst)
        with self._lock:
            if self._waiting:
                self._start_one_more()

    @property
    def processes(self) -> int:
        """How many there are, those that are starting among them."""
        with self._lock:
            return len(self._all)

    def lets_go(self, analyst: _Analyst) -> bool:
        """Whether an analyst that nobody asked for a while may end: those that stay are enough."""
        with self._lock:
            if analyst not in self._free or len(self._all) <= self._warm:
                return False
            self._free.remove(analyst)
            self._all.remove(analyst)
            return True

    def takes_out(self, analyst: _Analyst) -> bool:
        """Whether an analyst is free, which it then is no more."""
        with self._lock:
            if analyst not in self._free:
                return False
            self._free.remove(analyst)
            return True

    def close(self) -> None:
        """End every process."""
        with self._lock:
            analysts, self._all, self._free, self._most = self._all, [], [], 0
        for analyst in analysts:
            analyst.close()

    def _turn(self, subject: bytes) -> Future[_Analyst]:
        """A free analyst, best one that knows this source; else the next that is free or up."""
        turn: Future[_Analyst] = Future()
        with self._lock:
            knowing = (worker for worker in reversed(self._free) if subject in worker.subjects)
            analyst = next(knowing, None)
            if analyst is not None:
                self._free.remove(analyst)
            elif self._free:
                analyst = self._free.pop(0)
            else:
                self._waiting.append((subject, turn))
                self._start_one_more()
                return turn
        turn.set_result(analyst)
        return turn

    def _start_one_more(self) -> None:
        """With the lock held; unless one is starting, or there are as many as may be."""
        if not self._starting and len(self._all) < self._most:
            self._another(joins=True)

    def _another(self, joins: bool) -> _Analyst:
        analyst = _Analyst(self, joins)
        self._all.append(analyst)
        self._starting.add(analyst)
        return analyst


@lru_cache(maxsize=2)
def analysis_room(prepared: bool) -> ProcessRoom:
    """What a process is given; what the compilers here are, so that it need not ask."""
    return ProcessRoom(
        module=MODULE,
        arguments=(PREPARED,) if prepared else (),
        files=(stored_answers(),),
        environment=(f"LOWLAB_LAB={settings().lab}",),
    )


def _settle(given: _Given, process: JailedProcess) -> int:
    """Hand over the task, and its answer; the most bytes the process has needed, RETIRED_BYTES for
    one that cannot go on.
    """
    answer, task = given.answer, given.timed.task
    if not answer.set_running_or_notify_cancel():
        return 0
    try:
        process.send("task", given.timed)
        end = _heard(process, given.listener, CLOCK_PER_PROCESSOR * given.timed.processor_seconds)
    except ProcessEnded as ended:
        if ended.reason != "cancelled":
            log.warning("analysing %s ended: %s", task.name, ended)
        _fail(
            answer,
            WorkCancelled()
            if ended.reason == "cancelled"
            else AnalysisEnded(ended.reason, given.timed.processor_seconds),
        )
        return RETIRED_BYTES
    except BrokenFrame as error:
        log.error("an analysis process answered in no form: %s", error)
        _fail(answer, AnalysisEnded("died"))
        return RETIRED_BYTES
    if end.answer is not None:
        with suppress(InvalidStateError):
            answer.set_result(end.answer)
    else:
        _fail(answer, _error_of(end, task))
    return RETIRED_BYTES if end.failure == "memory" else end.peak_bytes


def _heard(process: JailedProcess, listener: Listener | None, seconds: float) -> TaskEnd:
    """The end of a task; what it tells before goes to the listener. Raises as `receive`, and
    BrokenFrame for more parts, or larger ones, than a task has."""
    frame, part_count = process.receive(seconds), 0
    while frame.kind == "part" and listener is not None:
        part, part_count = frame.read_as(bytes), part_count + 1
        if part_count > MOST_PARTS or len(part) > ANSWER_BYTES:
            raise BrokenFrame("more is told than a task has to tell")
        listener(part)
        frame = process.receive(seconds)
    return frame.read_as(TaskEnd)


def _error_of(end: TaskEnd, task: Task) -> LoweringLabError:
    if end.refusal is not None:
        return TaskRefused(end.refusal.status, end.refusal.message, end.refusal.advice)
    if end.failure == "cancelled":
        return WorkCancelled()
    if end.failure == "error":
        log.error("unexpected error on %s: %s", task.name, places_of(end.words))
        return TaskFailed()
    return AnalysisEnded(end.failure or "died")


def places_of(words: str) -> str:
    """Where an error came through: what it says itself may quote a source."""
    return "; ".join(line.strip() for line in words.splitlines() if line.startswith('  File "'))


def _fail(answer: Future[FinishedAnswer], error: LoweringLabError) -> None:
    with suppress(InvalidStateError):
        answer.set_exception(error)
