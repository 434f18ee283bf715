"""Processes that live on beside the server, and end when it does, however it ends.

The kernel tells a process of its parent's death when the *thread* that started it ends, and threads
of a pool end when they are idle. So one thread, which lives as long as this process, starts them
all. What is started stands below the launcher (`launcher/follow.c`), which is told, and which ends
the program and all that it started. It knows the time limit too, for a caller that hangs.
"""

from __future__ import annotations

import math
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import IO

from compiler_core.toolchain.launcher import launcher_path
from compiler_core.toolchain.tool_requests import parent_tools

# Beyond the caller's own limit, which comes first as long as the caller is there and well.
GRACE_SECONDS = 10.0
_NO_LIMIT = "0"
# A process's stream: one of subprocess's words, or an open file.
Stream = int | IO[bytes]


def following(seconds: float, user: int = 0) -> tuple[str, ...]:
    """What to put before a command so that it ends with the thread that starts it, and after so
    many seconds and GRACE_SECONDS more. user: whom it runs as, 0 for who we are.

    It has to lead a process group of its own, which the launcher ends as a whole. Of open files it
    gets the first five. Raises ToolMissing and JailBroken as `launcher_path` does.
    """
    if parent_tools() is not None:
        return ()  # A jailed process starts nothing; what it asks for stands below its parent.
    options = ["--parent", str(os.getpid()), "--wall", wall_option(seconds)]
    if user:
        options += ["--user", str(user)]
    return (launcher_path(), "follow", *options, "--")


def wall_option(seconds: float) -> str:
    """The launcher's time limit for a job whose caller ends it after so many seconds.

    math.inf for one that lives as long as its caller.
    """
    return str(math.ceil(seconds + GRACE_SECONDS)) if math.isfinite(seconds) else _NO_LIMIT


def start_child(
    command: Sequence[str],
    seconds: float,
    *,
    directory: Path | None = None,
    environment: Mapping[str, str] | None = None,
    stdin: Stream = subprocess.DEVNULL,
    stdout: Stream = subprocess.DEVNULL,
    stderr: Stream = subprocess.DEVNULL,
) -> subprocess.Popen[bytes]:
    """Start a program that may live as long as this process, and no longer than so many seconds.

    It leads a session of its own. environment: None for ours. The exit status is the program's.
    End it with `end_child`. Raises OSError, and ToolMissing and JailBroken as `launcher_path` does.
    """
    whole = (*following(seconds), *command)
    started = _starter(os.getpid()).submit(
        subprocess.Popen,
        whole,
        cwd=directory,
        env=environment,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        start_new_session=True,
    )
    return started.result()


def end_child(process: subprocess.Popen[bytes]) -> None:
    """Kill a child and all that it started, and wait until it is gone.

    What ended by itself may have left others behind. Its group's number is its own only until it is
    waited for, so nobody may have called `poll` or `wait` on it before.
    """
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


@lru_cache(maxsize=1)
def _starter(_process: int) -> ThreadPoolExecutor:
    """One thread for this process; it waits for work until the interpreter ends."""
    return ThreadPoolExecutor(1, thread_name_prefix="starter")
