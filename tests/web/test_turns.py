"""Requests that compute wait for their turn without a thread, and end when the client leaves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, MutableMapping
from threading import Event
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.testclient import TestClient

from app.analysis.running import NICENESS_OF_MORE
from app.serving.clients import KnownClient, client_of
from app.serving.turns import QUEUES, in_turn
from app.settings import Settings
from compiler_core.asker import check_asker, current_asker
from compiler_core.errors import WorkCancelled
from compiler_core.fair_queue import FairQueue, Shares
from tests.event_loop import run_to_end
from tests.patience import PATIENCE_SECONDS
from tests.web.conftest import HTML

Message = MutableMapping[str, Any]
ONE = Shares(running=2, running_of_one=1, waiting=8, waiting_of_one=2)


class Visit:
    """One request to an application, with a connection that the test can close."""

    def __init__(self, path: str, client: str, accept: str = "*/*") -> None:
        self.scope: dict[str, Any] = {
            "type": "http", "method": "GET", "path": path, "query_string": b"", "scheme": "http",
            "headers": [(b"accept", accept.encode())], "client": (client, 1),
            "server": ("127.0.0.1", 80), "http_version": "1.1", "root_path": "",
        }  # fmt: skip
        self.sent: list[Message] = []
        self._gone = asyncio.Event()

    async def _receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    def begin(self, app: Callable[..., Awaitable[None]]) -> asyncio.Task[None]:
        return asyncio.ensure_future(app(self.scope, self._receive, self._send))  # type: ignore[arg-type]

    def hang_up(self) -> None:
        self._gone.set()

    @property
    def status(self) -> int:
        return self.sent[0]["status"]


class Work:
    """Work that lasts until the test ends it, or its asker leaves."""

    def __init__(self) -> None:
        self.gate, self.under_way, self.ended = Event(), list[str](), list[str]()
        self.niceness: list[tuple[str, int]] = []

    def do(self) -> str:
        client = current_asker().client
        self.niceness.append((client, current_asker().niceness))
        self.under_way.append(client)
        try:
            while not self.gate.wait(0.01):
                check_asker()
        except WorkCancelled:
            self.ended.append(client)
            raise
        return client


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Iterator[Work]:
    monkeypatch.setitem(QUEUES, "heavy", FairQueue("runs", ONE))
    work = Work()
    yield work
    work.gate.set()


@pytest.fixture
def app(work: Work) -> KnownClient:
    async def endless(request: Request) -> Response:
        kind = "light" if request.url.path == "/api/light" else "heavy"
        try:
            return PlainTextResponse(await in_turn(request, kind, work.do))
        except WorkCancelled:
            return PlainTextResponse("gone", 499)

    routes = [Route(path, endless) for path in ("/api/endless", "/api/light")]
    return KnownClient(Starlette(routes=routes), ())


async def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < end
        await asyncio.sleep(0.005)


def test_another_clients_turn_comes_beside_many_of_one(app: KnownClient, work: Work) -> None:
    async def scene() -> None:
        visits = [Visit("/api/endless", "10.0.0.1") for _ in range(3)]
        tasks = [visit.begin(app) for visit in visits]
        await until(lambda: work.under_way == ["10.0.0.1"])
        other = Visit("/api/endless", "10.0.0.2")
        tasks.append(other.begin(app))
        await until(lambda: work.under_way == ["10.0.0.1", "10.0.0.2"])
        work.gate.set()
        await asyncio.gather(*tasks)
        assert [visit.status for visit in (*visits, other)] == [200] * 4

    run_to_end(scene())


def test_what_one_client_has_under_way_beside_its_first_gives_way(
    app: KnownClient, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turns of both kinds count: a processor is the same for both."""
    shares = Shares(running=4, running_of_one=2, waiting=8, waiting_of_one=2)
    monkeypatch.setitem(QUEUES, "heavy", FairQueue("runs", shares))
    monkeypatch.setitem(QUEUES, "light", FairQueue("compiles", shares))
    one, two = "10.0.0.1", "10.0.0.2"

    async def scene() -> None:
        tasks: list[asyncio.Task[None]] = []
        for path, client in (("endless", one), ("light", one), ("endless", two)):
            tasks.append(Visit(f"/api/{path}", client).begin(app))
            await until(lambda: len(work.under_way) == len(tasks))
        assert work.niceness == [(one, 0), (one, NICENESS_OF_MORE), (two, 0)]
        work.gate.set()
        await asyncio.gather(*tasks)
        await Visit("/api/light", one).begin(app)
        assert work.niceness[3:] == [(one, 0)]

    run_to_end(scene())


