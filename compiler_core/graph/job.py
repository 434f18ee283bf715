"""Compile one model in a process of its own: `python -m compiler_core.graph.job DIRECTORY`.

The directory holds `request.json` (where the model is, and the settings); results and events are
written beside it.
"""

from __future__ import annotations

import json
import sys
import traceback
from pathlib import Path

from compiler_core.errors import LoweringLabError
from compiler_core.events import EventLog
from compiler_core.graph.settings import CompileSettings, settings_of
from compiler_core.graph.stages import STAGE_NAMES
from compiler_core.kept_results import write_result
from compiler_core.stages import StageResult
from compiler_core.toolchain.worker import WorkerLimits, limit_this_process

REQUEST_NAME = "request.json"
LIMITS = WorkerLimits()


def request_text(model: str, settings: CompileSettings, picture: Path | None) -> str:
    """What `request.json` holds. model: the name of one that ships, else a path."""
    values = {
        "model": model,
        "picture": str(picture) if picture else "",
        "settings": settings.values(),
    }
    return json.dumps(values, sort_keys=True)


def run_job(directory: Path) -> None:
    """Compile as the request says; every stage is written when it ends. Never raises."""
    log = EventLog(directory)
    try:
        _run(directory, log)
    except LoweringLabError as error:
        log.write("failed", text=error.message, advice=error.advice)
    except MemoryError:
        log.write("failed", text="Compiling this model needs more memory than one job may use.",
                  advice="Try a smaller model or a smaller input.")  # fmt: skip
    except Exception:  # noqa: BLE001 (the boundary of the job)
        traceback.print_exc()
        log.write("failed", text="The compiler met an error it did not expect.",
                  advice="The server's log has the details.")  # fmt: skip
    else:
        log.write("done")


def _run(directory: Path, log: EventLog) -> None:
    from compiler_core.graph.compile import Progress, compile_model
    from compiler_core.graph.model_inputs import inputs_of
    from compiler_core.graph.pipeline.checks import with_ladder
    from compiler_core.graph.pipeline.sensitivity import with_sensitivity
    from compiler_core.graph.source_model import source_model

    request = json.loads((directory / REQUEST_NAME).read_text())
    settings = settings_of(request["settings"])
    picture = Path(request["picture"]).read_bytes() if request["picture"] else None

    def keep(result: StageResult) -> None:
        write_result(directory, result)
        log.write("finished", result.stage, result.sentence)

    progress = Progress(
        started=lambda stage: log.write("started", stage),
        advanced=lambda stage, text, done, total: log.write("progress", stage, text, done, total),
        finished=keep,
        checked=lambda result: write_result(directory, result),
    )
    log.write("started", "input", "reading the model")
    source = source_model(request["model"], settings)
    compilation = compile_model(source, settings, inputs_of(source, picture), progress)
    log.write("progress", "run", "measuring what each stage bought")
    write_result(directory, with_ladder(compilation.state, compilation.results[-1]))
    log.write("progress", "run", "quantising each layer alone")
    quantised = compilation.results[STAGE_NAMES.index("quantise")]
    write_result(directory, with_sensitivity(compilation.state, quantised))


if __name__ == "__main__":
    limit_this_process(LIMITS)
    run_job(Path(sys.argv[1]))
