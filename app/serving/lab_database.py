"""The database of the classes that this process hosts."""

from __future__ import annotations

from functools import lru_cache

from app.settings import settings
from classroom.database import LabDatabase, database_url


@lru_cache(maxsize=1)
def lab_database() -> LabDatabase:
    """With its tables in place. Raises InputError, WrongSchema."""
    database = LabDatabase(database_url(settings().state, settings().database))
    database.prepare()
    return database
