"""Read one model's work in a process of its own: `python -m compiler_core.soc.work.job FOLDER`."""

from __future__ import annotations

from pathlib import Path

from compiler_core.pipelines.events import EventLog
from compiler_core.pipelines.jobs import logged_progress, read_request, run_as_worker
from compiler_core.pipelines.stages import StageResult
from compiler_core.soc.work.records import STAGE, NetworkWork, Work
from compiler_core.toolchain.worker_process import WorkerLimits

LIMITS = WorkerLimits()


def read_job(directory: Path, log: EventLog) -> None:
    """One stage, whose details are the work."""
    from compiler_core.soc.work.read import read_work

    log.write("started", STAGE, "reading the model")
    work = read_work(read_request(directory).model)
    result = StageResult(stage=STAGE, sentence=_sentence(work), details=work)
    logged_progress(directory, log).finished(result)


def _sentence(work: Work) -> str:
    if isinstance(work, NetworkWork):
        return f"{len(work.nodes):,} nodes, {len(work.layers):,} kernels."
    return f"{len(work.header.tensors):,} tensors."


if __name__ == "__main__":
    run_as_worker(read_job, LIMITS)
