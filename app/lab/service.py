"""What runs while the lab is open: the grading engine of this process."""

from __future__ import annotations

import logging
import time
from threading import Event, Thread

from app.lab.following import followers
from app.lab.judging import judge_measured
from app.lab.proving import prove_jailed
from app.links.store import link_store
from app.model_runs.engine import wake_watchers
from app.serving.lab_database import lab_database
from app.serving.turns import QUEUES
from app.settings import settings
from classroom.database import LabDatabase
from classroom.expiry import delete_expired
from classroom.grading import GradingEngine
from classroom.listening import EVERYTHING, GRADINGS, Listener
from classroom.proving import ProofEngine

log = logging.getLogger("lowlab")

SWEEP_SECONDS = 3600.0


class Sweeper:
    """Deletes what is kept no longer, every hour."""

    def __init__(self, database: LabDatabase) -> None:
        self._database = database
        self._ending = Event()
        self._thread = Thread(target=self._sweep, name="lab sweeper", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ending.set()
        self._thread.join()

    def _sweep(self) -> None:
        while not self._ending.wait(SWEEP_SECONDS):
            try:
                delete_expired(self._database, time.time())
            except Exception:
                log.exception("classes that are over could not be deleted")


_running: list[GradingEngine] = []
_proving: list[ProofEngine] = []
_sweeper: list[Sweeper] = []
_listening: list[Listener] = []


def start_lab() -> None:
    """Where classes are hosted: their tables, links that a file holds, proofs, and the engine that
    grades unless workers do. Raises WrongSchema, InputError."""
    if settings().lab and not _sweeper:
        delete_expired(lab_database(), time.time())
        _sweeper.append(Sweeper(lab_database()))
        link_store()
        if settings().grade_elsewhere:
            _tell_workers()
        else:
            engine = GradingEngine(
                lab_database(),
                judge_measured,
                changed=followers().wake,
                is_crowded=QUEUES["light"].is_waited_in,
            )
            engine.start()
            _running.append(engine)
        if not lab_database().is_sqlite:
            _listening.append(Listener(lab_database(), _heard))
        prover = ProofEngine(lab_database(), prove_jailed)
        prover.start()
        _proving.append(prover)


def _heard(what: str) -> None:
    """From the database, in a thread of its own."""
    if what in (GRADINGS, EVERYTHING):
        followers().wake()
    wake_watchers(what)


def _tell_workers() -> None:
    """Of what waits. Raises InputError for a database that they cannot reach."""
    # Only here: procrastinate comes with the extra for PostgreSQL.
    from classroom.worker import prepare_messages

    prepare_messages(lab_database())


def end_lab() -> None:
    """What is being graded is finished first."""
    while _sweeper:
        _sweeper.pop().close()
    while _listening:
        _listening.pop().close()
    while _proving:
        _proving.pop().close()
    while _running:
        _running.pop().close()
    if lab_database.cache_info().currsize:
        lab_database().close()
        lab_database.cache_clear()
        link_store.cache_clear()


def wake_graders() -> None:
    """Something was handed in."""
    followers().wake()
    for engine in _running:
        engine.wake()


def wake_prover() -> None:
    """An exercise waits for its proof."""
    for engine in _proving:
        engine.wake()
