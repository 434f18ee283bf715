"""Compile one language model in a process of its own: `python -m compiler_core.llm.job FOLDER`."""

from __future__ import annotations

import sys
from pathlib import Path

from compiler_core.events import EventLog
from compiler_core.jobs import read_request, run_job
from compiler_core.kept_results import write_result
from compiler_core.llm.settings import settings_of
from compiler_core.stages import StageResult
from compiler_core.toolchain.worker import WorkerLimits, limit_this_process

LIMITS = WorkerLimits()


def compile_job(directory: Path, log: EventLog) -> None:
    """All stages, each written when it ends."""
    from compiler_core.llm.compile import Progress, checked_results, compile_language_model
    from compiler_core.llm.source import language_source

    def keep(result: StageResult) -> None:
        write_result(directory, result)
        log.write("finished", result.stage, result.sentence)

    request = read_request(directory)
    progress = Progress(
        started=lambda stage: log.write("started", stage),
        advanced=lambda stage, text, done, total: log.write("progress", stage, text, done, total),
        wrote=lambda text: log.write("token", "decode", text),
        finished=keep,
        checked=lambda result: write_result(directory, result),
    )
    log.write("started", "tokens", "reading the header")
    source = language_source(request.model)
    settings = settings_of(request.settings)
    checked_results(compile_language_model(source, settings, directory, progress), progress)


if __name__ == "__main__":
    limit_this_process(LIMITS)
    run_job(Path(sys.argv[1]), compile_job)
