"""A worker ends by itself, at its limit, or when it is told to, and leaves nothing behind."""

from __future__ import annotations

import time
from pathlib import Path
from threading import Event, Timer

import pytest

from compiler_core.toolchain.worker import WorkerLimits, run_worker

MODULE = "tests.toolchain.worker_program"
QUICK = WorkerLimits(wall_seconds=20, cpu_seconds=10, address_bytes=1 << 30)


def run(what: str, limits: WorkerLimits = QUICK, *more: str) -> tuple[bool, str]:
    end = run_worker(MODULE, (what, str(limits.cpu_seconds), *more), limits, Event())
    return end.ok, end.reason


def test_a_worker_that_ends_is_ok() -> None:
    assert run("end") == (True, "")


@pytest.mark.parametrize("what", ["raise", "abort", "memory"])
def test_a_worker_that_dies_says_so(what: str) -> None:
    assert run(what) == (False, "died")


def test_the_wall_ends_a_worker() -> None:
    assert run("sleep", WorkerLimits(wall_seconds=1.0)) == (False, "wall")


def test_processor_time_ends_a_worker() -> None:
    assert run("spin", WorkerLimits(wall_seconds=30, cpu_seconds=1)) == (False, "cpu")


def test_a_worker_can_be_cancelled_at_once() -> None:
    cancelled = Event()
    Timer(0.3, cancelled.set).start()
    began = time.monotonic()
    end = run_worker(MODULE, ("sleep", "10"), QUICK, cancelled)
    assert (end.ok, end.reason) == (False, "cancelled")
    assert time.monotonic() - began < 5


def test_what_a_worker_started_ends_with_it(tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    assert run("leave", QUICK, str(mark)) == (True, "")
    content = mark.read_text()
    time.sleep(0.5)
    assert mark.read_text() == content


def test_errors_are_kept_for_the_log() -> None:
    end = run_worker(MODULE, ("raise", "10"), QUICK, Event())
    assert "RuntimeError: on purpose" in end.words
