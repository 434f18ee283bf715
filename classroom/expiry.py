"""What is kept no longer: classes whose time is over."""

from __future__ import annotations

from sqlalchemy import delete, select

from classroom.classes import note
from classroom.database import LabDatabase
from classroom.records import LabClass
from classroom.tables import classes

_DAY_SECONDS = 86_400.0


def delete_expired(database: LabDatabase, now: float) -> tuple[str, ...]:
    """Delete classes that ended longer ago than their settings keep them; their ids."""
    with database.reading() as connection:
        ended = connection.execute(select(classes).where(classes.c.closes < now))
        known = [LabClass.of(row) for row in ended]
    over = tuple(lab_class.id for lab_class in known if _kept_until(lab_class) < now)
    if not over:
        return ()
    with database.writing() as connection:
        connection.execute(delete(classes).where(classes.c.id.in_(over)))
        for name in over:
            note(connection, None, now, "server", "deleted class, its time is over", name)
    database.tidy()
    return over


def _kept_until(lab_class: LabClass) -> float:
    return (lab_class.closes or 0.0) + lab_class.settings.keep_days * _DAY_SECONDS
