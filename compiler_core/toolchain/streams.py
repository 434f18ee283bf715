"""Reading what a running job prints, under caps, until it ends or meets a limit."""

from __future__ import annotations

import fcntl
import math
import os
import select
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from compiler_core.asker import LOOK_SECONDS, NOBODY, check_asker, current_asker
from compiler_core.toolchain.limits import LimitName, Limits

_WATCH_SECONDS = 0.02
_READ_BYTES = 1 << 18
# LLVM writes its dumps in thousands of drops: waking for each costs more than the reading. After
# so many reads the reader dozes between them, and the pipe is large enough not to stop the writer.
_PIPE_BYTES = 1 << 20
_READS_AWAKE = 16
_DOZE_SECONDS = 0.002
_REPORT_BYTES = 1 << 20
# An empty file takes an inode, and time to look at and to remove.
_ENTRY_BYTES = 4096
# A job may not outlive its report by more than this; then the rest of its tree is killed.
AFTER_REPORT_SECONDS = 5.0
# Descriptors up to 4 get a fixed meaning in the child, so ours must lie above.
_LOWEST_DESCRIPTOR = 16


@dataclass(slots=True, kw_only=True)
class Stream:
    """A pipe from the job, what came through it, and the limit on that."""

    limit: LimitName
    """That is met when more than `cap` comes."""
    cap: int
    """In bytes."""
    reader: int
    """Descriptor of our end of the pipe."""
    writer: int
    """Descriptor of the job's end of the pipe."""
    content: bytearray = field(default_factory=bytearray)
    """What came so far."""
    heard: Callable[[bytes], None] | None = None
    """Called with each piece as it comes."""

    def read(self) -> bool:
        """Take what is there; False at the end of the pipe."""
        piece = os.read(self.reader, _READ_BYTES)
        self.content += piece
        if piece and self.heard is not None:
            self.heard(piece)
        return bool(piece)

    def close(self) -> None:
        """Close what is still open of both ends."""
        self.close_writer()
        if self.reader >= 0:
            os.close(self.reader)
            self.reader = -1

    def close_writer(self) -> None:
        """Close the job's end, so that the pipe ends when the job does."""
        if self.writer >= 0:
            os.close(self.writer)
            self.writer = -1


@dataclass(frozen=True, slots=True)
class Streams:
    """Standard output, standard error and the launcher's report."""

    output: Stream
    diagnostics: Stream
    report: Stream

    @property
    def all(self) -> tuple[Stream, Stream, Stream]:
        return self.output, self.diagnostics, self.report

    def close(self) -> None:
        """Close every pipe."""
        for stream in self.all:
            stream.close()


def open_streams(limits: Limits) -> Streams:
    """Three fresh pipes."""
    return Streams(
        open_stream("output", limits.output_bytes),
        open_stream("diagnostics", limits.diagnostics_bytes),
        open_stream("total size", limits.collect_bytes + _REPORT_BYTES),
    )


def read_until_end(
    streams: Streams, deadline: float, watched: Path | None, total_file_bytes: int
) -> LimitName | None:
    """Read until the job has closed every pipe, or a limit is met: its name then.

    deadline is on `time.perf_counter`. watched is a directory whose size is limited, or None.
    Raises WorkCancelled when whoever asked for the job has left.
    """
    longest = _longest_pause(watched)
    poll = select.poll()
    waiting = {stream.reader: stream for stream in streams.all}
    for reader in waiting:
        poll.register(reader, select.POLLIN)
    reported = False
    reads = 0
    while waiting:
        check_asker()
        if watched is not None and _size_of(watched) > total_file_bytes:
            return "total size"
        seconds_left = deadline - time.perf_counter()
        if seconds_left <= 0:
            return None if reported else "wall"
        pause = min(seconds_left, longest)
        reads += 1
        if reads > _READS_AWAKE:
            time.sleep(_DOZE_SECONDS)
        limit = _read_ready(poll, pause, waiting)
        if limit is not None:
            return limit
        if not reported and streams.report.content.endswith(b"done\n"):
            reported = True
            deadline = min(deadline, time.perf_counter() + AFTER_REPORT_SECONDS)
    return None


def _longest_pause(watched: Path | None) -> float:
    """Seconds until one must look at what no pipe tells."""
    longest = LOOK_SECONDS if current_asker() is not NOBODY else math.inf
    return longest if watched is None else min(longest, _WATCH_SECONDS)


def _read_ready(poll: select.poll, pause: float, waiting: dict[int, Stream]) -> LimitName | None:
    """Read what comes within the pause; a stream that has ended waits no longer."""
    for reader, _ in poll.poll(pause * 1000 + 1):
        if not waiting[reader].read():
            poll.unregister(reader)
            del waiting[reader]
        elif len(waiting[reader].content) > waiting[reader].cap:
            return waiting[reader].limit
    return None


def open_stream(limit: LimitName, cap: int) -> Stream:
    """A fresh pipe, as large as the system allows."""
    reader, writer = os.pipe2(os.O_CLOEXEC)
    # An ordinary user may own only so many large pipes; a small one does as well, more slowly.
    with suppress(OSError):
        fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    return Stream(
        limit=limit, cap=cap, reader=raise_descriptor(reader), writer=raise_descriptor(writer)
    )


def raise_descriptor(descriptor: int) -> int:
    """The same open file under a number no child's fixed descriptor collides with."""
    if descriptor >= _LOWEST_DESCRIPTOR:
        return descriptor
    raised = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, _LOWEST_DESCRIPTOR)
    os.close(descriptor)
    return raised


def _size_of(directory: Path) -> int:
    """Bytes of the files below a directory, entries included; files may vanish meanwhile."""
    total = 0
    with suppress(FileNotFoundError), os.scandir(directory) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):
                if entry.is_dir(follow_symlinks=False):
                    total += _size_of(Path(entry.path))
                else:
                    total += entry.stat(follow_symlinks=False).st_blocks * 512
                total += _ENTRY_BYTES
    return total
