"""What tests cost: processor seconds of each folder, those of started programs included.

Of a server or browser that several tests use, each pays what it computed during that test; what it
still computes for one that went on is the next one's. Time on the clock stands beside it and is
nowhere compared: it depends on the machine. Where it is much more than the processor's, tests wait,
for a pause or for a program that is told to end; or they wait for their turn, on a machine that
does other work.
"""

from __future__ import annotations

import os
import resource
from collections import defaultdict
from dataclasses import dataclass
from statistics import median

import pytest

from script.labs.process_times import children_of, tree_seconds
from tests.stopwatch import USUAL_SECONDS

PROPERTY = "processor_seconds"
YARDSTICK = "yardstick_seconds"
"""Laid to the machine after each file's last test, while the other process works."""
# Below these a folder is not worth a line of its own.
LEAST_SECONDS = 5.0
# How many functions are named, and from how many seconds on.
DEAREST_FUNCTIONS = 40
LEAST_SECONDS_OF_FUNCTION = 3.0
# How many files are named for what they waited, and from how many seconds on.
LONGEST_WAITS = 15
LEAST_SECONDS_WAITED = 10.0


@dataclass
class FolderCost:
    """Sums over a folder's tests; seconds of processor and on the clock."""

    tests: int = 0
    processor: float = 0.0
    clock: float = 0.0

    @property
    def waited(self) -> float:
        """What the clock says beyond the processor; 0 where several programs ran at once."""
        return max(0.0, self.clock - self.processor)


def processor_seconds() -> float:
    """Of this process and of all that it started, living or ended."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    ended = sum(usage.ru_utime + usage.ru_stime for usage in usages)
    return ended + sum(tree_seconds(child) for child in children_of(os.getpid()))


def cost_of(report: pytest.TestReport) -> float:
    """What the report of a teardown says that the whole test took."""
    return next(
        (float(str(value)) for name, value in report.user_properties if name == PROPERTY), 0.0
    )


def folder_of(test: str) -> str:
    """`tests/graph/kernels/test_one.py::test` is `tests/graph`."""
    return "/".join(test.split("::")[0].split("/")[:2])


def file_of(test: str) -> str:
    """`tests/a/test_one.py::test[3]` is `tests/a/test_one.py`."""
    return test.partition("::")[0]


def function_of(test: str) -> str:
    """`tests/a/test_one.py::test[3-a::b]` is `tests/a/test_one.py::test`."""
    return test.partition("[")[0]


class FolderCosts:
    """Adds up what reports say."""

    def __init__(self) -> None:
        self._folders: defaultdict[str, FolderCost] = defaultdict(FolderCost)
        self._files: defaultdict[str, FolderCost] = defaultdict(FolderCost)
        self._functions: defaultdict[str, FolderCost] = defaultdict(FolderCost)

        self._yardsticks: list[float] = []

    def add(self, report: pytest.TestReport) -> None:
        self._yardsticks += [
            float(str(value))
            for name, value in report.user_properties
            if name == YARDSTICK and report.when == "teardown"
        ]
        places = (
            self._folders[folder_of(report.nodeid)],
            self._files[file_of(report.nodeid)],
            self._functions[function_of(report.nodeid)],
        )
        for place in places:
            place.clock += report.duration
            if report.when == "teardown":
                place.tests += 1
                place.processor += cost_of(report)

    def lines(self) -> list[str]:
        """A table, the dearest folder first."""
        rows = sorted(self._folders.items(), key=lambda row: -row[1].processor)
        shown = [row for row in rows if row[1].processor >= LEAST_SECONDS]
        rest = [cost for _, cost in rows[len(shown) :]]
        if rest:
            sums = FolderCost(
                *(
                    sum(getattr(one, name) for one in rest)
                    for name in ("tests", "processor", "clock")
                )
            )
            shown.append((f"{len(rest)} others", sums))
        head = f"{'folder':<24}{'tests':>7}{'processor':>12}{'clock':>10}   (seconds)"
        return [head, *(_line(name, cost) for name, cost in shown)]

    def slowness(self) -> float:
        """How many times longer the yardstick took here than usual; never below 1."""
        return max(1.0, median([*self._yardsticks] or [USUAL_SECONDS]) / USUAL_SECONDS)

    def longest_waits(self) -> list[str]:
        """The files whose tests took longer on the clock than their programs computed."""
        rows = sorted(self._files.items(), key=lambda row: -row[1].waited)
        return [
            f"{cost.waited:>8.1f} s waited, of {cost.clock:.1f} s on the clock: {name}"
            for name, cost in rows[:LONGEST_WAITS]
            if cost.waited >= LEAST_SECONDS_WAITED
        ]

    def dearest_functions(self) -> list[str]:
        """The functions that cost most, all their parameters together: where to look first."""
        rows = sorted(self._functions.items(), key=lambda row: -row[1].processor)
        return [
            f"{cost.processor:>8.1f} s of processor, {cost.tests} tests: {name}"
            for name, cost in rows[:DEAREST_FUNCTIONS]
            if cost.processor >= LEAST_SECONDS_OF_FUNCTION
        ]


def _line(name: str, cost: FolderCost) -> str:
    return f"{name:<24}{cost.tests:>7}{cost.processor:>12.1f}{cost.clock:>10.1f}"