def test_who_hangs_up_ends_what_is_under_way_and_what_waits(app: KnownClient, work: Work) -> None:
    async def scene() -> None:
        running, waiting, last = (Visit("/api/endless", "10.0.0.1") for _ in range(3))
        tasks = [running.begin(app)]
        await until(lambda: len(work.under_way) == 1)
        tasks += [waiting.begin(app), last.begin(app)]
        await asyncio.sleep(0.05)
        waiting.hang_up()
        await tasks[1]
        assert waiting.status == 499
        assert work.ended == []
        running.hang_up()
        await until(lambda: len(work.under_way) == 2)
        assert work.ended == ["10.0.0.1"]
        work.gate.set()
        await asyncio.gather(*tasks)
        assert last.status == 200

    run_to_end(scene())


@pytest.fixture
def busy(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[FairQueue]:
    """Both turns for compiles are taken, one by the test client, and nobody waits long."""
    queue = FairQueue("compiles", ONE)
    monkeypatch.setitem(QUEUES, "light", queue)
    monkeypatch.setattr("app.serving.turns.PATIENCE_SECONDS", 0.05)
    taken = [queue.enter(name, lambda _: None) for name in ("unknown", "another")]
    yield queue
    for place in taken:
        queue.leave(place)


def test_a_page_says_its_number_and_keeps_its_place(client: TestClient, busy: FairQueue) -> None:
    first = client.get("/loop?example=sum", headers=HTML)
    assert (first.status_code, first.headers["retry-after"]) == (202, "2")
    assert "You are number 1 in the queue." in first.text
    second = client.get("/loop?example=saxpy", headers=HTML)
    assert "You are number 2 in the queue." in second.text
    assert 'href="/loop?example=saxpy"' in second.text
    again = client.get("/loop?example=sum", headers=HTML)
    assert "You are number 1 in the queue." in again.text


def test_the_explorers_form_is_sent_again_from_its_line(
    client: TestClient, busy: FairQueue
) -> None:
    partial = HTML | {"hx-request": "true", "hx-request-type": "partial"}
    form = {"source": "int f(void) { return 1; }", "pane": "listing", "flags": "-O2"}
    line = client.post("/loop", data=form, headers=partial)
    assert line.status_code == 202
    assert line.headers["hx-retarget"] == "#queue-place"
    assert "You are number 1" in line.text
    assert "hx-vals=" in line.text
    assert "return 1" not in line.text, "what the editor holds is sent as it is then"


def test_a_full_share_is_told_with_the_time_to_wait(client: TestClient, busy: FairQueue) -> None:
    places = [busy.enter("unknown", lambda _: None) for _ in range(ONE.waiting_of_one)]
    answer = client.post("/api/compile", json={"source": "int never_asked_before;"})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "2")
    assert "your share" in answer.json()["error"]["message"]
    for place in places:
        busy.leave(place)


@pytest.mark.parametrize(
    ("peer", "forwarded", "client"),
    [
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1, 198.51.100.2", "198.51.100.2"),
        ("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("2001:db8:1:2:aaaa::1", "", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "", "203.0.113.9"),
        ("testclient", "", "unknown"),
    ],
)
def test_who_the_client_is(peer: str, forwarded: str, client: str) -> None:
    trusted = Settings(trusted_proxies=("10.0.0.0/24",)).trusted_proxies  # type: ignore[arg-type]
    headers = [(b"x-forwarded-for", forwarded.encode())] if forwarded else []
    scope = {"type": "http", "client": (peer, 1), "headers": headers}
    assert client_of(scope, trusted) == client
