"""The runner of both engines: one job in one folder, to its end, with a last word in its log."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from threading import Event as Signal

from compiler_core.errors import StorageClosed, StorageFull, WorkCancelled
from compiler_core.pipelines.events import EventLog, read_events
from compiler_core.pipelines.job_specs import JobSpec, kind_of
from compiler_core.pipelines.jobs import REQUEST_NAME, read_request
from compiler_core.pipelines.kept_results import forget_results
from compiler_core.storage import require_room
from compiler_core.toolchain.state import write_atomically
from compiler_core.toolchain.worker import WorkerRoom, run_worker

log = logging.getLogger("lowlab")
_WORDS = {
    "wall": ("Compiling took longer than {seconds:.0f} s and was stopped.", "Try a smaller model."),
    "cpu": ("Compiling used too much processor time and was stopped.", "Try a smaller model."),
    "cancelled": ("Compiling was cancelled.", "Start it again whenever you like."),
    "disk": (
        "Compiling wrote more than one run may leave on the disk and was stopped.",
        "Try a smaller model.",
    ),
    "died": (
        "The compiling process died without a word; the model may need more memory than it has.",
        "Try a smaller model or a smaller input.",
    ),
}


def write_request(job: JobSpec, folder: Path, uploads: Path) -> None:
    """What the job's process reads first. uploads: where this machine has the job's inputs."""
    values = {
        "model": str(uploads / job.model) if _is_upload(job) else job.model,
        "picture": str(uploads / job.picture) if job.picture else "",
        "settings": job.settings,
    }
    write_atomically(folder / REQUEST_NAME, json.dumps(values, sort_keys=True).encode())


def run_to_end(job: JobSpec, folder: Path, cancelled: Signal) -> str:
    """Run it where its request lies. How it ended: "" by itself, else as `WorkerEnd.reason`. Raises
    as `run_worker` does."""
    kind = kind_of(job.kind)
    try:
        end = run_worker(kind.module, _room(folder), kind.limits, cancelled)
    except WorkCancelled:
        if not cancelled.is_set():
            raise
        return "cancelled"  # before its process was there
    if end.words:
        log.error("%s job %s: %s", job.kind, job.key, end.words)
    return end.reason


def leave_last_word(job: JobSpec, folder: Path, reason: str) -> None:
    """The log's last event, unless the run has written one. Raises OSError."""
    if not has_ended(folder):
        leave_word(folder, *_last_words(job, folder, reason or "died"))


def leave_word(folder: Path, text: str, advice: str) -> None:
    """Say that the job failed, and why."""
    log_file = EventLog(folder, tuple(read_events(folder)))
    try:
        log_file.write("failed", text=text, advice=advice)
    except OSError:
        # The results of a run for which the disk was too small take the room that the word needs.
        forget_results(folder)
        log_file.write("failed", text=text, advice=advice)


def has_ended(folder: Path) -> bool:
    """Whether the log has its last event."""
    return any(event.last for event in read_events(folder))


def _last_words(job: JobSpec, folder: Path, reason: str) -> tuple[str, str]:
    """What is said of a run that ended without a word, and what to try."""
    try:
        require_room(folder)
    except (StorageFull, StorageClosed) as error:
        return error.message, error.advice
    message, advice = _WORDS[reason]
    return message.format(seconds=kind_of(job.kind).limits.wall_seconds), advice


def _is_upload(job: JobSpec) -> bool:
    return any(job.model.startswith(name) for name in job.inputs)


def _room(folder: Path) -> WorkerRoom:
    """Its folder to write; a user's model, with what was sent along, and picture to read, what
    ships it has anyway."""
    request = read_request(folder)
    model = Path(request.model)
    files = [model if model.is_dir() else model.parent] if model.is_absolute() else []
    return WorkerRoom(folder, (*files, *filter(None, (request.picture,))))
