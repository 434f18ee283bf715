"""Jobs as rows: what the server asks for, and what it reads of them, whoever does the work."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace

from anyio import to_thread
from sqlalchemy import update

from classroom.blobs import BlobStore
from classroom.database import LabDatabase
from classroom.run_rows import (
    CANCELLED,
    digest_of_result,
    end_unbegun,
    events_of_run,
    forget_ended,
    run_row,
    state_of_run,
    submit_run,
)
from classroom.shared_tables import runs
from classroom.shared_uploads import SharedUploads
from classroom.watchers import Watchers
from compiler_core.pipelines.events import Event
from compiler_core.pipelines.job_specs import JobId, JobSpec, JobState
from compiler_core.pipelines.kept_results import read_result_at
from compiler_core.pipelines.stages import StageResult

_ANYWAY_SECONDS = 2.0
"""Nobody may have said that something changed: a worker that has lost us."""
_GATHER_SECONDS = 0.1
"""What changes within this time is read together."""


class QueuedJobs:
    """Of one server, which may be several processes. What is told to `heard` wakes who watches."""

    def __init__(self, database: LabDatabase, blobs: BlobStore, uploads: SharedUploads) -> None:
        self._database = database
        self._blobs = blobs
        self._uploads = uploads
        self._secret = secrets.token_bytes(32)
        self._watchers = Watchers()

    def heard(self, what: str) -> None:
        """Something changed; may be called from any thread."""
        self._watchers.wake(what)

    def submit(self, job: JobSpec) -> JobId:
        for name in job.inputs:
            self._uploads.share(name)
        with self._database.writing() as connection:
            submit_run(connection, self._nameless(job), time.time())
        return JobId(job.key)

    def again(self, job: JobSpec) -> JobId:
        with self._database.writing() as connection:
            forget_ended(connection, job.key)
        return self.submit(job)

    def state(self, job: JobId) -> JobState:
        with self._database.reading() as connection:
            return state_of_run(connection, job)

    def events(self, job: JobId, after: int = 0) -> tuple[Event, ...]:
        with self._database.reading() as connection:
            return events_of_run(connection, job, after)

    async def watch(self, job: JobId, after: int) -> AsyncIterator[Event | JobState]:
        """Reads when something was heard of."""
        seen, before = after, JobState("running")
        run_id = await to_thread.run_sync(self._number_of, job)
        with self._watchers.watching(run_id) as changed:
            while True:
                changed.clear()
                for event in await to_thread.run_sync(self.events, job, seen):
                    seen = event.number
                    yield event
                    if event.last:
                        return
                state = await to_thread.run_sync(self.state, job)
                if state.place != before.place:
                    yield state
                if state.state == "unknown":
                    return
                before = state
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), _ANYWAY_SECONDS)
                await asyncio.sleep(_GATHER_SECONDS)

    def result(self, job: JobId, stage: str) -> StageResult | None:
        with self._database.reading() as connection:
            digest = digest_of_result(connection, job, stage)
        path = self._blobs.path_of(digest) if digest else None
        return read_result_at(path, stage) if path else None

    def cancel(self, job: JobId) -> None:
        """One that waits ends at once, one that runs when its worker looks."""
        with self._database.writing() as connection:
            row = run_row(connection, job)
            if row is None or row.state not in ("queued", "running"):
                return
            connection.execute(update(runs).where(runs.c.id == row.id).values(cancel=True))
            if row.state == "queued":
                end_unbegun(connection, row.id, CANCELLED, time.time())

    def close(self) -> None:
        """What runs elsewhere goes on."""

    def _number_of(self, job: JobId) -> int:
        with self._database.reading() as connection:
            row = run_row(connection, job)
        return row.id if row is not None else 0

    def _nameless(self, job: JobSpec) -> JobSpec:
        """Its owner under a name by which nobody is known but to this process, while it runs."""
        digest = hashlib.blake2b(job.owner.encode(), key=self._secret, digest_size=16)
        return replace(job, owner=digest.hexdigest())
