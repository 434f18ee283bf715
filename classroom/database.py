"""The database of a lab: SQLite in one file, or PostgreSQL by its address.

SQLite has one writer at a time. Writers of this process wait for each other at a lock, which is
fair, and then take the database at once (`BEGIN IMMEDIATE`): waiting inside SQLite is not fair, and
a transaction that begins as a reader cannot always go on as a writer. `synchronous=FULL` keeps what
was acknowledged through a power failure; `secure_delete` overwrites what is deleted.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, Table, create_engine, make_url
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError

from compiler_core.errors import InputError, LoweringLabError
from compiler_core.sqlite_files import sqlite_engine, write_ahead, writing_at_once
from compiler_core.toolchain.state import data_directory

MIGRATIONS = Path(__file__).resolve().parent / "migrations"
FILE_NAME = "lab.sqlite"
URL_VARIABLE = "LOWLAB_DATABASE"
_BUSY_SECONDS = 20.0
_SQLITE_SETTINGS = ("synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")


class WrongSchema(LoweringLabError):
    """The tables are not those that this program knows."""

    status = 503


class LabDatabase:
    """One database with its transactions. url: as SQLAlchemy writes it."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.engine = _engine(url)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._writers = Lock()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """What stands in the database now, the same for all statements within."""
        with self.engine.connect() as connection:
            if self.is_sqlite:
                connection.exec_driver_sql("BEGIN")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction; on SQLite the only one that writes. Kept when the block ends without an
        error, and on disk by then."""
        if not self.is_sqlite:
            with self.engine.begin() as connection:
                yield connection
            return
        with self._writers, writing_at_once(self.engine) as connection:
            yield connection

    def prepare(self) -> None:
        """Make the tables of an empty database. Raises WrongSchema where other ones stand."""
        if self.is_sqlite:
            write_ahead(self.engine, _BUSY_SECONDS)
        schema, wanted = self.schema(), newest_schema()
        if schema == wanted:
            return
        if schema is None:
            self.upgrade()
            return
        raise WrongSchema(
            f"The classes here are kept in form {schema}, and this program reads form {wanted}.",
            "`lowlab lab upgrade` brings older ones up to date; newer ones need a newer program.",
        )

    def schema(self) -> str | None:
        """Which migration the tables come from; None for an empty database."""
        with self.engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()

    def upgrade(self) -> None:
        """Every migration that is missing, in one transaction."""
        with self.writing() as connection:
            configuration = _configuration()
            configuration.attributes["connection"] = connection
            command.upgrade(configuration, "head")

    def tidy(self) -> None:
        """After a deletion: nothing of it stays in SQLite's journal."""
        if self.is_sqlite:
            with self._writers, self.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        self.engine.dispose()


def insert_new(connection: Connection, table: Table, row: dict[str, Any]) -> bool:
    """The row, unless one with its key stands already: that one stays. Whether it was made."""
    made = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}[connection.dialect.name]
    wanted = made(table).values(row).on_conflict_do_nothing()
    return connection.execute(wanted, execution_options={"preserve_rowcount": True}).rowcount > 0


def newest_schema() -> str:
    """The last migration that this program has."""
    return ScriptDirectory.from_config(_configuration()).get_current_head() or ""


def database_url(state: Path, named: str = "") -> str:
    """The database that the operator names, else a file of the data folder."""
    state.mkdir(parents=True, exist_ok=True)
    return named or f"sqlite:///{state / FILE_NAME}"


def database_here() -> LabDatabase:
    """Of this machine's settings, as the server has it, with its tables in place. Raises
    InputError, WrongSchema."""
    database = unprepared_here()
    database.prepare()
    return database


def unprepared_here() -> LabDatabase:
    """The same as it stands, with other tables or none. Raises InputError."""
    return LabDatabase(database_url(data_directory(), os.environ.get(URL_VARIABLE, "")))


def _configuration() -> Config:
    configuration = Config()
    configuration.set_main_option("script_location", str(MIGRATIONS))
    return configuration


def _engine(url: str) -> Engine:
    # Errors go to the log; what students write does not.
    try:
        kind = make_url(url).get_backend_name()
        if kind == "sqlite":
            return sqlite_engine(url, _BUSY_SECONDS, _SQLITE_SETTINGS)
        if kind != "postgresql":
            raise InputError(
                f"Classes are not kept in {kind}.", "Name SQLite or PostgreSQL, or leave it out."
            )
        driven = make_url(url).set(drivername="postgresql+psycopg")
        return create_engine(driven, hide_parameters=True, pool_pre_ping=True)
    except ArgumentError as error:
        raise InputError(
            "The address of the database cannot be read.",
            "Write postgresql://user@host/name or sqlite:///path.",
        ) from error
    except ModuleNotFoundError as error:
        raise InputError(
            "The driver for PostgreSQL is not installed.",
            "pip install 'lowering-lab[postgresql]' brings it.",
        ) from error
