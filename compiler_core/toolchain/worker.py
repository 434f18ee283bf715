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
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event

PROJECT = Path(__file__).resolve().parent.parent.parent
_POLL_SECONDS = 0.05
_TAIL_CHARACTERS = 2000


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

    The worker leads a session of its own; what it started ends with it.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        cwd=PROJECT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "2"},
    )
    with process:
        try:
            reason, words = _wait(process, limits.wall_seconds, cancelled)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    return WorkerEnd(reason == "" and process.returncode == 0, reason or _reason(process), words)


def _wait(
    process: subprocess.Popen[bytes], wall_seconds: float, cancelled: Event
) -> tuple[str, str]:
    waited = 0.0
    while True:
        try:
            _, errors = process.communicate(timeout=_POLL_SECONDS)
            return "", errors.decode(errors="replace")[-_TAIL_CHARACTERS:]
        except subprocess.TimeoutExpired:
            waited += _POLL_SECONDS
        if cancelled.is_set():
            return "cancelled", ""
        if waited > wall_seconds:
            return "wall", ""


def _reason(process: subprocess.Popen[bytes]) -> str:
    if process.returncode == 0:
        return ""
    return "cpu" if process.returncode == -signal.SIGXCPU else "died"
