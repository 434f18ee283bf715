"""Which processes of a job are still there."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path


def living_in_session(session: int) -> list[str]:
    """Process ids of living processes in this session (each job leads one)."""
    return [
        str(process)
        for process, fields in living_processes()
        if int(fields[3]) == session and fields[0] != "Z"
    ]


def living_processes() -> Iterator[tuple[int, list[str]]]:
    """Process ids, each with the fields of its `stat` from the state on; zombies included."""
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                yield int(entry.name), (entry / "stat").read_text().rpartition(")")[2].split()


def soon(holds: Callable[[], bool], seconds: float = 60.0) -> bool:
    """Whether it comes true within this time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.02)
    return False


def processes_naming(folder: Path) -> list[str]:
    """Of processes on this computer that were started with this folder."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if str(folder) in words:
            found.append(words)
    return found
