"""Work in forks of this process, so many at a time, each with a limit of its own."""

from __future__ import annotations

import os
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar

Subject = TypeVar("Subject")
_POLL_SECONDS = 0.01
FAILED = 70


@dataclass(frozen=True, slots=True)
class Fork(Generic[Subject]):
    """work: gives the exit code. limit: seconds on the clock after which it is ended."""

    subject: Subject
    work: Callable[[], int]
    limit: float


@dataclass(frozen=True, slots=True)
class _Running(Generic[Subject]):
    fork: Fork[Subject]
    end: float


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
                running[_started(fork)] = _Running(fork, time.monotonic() + fork.limit)
        if time.monotonic() >= end:
            for process in running:
                _end(process)
            return
        yield from _ended(running)
        time.sleep(_POLL_SECONDS)


def _ended(running: dict[int, _Running[Subject]]) -> Iterator[tuple[Subject, int | None]]:
    for process, one in list(running.items()):
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            # What it started may still be there.
            _end_group(process)
            del running[process]
            yield one.fork.subject, os.waitstatus_to_exitcode(status)
        elif time.monotonic() > one.end:
            _end(process)
            del running[process]
            yield one.fork.subject, None


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
