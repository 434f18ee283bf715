"""A pipeline run in a process of its own: what it is asked, and how it ends.

The job's directory holds `request.json` (where the model is, and the settings); results and events
are written beside it.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from compiler_core.errors import LoweringLabError, WorkCancelled
from compiler_core.pipelines.events import EventLog
from compiler_core.pipelines.kept_results import forget_results, write_result
from compiler_core.pipelines.setting_values import Settings
from compiler_core.pipelines.stages import StageResult
from compiler_core.storage import storage_error
from compiler_core.toolchain.frames import Ended
from compiler_core.toolchain.tool_requests import parent_tools
from compiler_core.toolchain.worker_process import WorkerLimits, work_for_parent

REQUEST_NAME = "request.json"
_UNEXPECTED = LoweringLabError(
    "The compiler met an error it did not expect.", "The server's log has the details."
)
# Checks behind the stages give way to stages of other runs: half of a processor's time beside them,
# for who has two runs being checked waits with a third.
_LATER_NICENESS = 3


def _nothing(*_: object) -> None:
    """Nobody listens."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Who is told: a stage began; it is so far (stage, text, done, total); its program wrote
    this text (stage, text); a stage ended; a result was added to, and stands now as given.
    """

    started: Callable[[str], None] = _nothing
    advanced: Callable[[str, str, int, int], None] = _nothing
    wrote: Callable[[str, str], None] = _nothing
    finished: Callable[[StageResult], None] = _nothing
    checked: Callable[[StageResult], None] = _nothing


def logged_progress(directory: Path, log: EventLog) -> Progress:
    """Everything goes to the log; results are kept in the directory before they are told of."""

    def keep(result: StageResult) -> None:
        write_result(directory, result)
        log.write("finished", result.stage, result.sentence, problem=result.problem)

    return Progress(
        started=lambda stage: log.write("started", stage),
        advanced=lambda stage, text, done, total: log.write("progress", stage, text, done, total),
        wrote=lambda stage, text: log.write("token", stage, text),
        finished=keep,
        checked=lambda result: write_result(directory, result),
    )


def give_way() -> None:
    """What this worker does from here on, and what it asks for, is less urgent than other jobs'
    stages and whatever else somebody waits for."""
    tools = parent_tools()
    if tools is not None:
        tools.step_back(_LATER_NICENESS)


@dataclass(frozen=True, slots=True)
class JobRequest:
    """model: the name of one that ships, else a path. settings: plain values. picture: a file that
    goes with it, None for none. last: the stage behind which nothing is wanted, "" for all stages
    and what comes after them.
    """

    model: str
    settings: dict[str, object]
    picture: Path | None
    last: str = ""


def request_text(model: str, settings: Settings, picture: Path | None, last: str = "") -> str:
    """What `request.json` holds."""
    values = {
        "model": model,
        "picture": str(picture) if picture else "",
        "settings": settings.values(),
    } | ({"last": last} if last else {})
    return json.dumps(values, sort_keys=True)


def read_request(directory: Path) -> JobRequest:
    """The request of a job's directory."""
    record = json.loads((directory / REQUEST_NAME).read_text())
    picture = Path(record["picture"]) if record["picture"] else None
    return JobRequest(record["model"], record["settings"], picture, record.get("last", ""))


def run_as_worker(work: Callable[[Path, EventLog], None], limits: WorkerLimits) -> None:
    """What a job's module does when it is started in the jail, see `toolchain.worker_process`."""
    work_for_parent(lambda directory: run_job(directory, work), limits)


def run_job(directory: Path, work: Callable[[Path, EventLog], None]) -> None:
    """Do the work; the log's last event says how it ended. Never raises.

    Where whoever began it has gone or wants it no longer, there is no such event: they say so, or
    whoever asks next begins anew.
    """
    log = EventLog(directory)
    try:
        work(directory, log)
    except (Ended, WorkCancelled):
        return
    except LoweringLabError as error:
        log.write("failed", text=error.message, advice=error.advice, remedy=error.remedy)
    except MemoryError:
        log.write(
            "failed",
            text="Compiling this model needs more memory than one job may use.",
            advice="Try a smaller model or a smaller input.",
        )
    except Exception as error:  # noqa: BLE001 (the boundary of the job)
        traceback.print_exc()
        failure = storage_error(error)
        if failure is not None:
            forget_results(directory)  # they take the room that the word needs
        failure = failure or _UNEXPECTED
        log.write("failed", text=failure.message, advice=failure.advice)
    else:
        log.write("done")
