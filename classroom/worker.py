"""A worker on any machine: it takes messages about waiting jobs from PostgreSQL, grades, and runs
models.

procrastinate gives each message to one worker, hears its heartbeat while it works, and gives the
message to another one when the heart stops: however long a job may take, a dead worker's is found
within seconds. A job may then run twice; its outcomes are written once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import current_thread, main_thread

from procrastinate import App, PsycopgConnector, RetryStrategy
from procrastinate.exceptions import ConnectorException
from sqlalchemy import delete, func, insert, make_url, select

from classroom.database import LabDatabase
from classroom.grading import THREADS, GradingEngine, Judge
from classroom.jobs import MOST_BEGUN
from classroom.messages import GRADING, RUNNING, catch_up, has_messages, queue_name
from classroom.run_engine import RunEngine
from classroom.tables import grading_tools
from compiler_core.errors import InputError, LoweringLabError
from compiler_core.exercises.measured import versions_here

log = logging.getLogger("lowlab")
HEARTBEAT_SECONDS = 2.0
STALLED_SECONDS = 8.0
_LOOK_SECONDS = 4.0
_MAKING_TABLES = 0x6D657373
_RECONNECT_SECONDS = 1.0
_SPARE = 4


class OtherTools(LoweringLabError):
    """This machine's tools would judge otherwise than those that the classes were proven with."""


def prepare_messages(database: LabDatabase) -> None:
    """When a server starts: the tables of the messages, the tools that they are for, and a message
    for each job that waits without one. Raises InputError for SQLite."""
    refuse_files(database)
    with database.writing() as connection:
        # Several processes of one server start at once.
        connection.execute(select(func.pg_advisory_xact_lock(_MAKING_TABLES)))
        if not has_messages(connection):
            # A thread of its own has no event loop yet, whoever calls.
            with ThreadPoolExecutor(1) as thread:
                thread.submit(asyncio.run, _make_tables(database.url)).result()
        connection.execute(delete(grading_tools).where(grading_tools.c.queue == queue_name()))
        row = {"queue": queue_name(), "versions": versions_here(), "started": time.time()}
        connection.execute(insert(grading_tools).values(row))
        catch_up(connection)


def refuse_files(database: LabDatabase) -> None:
    """Raises InputError for SQLite, which other machines cannot reach."""
    if database.is_sqlite:
        raise InputError(
            "Workers need a database that other machines reach, and this one is a file.",
            "Name a PostgreSQL: LOWLAB_DATABASE=postgresql://user@host/name.",
        )


def refuse_other_tools(database: LabDatabase) -> None:
    """Raises OtherTools: the first tool of the server that is another one here."""
    newest = select(grading_tools.c.versions).order_by(grading_tools.c.started.desc()).limit(1)
    with database.reading() as connection:
        proven = connection.scalar(newest) or {}
    here = versions_here()
    for name in sorted(proven.keys() | here.keys() if proven else ()):
        if here.get(name) != proven.get(name):
            raise OtherTools(
                f"This worker has {_named(name, here)}, the class was proven with "
                f"{_named(name, proven)}.",
                "Install the same version here, or start the worker from the server's own image.",
            )


def _named(name: str, versions: Mapping[str, str]) -> str:
    return f"{name} {versions[name]}" if name in versions else f"no {name}"


@dataclass(frozen=True, slots=True)
class Work:
    """What a worker does with the number of a job. threads: of that kind at once."""

    task: str
    do: Callable[[int], None]
    threads: int


async def work(
    database: LabDatabase,
    judge: Judge,
    threads: int = THREADS,
    until_empty: bool = False,
    runs: RunEngine | None = None,
) -> int:
    """Grade, and where there is an engine for them run models, until a signal ends it; until_empty:
    or nothing waits. What is being graded is finished first; runs wait for another worker. A
    database that is away is waited for. How many jobs were taken."""
    taken: list[int] = []
    grader = GradingEngine(database, judge, threads=0)

    def counted(do: Callable[[int], None]) -> Callable[[int], None]:
        def take(job: int) -> None:
            taken.append(job)
            do(job)

        return take

    kinds = [Work(GRADING, counted(grader.grade_job), threads)]
    if runs is not None:
        kinds.append(Work(RUNNING, counted(runs.run_job), threads))
    loop, ending = asyncio.get_running_loop(), asyncio.Event()
    # As many threads as may work; what procrastinate does itself needs none.
    loop.set_default_executor(ThreadPoolExecutor(sum(kind.threads for kind in kinds) + _SPARE))
    _end_by_signals(loop, ending, runs)
    while not ending.is_set():
        try:
            await _work_connected(database.url, kinds, until_empty, ending)
            break
        except (ConnectorException, OSError) as error:
            log.warning("the database is away: %s", type(error).__name__)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(ending.wait(), _RECONNECT_SECONDS)
    return len(taken)


def _end_by_signals(
    loop: asyncio.AbstractEventLoop, ending: asyncio.Event, runs: RunEngine | None
) -> None:
    def end() -> None:
        ending.set()
        if runs is not None:
            runs.end()

    if current_thread() is main_thread():
        for stop_signal in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(stop_signal, end)


async def _work_connected(
    url: str, kinds: Sequence[Work], until_empty: bool, ending: asyncio.Event
) -> None:
    app = App(connector=PsycopgConnector(conninfo=_conninfo(url)))
    for kind in kinds:
        # Faults of the work are told by the job; this is for those of the database.
        retry = RetryStrategy(max_attempts=MOST_BEGUN, wait=1)
        app.task(name=kind.task, retry=retry)(kind.do)
    async with app.open_async():
        await _retry_stalled(app, kinds)
        working = asyncio.gather(*(_serve(app, kind, until_empty) for kind in kinds))
        looking = asyncio.create_task(_look_for_stalled(app, kinds))
        end_task = asyncio.create_task(ending.wait())
        try:
            await asyncio.wait((working, looking, end_task), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (looking, end_task):
                task.cancel()
            if not working.done():
                # procrastinate finishes what runs before it ends.
                working.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await working
        with contextlib.suppress(asyncio.CancelledError):
            await looking


async def _serve(app: App, kind: Work, until_empty: bool) -> None:
    await app.run_worker_async(
        queues=[queue_name(kind.task)],
        concurrency=kind.threads,
        wait=not until_empty,
        install_signal_handlers=False,
        delete_jobs="successful",
        update_heartbeat_interval=HEARTBEAT_SECONDS,
        stalled_worker_timeout=STALLED_SECONDS,
    )


async def _look_for_stalled(app: App, kinds: Sequence[Work]) -> None:
    while True:
        await asyncio.sleep(_LOOK_SECONDS)
        await _retry_stalled(app, kinds)


async def _retry_stalled(app: App, kinds: Sequence[Work]) -> None:
    """What a worker began whose heart has stopped waits again."""
    for kind in kinds:
        stalled = await app.job_manager.get_stalled_jobs(
            queue=queue_name(kind.task), seconds_since_heartbeat=STALLED_SECONDS
        )
        for job in stalled:
            log.warning("message %s waits again: its worker is gone", job.id)
            await app.job_manager.retry_job(job)


async def _make_tables(url: str) -> None:
    app = App(connector=PsycopgConnector(conninfo=_conninfo(url)))
    async with app.open_async():
        await app.schema_manager.apply_schema_async()


def _conninfo(url: str) -> str:
    """As libpq writes addresses."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
