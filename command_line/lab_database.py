"""The lab of this machine, for commands of whoever runs it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from classroom.database import LabDatabase
    from classroom.records import LabClass


@contextmanager
def opened_lab() -> Iterator[LabDatabase]:
    """With its tables in place. Raises InputError, WrongSchema."""
    from classroom.database import database_here

    database = database_here()
    try:
        yield database
    finally:
        database.close()


@contextmanager
def lab_as_it_stands() -> Iterator[LabDatabase]:
    """With tables of whatever form, or none. Raises InputError."""
    from classroom.database import unprepared_here

    database = unprepared_here()
    try:
        yield database
    finally:
        database.close()


def chosen_class(database: LabDatabase, named: str) -> LabClass:
    """By id or code. Raises NotHere."""
    from classroom.classes import class_of_code, find_class
    from classroom.errors import NotHere

    with database.reading() as connection:
        try:
            return find_class(connection, named)
        except NotHere:
            return class_of_code(connection, named)
