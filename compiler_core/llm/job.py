"""Compile one language model in a process of its own: `python -m compiler_core.llm.job FOLDER`."""

from __future__ import annotations

from pathlib import Path

from compiler_core.llm.settings import settings_of
from compiler_core.llm.stages import STAGE_NAMES
from compiler_core.pipelines.events import EventLog
from compiler_core.pipelines.jobs import give_way, logged_progress, read_request, run_as_worker
from compiler_core.toolchain.worker_process import WorkerLimits

LIMITS = WorkerLimits()


def compile_job(directory: Path, log: EventLog) -> None:
    """All stages, each written when it ends; or those up to the last one that is asked for, without
    what takes longer than the stages."""
    from compiler_core.llm.compile import checked_results, compile_language_model
    from compiler_core.llm.source import language_source

    request = read_request(directory)
    progress = logged_progress(directory, log)
    log.write("started", "tokens", "reading the header")
    source = language_source(request.model)
    settings = settings_of(request.settings)
    names = STAGE_NAMES[: STAGE_NAMES.index(request.last or STAGE_NAMES[-1]) + 1]
    compilation = compile_language_model(source, settings, directory, progress, names)
    if request.last:
        return
    give_way()
    checked_results(compilation, progress)


if __name__ == "__main__":
    run_as_worker(compile_job, LIMITS)
