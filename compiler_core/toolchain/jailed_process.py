"""A process of our own in the jail, for as long as it is of use: it is asked over pipes.

What reads and analyses a stranger's text can run into any amount of time and memory. In a process
like this it has limits, and its end costs the server nothing: no network, an empty environment,
interpreter and packages to read and nothing else, no process of its own. What it needs of tools it
asks for, see `tool_requests`, which also says how another kind of process is made.
"""

from __future__ import annotations

import math
import os
import select
import sys
import sysconfig
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Literal

from compiler_core.asker import LOOK_SECONDS, NOBODY, Asker, current_asker
from compiler_core.toolchain.analysers import unreachable
from compiler_core.toolchain.chosen_jail import chosen_jail
from compiler_core.toolchain.frames import BrokenFrame, Ended, Frame, FrameReader, FrameWriter
from compiler_core.toolchain.jail import Jail
from compiler_core.toolchain.job import Job
from compiler_core.toolchain.limits import Limits
from compiler_core.toolchain.report import parse_report
from compiler_core.toolchain.runner import adopt_orphans, end_tree, let_go_first, spawn_job
from compiler_core.toolchain.streams import Stream, open_streams, raise_descriptor
from compiler_core.toolchain.system_paths import SYSTEM_PATHS
from compiler_core.toolchain.tool_answers import ToolAnswers
from compiler_core.toolchain.tool_rules import ToolRules

ANALYSIS_MEMORY_BYTES = 1536 << 20
"""Address space of one process: interpreter and packages take 400 MiB of it."""
PROJECT = Path(__file__).resolve().parent.parent.parent
EndReason = Literal["processor", "wall", "died", "broken", "cancelled"]
_SIGNAL_OF_TIMER = 27  # SIGPROF
_SIGNAL_OF_LIMIT = 24  # SIGXCPU
_WORDS_BYTES = 64 << 10
# A cancelled question is given so long to be dropped by the process itself, which then stays.
_CANCEL_SECONDS = 1.0
_REPORT_SECONDS = 2.0


class ProcessEnded(Exception):
    """The process is no more. reason: why. words: the end of what it wrote to standard error."""

    def __init__(self, reason: EndReason, words: str) -> None:
        super().__init__(f"{reason}: {words}")
        self.reason: EndReason = reason
        self.words = words


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcessRoom:
    """What a process is given."""

    module: str
    """Started as `python -m`; its `main` begins with `ParentTools.begin()`."""
    arguments: tuple[str, ...] = ()
    """Of the module, as in `sys.argv` from 1 on."""
    memory_bytes: int = ANALYSIS_MEMORY_BYTES
    """The most address space that it may take."""
    file_bytes: int = 16 << 20
    """The largest file that it may write."""
    threads: int = 64
    """The most that the whole process may have."""
    numpy_threads: int = 1
    """How many compute one matrix product."""
    cpu_seconds: int = 0
    """Of the processor, in its whole life; 0 for no limit."""
    wall_seconds: float = math.inf
    """On the clock, in its whole life; infinity for no limit."""
    work_bytes: int = 64 << 20
    """Of all files in its work directory, which take memory."""
    files: tuple[tuple[str, bytes], ...] = ()
    """Names and bytes placed there."""
    readable: tuple[str, ...] = ()
    """Besides the interpreter, the packages and the project."""
    writable: str = ""
    """One directory, empty for none."""
    environment: tuple[str, ...] = ()
    """Variables besides the usual ones, as `NAME=value`."""
    rules: ToolRules = field(default_factory=ToolRules)
    """What it may ask for."""
    own_seconds: float = 40.0
    """Elapsed time without an answer in which it waits for no tool."""


