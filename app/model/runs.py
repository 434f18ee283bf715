"""Runs of the model compiler: started once per model and settings, kept on disk, only observed.

A run is a directory: its request, its events, its results. Whoever asks for the same again finds
it there, whether it is under way, done, or was done before this server started.
"""

from __future__ import annotations

import hashlib
import logging
import shutil
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import BoundedSemaphore, Lock, Thread
from threading import Event as Signal

from app.model.known import KnownModel
from app.model.request import ModelRequest
from app.model.tracks import Track
from app.model.uploads import make_room, picture_path
from app.settings import PROJECT, settings
from compiler_core.errors import Overloaded
from compiler_core.events import Event, EventLog, read_events
from compiler_core.jobs import REQUEST_NAME, request_text
from compiler_core.kept_results import read_result
from compiler_core.stages import StageResult
from compiler_core.toolchain.state import write_atomically
from compiler_core.toolchain.worker import WorkerLimits, run_worker

# Stages of so many runs at once; behind them as many others may still be checking what they made.
AT_ONCE = 2
PROCESSES = 4
_LOOK_SECONDS = 0.2
MOST_WAITING = 20
RUNS_BYTES = 1 << 30
LIMITS = WorkerLimits()
_WORDS = {
    "wall": ("Compiling took longer than {seconds:.0f} s and was stopped.", "Try a smaller model."),
    "cpu": ("Compiling used too much processor time and was stopped.", "Try a smaller model."),
    "cancelled": ("Compiling was cancelled.", "Start it again whenever you like."),
    "died": (
        "The compiling process died without a word; the model may need more memory than it has.",
        "Try a smaller model or a smaller input.",
    ),
}
log = logging.getLogger("lowlab")


@dataclass(frozen=True, slots=True)
class Run:
    """One run; everything about it is read from its directory."""

    directory: Path

    @property
    def name(self) -> str:
        return self.directory.name

    def events(self, after: int = 0) -> tuple[Event, ...]:
        return tuple(read_events(self.directory, after))

    def has_ended(self, stage: str) -> bool:
        """Whether the stage has left its result."""
        return any((one.kind, one.stage) == ("finished", stage) for one in self.events())

    def result(self, stage: str) -> StageResult | None:
        """What the stage left, None while it has not."""
        return read_result(self.directory, stage)


class Runs:
    """The runs of this server."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = folder
        self._lock = Lock()
        self._under_way: dict[str, tuple[Future[None], Signal]] = {}
        self._pool = ThreadPoolExecutor(PROCESSES, thread_name_prefix="models")
        self._turns = BoundedSemaphore(AT_ONCE)
        self._closing = False

    def run_of(self, model: KnownModel, asked: ModelRequest) -> Run:
        """The run for this model and settings, started if there is none. Raises Overloaded."""
        picture = picture_path(asked.picture)
        text = request_text(model.name, asked.settings, picture)
        run = Run(self._folder / _key(model, text))
        with self._lock:
            if run.name not in self._under_way and not _ended(run):
                self._start(run, text, asked.track)
        return run

    def find(self, model: KnownModel, asked: ModelRequest) -> Run:
        """The run for this model and settings as it is, without starting it."""
        text = request_text(model.name, asked.settings, picture_path(asked.picture))
        return Run(self._folder / _key(model, text))

    def again(self, model: KnownModel, asked: ModelRequest) -> Run:
        """Forget a run that ended, and start it anew."""
        text = request_text(model.name, asked.settings, picture_path(asked.picture))
        run = Run(self._folder / _key(model, text))
        with self._lock:
            if run.name not in self._under_way:
                self._start(run, text, asked.track)
        return run

    def cancel(self, run: Run) -> None:
        """Ask a run to end; one that has ended stays as it is."""
        with self._lock:
            known = self._under_way.get(run.name)
        if known is not None:
            known[1].set()

    def close(self) -> None:
        """End all that is under way; it starts anew when it is asked for again."""
        with self._lock:
            self._closing = True
            for _, signal in self._under_way.values():
                signal.set()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _start(self, run: Run, text: str, track: Track) -> None:
        if len(self._under_way) >= MOST_WAITING:
            raise Overloaded("Too many models are being compiled.", "Try again in a minute.")
        shutil.rmtree(run.directory, ignore_errors=True)
        run.directory.mkdir(mode=0o700)
        write_atomically(run.directory / REQUEST_NAME, text.encode())
        signal = Signal()
        self._under_way[run.name] = (self._pool.submit(self._work, run, track, signal), signal)

    @contextmanager
    def _turn(self, run: Run, last: str) -> Iterator[None]:
        """A place among those whose stages run; given up as soon as the last stage has ended."""
        self._turns.acquire()
        ended = Signal()
        watcher = Thread(target=self._give_up_turn, args=(run, last, ended), name="turn")
        watcher.start()
        try:
            yield
        finally:
            ended.set()
            watcher.join()

    def _give_up_turn(self, run: Run, last: str, ended: Signal) -> None:
        while not ended.wait(_LOOK_SECONDS) and not run.has_ended(last):
            pass
        self._turns.release()

    def _work(self, run: Run, track: Track, cancelled: Signal) -> None:
        try:
            with self._turn(run, track.stage_names[-1]):
                end = run_worker(track.job, (str(run.directory),), LIMITS, cancelled)
            if end.words:
                log.error("model run %s: %s", run.name, end.words)
            if not _ended(run) and not self._closing:
                message, advice = _WORDS[end.reason or "died"]
                text = message.format(seconds=LIMITS.wall_seconds)
                EventLog(run.directory, run.events()).write("failed", text=text, advice=advice)
            make_room(self._folder, run.name, RUNS_BYTES)
        finally:
            with self._lock:
                self._under_way.pop(run.name, None)


def _ended(run: Run) -> bool:
    return any(event.last for event in run.events())


def _key(model: KnownModel, text: str) -> str:
    content = f"{model.id}\n{text}\n{_version()}"
    return hashlib.sha256(content.encode()).hexdigest()[:32]


@lru_cache(maxsize=1)
def _version() -> str:
    """Changes with the compiler's own code, so that no result outlives what made it."""
    digest = hashlib.sha256()
    for path in sorted((PROJECT / "compiler_core").rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=1)
def runs() -> Runs:
    """The runs of this process."""
    return Runs(settings().state / "model-runs")


def close_runs() -> None:
    """End what this process started; called when the server stops."""
    if runs.cache_info().currsize:
        runs().close()
        runs.cache_clear()
