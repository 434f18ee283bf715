"""Where shared links are kept: a SQLite file of their own, or the database of the classes.

One of the two; `app/links/store.py` says what becomes of links in either.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Float,
    MetaData,
    String,
    Table,
    Text,
    literal,
    select,
)
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.exc import DatabaseError
from sqlalchemy.schema import CreateIndex, CreateTable

from compiler_core.sqlite_files import sqlite_engine, write_ahead, writing_at_once

FULL_ID = 43
ROOM_BYTES = 1 << 20
"""What one removal makes room for, so that a full store does not remove at each new link."""
_BUSY_SECONDS = 5.0


class LinkPlace(Protocol):
    """links: `id` and `content`. uses: `id`, `made` and `opened`, seconds since the epoch."""

    links: Table
    uses: Table

    def reading(self) -> AbstractContextManager[Connection]: ...

    def writing(self) -> AbstractContextManager[Connection]:
        """The only transaction that makes or removes links from its first statement on."""
        ...

    def insert(self, connection: Connection, table: Table, row: dict[str, Any]) -> None:
        """Unless one with its id stands already."""
        ...

    def use_of(self, name: str, content: str, now: float) -> dict[str, Any]:
        """The row that notes a new link."""
        ...

    def used_bytes(self, connection: Connection) -> int:
        """What counts on the quota."""
        ...


_metadata = MetaData()
_links = Table(
    "links",
    _metadata,
    Column("id", String(FULL_ID), primary_key=True),
    Column("content", Text, nullable=False),
)
# Beside the links and not in them: links from before this was noted stay as they are. opened: when
# it was last opened, or shared again, or made; seconds since the epoch.
_uses = Table(
    "link_uses",
    _metadata,
    Column("id", String(FULL_ID), primary_key=True),
    Column("made", Float, nullable=False),
    Column("opened", Float, nullable=False, index=True),
)


class LinkFile:
    """A SQLite file that holds nothing else. now: seconds since the epoch."""

    links = _links
    uses = _uses

    def __init__(self, path: Path, now: float) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.engine = _engine(path)
        try:
            _prepare(self.engine, now)
        except DatabaseError:
            # On a disk that takes no more, links that exist still open.
            if not _is_readable(self.engine):
                raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            yield connection

    def writing(self) -> AbstractContextManager[Connection]:
        return writing_at_once(self.engine)

    def insert(self, connection: Connection, table: Table, row: dict[str, Any]) -> None:
        connection.execute(insert(table).values(row).on_conflict_do_nothing())

    def use_of(self, name: str, content: str, now: float) -> dict[str, Any]:
        return {"id": name, "made": now, "opened": now}

    def used_bytes(self, connection: Connection) -> int:
        """Pages that hold something; what was removed leaves its pages free for others."""
        pages, free, size = (
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size


def _engine(path: Path) -> Engine:
    settings = ("synchronous=NORMAL", f"journal_size_limit={ROOM_BYTES}")
    return sqlite_engine(f"sqlite:///{path}", _BUSY_SECONDS, settings)


def _prepare(engine: Engine, now: float) -> None:
    """Make what is not there yet; many processes and threads may do so at once."""
    write_ahead(engine, _BUSY_SECONDS)
    with writing_at_once(engine) as connection:
        for table in (_links, _uses):
            connection.execute(CreateTable(table, if_not_exists=True))
        for index in _uses.indexes:
            connection.execute(CreateIndex(index, if_not_exists=True))
        unnoted = select(_links.c.id, literal(now), literal(now))
        unnoted = unnoted.where(_links.c.id.not_in(select(_uses.c.id)))
        connection.execute(insert(_uses).from_select(["id", "made", "opened"], unnoted))


def _is_readable(engine: Engine) -> bool:
    with suppress(DatabaseError), engine.connect() as connection:
        connection.execute(select(_links.c.id).limit(1))
        return True
    return False
