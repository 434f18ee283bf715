"""The one runner: start a jailed job, read what it prints under caps, leave nothing behind.

No thread is started and the server's memory is never copied: `posix_spawn` and a poll loop.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from compiler_core.asker import check_asker, current_asker
from compiler_core.errors import JailBroken
from compiler_core.storage import require_room, storage_error_in
from compiler_core.toolchain.clock_limits import noted
from compiler_core.toolchain.jail import JOB_DESCRIPTOR, REPORT_DESCRIPTOR, Jail, JailedCommand
from compiler_core.toolchain.job import Job, RunResult
from compiler_core.toolchain.limits import LimitName, Limits
from compiler_core.toolchain.report import parse_report
from compiler_core.toolchain.streams import Streams, open_streams, raise_descriptor, read_until_end
from compiler_core.toolchain.tool_requests import JobRequest, parent_tools

# Python ignores these signals; a compiler must be able to die of them.
_DEFAULT_SIGNALS = (signal.SIGPIPE, signal.SIGXFSZ)
# Long for a busy machine: who is not waited for counts against the next job of the same user.
_REAP_SECONDS = 10.0
# Users' own programs run until a limit: compiles of others come before them.
_USERS_PROGRAMS = ("run", "run-stepping", "run-native", "record")
_NICENESS_OF_RUNS = 5
_LAST = 19  # nice(1): nothing gives way more
_SET_CHILD_SUBREAPER = 36  # linux/prctl.h


@dataclass(frozen=True, slots=True)
class StartedJob:
    """A job under way. process: the head of its group. inside: what ends it and closes its pipes;
    around: what does that and gives back its place in the jail."""

    jailed: JailedCommand
    streams: Streams
    process: int
    inside: ExitStack
    around: ExitStack


class Rooms(Protocol):
    """Jails that stand ready, see `ready_rooms`."""

    def take(self, jail: Jail, job: Job) -> StartedJob | None:
        """One in which this very job begins now; None where there is none."""
        ...


def run_jailed(
    jail: Jail,
    job: Job,
    on_output: Callable[[bytes], None] | None = None,
    rooms: Rooms | None = None,
) -> RunResult:
    """Run one job to its end or to its first limit.

    on_output: called in this thread with each piece of standard output as it comes. rooms: may hold
    a jail that stands ready for a job like this.

    Raises JailBroken when the jail itself did not get to start the program, WorkCancelled when
    whoever asked for the job has left; the job has ended then.
    """
    parent = parent_tools()
    if parent is not None:
        request = JobRequest(job, keeps=False, listens=on_output is not None)
        return noted(parent.run(request, on_output))
    check_asker()
    adopt_orphans(os.getpid())
    began = time.perf_counter()
    if rooms is not None and (room := rooms.take(jail, job)) is not None:
        let_go_first(room.process, _more_niceness(job))
        with suppress(JailBroken):  # It ended while it waited; then as without it.
            return noted(_followed(room, job, began, on_output))
    return noted(_followed(start_job(jail, job), job, began, on_output))


def _followed(
    started: StartedJob, job: Job, began: float, on_output: Callable[[bytes], None] | None
) -> RunResult:
    streams = started.streams
    streams.output.heard = on_output
    with started.around:
        deadline = began + job.limits.wall_seconds
        total = job.limits.total_file_bytes
        limit = read_until_end(streams, deadline, started.jailed.watched, total)
        started.inside.close()
        _require_disk(started.jailed, streams)
    return _result(streams, limit, job.limits, time.perf_counter() - began)


def start_job(jail: Jail, job: Job, files: int | None = None) -> StartedJob:
    """Start it; `around` ends it. files: as of `spawn_job`. Raises as `prepared` does."""
    with ExitStack() as around:
        jailed = around.enter_context(jail.prepared(job))
        inside = around.enter_context(ExitStack())
        streams = open_streams(job.limits)
        inside.callback(streams.close)
        with _given(job) as source:
            process = spawn_job(jailed.command, job, streams, source, files)
        inside.callback(end_tree, process, jailed.user)
        return StartedJob(jailed, streams, process, inside, around.pop_all())


def run_kept(jail: Jail, job: Job) -> RunResult:
    """The same where an earlier result of this very job does as well.

    Kept by the process that starts jobs; here, where jobs are asked for, nothing is.
    """
    parent = parent_tools()
    if parent is None:
        return run_jailed(jail, job)
    return noted(parent.run(JobRequest(job, keeps=True, listens=False), None))


def _require_disk(jailed: JailedCommand, streams: Streams) -> None:
    """A job that works in a directory of this computer meets its disk, which is no fault of the
    job's. Raises StorageFull and StorageClosed."""
    words = bytes(streams.diagnostics.content).decode(errors="replace")
    if jailed.watched is not None and storage_error_in(words) is not None:
        require_room(jailed.watched)


def spawn_job(
    command: list[str],
    job: Job,
    streams: Streams,
    source: int | None = None,
    files: int | None = None,
) -> int:
    """Start the command as the leader of a session of its own; its process id.

    source: a descriptor for its standard input (None: empty). files: one from which the launcher
    reads words and files (None: the job's own files). The streams' writers are closed here.
    """
    own = _file_stream(files_of(job)) if files is None else -1
    actions = _file_actions(streams, source, own if files is None else files)
    try:
        process = os.posix_spawn(
            command[0],
            command,
            {},
            file_actions=actions,
            setsid=True,
            setsigmask=[],
            setsigdef=_DEFAULT_SIGNALS,
        )
        let_go_first(process, _more_niceness(job))
        return process
    finally:
        if files is None:
            os.close(own)
        for stream in streams.all:
            stream.close_writer()


