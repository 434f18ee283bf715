"""What a token's logit or a head read, in a process of its own: `python -m … FOLDER`."""

from __future__ import annotations

from pathlib import Path

from compiler_core.llm.slicing.settings import STAGE, settings_of
from compiler_core.pipelines.events import EventLog
from compiler_core.pipelines.jobs import logged_progress, read_request, run_as_worker
from compiler_core.pipelines.stages import StageResult
from compiler_core.toolchain.worker_process import WorkerLimits

LIMITS = WorkerLimits()


def explain_job(directory: Path, log: EventLog) -> None:
    """One stage, whose details are the answer."""
    from compiler_core.llm.slicing.explained_token import explain_asked
    from compiler_core.llm.slicing.prompt import CONVERTED, asked_prompt, reference_file

    request = read_request(directory)
    settings = settings_of(request.settings)
    log.write("started", STAGE, "reading the model")
    path = reference_file(request.model, directory)
    prompt = asked_prompt(path, settings.text, settings.tokens)
    progress = logged_progress(directory, log)
    progress.advanced(STAGE, f"running it on {len(prompt.tokens)} tokens, then with others", 0, 0)
    answer = explain_asked(prompt, settings)
    (directory / CONVERTED).unlink(missing_ok=True)
    progress.finished(StageResult(stage=STAGE, sentence=answer.sentence, details=answer))


if __name__ == "__main__":
    run_as_worker(explain_job, LIMITS)
