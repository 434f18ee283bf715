"""Runs of the model compiler: started once per model and settings, kept on disk, only observed.

A run is a directory: its request, its events, its results. Whoever asks for the same again finds
it there, whether it is under way, done, or was done before this server started.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from threading import Event as Signal
from threading import Lock, Thread

from app.model.known import KnownModel
from app.model.request import ModelRequest
from app.model.tracks import Track
from app.model.uploads import make_room, picture_path
from app.settings import settings
from compiler_core.asker import Asker, current_asker, working_for
from compiler_core.errors import LoweringLabError, StorageClosed, StorageFull
from compiler_core.events import Event, EventLog, read_events
from compiler_core.fair_queue import FairQueue, Place, Shares
from compiler_core.jobs import REQUEST_NAME, read_request, request_text
from compiler_core.kept_folders import held, is_held
from compiler_core.kept_results import forget_results, read_result
from compiler_core.model_runs import RUNS_FOLDER, run_name, share_runs_of
from compiler_core.stages import StageResult
from compiler_core.storage import require_room
from compiler_core.toolchain.job_queue import CLIENTS_WAITING
from compiler_core.toolchain.state import write_atomically
from compiler_core.toolchain.stores import RUNS_BYTES
from compiler_core.toolchain.worker import WorkerLimits, WorkerRoom, run_worker

# Stages of so many runs at once, of one client fewer; behind them others may still be checking what
# they made.
AT_ONCE_OF_ONE = 2
AT_ONCE = AT_ONCE_OF_ONE + 1
PROCESSES = 2 * AT_ONCE
_LOOK_SECONDS = 0.2
MOST_WAITING = 20
SHARES = Shares(
    running=AT_ONCE,
    running_of_one=AT_ONCE_OF_ONE,
    waiting=CLIENTS_WAITING * MOST_WAITING,
    waiting_of_one=MOST_WAITING,
)
# A process says itself that its stages have ended. It may say so and go on, so those that have
# given up their turns are counted too: whoever has too many of them keeps the turn.
CHECKING = Shares(
    running=PROCESSES - AT_ONCE,
    running_of_one=AT_ONCE_OF_ONE,
    waiting=PROCESSES,
    waiting_of_one=PROCESSES,
)
LIMITS = WorkerLimits()
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
log = logging.getLogger("lowlab")


@dataclass(frozen=True, slots=True)
class Run:
    """One run; everything about it is read from its directory. kept: results that were read, since
    several parts of a page ask for the same one.
    """

    directory: Path
    kept: dict[str, StageResult] = field(default_factory=dict, compare=False, repr=False)

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
        found = self.kept.get(stage) or read_result(self.directory, stage)
        if found is not None:
            self.kept[stage] = found
        return found


@dataclass(slots=True)
class _UnderWay:
    """A run that is waiting or being worked on. cancelled: set to end it. hold: on its folder, by
    which other servers on the same data know that it is no leftover.
    """

    track: Track
    cancelled: Signal
    place: Place | None = None
    hold: ExitStack = field(default_factory=ExitStack)


class Runs:
    """The runs of this server."""

    def __init__(self, folder: Path, shares: Shares = SHARES) -> None:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._folder = folder
        self._lock = Lock()
        self._under_way: dict[str, _UnderWay] = {}
        self._pool = ThreadPoolExecutor(PROCESSES, thread_name_prefix="models")
        self._turns = FairQueue("models", shares)
        self._checking = FairQueue("models", CHECKING)
        self._closing = False

    def run_of(self, model: KnownModel, asked: ModelRequest) -> Run:
        """The run for this model and settings, started if there is none. Raises Overloaded."""
        picture = picture_path(asked.picture)
        text = request_text(model.name, asked.settings, picture)
        run = Run(self._folder / run_name(model.id, text))
        with self._lock:
            if not self._is_under_way(run) and not _ended(run):
                self._start(run, text, asked.track)
        return run

    def find(self, model: KnownModel, asked: ModelRequest) -> Run:
        """The run for this model and settings as it is, without starting it."""
        text = request_text(model.name, asked.settings, picture_path(asked.picture))
        return Run(self._folder / run_name(model.id, text))

    def again(self, model: KnownModel, asked: ModelRequest) -> Run:
        """Forget a run that ended, and start it anew."""
        text = request_text(model.name, asked.settings, picture_path(asked.picture))
        run = Run(self._folder / run_name(model.id, text))
        with self._lock:
            if not self._is_under_way(run):
                self._start(run, text, asked.track)
        return run

    def _is_under_way(self, run: Run) -> bool:
        """Here, or on another server that works on the same data."""
        return run.name in self._under_way or is_held(run.directory)

    def number_of(self, run: Run) -> int:
        """1 for a run whose turn is next; 0 for one that does not wait."""
        with self._lock:
            known = self._under_way.get(run.name)
        return self._turns.number_of(known.place) if known and known.place else 0

    def cancel(self, run: Run) -> None:
        """Ask a run to end; one that has ended stays as it is."""
        with self._lock:
            known = self._under_way.get(run.name)
        if known is None:
            return
        known.cancelled.set()
        if self.number_of(run) and known.place is not None:
            self._turns.leave(known.place)
            self._end(run, "cancelled")

    def close(self) -> None:
        """End all that is under way; it starts anew when it is asked for again."""
        with self._lock:
            self._closing = True
            under_way = tuple(self._under_way.values())
        for known in under_way:
            known.cancelled.set()
            if known.place is not None and self._turns.number_of(known.place):
                self._turns.leave(known.place)
        self._pool.shutdown(wait=True, cancel_futures=True)
        for known in under_way:
            known.hold.close()

    def _start(self, run: Run, text: str, track: Track) -> None:
        """Raises Overloaded. Called under the lock."""
        known = _UnderWay(track, Signal())
        self._under_way[run.name] = known
        try:
            shutil.rmtree(run.directory, ignore_errors=True)
            run.directory.mkdir(mode=0o700, exist_ok=True)  # what cannot be removed stays
            known.hold.enter_context(held(run.directory))
            write_atomically(run.directory / REQUEST_NAME, text.encode())
            known.place = self._turns.enter(
                current_asker().client,
                lambda place: self._begin(run, known, place),
            )
        except BaseException:
            self._under_way.pop(run.name).hold.close()
            raise

    def _begin(self, run: Run, known: _UnderWay, place: Place) -> None:
        if not self._closing:
            self._pool.submit(self._work, run, known, place)

    @contextmanager
    def _turn(self, run: Run, last: str, place: Place) -> Iterator[None]:
        """A place among those whose stages run; given up as soon as the last stage has ended."""
        ended = Signal()
        watcher = Thread(target=self._give_up_turn, args=(run, last, place, ended), name="turn")
        watcher.start()
        try:
            yield
        finally:
            ended.set()
            watcher.join()

    def _give_up_turn(self, run: Run, last: str, place: Place, ended: Signal) -> None:
        while not ended.wait(_LOOK_SECONDS):
            if run.has_ended(last):
                checked = self._checking.enter(place.client, lambda _: self._turns.leave(place))
                ended.wait()
                self._checking.leave(checked)
        self._turns.leave(place)

    def _work(self, run: Run, known: _UnderWay, place: Place) -> None:
        reason = "died"
        try:
            last = known.track.stage_names[-1]
            with self._turn(run, last, place), working_for(Asker(place.client)):
                end = run_worker(known.track.job, _room(run), LIMITS, known.cancelled)
            if end.words:
                log.error("model run %s: %s", run.name, end.words)
            reason = end.reason or reason
        except LoweringLabError as error:
            self._fail(run, error.message, error.advice)
        finally:
            self._end(run, reason)

    def _end(self, run: Run, reason: str) -> None:
        """Leave word of a run that left none itself."""
        try:
            self._fail(run, *_last_words(run, reason))
            make_room(self._folder, run.name, RUNS_BYTES)
        except OSError:
            # Whoever asks for it next starts it again, and is told what the disk says then.
            log.exception("model run %s left no word", run.name)
        finally:
            with self._lock:
                known = self._under_way.pop(run.name, None)
            if known is not None:
                known.hold.close()

    def _fail(self, run: Run, text: str, advice: str) -> None:
        """The log's last event, unless the run has written one or starts anew later."""
        if not _ended(run) and not self._closing:
            _leave_word(run, text, advice)


