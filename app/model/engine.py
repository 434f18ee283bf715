"""Which engine does this server's jobs."""

from __future__ import annotations

from app.model.local_jobs import LocalJobs
from app.settings import settings
from compiler_core.job_specs import Jobs
from compiler_core.model_runs import RUNS_FOLDER, share_runs_of


def jobs_here() -> Jobs:
    """Threads of this process; claims about models find what they make."""
    state = settings().state
    share_runs_of(state / RUNS_FOLDER)
    return LocalJobs(state / RUNS_FOLDER, state)
