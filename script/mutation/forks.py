"""Work in forks of this process, so many at a time, each with a limit of its own.

What is limited is processor time, that of the programs a fork starts included: how long it takes on
the clock depends on what else the machine does. One that uses no processor at all waits for what
never comes, and is ended too.
"""

from __future__ import annotations

import os
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

Subject = TypeVar("Subject")
_POLL_SECONDS = 0.01
# How often a fork's processor time is looked at.
_LOOK_SECONDS = 0.5
# So long on the clock with less than so much processor time: it waits in vain.
_IDLE_SECONDS = 60.0
_IDLE_PROCESSOR_SECONDS = 0.2
_TICKS = os.sysconf("SC_CLK_TCK")
FAILED = 70


@dataclass(frozen=True, slots=True)
class Fork(Generic[Subject]):
    """work: gives the exit code. limit: seconds of processor after which it is ended."""

    subject: Subject
    work: Callable[[], int]
    limit: float


@dataclass
class _Running(Generic[Subject]):
    """processor: seconds it had used when it was last seen to work, which was at `seen`; it is
    looked at again at `next_look` (both by time.monotonic()).
    """

    fork: Fork[Subject]
    seen: float
    next_look: float
    processor: float = 0.0

    def is_over(self, process: int) -> bool:
        """Whether it has used up its limit, or waits in vain."""
        now = time.monotonic()
        if now < self.next_look:
            return False
        self.next_look = now + _LOOK_SECONDS
        used = processor_seconds(process)
        if used > self.fork.limit:
            return True
        if used - self.processor > _IDLE_PROCESSOR_SECONDS:
            self.processor, self.seen = used, now
        return now - self.seen > _IDLE_SECONDS


def run_in_forks(
    forks: Iterator[Fork[Subject]], at_once: int, end: float
) -> Iterator[tuple[Subject, int | None]]:
    """Each subject with its exit code, None where the limit ended it; as they end.

    After `end` (time.monotonic()) none is started, and what runs is ended without a word.
    """
    running: dict[int, _Running[Subject]] = {}
    waiting = True
    while running or waiting:
        while waiting and len(running) < at_once and time.monotonic() < end:
            fork = next(forks, None)
            waiting = fork is not None
            if fork is not None:
                now = time.monotonic()
                running[_started(fork)] = _Running(fork, now, now + min(_LOOK_SECONDS, fork.limit))
        if time.monotonic() >= end:
            for process in running:
                _end(process)
            return
        yield from _ended(running)
        time.sleep(_POLL_SECONDS)


def _ended(running: dict[int, _Running[Subject]]) -> Iterator[tuple[Subject, int | None]]:
    for process, child in list(running.items()):
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            # What it started may still be there.
            _end_group(process)
            del running[process]
            yield child.fork.subject, os.waitstatus_to_exitcode(status)
        elif child.is_over(process):
            _end(process)
            del running[process]
            yield child.fork.subject, None


def _started(fork: Fork[Subject]) -> int:
    process = os.fork()
    if process:
        return process
    code = FAILED
    try:
        os.setsid()
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        code = fork.work()
    except BaseException:  # noqa: BLE001  whatever a mistake raises: the process ends here
        traceback.print_exc()
    os._exit(code)


def _end(process: int) -> None:
    _end_group(process)
    os.waitpid(process, 0)


def _end_group(process: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)


def processor_seconds(process: int) -> float:
    """Of a process, of all it started that have ended, and of those that live."""
    known = {name: fields for name in _processes() if (fields := _fields(name))}
    family, size = {str(process)}, 0
    while len(family) > size:
        size = len(family)
        family |= {name for name, fields in known.items() if fields[1] in family}
    # proc(5): own time in user and kernel mode, then that of children waited for.
    return sum(int(ticks) for name in family & set(known) for ticks in known[name][11:15]) / _TICKS


def _processes() -> list[str]:
    return [name for name in os.listdir("/proc") if name.isdigit()]


def _fields(process: str) -> list[str]:
    """What /proc says from its state on; empty for one that is gone."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
