"""Runs of the model compiler: started once per model and settings, and only observed.

A run is a job: whoever asks for the same again finds it, whichever engine does the work.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from app.model_runs.engine import jobs_here, queued_jobs
from app.model_runs.known import KnownModel
from app.model_runs.request import ModelRequest
from app.model_runs.uploads import picture_path
from app.settings import settings
from compiler_core.asker import current_asker
from compiler_core.pipelines.events import Event
from compiler_core.pipelines.job_specs import JobId, Jobs, JobSpec, JobState
from compiler_core.pipelines.jobs import request_text
from compiler_core.pipelines.model_runs import run_name
from compiler_core.pipelines.stages import StageResult


@dataclass(frozen=True, slots=True)
class Run:
    """One run. kept: results that were read, since several parts of a page ask for the same one."""

    jobs: Jobs = field(compare=False, repr=False)
    id: JobId
    kept: dict[str, StageResult] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name(self) -> str:
        return self.id

    def state(self) -> JobState:
        return self.jobs.state(self.id)

    def events(self, after: int = 0) -> tuple[Event, ...]:
        return self.jobs.events(self.id, after)

    def watch(self, after: int) -> AsyncIterator[Event | JobState]:
        return self.jobs.watch(self.id, after)

    def has_ended(self, stage: str) -> bool:
        """Whether the stage has left its result."""
        return any((event.kind, event.stage) == ("finished", stage) for event in self.events())

    def result(self, stage: str) -> StageResult | None:
        """What the stage left, None while it has not."""
        result = self.kept.get(stage) or self.jobs.result(self.id, stage)
        if result is not None:
            self.kept[stage] = result
        return result


class Runs:
    """The runs of this server."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs

    def run_of(self, model: KnownModel, request: ModelRequest) -> Run:
        """The run for this model and settings, started if there is none. Raises Overloaded."""
        return Run(self.jobs, self.jobs.submit(job_of(model, request)))

    def find(self, model: KnownModel, request: ModelRequest) -> Run:
        """The run for this model and settings as it is, without starting it."""
        return Run(self.jobs, JobId(job_of(model, request).key))

    def again(self, model: KnownModel, request: ModelRequest) -> Run:
        """Forget a run that ended, and start it anew."""
        return Run(self.jobs, self.jobs.again(job_of(model, request)))

    def number_of(self, run: Run) -> int:
        """1 for a run whose turn is next; 0 for one that does not wait."""
        return run.state().place

    def cancel(self, run: Run) -> None:
        """Ask a run to end; one that has ended stays as it is."""
        self.jobs.cancel(run.id)

    def close(self) -> None:
        self.jobs.close()


def job_of(model: KnownModel, request: ModelRequest) -> JobSpec:
    """What is asked for as plain data, which says the same on every machine."""
    file = _among_uploads(Path(model.name)) if model.kind == "uploaded" else ""
    picture = picture_path(request.picture)
    picture_file = _among_uploads(picture) if picture else ""
    text = request_text(
        file or model.name, request.settings, Path(picture_file) if picture else None
    )
    return JobSpec(
        kind=request.track.job,
        model=file or model.name,
        settings=request.settings.values(),
        picture=picture_file,
        inputs=tuple(_upload_of(sent_file) for sent_file in (file, picture_file) if sent_file),
        key=run_name(model.id, text),
        last=request.track.stage_names[-1],
        owner=current_asker().client,
    )


def _among_uploads(path: Path) -> str:
    return path.relative_to(settings().state).as_posix()


def _upload_of(file: str) -> str:
    """The upload that a file belongs to: its kind and its digest."""
    return "/".join(file.split("/")[:2])


@lru_cache(maxsize=1)
def runs() -> Runs:
    """The runs of this process."""
    return Runs(jobs_here())


def close_runs() -> None:
    """End what this process started; called when the server stops."""
    if runs.cache_info().currsize:
        runs().close()
        runs.cache_clear()
        queued_jobs.cache_clear()
