"""Processes that a killed server of this computer left, should any ever be left.

All that is started stands below a launcher that names its server (`--parent`). A launcher whose
parent is another process than it names has lost its server; so has a jailed process that has lost
its launcher and come to process 1.
"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from compiler_core.toolchain.state import reachable_directory

_FIRST_PROCESS = 1


@dataclass(frozen=True, slots=True)
class _Process:
    """number and parent are process ids; words: its command line."""

    number: int
    parent: int
    words: tuple[str, ...]


def end_orphans() -> int:
    """Kill those of servers whose launcher is ours; how many there were."""
    prefix = str(reachable_directory() / "launcher-")
    processes = {process.number: process for process in _processes()}
    orphans = [
        process
        for process in processes.values()
        if any(word.startswith(prefix) for word in process.words) and _is_orphan(process)
    ]
    for process in orphans:
        _kill(process.number)
    return len(orphans)


def _is_orphan(process: _Process) -> bool:
    words = process.words
    if len(words) > 1 and words[1] in ("follow", "job") and "--parent" in words:
        named = words[words.index("--parent") + 1 :][:1]
        return named != (str(process.parent),)
    return process.parent == _FIRST_PROCESS


def _kill(process: int) -> None:
    """With its group, which a launcher leads; nothing happens to what is gone or not ours."""
    with suppress(OSError):
        if os.getpgid(process) == process:
            os.killpg(process, signal.SIGKILL)
        os.kill(process, signal.SIGKILL)


def _processes() -> list[_Process]:
    processes = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                words = (entry / "cmdline").read_bytes().decode(errors="replace").split("\0")
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                processes.append(_Process(int(entry.name), int(fields[1]), tuple(words)))
    return processes
