"""Everything of a lab as one SQLite file, whatever it is kept in, and back into an empty place."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection, func, insert, inspect, select, text
from sqlalchemy.exc import DatabaseError

from classroom.database import LabDatabase
from classroom.tables import classes, metadata
from compiler_core.errors import InputError

_ROWS_AT_ONCE = 500
VERSION_TABLE = "alembic_version"


def back_up(database: LabDatabase, path: Path) -> int:
    """Write the file while the lab goes on; what it holds is of one moment. Its bytes.

    Of SQLite in whatever form its tables are, so that it can be done before an upgrade; PostgreSQL
    has a tool of its own for that. Raises InputError where something is already and where there is
    no lab, WrongSchema for other tables in PostgreSQL.
    """
    if path.exists():
        raise InputError(f"{path} exists already.", "Name a file that does not.")
    if database.schema() is None:
        raise InputError(
            "There are no classes here.", "LOWLAB_STATE and LOWLAB_DATABASE say where."
        )
    if not database.is_sqlite:
        database.prepare()
    draft = path.with_name(f"{path.name}.part")
    draft.unlink(missing_ok=True)
    try:
        if database.is_sqlite:
            _copy_file(database, draft)
        else:
            _copy_rows(database, draft)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
    return path.stat().st_size


def restore(path: Path, database: LabDatabase) -> dict[str, int]:
    """Fill an empty place; rows by table. Raises InputError for a file that is no backup, and
    where classes are already."""
    source = LabDatabase(f"sqlite:///{path}") if _is_backup(path) else None
    if source is None:
        raise InputError(f"{path} is no backup of a lab.", "`lowlab lab backup` writes one.")
    database.prepare()
    try:
        if source.schema() != database.schema():
            raise InputError(
                f"{path} has form {source.schema()}, this program {database.schema()}.",
                "Restore it with the program that wrote it, then `lowlab lab upgrade`.",
            )
        with source.reading() as old, database.writing() as new:
            if new.scalar(select(func.count()).select_from(classes)):
                raise InputError("There are classes here already.", "Restore into an empty place.")
            return _filled(old, new)
    finally:
        source.close()


def rows_by_table(database: LabDatabase) -> dict[str, int]:
    """How many rows each table has, of those that are there."""
    with database.reading() as connection:
        there = inspect(connection).get_table_names()
        return {
            str(table.name): connection.scalar(select(func.count()).select_from(table)) or 0
            for table in metadata.sorted_tables
            if table.name in there
        }


def _filled(old: Connection, new: Connection) -> dict[str, int]:
    copied: dict[str, int] = {}
    for table in metadata.sorted_tables:
        rows = [dict(row._mapping) for row in old.execute(select(table))]
        for start in range(0, len(rows), _ROWS_AT_ONCE):
            new.execute(insert(table), rows[start : start + _ROWS_AT_ONCE])
        copied[str(table.name)] = len(rows)
    if new.dialect.name == "postgresql":
        _set_counters(new)
    return copied


def _set_counters(connection: Connection) -> None:
    """PostgreSQL's counters of row numbers go on where the copied rows end."""
    for table in metadata.sorted_tables:
        keys: Sequence[object] = [
            part for part in table.primary_key if part.name == "id" and part.type.python_type is int
        ]
        if keys:
            connection.execute(
                text(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), "
                    f'(SELECT COALESCE(MAX(id), 0) + 1 FROM "{table.name}"), false)'
                )
            )


def _copy_file(database: LabDatabase, draft: Path) -> None:
    own = database.engine.url.database or ""
    with closing(sqlite3.connect(own)) as source, closing(sqlite3.connect(draft)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")


def _copy_rows(database: LabDatabase, draft: Path) -> None:
    target = LabDatabase(f"sqlite:///{draft}")
    target.prepare()
    one_moment = database.engine.execution_options(isolation_level="REPEATABLE READ")
    with one_moment.connect() as old, target.writing() as new:
        _filled(old, new)
    with closing(sqlite3.connect(draft)) as file:
        target.close()
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file.execute("PRAGMA journal_mode=DELETE")


def _is_backup(path: Path) -> bool:
    if not path.is_file():
        return False
    with suppress(sqlite3.DatabaseError, DatabaseError):
        uri = f"file:{path}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as file:
            tables = file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            names = {row[0] for row in tables}
        return VERSION_TABLE in names and classes.name in names
    return False
