"""Jails that stand ready: the next job like the last one finds its namespaces and mounts made.

Making a jail takes bubblewrap longer than anything else that stands between a request and a bare
compiler. One that was made for a program, what it may read and its limits waits in the launcher
until it is told the rest of the command and the input files. Nothing has run in it, and nothing
runs in it twice.
"""

from __future__ import annotations

import os
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from threading import Lock

from compiler_core.asker import current_asker
from compiler_core.errors import JailBroken
from compiler_core.toolchain.jail import Jail, words_within
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.runner import StartedJob, files_of, start_job
from compiler_core.toolchain.streams import raise_descriptor

MOST = os.cpu_count() or 1
LONGEST_WAIT_SECONDS = 60.0
"""One that nobody came to use is ended; the launcher's own limit comes after it."""
_LARGEST_INPUT = 1 << 20
_SHAPES_REMEMBERED = 4


@dataclass(frozen=True, slots=True)
class ReadyRoom:
    """shape: the job without what it is told later. niceness: of whom it was made for, which it
    cannot lose. sink: where the rest is written. since: on `time.monotonic`."""

    shape: Job
    niceness: int
    started: StartedJob
    sink: int
    since: float

    def fits(self, shape: Job) -> bool:
        """Whether it stands ready for such a job of whoever this thread works for."""
        return self.shape == shape and self.niceness == current_asker().niceness

    def end(self) -> None:
        """As if there had never been one."""
        os.close(self.sink)
        self.started.around.close()


class ReadyRooms:
    """Safe for threads. A room ends with the thread that called `prepare`."""

    def __init__(self, most: int = MOST, longest_seconds: float = LONGEST_WAIT_SECONDS) -> None:
        self._most = most
        self._longest = longest_seconds
        self._lock = Lock()
        self._rooms: deque[ReadyRoom] = deque()
        self._shapes: deque[Job] = deque(maxlen=_SHAPES_REMEMBERED)

    @property
    def rooms(self) -> tuple[ReadyRoom, ...]:
        """Those that wait now, the oldest first."""
        with self._lock:
            return tuple(self._rooms)

    def take(self, jail: Jail, job: Job) -> StartedJob | None:
        """A job that begins now in a room that stood ready."""
        if not _may_wait(jail, job):
            return None
        self.end_old()
        shape = _shape_of(job)
        with self._lock:
            room = next((room for room in self._rooms if room.fits(shape)), None)
            if room is None:
                return None
            self._rooms.remove(room)
        try:
            _tell(room.sink, job)
        except OSError:
            room.started.around.close()
            return None
        return room.started

    def prepare(self, jail: Jail, job: Job) -> None:
        """Make room for the next job like this one, if there were several lately."""
        if not _may_wait(jail, job):
            return
        shape = _shape_of(job)
        with self._lock:
            known = shape in self._shapes
            self._shapes.append(shape)
            if not known or sum(room.fits(shape) for room in self._rooms) >= self._most:
                return
        with suppress(JailBroken, OSError):
            self._add(_ready_room(jail, shape, self._longest))

    def _add(self, room: ReadyRoom) -> None:
        """In place of the oldest, where there are enough; several may be made at once."""
        with self._lock:
            self._rooms.append(room)
            unused = [self._rooms.popleft() for _ in range(len(self._rooms) - self._most)]
        for old_room in unused:
            old_room.end()

    def end_old(self) -> None:
        """End what has waited too long."""
        oldest = time.monotonic() - self._longest
        self._end_until(oldest)

    def close(self) -> None:
        """End all."""
        self._end_until(float("inf"))

    def _end_until(self, moment: float) -> None:
        with self._lock:
            ending = [room for room in self._rooms if room.since <= moment]
            for room in ending:
                self._rooms.remove(room)
        for room in ending:
            room.end()


def _may_wait(jail: Jail, job: Job) -> bool:
    """Only compiles, which come often and alike, and only where a jail is dear."""
    plain = not (job.talks or job.writable or job.as_server)
    small = sum(len(text) for _, text in job.files) <= _LARGEST_INPUT
    return jail.kind == "bubblewrap" and job.call_filter == "compile" and plain and small


def _shape_of(job: Job) -> Job:
    return replace(job, command=job.command[:1], files=())


def _ready_room(jail: Jail, shape: Job, longest_seconds: float) -> ReadyRoom:
    wall = shape.limits.wall_seconds + longest_seconds
    waiting = replace(shape, limits=replace(shape.limits, wall_seconds=wall))
    source, sink = (raise_descriptor(end) for end in os.pipe2(os.O_CLOEXEC))
    try:
        started = start_job(jail, waiting, source)
    except BaseException:
        os.close(sink)
        raise
    finally:
        os.close(source)
    return ReadyRoom(shape, current_asker().niceness, started, sink, time.monotonic())


def _tell(sink: int, job: Job) -> None:
    """What the launcher waits for; the end of the pipe is the beginning of the program."""
    words = [os.fsencode(word) for word in words_within(job)[1:]]
    content = b"".join(b"word %d\n%s" % (len(word), word) for word in words) + files_of(job)
    with open(sink, "wb", buffering=0) as pipe:
        while content:
            content = content[pipe.write(content) :]


@lru_cache(maxsize=1)
def ready_rooms() -> ReadyRooms:
    """Those of this process."""
    return ReadyRooms()
