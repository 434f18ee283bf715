"""Which engine does this server's jobs: threads of its own, or workers behind a database."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from app.model_runs.local_jobs import LocalJobs
from app.model_runs.other_machines import shared_uploads, works_elsewhere
from app.settings import settings
from compiler_core.pipelines.job_specs import Jobs
from compiler_core.pipelines.model_runs import RUNS_FOLDER, share_runs_of

if TYPE_CHECKING:
    from classroom.run_jobs import QueuedJobs


def jobs_here() -> Jobs:
    """As this server was started. Claims about models, which every server makes itself, find the
    runs of its own threads."""
    share_runs_of(settings().state / RUNS_FOLDER)
    return queued_jobs() if works_elsewhere() else alone()


def alone() -> LocalJobs:
    """Threads of this process."""
    state = settings().state
    return LocalJobs(state / RUNS_FOLDER, state)


@lru_cache(maxsize=1)
def queued_jobs() -> QueuedJobs:
    """Of the database that the workers know, which only such a server needs."""
    from app.serving.lab_database import lab_database
    from classroom.run_jobs import QueuedJobs
    from classroom.run_places import blobs_at

    database = lab_database()
    return QueuedJobs(database, blobs_at(database, settings().state), shared_uploads())


def wake_watchers(what: str) -> None:
    """Something changed in the database."""
    if queued_jobs.cache_info().currsize:
        queued_jobs().heard(what)
