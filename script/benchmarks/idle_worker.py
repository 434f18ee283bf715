"""A worker that has nothing to do: what its start and end cost is all there is."""

from __future__ import annotations

import sys
from pathlib import Path

from compiler_core.pipelines.jobs import run_job
from compiler_core.toolchain.worker_process import WorkerLimits, work_for_parent

ALONE = "alone"


def _work(directory: Path) -> None:
    run_job(directory, lambda *_: None)


if __name__ == "__main__":
    if sys.argv[2:] == [ALONE]:
        _work(Path(sys.argv[1]))
    else:
        work_for_parent(_work, WorkerLimits())
