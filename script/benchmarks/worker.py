"""Starting and ending a worker that reads models: in the jail, beside the same process without."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from threading import Event

from compiler_core.toolchain.children import end_child, start_child
from compiler_core.toolchain.jailed_process import PROJECT
from compiler_core.toolchain.worker import WorkerRoom, run_worker
from compiler_core.toolchain.worker_process import WorkerLimits
from script.benchmarks.idle_worker import ALONE
from script.benchmarks.measurement import Measurement

MODULE = "script.benchmarks.idle_worker"
LIMIT_SECONDS = 0.030
ROUNDS = 21


async def measure_worker(_host: str, _port: int) -> Measurement:
    """Medians of rounds, each of ours beside one without a jail; the first of each is left out."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rounds = [(_seconds(_jailed, folder), _seconds(_alone, folder)) for _ in range(ROUNDS)][1:]
    ours, other = (median(column) for column in zip(*rounds, strict=True))
    return Measurement(
        what="a worker for models, started and ended",
        ours=f"{ours * 1000:.0f} ms",
        other=f"{other * 1000:.0f} ms, without the jail",
        ratio=f"{ours / other:.2f} x, {(ours - other) * 1000:+.0f} ms",
        limit=f"<= +{LIMIT_SECONDS * 1000:.0f} ms",
        met=ours - other <= LIMIT_SECONDS,
    )


def _seconds(work: Callable[[Path], None], folder: Path) -> float:
    began = time.perf_counter()
    work(folder)
    return time.perf_counter() - began


def _jailed(folder: Path) -> None:
    end = run_worker(MODULE, WorkerRoom(folder, (PROJECT / "script",)), WorkerLimits(), Event())
    assert end.ok, end


def _alone(folder: Path) -> None:
    """As a worker was started that is not jailed: below the launcher, by the one starter thread."""
    command = [sys.executable, "-m", MODULE, str(folder), ALONE]
    process = start_child(command, WorkerLimits().wall_seconds, directory=PROJECT)
    assert process.wait() == 0
    end_child(process)
