"""A lab on both databases, with one class, and a judge that looks at nothing but the answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.lab import board
from classroom.database import LabDatabase
from tests.lab.hosted import Hosted, hosting
from tests.lab.laboratory import Laboratory
from tests.lab.postgresql import emptied, postgresql


@pytest.fixture(scope="session")
def postgresql_url() -> Iterator[str]:
    """One server for all tests of a process."""
    with postgresql() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[LabDatabase]:
    """An empty lab: the same tests run on both."""
    if request.param == "sqlite":
        made = LabDatabase(f"sqlite:///{tmp_path / 'lab.sqlite'}")
    else:
        made = emptied(request.getfixturevalue("postgresql_url"))
    made.prepare()
    yield made
    made.close()


@pytest.fixture
def lab(database: LabDatabase) -> Laboratory:
    return Laboratory(database)


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server with a class, for all tests of a file."""
    with hosting(tmp_path_factory.mktemp("hosted")) as app:
        yield Hosted(app)


@pytest.fixture(autouse=True)
def short_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client of the tests reads an answer to its end: an open board's stream has one."""
    monkeypatch.setattr(board, "LONGEST_STREAM_SECONDS", 0.0)
