"""Processor time of a process with all that it started, as the kernel counts it (proc(5))."""

from __future__ import annotations

import os
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK")
_PARENT, _USER, _CHILDREN_END = 1, 11, 15
"""Fields of /proc/PID/stat behind the name: parent; user, system, and both of ended children."""


def tree_seconds(process: int) -> float:
    """Of the process, its children and theirs: those that live, and those that were waited for."""
    parents, seconds = _all_processes()
    found, wanted = 0.0, [process]
    while wanted:
        one = wanted.pop()
        found += seconds.get(one, 0.0)
        wanted += [child for child, parent in parents.items() if parent == one]
    return found


def _all_processes() -> tuple[dict[int, int], dict[int, float]]:
    parents: dict[int, int] = {}
    seconds: dict[int, float] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue
        number = int(folder.name)
        parents[number] = int(fields[_PARENT])
        seconds[number] = sum(map(int, fields[_USER:_CHILDREN_END])) / _TICKS
    return parents, seconds
