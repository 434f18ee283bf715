"""A test client over the real application, with its links in a directory of their own."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from app.analysis.running import answered_by
from app.links.store import link_store
from app.main import create_app
from app.model_runs.runs import close_runs, runs
from app.settings import settings
from compiler_core.pipelines.events import read_events
from compiler_core.toolchain.worker import WorkerRoom
from tests.in_thread import InThread
from tests.states import with_shared_results
from tests.web.pages import Answer

SAXPY = (
    "void saxpy(float *restrict y, const float *x, float a, int n) {\n"
    "    for (int i = 0; i < n; i++)\n"
    "        y[i] = a * x[i] + y[i];\n"
    "}\n"
)
HTML = {"accept": "text/html"}


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """One application for all tests; it keeps links below a temporary directory."""
    state: Path = with_shared_results(tmp_path_factory.mktemp("state"))
    kept = settings().state
    settings().state = state
    settings().allowed_hosts = ("lab.test",)
    close_runs()
    link_store.cache_clear()
    site = TestClient(create_app(), base_url="http://lab.test", follow_redirects=False)
    # What pages show is the same in the processes, which tests of their own look at.
    with answered_by(InThread()), site as client:
        yield client
    settings().state = kept
    link_store.cache_clear()


@pytest.fixture
def get(client: TestClient) -> Callable[..., Answer]:
    """GET a page as a browser does."""

    def ask(path: str, **headers: str) -> Answer:
        sent = HTML | {name.replace("_", "-"): value for name, value in headers.items()}
        return Answer(client.get(path, headers=sent))

    return ask


@pytest.fixture
def shared(client: TestClient) -> str:
    """The id of a shared saxpy."""
    answer = client.post("/api/share", json={"source": SAXPY, "flags": "-O3"})
    return answer.json()["id"]


@pytest.fixture
def own_runs(client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder of this test's runs: it finds none of other tests' runs, and leaves none that
    failed or were cancelled to them.
    """
    monkeypatch.setattr(runs().jobs, "_folder", tmp_path)
    return tmp_path


@pytest.fixture
def stalled(own_runs: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Runs that start and do nothing until the test has ended; the directories they got."""
    started: list[str] = []
    released = Event()

    def stall(_: str, room: WorkerRoom, *__: object) -> SimpleNamespace:
        started.append(str(room.folder))
        released.wait(30)
        return SimpleNamespace(words="", reason="cancelled")

    monkeypatch.setattr("compiler_core.pipelines.job_runner.run_worker", stall)
    yield started
    released.set()
    end = time.monotonic() + 30
    # Those that still wait for their turn too: later they would run for other tests.
    while time.monotonic() < end and not all(map(_ended, own_runs.iterdir())):
        time.sleep(0.02)


def _ended(folder: Path) -> bool:
    return any(event.last for event in read_events(folder))


@pytest.fixture(scope="session", autouse=True)
def programs(emulator: None) -> None:
    """All tests here start compilers or emulated programs: the mark follows from this."""