class JailedProcess:
    """Started on entering the context, ended with all that belongs to it on leaving.

    Enter it in a thread that lives as long as it. One thread at a time sends and receives. jail:
    the one in use if left out.
    """

    def __init__(self, room: ProcessRoom, jail: Jail | None = None) -> None:
        self._room = room
        self._jail = jail
        self._held = ExitStack()
        self._error_text = bytearray()
        self._limit: EndReason = "wall"
        self._asker: Asker = NOBODY

    def __enter__(self) -> JailedProcess:
        adopt_orphans(os.getpid())
        with ExitStack() as held:
            job = process_job(self._room)
            jailed = held.enter_context((self._jail or chosen_jail()).prepared(job))
            streams = open_streams(job.limits)
            held.callback(streams.close)
            source, sink = (raise_descriptor(end) for end in os.pipe2(os.O_CLOEXEC))
            held.callback(os.close, sink)
            try:
                self._pid = spawn_job(jailed.command, job, streams, source)
            finally:
                os.close(source)
            held.callback(end_tree, self._pid, jailed.user)
            self._streams = streams
            self._writer = FrameWriter(sink)
            self._reader = FrameReader(streams.output.reader, self._wait)
            self._tools = ToolAnswers(self._writer, self._room.rules, self.give_way)
            held.callback(self._tools.close)
            self._held = held.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._held.close()

    def give_way(self) -> None:
        """From now on as whoever this thread works for does; it stays so."""
        let_go_first(self._pid)

    @property
    def words(self) -> str:
        """The end of what it has written to standard error so far."""
        return self._words()

    def has_ended(self, seconds: float) -> bool:
        """Whether it and what started it in the jail are gone within this time: its end of the pipe
        is closed. For a process that owes no answer."""
        poll = select.poll()
        poll.register(self._streams.output.reader, 0)  # The end alone, which is always told.
        return bool(poll.poll(seconds * 1000))

    def send(self, kind: str, value: object) -> None:
        """Ask, or tell. Raises ProcessEnded."""
        try:
            self._writer.write(kind, 0, value)
        except OSError as error:
            raise self._end("died") from error

    def receive(self, own_seconds: float = 0.0) -> Frame:
        """The next frame that is no tool request; those are served meanwhile. own_seconds: elapsed
        time of its own that it has, where that is more than its room's.

        When whoever it works for has left, runs for the process end, and it is given a moment to
        come to an end itself. Raises ProcessEnded.
        """
        self._asker = self._tools.asker = current_asker()
        self._looked = time.monotonic()
        self._left = max(self._room.own_seconds, own_seconds)
        self._limit = "wall"
        try:
            while True:
                frame = self._reader.read()
                if not self._tools.takes(frame):
                    return frame
        except Ended as error:
            raise self._end("died") from error
        except BrokenFrame as error:
            raise self._end("broken") from error

    def _wait(self, descriptor: int) -> None:
        """Until the process writes; ends the waiting when its own time is over."""
        while True:
            poll = select.poll()
            poll.register(descriptor, select.POLLIN)
            diagnostics = self._streams.diagnostics.reader
            poll.register(diagnostics, select.POLLIN)
            ready = {descriptor for descriptor, _ in poll.poll(LOOK_SECONDS * 1000)}
            if diagnostics in ready:
                self._hear(self._streams.diagnostics)
            if descriptor in ready:
                return
            if self._asker.has_left and self._limit != "cancelled":
                self._left, self._limit = min(self._left, _CANCEL_SECONDS), "cancelled"
            self._count_own_time()

    def _count_own_time(self) -> None:
        now = time.monotonic()
        if self._tools.is_idle:
            self._left -= now - self._looked
        self._looked = now
        if self._left < 0:
            raise ProcessEnded(self._limit, self._words())

    def _hear(self, stream: Stream) -> None:
        piece = os.read(stream.reader, 1 << 16)
        if not piece:
            time.sleep(LOOK_SECONDS)  # At its end a pipe is always ready.
        self._error_text += piece
        del self._error_text[:-_WORDS_BYTES]

    def _end(self, reason: EndReason) -> ProcessEnded:
        """Why it ended, as its launcher reports."""
        report = self._streams.report
        deadline = time.monotonic() + _REPORT_SECONDS
        while not report.content.endswith(b"done\n"):
            poll = select.poll()
            poll.register(report.reader, select.POLLIN)
            if not poll.poll(max(0, deadline - time.monotonic()) * 1000) or not report.read():
                break
        ending = parse_report(bytes(report.content))
        if ending is not None and ending.signal_number in (_SIGNAL_OF_TIMER, _SIGNAL_OF_LIMIT):
            reason = "processor"
        return ProcessEnded(reason, self._words())

    def _words(self) -> str:
        stream = self._streams.diagnostics
        poll = select.poll()
        poll.register(stream.reader, select.POLLIN)
        with suppress(OSError):
            while poll.poll(0) and (piece := os.read(stream.reader, 1 << 16)):
                self._error_text += piece
        return bytes(self._error_text[-2000:]).decode("utf-8", "replace")


def process_job(room: ProcessRoom) -> Job:
    """The job that the launcher starts: our interpreter with this module."""
    readable = dict.fromkeys((*_python_paths(), *room.readable))
    limits = Limits(
        cpu_seconds=room.cpu_seconds,
        wall_seconds=room.wall_seconds,
        memory_bytes=room.memory_bytes,
        processes=room.threads,
        file_bytes=room.file_bytes,
        total_file_bytes=room.work_bytes,
    )
    environment = (
        "PATH=/usr/bin",
        "LC_ALL=C.UTF-8",
        "TMPDIR=.",
        f"PYTHONPATH={PROJECT}",
        "PYTHONDONTWRITEBYTECODE=1",
        f"OMP_NUM_THREADS={room.numpy_threads}",
        f"OPENBLAS_NUM_THREADS={room.numpy_threads}",
        *room.environment,
    )
    return Job(
        command=(sys.executable, "-P", "-s", "-m", room.module, *room.arguments),
        readable=tuple(readable),
        files=room.files,
        limits=limits,
        call_filter="read",
        environment=environment,
        talks=True,
        writable=room.writable,
        listed=str(PROJECT),
        as_server=bool(room.writable or unreachable((str(PROJECT), *readable))),
    )


@lru_cache(maxsize=1)
def _python_paths() -> tuple[str, ...]:
    """The interpreter with its packages, the project's own, and the system's directories."""
    own = (sys.prefix, sys.base_prefix, sysconfig.get_paths()["purelib"], str(PROJECT))
    parts = [str(PROJECT / name) for name in ("app", "compiler_core", "content", "templates")]
    parts += [str(PROJECT / name) for name in ("command_line", "static")]
    paths = [path for path in SYSTEM_PATHS if os.path.exists(path)]
    for path in (*own[:3], *parts):
        if os.path.exists(path) and not any(
            path == folder or path.startswith(f"{folder}/") for folder in paths
        ):
            paths.append(path)
    return tuple(paths)
