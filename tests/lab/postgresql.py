"""A PostgreSQL of the tests' own: in a temporary folder, on a socket there, for nobody else."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import text

from classroom.database import LabDatabase
from script.labs.cluster import Cluster

# What is told to the disk is of no interest in a test, unless it kills the server.
QUICK = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of an empty database; the server ends with the block."""
    folder = Path(tempfile.mkdtemp(prefix="lowlab-pg-"))
    cluster = Cluster(folder, QUICK)
    try:
        cluster.make()
        cluster.start()
        try:
            yield cluster.url
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def emptied(url: str) -> LabDatabase:
    """The same database for the next test: without a table."""
    database = LabDatabase(url)
    with database.writing() as connection:
        connection.execute(text("DROP SCHEMA public CASCADE"))
        connection.execute(text("CREATE SCHEMA public"))
    return database
