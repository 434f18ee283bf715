"""What an error of a database says of the disk, or of a database elsewhere."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import DatabaseError, DataError, OperationalError

from app.settings import settings
from compiler_core.errors import (
    InputError,
    LoweringLabError,
    Overloaded,
    StorageClosed,
    StorageFull,
)
from compiler_core.storage import require_room, storage_closed, storage_full

# https://www.sqlite.org/rescode.html: the last byte of a code is its primary one.
_PRIMARY_CODE = 0xFF
_UNWRITABLE = (
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_PERM,
)


def database_error(error: BaseException) -> LoweringLabError | None:
    """What an error of the database says of the disk, or of a database elsewhere; None when it says
    something else."""
    cause = error.orig if isinstance(error, DatabaseError) else None
    code = getattr(cause, "sqlite_errorcode", 0) & _PRIMARY_CODE
    if isinstance(error, DataError):
        return InputError(
            "No database keeps a number so large, or a NUL character.", "Send others."
        )
    if code == sqlite3.SQLITE_FULL:
        return storage_full()
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Overloaded("Too many links are being made right now.", "Try again in a moment.")
    if code in _UNWRITABLE:
        return _unwritable()
    # SQLite has a code for everything; what else does not work is a server that is away.
    away = isinstance(error, OperationalError) and not hasattr(cause, "sqlite_errorcode")
    return _away() if away else None


def _away() -> LoweringLabError:
    return StorageClosed(
        "The database does not answer at present, so nothing can be looked up or kept.",
        "Try again in a moment. What was acknowledged before is kept.",
    )


def _unwritable() -> LoweringLabError:
    """SQLite does not always tell a full disk from a closed one: its own files may not fit."""
    try:
        require_room(settings().state)
    except (StorageFull, StorageClosed) as error:
        return error
    return storage_closed()