def _last_words(run: Run, reason: str) -> tuple[str, str]:
    """What is said of a run that ended without a word, and what to try."""
    try:
        require_room(run.directory)
    except (StorageFull, StorageClosed) as error:
        return error.message, error.advice
    message, advice = _WORDS[reason]
    return message.format(seconds=LIMITS.wall_seconds), advice


def _leave_word(run: Run, text: str, advice: str) -> None:
    log_file = EventLog(run.directory, run.events())
    try:
        log_file.write("failed", text=text, advice=advice)
    except OSError:
        # The results of a run for which the disk was too small take the room that the word needs.
        forget_results(run.directory)
        log_file.write("failed", text=text, advice=advice)


def _room(run: Run) -> WorkerRoom:
    """Its folder to write; a user's model, with what was sent along, and picture to read, what
    ships it has anyway."""
    request = read_request(run.directory)
    model = Path(request.model)
    files = [model if model.is_dir() else model.parent] if model.is_absolute() else []
    return WorkerRoom(run.directory, (*files, *filter(None, (request.picture,))))


def _ended(run: Run) -> bool:
    return any(event.last for event in run.events())


@lru_cache(maxsize=1)
def runs() -> Runs:
    """The runs of this process; claims about models find them too."""
    folder = settings().state / RUNS_FOLDER
    share_runs_of(folder)
    return Runs(folder)


def close_runs() -> None:
    """End what this process started; called when the server stops."""
    if runs.cache_info().currsize:
        runs().close()
        runs.cache_clear()
