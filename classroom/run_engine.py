"""The worker's side of runs: a jailed process in a folder, and what it leaves kept as it comes.

The folder is gone with the run. A run may begin twice, when a worker was taken for dead: its events
are numbered on, and only who has it last ends it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event as Signal
from threading import Thread

from sqlalchemy import Connection

from classroom.blobs import keep_file
from classroom.database import LabDatabase
from classroom.run_pruning import make_room_for_runs
from classroom.run_rows import (
    CANCELLED,
    MOST_TRIES,
    BegunRun,
    add_events,
    end_run,
    is_held,
    is_to_end,
    next_run,
    set_result,
    take_run,
    wait_again,
)
from classroom.shared_uploads import SharedUploads
from compiler_core.asker import Asker, working_for
from compiler_core.errors import LoweringLabError
from compiler_core.kept_folders import held, incoming_folder
from compiler_core.pipelines.events import Event, read_events
from compiler_core.pipelines.job_runner import (
    leave_last_word,
    leave_word,
    run_to_end,
    write_request,
)
from compiler_core.pipelines.kept_results import LARGEST_RESULT_BYTES, kept_stages, result_path

log = logging.getLogger("lowlab")
_LOOK_SECONDS = 0.15
_ASK_SECONDS = 1.0
GONE = ("The file is gone: uploaded models are kept for a while only.", "Drop the file again.")
TOO_OFTEN = (
    "The worker that compiled this ended again and again.",
    "Try a smaller model, or start it again later.",
)


@dataclass(slots=True)
class _Kept:
    """What of the folder stands in the database. events: how many; results: by stage, when each was
    last written."""

    events: int = 0
    results: dict[str, int] = field(default_factory=dict)


class RunEngine:
    """folder: for the runs of this machine, each in one of its own while it lasts."""

    def __init__(self, database: LabDatabase, uploads: SharedUploads, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._database = database
        self._uploads = uploads
        self._folder = folder
        self._ending = Signal()

    def end(self) -> None:
        """What runs here waits again, for another worker."""
        self._ending.set()

    def do_next(self) -> bool:
        """The run that is next; whether there was one."""
        with self._database.writing() as connection:
            run = next_run(connection)
        if run is not None:
            self._do(run)
        return run is not None

    def run_job(self, run_id: int) -> None:
        """One that a message names; nothing where it has ended."""
        with self._database.writing() as connection:
            run = take_run(connection, run_id)
        if run is not None:
            self._do(run)

    def _do(self, run: BegunRun) -> None:
        if run.cancel:
            self._end_with(run, *CANCELLED)
        elif run.tries > MOST_TRIES:
            self._end_with(run, *TOO_OFTEN)
        else:
            with incoming_folder(self._folder) as folder, ExitStack() as stack:
                self._run_in(run, folder, stack)

    def _run_in(self, run: BegunRun, folder: Path, stack: ExitStack) -> None:
        progress = _Kept()
        try:
            for name in run.job.inputs:
                if not self._uploads.fetch(name):
                    self._end_with(run, *GONE)
                    return
                stack.enter_context(held(self._uploads.root / name))
            write_request(run.job, folder, self._uploads.root)
            with (
                self._followed(run, folder, progress) as stopped,
                working_for(Asker(run.job.owner)),
            ):
                reason = run_to_end(run.job, folder, stopped)
            if self._ending.is_set() and reason == "cancelled":
                with self._database.writing() as connection:
                    wait_again(connection, run)
                return
            leave_last_word(run.job, folder, reason)
        except LoweringLabError as error:
            leave_word(folder, error.message, error.advice)
        self._settle(run, folder, progress)

    @contextmanager
    def _followed(self, run: BegunRun, folder: Path, progress: _Kept) -> Iterator[Signal]:
        """What the process leaves is kept meanwhile; the signal ends it."""
        stopped, ended = Signal(), Signal()
        follower = Thread(
            target=self._follow, args=(run, folder, progress, stopped, ended), name="follower"
        )
        follower.start()
        try:
            yield stopped
        finally:
            ended.set()
            follower.join()

    def _follow(
        self, run: BegunRun, folder: Path, progress: _Kept, stopped: Signal, ended: Signal
    ) -> None:
        next_question = 0.0
        while not ended.wait(_LOOK_SECONDS):
            try:
                self._keep(run, folder, progress)
                if time.monotonic() > next_question:
                    next_question = time.monotonic() + _ASK_SECONDS
                    if self._ending.is_set() or self._is_to_end(run):
                        stopped.set()
            except Exception:  # whatever it is, the run goes on, and its end is kept at last
                log.exception("what run %d left is kept later", run.id)

    def _is_to_end(self, run: BegunRun) -> bool:
        with self._database.reading() as connection:
            return is_to_end(connection, run)

    def _keep(self, run: BegunRun, folder: Path, progress: _Kept) -> None:
        """Events up to the last but one, and results before the events that tell of them."""
        events = [event for event in read_events(folder, progress.events) if not event.last]
        changed = _changed_results(folder, progress)
        if not events and not changed:
            return
        with self._database.writing() as connection:
            _keep_results(connection, run, folder, changed)
            add_events(connection, run.id, _numbered_on(run, events))
        progress.results |= changed
        progress.events += len(events)

    def _settle(self, run: BegunRun, folder: Path, progress: _Kept) -> None:
        """The rest, and the end, together."""
        events = list(read_events(folder, progress.events))
        with self._database.writing() as connection:
            if not is_held(connection, run):
                log.warning("run %d was taken over by another worker", run.id)
                return
            _keep_results(connection, run, folder, _changed_results(folder, progress))
            add_events(connection, run.id, _numbered_on(run, events))
            end_run(connection, run.id, _state_of(run, events), time.time())
            make_room_for_runs(connection, run.id)

    def _end_with(self, run: BegunRun, text: str, advice: str) -> None:
        """One that is not begun here."""
        event = Event(number=run.number + 1, kind="failed", text=text, advice=advice)
        with self._database.writing() as connection:
            if is_held(connection, run):
                add_events(connection, run.id, (event,))
                end_run(connection, run.id, _state_of(run, [event]), time.time())


def _changed_results(folder: Path, progress: _Kept) -> dict[str, int]:
    """Results that were written since they were kept, with when."""
    return {
        stage: when
        for stage, when in kept_stages(folder).items()
        if progress.results.get(stage) != when
    }


def _keep_results(
    connection: Connection, run: BegunRun, folder: Path, changed: dict[str, int]
) -> None:
    for stage in changed:
        digest = keep_file(connection, result_path(folder, stage), LARGEST_RESULT_BYTES)
        set_result(connection, run.id, stage, digest)


def _numbered_on(run: BegunRun, events: list[Event]) -> list[Event]:
    return [replace(event, number=run.number + event.number) for event in events]


def _state_of(run: BegunRun, events: list[Event]) -> str:
    last = events[-1] if events else None
    if last is not None and last.kind == "done":
        return "done"
    return "cancelled" if last is not None and last.text == CANCELLED[0] else "failed"