def _file_actions(
    streams: Streams, source: int | None, files: int
) -> list[tuple[int, int, int] | tuple[int, int, str, int, int]]:
    """What becomes the descriptors of the command."""
    empty = (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0)
    targets = (
        (streams.output.writer, 1),
        (streams.diagnostics.writer, 2),
        (files, JOB_DESCRIPTOR),
        (streams.report.writer, REPORT_DESCRIPTOR),
    )
    return [
        empty if source is None else (os.POSIX_SPAWN_DUP2, source, 0),
        *((os.POSIX_SPAWN_DUP2, writer, target) for writer, target in targets),
    ]


def _more_niceness(job: Job) -> int:
    return _NICENESS_OF_RUNS if job.call_filter in _USERS_PROGRAMS else 0


def let_go_first(process: int, more: int = 0) -> None:
    """The session of this process gives way to others as whoever it works for does, and by so much
    more.

    Where the kernel shares processors out by sessions (sched(7), "The autogroup feature"), niceness
    counts only within one, so the session is given the same. The kernel lets an ordinary user do so
    ten times a second.
    """
    niceness = min(current_asker().niceness + more, _LAST)
    if niceness <= 0:
        return
    with suppress(OSError):  # It may have ended already.
        nicer = max(niceness, os.getpriority(os.PRIO_PROCESS, 0))
        os.setpriority(os.PRIO_PGRP, process, nicer)
        Path(f"/proc/{process}/autogroup").write_text(str(nicer), "ascii")


def files_of(job: Job) -> bytes:
    """The input files as the launcher reads them."""
    return b"".join(
        b"file %d %s\n%s" % (len(text), name.encode(), text) for name, text in job.files
    )


def _file_stream(content: bytes) -> int:
    """A descriptor from which this is read, and which the kernel keeps in memory."""
    descriptor = raise_descriptor(os.memfd_create("job", os.MFD_CLOEXEC))
    with open(descriptor, "wb", closefd=False) as file:
        file.write(content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


@contextmanager
def _given(job: Job) -> Iterator[int | None]:
    """A descriptor for its standard input, None for an empty one."""
    if not job.given:
        yield None
        return
    descriptor = _file_stream(job.given)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@lru_cache(maxsize=1)
def adopt_orphans(process: int) -> None:
    """Become the parent of what a killed job leaves, for then we can wait until it is gone.

    The process limit counts per user and the dead not waited for count too; how soon the machine's
    process 1 waits for them, if it ever does, is nothing to rely on. Not inherited by a fork.
    """
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_tree(pid: int, user: int) -> None:
    """Kill what is left of the job's process group, and of its user's (0: not its own), and reap.

    The leader is not reaped before the kill, so the group's number cannot be someone else's.
    """
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    deadline = time.perf_counter() + _REAP_SECONDS
    with suppress(ChildProcessError):
        while time.perf_counter() < deadline:
            if os.waitpid(-pid, os.WNOHANG)[0] == 0:
                time.sleep(0.001)
    if user:
        _end_strays(user)


def _end_strays(user: int) -> None:
    """Kill and reap what left the job's group, which the filter forbids and Landlock does not end.

    Otherwise it would count against the next job of this user. We have adopted them all.
    """
    deadline = time.perf_counter() + _REAP_SECONDS
    while strays := _adopted_from(user):
        for stray in strays:
            with suppress(ProcessLookupError):
                os.kill(stray, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(stray, 0)
        if time.perf_counter() > deadline:
            return


def _adopted_from(user: int) -> list[int]:
    """Children of ours that belong to this user. Orphans come to a process's first thread.

    None where the kernel keeps no such list (it is an option of its build).
    """
    own = os.getpid()
    try:
        children = Path(f"/proc/self/task/{own}/children").read_text("ascii").split()
    except FileNotFoundError:
        return []
    return [int(child) for child in children if _owner(int(child)) == user]


def _owner(process: int) -> int | None:
    try:
        return os.stat(f"/proc/{process}").st_uid
    except FileNotFoundError:
        return None


def _result(streams: Streams, limit: LimitName | None, limits: Limits, seconds: float) -> RunResult:
    output = bytes(streams.output.content[: limits.output_bytes])
    diagnostics = bytes(streams.diagnostics.content[: limits.diagnostics_bytes])
    if limit is not None:
        return RunResult(
            exit_code=None,
            signal_number=None,
            limit=limit,
            output=output,
            diagnostics=diagnostics,
            seconds=seconds,
        )
    report = parse_report(bytes(streams.report.content))
    if report is None:
        raise JailBroken(
            "The jail did not start the program.", diagnostics.decode(errors="replace")
        )
    return RunResult(
        exit_code=report.exit_code,
        signal_number=report.signal_number,
        limit="total size"
        if report.too_many_files
        else _limit_seen(report.signal_number, report.cpu_seconds, limits),
        output=output,
        diagnostics=diagnostics,
        seconds=seconds,
        cpu_seconds=report.cpu_seconds,
        peak_bytes=report.peak_bytes,
        files=report.files,
    )


def _limit_seen(signal_number: int | None, cpu_seconds: float, limits: Limits) -> LimitName | None:
    """What the kernel ended the program for, as far as its signal tells."""
    if signal_number == signal.SIGXFSZ:
        return "file size"
    if signal_number == signal.SIGKILL and ran_long(cpu_seconds, limits):
        return "cpu"
    return None


def ran_long(cpu_seconds: float, limits: Limits) -> bool:
    """Whether a SIGKILL is the time limit's.

    The kernel counts time for the limit in ticks, which on a busy machine run ahead of the time
    it reports afterwards (0.83 of 1 second measured), so half the limit is taken as near enough.
    """
    return cpu_seconds >= limits.cpu_seconds / 2
