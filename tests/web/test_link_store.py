"""Links within a quota: what goes first, what never goes, how many one client makes."""

from __future__ import annotations

import errno
import os
import resource
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient

from app.links.new_links import MOST_NEW, NewLinks, TooManyLinks, new_links
from app.links.store import UNOPENED_DAYS, LinkStore
from app.loop.loop_request import LoopRequest
from app.serving.database_errors import database_error
from compiler_core.errors import StorageClosed, StorageFull, UnknownName
from tests.web.conftest import HTML
from tests.web.links import engine_of

DAY = 86_400.0
QUOTA = 400_000
LARGE = 20_000


class Clock:
    """Tells the time it is set to."""

    def __init__(self) -> None:
        self.now = 1_000_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> LinkStore:
    return LinkStore(tmp_path / "links.sqlite", QUOTA, clock)


def _large(number: int) -> LoopRequest:
    return LoopRequest(source=f"int a{number};\n" + "/" * LARGE)


def _filled(store: LinkStore) -> list[str]:
    """Links until the store takes no more."""
    names: list[str] = []
    for number in range(QUOTA // LARGE + 2):
        try:
            names.append(store.save(_large(number)))
        except StorageFull:
            break
    assert 10 < len(names) < QUOTA // LARGE + 2
    return names


def _is_there(store: LinkStore, name: str) -> bool:
    with engine_of(store).connect() as connection:
        found = connection.exec_driver_sql("SELECT id FROM links WHERE id = ?", (name,))
        return found.scalar() is not None


def test_a_full_store_refuses_new_links_and_keeps_those_in_use(
    store: LinkStore, clock: Clock
) -> None:
    names = _filled(store)
    clock.now += UNOPENED_DAYS * DAY - 60
    with pytest.raises(StorageFull):
        store.save(_large(-1))
    assert all(_is_there(store, name) for name in names)
    assert store.used_bytes() <= QUOTA
    assert store.save(_large(0)) == names[0], "what is there is not new"


def test_links_that_nobody_opened_go_first(store: LinkStore, clock: Clock) -> None:
    names = _filled(store)
    clock.now += 10 * DAY
    store.load(names[0])
    clock.now += 25 * DAY
    store.save(_large(-1))
    left = [_is_there(store, name) for name in names]
    assert left[0], "it was opened 25 days ago"
    assert not all(left)
    with pytest.raises(UnknownName, match="30 days"):
        store.load(names[left.index(False)])


def test_opened_once_goes_after_never_opened(store: LinkStore, clock: Clock) -> None:
    names = _filled(store)
    for name in names[:5]:
        clock.now += DAY
        store.load(name)
    clock.now += 40 * DAY
    store.save(_large(-1))
    left = [_is_there(store, name) for name in names]
    gone = left.count(False)
    assert 0 < gone <= len(names) - 5 or not any(left)


def test_what_is_used_each_day_stays_for_ever(store: LinkStore, clock: Clock) -> None:
    used = store.save(_large(-1))
    for number in range(60):
        clock.now += 2 * DAY
        store.load(used)
        store.save(_large(number))
    assert store.load(used) == _large(-1)
    assert store.used_bytes() <= QUOTA


def test_links_from_before_are_not_old(tmp_path: Path, clock: Clock) -> None:
    path = tmp_path / "links.sqlite"
    earlier = LinkStore(path, QUOTA, clock)
    names = _filled(earlier)
    with engine_of(earlier).connect() as connection:
        connection.exec_driver_sql("DROP TABLE link_uses")
    clock.now += 100 * DAY
    again = LinkStore(path, QUOTA, clock)
    with pytest.raises(StorageFull):
        again.save(_large(-1))
    assert all(_is_there(again, name) for name in names)


def test_the_first_links_of_a_new_folder_may_come_together(tmp_path: Path) -> None:
    for number in range(8):
        path = tmp_path / str(number) / "links.sqlite"

        def first_share(source: int, path: Path = path) -> str:
            return LinkStore(path).save(LoopRequest(source=f"int a{source % 3};"))

        with ThreadPoolExecutor(12) as pool:
            names = list(pool.map(first_share, range(12)))
        assert len(set(names)) == 3


def test_one_client_makes_so_many_links_an_hour(clock: Clock) -> None:
    made = NewLinks(clock)
    for _ in range(MOST_NEW):
        made.admit("192.0.2.1")
        clock.now += 1
    with pytest.raises(TooManyLinks) as refused:
        made.admit("192.0.2.1")
    assert refused.value.retry_seconds == 3600 - MOST_NEW
    made.admit("192.0.2.2")
    for _ in range(2 * MOST_NEW):
        made.admit("")
    clock.now += refused.value.retry_seconds
    made.admit("192.0.2.1")
    with pytest.raises(TooManyLinks):
        made.admit("192.0.2.1")


@pytest.fixture
def fresh_count() -> Iterator[None]:
    new_links.cache_clear()
    yield
    new_links.cache_clear()


def test_a_link_too_many_is_refused_and_old_ones_are_not(
    client: TestClient, fresh_count: None
) -> None:
    def share(number: int) -> int:
        body = {"source": f"int many{number};"}
        answer = client.post("/api/share", json=body)
        if answer.status_code == 429:
            assert 0 < int(answer.headers["retry-after"]) <= 3600
            assert "60 new links" in answer.json()["error"]["message"]
        return answer.status_code

    assert [share(number) for number in range(MOST_NEW)] == [200] * MOST_NEW
    assert share(MOST_NEW) == 429
    assert share(0) == 200
    form = client.post("/share", data={"source": "int form_too;"}, headers=HTML)
    assert form.status_code == 429


@pytest.mark.parametrize(
    ("number", "status"),
    [(errno.ENOSPC, 507), (errno.EDQUOT, 507), (errno.EROFS, 503), (errno.EACCES, 503)],
)
def test_a_disk_that_takes_no_more_is_said(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, number: int, status: int
) -> None:
    def refuse(*_: object) -> str:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("app.routes.api.keep", refuse)
    answer = client.post("/api/share", json={"source": "int x;"})
    assert answer.status_code == status
    assert "nothing" in answer.json()["error"]["message"]


def test_a_first_link_on_a_full_disk_is_refused_without_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each who waits holds a thread; only another writer is worth waiting for. A limit of the
    process stands for the disk: SQLite says the same of either."""
    waits: list[float] = []
    monkeypatch.setattr("compiler_core.sqlite_files.time.sleep", waits.append)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        with pytest.raises(OperationalError) as caught:
            LinkStore(tmp_path / "links.sqlite")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert isinstance(database_error(caught.value), StorageFull | StorageClosed)
    assert not waits


def test_a_database_on_a_full_disk_is_said(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fresh_count: None
) -> None:
    """SQLite's own limit of pages stands for the disk: it gives the same error."""
    store = LinkStore(tmp_path / "links.sqlite")
    monkeypatch.setattr("app.routes.share.link_store", lambda: store)
    small = {"source": "int small;"}
    name = client.post("/api/share", json=small).json()["id"]
    with engine_of(store).connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()

    @event.listens_for(engine_of(store), "checkout")
    def _full(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    body = {"source": "/" * 60_000}
    assert client.post("/api/share", json=body).status_code == 507
    assert client.get(f"/z/{name}", headers=HTML).status_code == 200
    assert client.post("/api/share", json=small).json()["id"] == name
