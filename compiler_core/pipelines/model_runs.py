"""Runs of the model compilers as they are kept on disk: one for each model and its settings.

Pages start such runs and watch them (`app.model_runs.runs`); claims about models wait for the same
ones. A run is a folder named after all that its results follow from, so whoever asks for the same
again finds it there.
"""

from __future__ import annotations

import hashlib
import shutil
import time
from dataclasses import dataclass
from pathlib import Path
from threading import Event as Signal
from typing import Literal

from compiler_core.asker import check_asker
from compiler_core.errors import InputError
from compiler_core.kept_folders import held
from compiler_core.own_digest import own_digest
from compiler_core.pipelines.events import Event, EventLog, read_events
from compiler_core.pipelines.jobs import REQUEST_NAME, request_text
from compiler_core.pipelines.kept_results import read_result
from compiler_core.pipelines.setting_values import Settings
from compiler_core.pipelines.stages import StageResult
from compiler_core.toolchain.state import data_directory, write_atomically
from compiler_core.toolchain.worker import WorkerRoom, run_worker
from compiler_core.toolchain.worker_process import WorkerLimits

RUNS_FOLDER = "model-runs"
TrackName = Literal["graph", "language"]
JOBS: dict[TrackName, str] = {
    "graph": "compiler_core.graph.job",
    "language": "compiler_core.llm.job",
}
"""The module that compiles a model of a track in a process of its own."""
_LOOK_SECONDS = 0.2
_shared: list[Path] = []


@dataclass(frozen=True, slots=True)
class ShippedRun:
    """A model that ships, compiled under settings of its track. last: the stage that ends the run,
    "" for a whole one, with what is measured after the stages."""

    track: TrackName
    model: str
    settings: Settings
    last: str = ""

    @property
    def request(self) -> str:
        """The text that the run's process reads."""
        return request_text(self.model, self.settings, None, self.last)


def run_name(model: str, request: str) -> str:
    """The folder's name. model: its id. request: the text that the run's process reads."""
    content = f"{model}\n{request}\n{own_digest()}"
    return hashlib.sha256(content.encode()).hexdigest()[:32]


def share_runs_of(folder: Path) -> None:
    """From now on runs are looked for and kept here: a server says where its own are."""
    _shared[:] = [folder]


def run_folder(run: ShippedRun) -> Path:
    """Where the run is kept, whether it is there or not."""
    folder = _shared[0] if _shared else data_directory() / RUNS_FOLDER
    return folder / run_name(run.model, run.request)


def last_event(folder: Path) -> Event | None:
    """By which the run ended; None while it has not."""
    return next((event for event in read_events(folder) if event.last), None)


def is_kept(run: ShippedRun) -> bool:
    """Whether the run has ended well, so that whoever asks for it waits for nothing."""
    end = last_event(run_folder(run))
    return end is not None and end.kind == "done"


def ended_run(run: ShippedRun) -> Path:
    """The folder of the run, which is made now if nobody made it or it failed; another process that
    makes it is waited for.

    Raises InputError with its last words where it fails, WorkCancelled, JailBroken, ToolMissing.
    """
    folder = run_folder(run)
    tried = False
    while True:
        end = last_event(folder)
        if end is not None and end.kind == "done":
            return folder
        if end is not None and tried:
            raise InputError(end.text, end.advice)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with held(folder) as ours:
            if ours:
                _run(run, folder)
                tried = True
        if not ours:
            check_asker()
            time.sleep(_LOOK_SECONDS)


def stage_result(run: ShippedRun, stage: str) -> StageResult:
    """What one stage of the run left. Raises InputError for a stage that left nothing, and as
    `ended_run`."""
    result = read_result(ended_run(run), stage)
    if result is None:
        raise InputError(f"The stage {stage} of {run.model} left nothing.", "Run it again.")
    return result


def _run(run: ShippedRun, folder: Path) -> None:
    """The folder is ours: what an earlier run left in it goes, and a new one ends."""
    for path in folder.iterdir():
        shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink()
    write_atomically(folder / REQUEST_NAME, run.request.encode())
    end = run_worker(JOBS[run.track], WorkerRoom(folder), WorkerLimits(), Signal())
    if last_event(folder) is None:
        earlier = tuple(read_events(folder))
        EventLog(folder, earlier).write(
            "failed",
            text=f"Compiling {run.model} was ended: {end.reason}.",
            advice="Try again when the machine is less busy.",
        )
