"""Profile one variant of a network in a process of its own.

`python -m compiler_core.soc.profiling.job FOLDER`.
"""

from __future__ import annotations

from pathlib import Path

from compiler_core.pipelines.events import EventLog
from compiler_core.pipelines.jobs import logged_progress, read_request, run_as_worker
from compiler_core.pipelines.stages import StageResult
from compiler_core.soc.profiling.records import STAGE
from compiler_core.soc.profiling.settings import settings_of
from compiler_core.soc.profiling.variants import variant_of
from compiler_core.toolchain.worker_process import WorkerLimits

LIMITS = WorkerLimits()


def profile_job(directory: Path, log: EventLog) -> None:
    """One stage, whose details are the profiled program."""
    from compiler_core.soc.profiling.profile import profile_network

    request = read_request(directory)
    settings = settings_of(request.settings)
    variant = variant_of(settings.program)
    log.write("started", STAGE, "reading the network")
    program = profile_network(
        request.model, variant, lambda text: log.write("progress", STAGE, text), settings.part
    )
    sentence = f"{program.instructions:,} instructions in {len(program.kernels)} kernels."
    logged_progress(directory, log).finished(
        StageResult(stage=STAGE, sentence=sentence, details=program)
    )


if __name__ == "__main__":
    run_as_worker(profile_job, LIMITS)
