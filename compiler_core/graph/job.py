"""Compile one model in a process of its own: `python -m compiler_core.graph.job DIRECTORY`."""

from __future__ import annotations

from pathlib import Path

from compiler_core.graph.settings import settings_of
from compiler_core.graph.stages import STAGE_NAMES
from compiler_core.pipelines.events import EventLog
from compiler_core.pipelines.jobs import give_way, logged_progress, read_request, run_as_worker
from compiler_core.pipelines.kept_results import write_result
from compiler_core.toolchain.worker_process import WorkerLimits

LIMITS = WorkerLimits()


def compile_job(directory: Path, log: EventLog) -> None:
    """All stages, each written when it ends, then what takes longer than they do; or the stages up
    to the last one that is asked for."""
    from compiler_core.graph.compile import compile_model, run_stages
    from compiler_core.graph.model_inputs import inputs_of
    from compiler_core.graph.pipeline.binding_trials import with_binding_trials
    from compiler_core.graph.pipeline.checks import with_ladder
    from compiler_core.graph.pipeline.sensitivity import with_sensitivity
    from compiler_core.graph.pipeline.two_back_ends import with_back_ends
    from compiler_core.graph.source_model import source_model

    request = read_request(directory)
    settings = settings_of(request.settings)
    picture = request.picture.read_bytes() if request.picture else None

    progress = logged_progress(directory, log)
    log.write("started", "input", "reading the model")
    source = source_model(request.model, settings)
    inputs = inputs_of(source, picture)
    if request.last:
        run_stages(source, settings, inputs, progress, request.last)
        return
    compilation = compile_model(source, settings, inputs, progress)
    give_way()
    log.write("progress", "run", "measuring what each stage bought")
    ran = with_binding_trials(compilation.state, compilation.results[-1])
    write_result(directory, ran)
    ran = with_ladder(compilation.state, ran)
    write_result(directory, ran)
    log.write("progress", "run", "quantising each layer alone")
    quantised = compilation.results[STAGE_NAMES.index("quantise")]
    write_result(directory, with_sensitivity(compilation.state, quantised))
    log.write("progress", "run", "running the plan that is interpreted")
    write_result(directory, with_back_ends(compilation.state, ran))


if __name__ == "__main__":
    run_as_worker(compile_job, LIMITS)
