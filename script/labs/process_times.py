"""Processor time of a process with all that it started, as the kernel counts it (proc(5))."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_USER, _CHILDREN_END = 11, 15
"""Fields of /proc/PID/stat behind the name: user, system, and both of ended children."""


def tree_seconds(process: int) -> float:
    """Of the process, its children and theirs: those that live, and those that were waited for."""
    seconds, wanted = 0.0, [process]
    while wanted:
        member = wanted.pop()
        seconds += _seconds(member)
        wanted += children_of(member)
    return seconds


def children_of(process: int) -> Iterator[int]:
    """Those that live, of whichever of its threads."""
    # A thread, or the whole process, may end meanwhile.
    with suppress(OSError):
        for thread in Path(f"/proc/{process}/task").iterdir():
            with suppress(OSError):
                yield from map(int, (thread / "children").read_text("ascii").split())


def _seconds(process: int) -> float:
    try:
        text = Path(f"/proc/{process}/stat").read_text("utf-8", "replace")
    except OSError:
        return 0.0
    return sum(map(int, text.rpartition(")")[2].split()[_USER:_CHILDREN_END])) / _TICKS
