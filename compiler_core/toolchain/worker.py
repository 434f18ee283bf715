"""A Python process of our own for long or risky work: its memory, time and end are ours to decide.

Libraries that read a user's model are written in C++. In a process apart they can neither take the
server with them nor hold it up, and a reader who gives up costs nothing further.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import IO

from compiler_core.toolchain.children import end_child, start_child

PROJECT = Path(__file__).resolve().parent.parent.parent
_POLL_SECONDS = 0.05
_TAIL_BYTES = 2000


@dataclass(frozen=True, slots=True)
class WorkerLimits:
    """address_bytes counts address space: libraries reserve more than they touch."""

    wall_seconds: float = 300.0
    cpu_seconds: int = 600
    address_bytes: int = 12 << 30
    file_bytes: int = 2 << 30


@dataclass(frozen=True, slots=True)
class WorkerEnd:
    """How a worker ended. ok: by itself, with status 0. reason: "", "wall", "cancelled", "cpu" or
    "died". words: the end of what it wrote to standard error, for the server's log."""

    ok: bool
    reason: str
    words: str


def limit_this_process(limits: WorkerLimits) -> None:
    """Called by a worker first: from here on it can use no more."""
    resource.setrlimit(resource.RLIMIT_AS, (limits.address_bytes, limits.address_bytes))
    resource.setrlimit(resource.RLIMIT_CPU, (limits.cpu_seconds, limits.cpu_seconds + 5))
    resource.setrlimit(resource.RLIMIT_FSIZE, (limits.file_bytes, limits.file_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run_worker(
    module: str, arguments: tuple[str, ...], limits: WorkerLimits, cancelled: Event
) -> WorkerEnd:
    """Run `python -m module arguments…` to its end, its limit, or until it is cancelled.

    The worker leads a session of its own; what it started ends with it, and it ends with us.
    """
    with tempfile.TemporaryFile() as errors:
        process = start_child(
            [sys.executable, "-m", module, *arguments],
            limits.wall_seconds,
            directory=PROJECT,
            environment={**os.environ, "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "2"},
            stderr=errors,
        )
        try:
            reason = _wait(process, limits.wall_seconds, cancelled)
        finally:
            end_child(process)
        words = _end_of(errors)
    reason = reason or _reason(process)
    return WorkerEnd(reason == "", reason, words)


def _wait(process: subprocess.Popen[bytes], wall_seconds: float, cancelled: Event) -> str:
    """Until it ends; it is not reaped here, so that its group's number stays its own."""
    deadline = time.monotonic() + wall_seconds
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if cancelled.wait(_POLL_SECONDS):
            return "cancelled"
        if time.monotonic() > deadline:
            return "wall"
    return ""


def _end_of(file: IO[bytes]) -> str:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _TAIL_BYTES))
    return file.read().decode(errors="replace")


def _reason(process: subprocess.Popen[bytes]) -> str:
    if process.returncode == 0:
        return ""
    return "cpu" if process.returncode == -signal.SIGXCPU else "died"
