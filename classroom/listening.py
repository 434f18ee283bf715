"""Hears from PostgreSQL that jobs changed: by this server, by another one, by a worker.

A message says what kind of thing did; what it is now is read from the rows.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

from sqlalchemy import Connection, make_url, text

from classroom.database import LabDatabase

log = logging.getLogger("lowlab")
CHANNEL = "lowlab_jobs"
_LOOK_SECONDS = 1.0
_RECONNECT_SECONDS = 2.0
GRADINGS = "gradings"
EVERYTHING = "everything"
"""Nobody knows what was missed."""
_TELL = text(f"SELECT pg_notify('{CHANNEL}', :what)")


def tell_change(connection: Connection, what: str = GRADINGS) -> None:
    """Who listens hears of it when the transaction is kept. Nothing on SQLite, where one process
    has all of the classes and tells itself."""
    if connection.dialect.name == "postgresql":
        connection.execute(_TELL, {"what": what})


class Listener:
    """Calls `changed` from a thread of its own, with what did. A database that is away is waited
    for, and counts as a change of everything when it is back."""

    def __init__(self, database: LabDatabase, changed: Callable[[str], None]) -> None:
        self._address = make_url(database.url).set(drivername="postgresql")
        self._changed = changed
        self._ending = Event()
        self._thread = Thread(target=self._listen, name="lab listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._ending.set()
        self._thread.join()

    def _listen(self) -> None:
        # Only here: psycopg comes with the extra for PostgreSQL.
        import psycopg

        address = self._address.render_as_string(hide_password=False)
        while not self._ending.is_set():
            try:
                with psycopg.connect(address, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self._changed(EVERYTHING)
                    while not self._ending.is_set():
                        for message in connection.notifies(timeout=_LOOK_SECONDS, stop_after=1):
                            self._changed(message.payload)
            except psycopg.Error as error:
                log.warning("the database is away: %s", type(error).__name__)
                self._ending.wait(_RECONNECT_SECONDS)
