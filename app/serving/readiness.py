"""Whether this server can do its work: its database, its jail, and how long work waits."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass

from sqlalchemy.exc import SQLAlchemyError

from app.serving.doctor import recent_report
from app.serving.lab_database import lab_database
from app.settings import settings
from classroom.waiting import oldest_queued_seconds
from compiler_core.kept import Kept

SECONDS_FRESH = 2.0
LATE_SECONDS = 300.0
"""A job that has waited so long will not be done by waiting: a worker is missing, or none works."""
log = logging.getLogger("lowlab")
_answers: Kept[Readiness] = Kept(1, seconds=SECONDS_FRESH)


@dataclass(frozen=True, slots=True)
class Readiness:
    """database: `ok`, `away`, or `none` where no classes are hosted. jail: whether its self-test
    holds. queue_age_seconds: of the oldest waiting job."""

    ready: bool
    database: str
    jail: bool
    queue_age_seconds: float


def readiness() -> Readiness:
    """At most two seconds old: anybody may ask."""
    return _answers.get_or_compute("", _examined)[0]


def _examined() -> Readiness:
    jail = recent_report().jail.ok
    database, age = "none", 0.0
    if settings().lab:
        try:
            with lab_database().reading() as connection:
                age = oldest_queued_seconds(connection, time.time())
            database = "ok"
        except SQLAlchemyError:
            log.exception("the database does not answer")
            database = "away"
    ready = jail and database != "away" and age <= LATE_SECONDS
    return Readiness(ready, database, jail, round(age, 1))
