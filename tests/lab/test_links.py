"""Shared links in the database of the classes: the same shares, shared by all, none lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from app.links.lab_links import LabLinks, move_links
from app.links.store import UNOPENED_DAYS, LinkStore
from app.loop.loop_request import LoopRequest
from app.serving.database_errors import database_error
from classroom.database import LabDatabase
from compiler_core.errors import StorageFull, UnknownName

DAY = 86_400.0
QUOTA = 100_000
LARGE = 20_000


def state(number: int, size: int = 0) -> LoopRequest:
    return LoopRequest(source=f"int a{number};\n" + "/" * size)


def test_two_servers_share_links(database: LabDatabase) -> None:
    other = LabDatabase(database.url)
    stores = [LinkStore(LabLinks(one)) for one in (database, other)]
    with ThreadPoolExecutor(8) as threads:
        names = list(
            threads.map(lambda number: stores[number % 2].save(state(number // 2)), range(16))
        )
    assert len(set(names)) == 8
    for number, name in enumerate(names):
        assert stores[1 - number % 2].load(name) == state(number // 2)
    other.close()


def test_the_quota_holds_and_what_nobody_opens_gives_way(database: LabDatabase) -> None:
    now = [1_000_000.0]
    store = LinkStore(LabLinks(database), QUOTA, lambda: now[0])
    names = [store.save(state(number, LARGE)) for number in range(4)]
    with pytest.raises(StorageFull):
        store.save(state(4, LARGE))
    now[0] += (UNOPENED_DAYS + 1) * DAY
    store.load(names[0])
    store.save(state(5, LARGE))
    assert store.used_bytes() <= QUOTA
    assert store.load(names[0]) == state(0, LARGE)
    with pytest.raises(UnknownName):
        store.load(names[1])


def test_links_of_a_file_come_along_once(database: LabDatabase, tmp_path: Path) -> None:
    path = tmp_path / "links.sqlite"
    before = LinkStore(path, clock=lambda: 5.0)
    names = [before.save(state(number)) for number in range(30)]
    place = LabLinks(database)
    assert move_links(path, place, 9.0) == 30
    assert not path.exists()
    assert move_links(path, place, 9.0) == 0
    after = LinkStore(place)
    for number, name in enumerate(names):
        assert after.load(name) == state(number)
        assert after.save(state(number)) == name


def test_a_file_stays_whose_link_means_something_else_here(
    database: LabDatabase, tmp_path: Path
) -> None:
    path = tmp_path / "links.sqlite"
    name = LinkStore(path).save(state(1))
    place = LabLinks(database)
    with place.writing() as connection:
        place.insert(connection, place.links, {"id": name, "content": "another"})
    move_links(path, place, 9.0)
    assert path.exists()
    assert LinkStore(path).load(name) == state(1)


def test_a_database_that_is_away_is_said(tmp_path: Path) -> None:
    """Stopped for its own upgrade, say: nothing of ours is at fault, and nothing is lost."""
    away = LabDatabase(f"postgresql://lab@/postgres?host={tmp_path}")
    with pytest.raises(OperationalError) as raised, away.reading():
        pass
    told = database_error(raised.value)
    assert told is not None
    assert told.status == 503
    assert "does not answer" in told.message
    away.close()
