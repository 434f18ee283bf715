"""Grade one answer in a process of its own: `python -m compiler_core.exercises.job DIRECTORY`.

Networks are compiled as the model compiler's own worker compiles them: with its limits.
"""

from __future__ import annotations

from pathlib import Path

from compiler_core.exercises.asked import answered
from compiler_core.pipelines.events import EventLog
from compiler_core.pipelines.jobs import REQUEST_NAME, run_as_worker
from compiler_core.toolchain.worker_process import WorkerLimits

ANSWER_NAME = "outcomes.json"
LIMITS = WorkerLimits(wall_seconds=180.0, cpu_seconds=120)


def grade_job(directory: Path, _: EventLog) -> None:
    """The outcomes beside the request."""
    (directory / ANSWER_NAME).write_bytes(answered((directory / REQUEST_NAME).read_bytes()))


if __name__ == "__main__":
    run_as_worker(grade_job, LIMITS)
