"""SQLite files that many threads and processes write: how a connection and a transaction begin."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError

_LOOK_SECONDS = 0.01
_CONNECTIONS_KEPT = 48
"""As many as threads of a server use at once; making one costs more than most transactions."""
# https://www.sqlite.org/rescode.html
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE)


def sqlite_engine(url: str, busy_seconds: float, settings: Sequence[str]) -> Engine:
    """settings: PRAGMAs of every connection, as `name=value`. busy_seconds: how long a statement
    waits for another writer. Errors go to the log without what was written.
    """
    engine = create_engine(
        url,
        connect_args={"timeout": busy_seconds},
        hide_parameters=True,
        pool_size=_CONNECTIONS_KEPT,
    )

    @event.listens_for(engine, "connect")
    def _configure(connection: object, _record: object) -> None:
        # Transactions begin where `writing_at_once` says, not where Python's driver thinks.
        connection.isolation_level = None  # pyright: ignore[reportAttributeAccessIssue]
        cursor = connection.cursor()  # pyright: ignore[reportAttributeAccessIssue]
        for setting in settings:
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    return engine


@contextmanager
def writing_at_once(engine: Engine) -> Iterator[Connection]:
    """A transaction that is the only one to write from its first statement on: what it reads stays
    true until it has written."""
    with engine.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        try:
            yield connection
        except BaseException:
            with suppress(DatabaseError):  # a full disk has ended the transaction already
                connection.exec_driver_sql("ROLLBACK")
            raise
        connection.exec_driver_sql("COMMIT")


def write_ahead(engine: Engine, busy_seconds: float) -> None:
    """The file remembers its journal's mode. SQLite does not wait for others who set it too; here
    whoever sets it does, but not for a disk that has no room.
    """
    deadline = time.monotonic() + busy_seconds
    with engine.connect() as connection:
        while connection.exec_driver_sql("PRAGMA journal_mode").scalar() != "wal":
            try:
                connection.exec_driver_sql("PRAGMA journal_mode=WAL")
            except OperationalError as error:
                code = getattr(error.orig, "sqlite_errorcode", 0)
                if code in _NO_ROOM or time.monotonic() > deadline:
                    raise
                time.sleep(_LOOK_SECONDS)
