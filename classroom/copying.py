"""A class anew for the next group: what its instructors set up, and nobody who was in it.

Exercises come in the version that the class has, with their order, points and grace; settings,
sheets, and exercises in writing too. Members, attempts, grades, tests and the experiment stay
behind, and so does the secret: variants and hidden inputs are drawn anew.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, insert, select, update

from classroom.classes import find_class, make_class
from classroom.records import LabClass
from classroom.tables import assignments, classes, drafts
from compiler_core.errors import InputError

_UNFINISHED = ("waiting", "running")


def copy_class(
    connection: Connection, old: LabClass, title: str, begins: float | None, now: float
) -> LabClass:
    """begins: when the new one does, in seconds since the epoch. Its dates are as far from that as
    the old ones are from when the old class opened, or was made, by the clock on the wall; without
    it there are no dates. Raises InputError for a title that is none."""
    made = make_class(connection, title, now)
    first = old.opens if old.opens is not None else old.made
    dates = {
        "opens": begins if old.opens is not None else None,
        "closes": _moved(old.closes, first, begins),
    }
    settings = asdict(old.settings)
    changed = update(classes).where(classes.c.id == made.id)
    connection.execute(changed.values(settings=settings, **dates))
    for row in _rows(connection, assignments, old.id):
        row |= {"class_id": made.id, "due": _moved(row["due"], first, begins)}
        connection.execute(insert(assignments).values(row))
    for row in _rows(connection, drafts, old.id):
        state = "draft" if row["state"] in _UNFINISHED else row["state"]
        connection.execute(insert(drafts).values({**row, "class_id": made.id, "state": state}))
    return find_class(connection, made.id)


def _rows(connection: Connection, table: Table, class_id: str) -> list[dict[str, Any]]:
    """Of the class, without what numbers them and whose they are."""
    wanted = select(table).where(table.c.class_id == class_id).order_by(table.c.id)
    return [
        {name: value for name, value in row._mapping.items() if name not in ("id", "class_id")}
        for row in connection.execute(wanted)
    ]


def _moved(moment: float | None, first: float, begins: float | None) -> float | None:
    """As far from begins as the moment is from first: days and hours of the local clock, so that
    noon stays noon where clocks change between. Raises InputError."""
    if moment is None or begins is None:
        return None
    apart = datetime.fromtimestamp(moment) - datetime.fromtimestamp(first)
    try:
        return (datetime.fromtimestamp(begins) + apart).timestamp()
    except (OverflowError, ValueError, OSError) as error:
        raise InputError("A date would lie beyond all calendars.", "Begin earlier.") from error
