"""The row of the board: a class of 300 with 24 exercises and 100,000 attempts, as a page."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from sqlalchemy import event

from app.main import create_app
from app.serving.lab_database import lab_database
from app.settings import settings
from classroom.board import read_board
from script.benchmarks.grading import processor_seconds
from script.benchmarks.large_class import LargeClass, make_large_class
from script.benchmarks.measurement import Measurement, median

STUDENTS, ATTEMPTS, ROUNDS = 300, 100_000, 15
MOST_SECONDS, MOST_QUERIES, MOST_BYTES = 0.3, 6, 150_000


@dataclass(frozen=True)
class Opened:
    """One page: seconds on the clock and of processor, bytes, and all statements, those that find
    out who asks among them."""

    elapsed: float
    processor: float
    queries: int
    size: int


async def measure_board(host: str, port: int) -> Measurement:
    """The page as an instructor gets it, from an application in this process, so that statements
    are counted. In processor time; beside it the class page of the same application, in turns.
    """
    del host, port
    with tempfile.TemporaryDirectory(prefix="lowlab-bench-") as name, hosting(Path(name)):
        large = make_large_class(lab_database(), STUDENTS, ATTEMPTS, time.time())
        boards, pages = await _opened(large)
        with heard() as statements, lab_database().reading() as connection:
            read_board(connection, large.lab_class.id, time.time())
    board = median([visit.processor for visit in boards])
    page = median([visit.processor for visit in pages])
    elapsed = median([visit.elapsed for visit in boards])
    queries, size = len(statements), max(visit.size for visit in boards)
    all_queries = max(visit.queries for visit in boards)
    return Measurement(
        what=f"the board, {STUDENTS} members, {ATTEMPTS:,} attempts",
        ours=f"{board * 1000:.0f} ms of processor ({elapsed * 1000:.0f} elapsed), {queries} "
        f"queries ({all_queries} with who asks), {size / 1000:.0f} kB",
        other=f"the class page {page * 1000:.0f} ms",
        ratio=f"{board / page:.1f}",
        limit=f"{MOST_SECONDS * 1000:.0f} ms, {MOST_QUERIES} queries, {MOST_BYTES / 1000:.0f} kB",
        met=board <= MOST_SECONDS and queries <= MOST_QUERIES and size <= MOST_BYTES,
    )


async def _opened(large: LargeClass) -> tuple[list[Opened], list[Opened]]:
    """The board and the class page in turns, each once before it counts."""
    transport = httpx.ASGITransport(create_app())
    address = f"/lab/{large.lab_class.id}"
    boards: list[Opened] = []
    pages: list[Opened] = []
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        welcome = await client.get(f"/lab/r/{large.instructor.token}")
        if not welcome.is_redirect:
            raise SystemExit(f"The instructor is not let in: {welcome.status_code}")
        for _ in range(ROUNDS + 1):
            boards.append(await _page(client, f"{address}/board"))
            pages.append(await _page(client, address))
    return boards[1:], pages[1:]


async def _page(client: httpx.AsyncClient, address: str) -> Opened:
    began, before = time.perf_counter(), processor_seconds()
    with heard() as statements:
        answer = await client.get(address, headers={"accept": "text/html"})
    elapsed, processor = time.perf_counter() - began, processor_seconds() - before
    if answer.status_code != 200:
        raise SystemExit(f"{address} answers {answer.status_code}")
    return Opened(elapsed, processor, len(statements), len(answer.content))


@contextmanager
def heard() -> Iterator[list[str]]:
    """Statements that the database was sent within the block, in order."""
    statements: list[str] = []

    def hear(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith(("BEGIN", "PRAGMA")):
            statements.append(statement)

    engine = lab_database().engine
    event.listen(engine, "before_cursor_execute", hear)
    try:
        yield statements
    finally:
        event.remove(engine, "before_cursor_execute", hear)


@contextmanager
def hosting(folder: Path) -> Iterator[None]:
    """Classes below this folder, for an application in this process."""
    previous = settings().state, settings().lab
    settings().state, settings().lab = folder, True
    lab_database.cache_clear()
    try:
        yield
    finally:
        lab_database().close()
        lab_database.cache_clear()
        settings().state, settings().lab = previous
