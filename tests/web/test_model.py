"""Models in the browser: the pages of the stages, events, files, the same as JSON.

One run of the smallest trained net, with an uploaded picture, serves all tests that need a result.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qs, urlsplit

import onnx
import pytest
from starlette.testclient import TestClient

from app.model_runs.local_jobs import AT_ONCE_OF_ONE, PROCESSES, LocalJobs
from app.model_runs.runs import Runs
from app.settings import settings
from compiler_core.asker import Asker, working_for
from compiler_core.errors import ShareFull
from compiler_core.fair_queue import Shares
from compiler_core.graph.stages import STAGES
from compiler_core.pipelines.events import EventLog
from compiler_core.storage import storage_error
from compiler_core.toolchain.worker import WorkerEnd, WorkerRoom
from tests.patience import PATIENCE_SECONDS
from tests.toolchain.processes_left import soon
from tests.web.conftest import HTML
from tests.web.models import Heard, numbered_events, sign_picture, tiny_model, upload
from tests.web.pages import Answer

NET = "depthwise"
NAMES = tuple(stage.name for stage in STAGES)
Get = Callable[..., Answer]


@pytest.fixture(scope="module")
def heard() -> Iterator[Heard]:
    handler = Heard()
    logging.getLogger("lowlab").addHandler(handler)
    yield handler
    logging.getLogger("lowlab").removeHandler(handler)


@pytest.fixture(scope="module")
def query(client: TestClient, heard: Heard) -> str:
    """The query of a run of the net with an uploaded picture, which has ended."""
    files = {"file": ("sign.png", sign_picture(), "image/png")}
    sent = client.post(f"/model/{NET}/input", files=files, headers=HTML)
    assert sent.status_code == 303
    address = sent.headers["location"]
    assert numbered_events(client, address)[-1]["kind"] == "done"
    return urlsplit(address).query


@pytest.fixture
def stage(get: Get, query: str) -> Callable[[str], Answer]:
    return lambda name: get(f"/model/{NET}/{name}?{query}")


def test_the_door_offers_models_and_says_what_will_happen(get: Get) -> None:
    page = get("/model")
    assert page.status == 200
    links = [one.attributes["href"] for one in page.all("a")]
    assert {f"/model/{NET}", "/model/resnet50", "/fusion", "/model/operators"} <= set(links)
    for kind in STAGES:
        assert kind.title in page.text
        assert kind.idea in page.text
    files = [one.attributes["name"] for one in page.all("input", type="file")]
    assert files == ["file", "model"]


@pytest.mark.parametrize("path", ["/fusion", "/model/operators", "/model/fusion-differences"])
def test_documents_of_the_compiler_are_pages(get: Get, path: str) -> None:
    page = get(path)
    assert page.status == 200
    assert len(page.text) > 4000
    assert len(page.all("h1")) == 1


def test_a_stage_that_is_not_there_yet_shows_progress(
    client: TestClient, get: Get, stalled: list[str]
) -> None:
    address = upload(client, tiny_model(0.125)).headers["location"]
    page = get(address)
    assert page.status == 200
    place = page.one("div", "stage-progress")
    assert place.attributes["data-events"] == f"{address}/events"
    assert not page.all("div", "stage-headline")
    refresh = [one for one in page.all("meta") if one.attributes.get("http-equiv") == "refresh"]
    assert len(refresh) == 1


def test_a_run_leaves_no_complaint_in_the_log(query: str, heard: Heard) -> None:
    """Such as the runtime's about threads that it may not tie to processors in the jail."""
    assert heard.lines == []


@pytest.mark.parametrize("name", NAMES)
def test_each_stage_says_what_changed(stage: Callable[[str], Answer], name: str) -> None:
    page = stage(name)
    assert page.status == 200
    headline = page.one("div", "stage-headline")
    assert re.search(r"\d", headline.text)
    assert page.one("h1").text.startswith(str(NAMES.index(name) + 1))
    chosen = [one for one in page.all("a") if one.attributes.get("aria-current") == "step"]
    assert any(f"/{name}?" in one.attributes["href"] for one in chosen)
    assert len(page.all("li", "is-done")) == len(NAMES)
    assert not [one for one in page.all("meta") if "http-equiv" in one.attributes]
    assert "On a chip, modelled" in page.text


@pytest.mark.parametrize("name", ["passes", "quantise", "fusion"])
def test_every_step_and_change_of_a_stage_opens(
    get: Get, stage: Callable[[str], Answer], name: str
) -> None:
    first = stage(name)
    links = {one.attributes["href"] for one in first.all("a")}
    steps = sorted(link for link in links if "step=" in link and "change=" not in link)
    changes = sorted(link for link in links if "change=" in link)
    assert steps
    for link in [*steps, *changes[:3]]:
        page = get(link.partition("#")[0])
        assert page.status == 200, link
        assert page.one("article", "model-step").text.strip()


def test_an_uploaded_picture_reaches_the_first_stage_and_the_last(
    stage: Callable[[str], Answer],
) -> None:
    first = stage("input")
    assert first.one("div", "stage-headline").text.strip().startswith("What changed")
    assert "Your PNG picture became 1 × 3 × 32 × 32" in first.text
    assert "90 × 120" in first.text or "120 × 90" in first.text
    last = stage("run")
    assert "It says:" in last.text
    scores = last.one("table", "scores")
    assert "no entry" in scores.text


def test_events_are_numbered_and_can_be_taken_up_again(client: TestClient, query: str) -> None:
    address = f"/model/{NET}/run?{query}"
    events = numbered_events(client, address)
    assert [one["number"] for one in events] == list(range(1, len(events) + 1))
    ended = [event["stage"] for event in events if event["kind"] == "finished"]
    assert ended == list(NAMES)
    later = numbered_events(client, address, after=len(events) - 3)
    assert later == events[-3:]
    assert numbered_events(client, address, after=len(events) - 1)[-1]["kind"] == "done"


def test_files_to_take_home_are_what_they_say(
    client: TestClient, stage: Callable[[str], Answer]
) -> None:
    found: dict[str, bytes] = {}
    for name in NAMES:
        for item in stage(name).all("ul", "downloads"):
            for link in [child for child in item.children if child.tag == "li"]:
                address = next(a.attributes["href"] for a in link.children if a.tag == "a")
                answer = client.get(address)
                file = urlsplit(address).path.rpartition("/")[2]
                assert answer.status_code == 200
                assert answer.headers["content-disposition"] == f'attachment; filename="{file}"'
                found[f"{name}/{file}"] = answer.content
    assert len(found["input/input.raw"]) == 3 * 32 * 32 * 4
    models = [content for name, content in found.items() if name.endswith(".onnx")]
    assert len(models) >= 2
    for content in models:
        assert onnx.load_from_string(content).graph.node
    assert any(name.endswith(".c") for name in found)


def test_a_file_that_no_stage_left_is_not_found(client: TestClient, query: str) -> None:
    for name in ("nothing.onnx", "..%2f..%2frequest.json", "request.json"):
        answer = client.get(f"/model/{NET}/input/file/{name}?{query}")
        assert answer.status_code == 404


def test_settings_from_a_form_become_an_address(client: TestClient) -> None:
    form = {
        "precision": "fp32",
        "passes": ["fold-constants", "fold-batch-norm"],
        "pinned": ["", "first", "last"],
        "extensions": ["", "siblings"],
        "core": "neoverse-n1",
    }
    answer = client.post(f"/model/{NET}/fusion", data=form)
    assert answer.status_code == 303
    assert parse_qs(urlsplit(answer.headers["location"]).query) == {
        "precision": ["fp32"],
        "passes": ["fold-constants,fold-batch-norm"],
        "pinned": ["first,last"],
        "extensions": ["siblings"],
        "core": ["neoverse-n1"],
    }


@pytest.mark.parametrize(
    "text",
    [
        "precision=int2", "seed=x", "seed=99999999999", "tune_seconds=999", "weights=stolen",
        f"core={'a' * 3000}", f"pinned={'a,' * 2000}", "precision=%00",
        "preprocessing=moon",
    ],
    ids=[
        "precision", "word", "digits", "seconds", "weights", "long", "many", "zero", "pictures",
    ],
)  # fmt: skip
def test_settings_that_nothing_can_have_are_refused(get: Get, text: str) -> None:
    page = get(f"/model/{NET}/passes?{text}")
    assert page.status == 422
    assert page.one("main").text.strip()


@pytest.mark.parametrize(
    "path",
    ["/model/nowhere", "/model/nowhere/passes", "/model/..%2f..%2fetc/passes", "/model/a%00b/run"],
)
def test_unknown_models_are_not_found(get: Get, path: str) -> None:
    assert get(path).status == 404


def test_an_unknown_stage_is_refused_by_the_api(client: TestClient) -> None:
    answer = client.get(f"/api/models/{NET}/stages/nowhere")
    assert answer.status_code == 404
    assert "passes" in answer.json()["error"]["advice"]


def test_a_stage_has_a_name_and_a_number(client: TestClient) -> None:
    """An unknown one is no other stage: its page would wait for what never comes."""
    answer = client.get(f"/model/{NET}/3?weights=random", headers=HTML, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(f"/model/{NET}/passes?")
    for stage in ("0", "8", "nowhere"):
        answer = client.get(f"/model/{NET}/{stage}", headers=HTML)
        assert answer.status_code == 404
        assert "passes" in answer.text


@pytest.mark.usefixtures("own_runs")
def test_a_run_can_be_cancelled(client: TestClient, own_runs: Path) -> None:
    address = "/model/densenet121/export"
    assert client.get(address, headers=HTML).status_code == 200
    client.post(address, data={"action": "cancel", "weights": "random"})
    last = numbered_events(client, address)[-1]
    assert last["kind"] == "failed"
    assert "cancelled" in str(last["text"])
    again = Answer(client.get(address, headers=HTML))
    assert "cancelled" in again.text


def test_two_who_ask_for_the_same_share_one_run(
    client: TestClient, get: Get, stalled: list[str]
) -> None:
    address = upload(client, tiny_model(0.5)).headers["location"]
    pages = [get(address), get(address.replace("export", "run")), get(address)]
    assert {page.status for page in pages} == {200}
    get(f"{address}?precision=fp32")
    end = time.monotonic() + PATIENCE_SECONDS
    while len(stalled) < 2 and time.monotonic() < end:
        time.sleep(0.02)
    assert len(stalled) == len(set(stalled)) == 2


def test_a_run_that_ended_with_the_server_starts_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: TestClient
) -> None:
    def until_cancelled(*given: Any) -> SimpleNamespace:
        given[-1].wait(30)
        return SimpleNamespace(words="", reason="cancelled")

    monkeypatch.setattr("compiler_core.pipelines.job_runner.run_worker", until_cancelled)
    asked = _uploaded(client)
    first, second = alone(tmp_path), alone(tmp_path)
    run = first.run_of(*asked)
    first.close()
    assert not run.events()
    assert second.run_of(*asked) == run
    second.cancel(run)
    second.close()


def alone(folder: Path) -> Runs:
    """Of another server on the same uploads."""
    return Runs(LocalJobs(folder, settings().state))


@pytest.fixture
def narrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Runs]:
    """One run of a client at once, one may wait; runs last until they are cancelled."""

    def until_cancelled(*given: Any) -> SimpleNamespace:
        given[-1].wait(30)
        return SimpleNamespace(words="", reason="cancelled")

    monkeypatch.setattr("compiler_core.pipelines.job_runner.run_worker", until_cancelled)
    shares = Shares(running=2, running_of_one=1, waiting=4, waiting_of_one=1)
    narrow = Runs(LocalJobs(tmp_path, settings().state, shares))
    yield narrow
    narrow.close()


def test_one_client_cannot_fill_the_queue_of_models(narrow: Runs, client: TestClient) -> None:
    asked = [_uploaded(client, factor) for factor in (0.75, 0.76, 0.77)]
    running, waiting = (narrow.run_of(*one) for one in asked[:2])
    with pytest.raises(ShareFull):
        narrow.run_of(*asked[2])
    assert (narrow.number_of(running), narrow.number_of(waiting)) == (0, 1)
    with working_for(Asker("another client")):
        assert narrow.number_of(narrow.run_of(*asked[2])) == 0


def test_processes_that_only_say_they_have_ended_leave_room_for_another_client(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: TestClient
) -> None:
    begun: list[str] = []

    def say_so_and_go_on(_: str, room: WorkerRoom, *rest: Any) -> SimpleNamespace:
        if room.folder.parent == tmp_path:  # not what the upload's own page starts
            begun.append(room.folder.name)
        EventLog(room.folder, ()).write("finished", stage="run")
        rest[-1].wait(60)
        return SimpleNamespace(words="", reason="cancelled")

    monkeypatch.setattr("compiler_core.pipelines.job_runner.run_worker", say_so_and_go_on)
    busy = alone(tmp_path)
    try:
        for number in range(PROCESSES + 2):
            busy.run_of(*_uploaded(client, 0.5 + number / 64))
        assert soon(lambda: len(begun) == 2 * AT_ONCE_OF_ONE)
        assert not soon(lambda: len(begun) > 2 * AT_ONCE_OF_ONE, 1.0)
        with working_for(Asker("another client")):
            other = busy.run_of(*_uploaded(client, 0.25))
        assert busy.number_of(other) == 0
        assert soon(lambda: other.name in begun)
    finally:
        busy.close()


def test_a_run_that_waits_can_be_cancelled(narrow: Runs, client: TestClient) -> None:
    _, waiting = (narrow.run_of(*_uploaded(client, factor)) for factor in (0.75, 0.76))
    narrow.cancel(waiting)
    assert [event.kind for event in waiting.events()] == ["failed"]
    assert narrow.number_of(waiting) == 0


def _uploaded(client: TestClient, factor: float = 0.75) -> tuple:
    from app.model_runs.known import find_model
    from app.model_runs.request import ModelRequest

    name = upload(client, tiny_model(factor)).headers["location"].split("/")[2]
    return find_model(name), ModelRequest(model=name, stage="export")


def test_the_api_gives_the_same_models_and_results(client: TestClient, query: str) -> None:
    listed = client.get("/api/models").json()
    assert {NET, "resnet50"} <= {one["id"] for one in listed}
    run = client.get(f"/api/models/{NET}/run?{query}")
    assert run.status_code == 200
    body = run.json()
    assert body["done"] is True
    assert [one["stage"] for one in body["stages"]] == list(NAMES)
    for name in NAMES:
        answer = client.get(f"/api/models/{NET}/stages/{name}?{query}")
        assert answer.status_code == 200
        assert answer.json()["sentence"] in {one["sentence"] for one in body["stages"]}
    uploaded = client.post("/api/models", files={"model": ("a.onnx", tiny_model(1.0))})
    assert uploaded.status_code == 201
    assert re.fullmatch(r"[0-9a-f]{20}", uploaded.json()["id"])


@pytest.mark.parametrize(
    ("number", "status"), [(errno.ENOSPC, 507), (errno.EDQUOT, 507), (errno.EROFS, 503)]
)
def test_a_disk_that_takes_no_more_is_no_fault_of_the_model(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, number: int, status: int
) -> None:
    def full(*_: object) -> WorkerEnd:
        raise storage_error(OSError(number, os.strerror(number))) or AssertionError

    monkeypatch.setattr("compiler_core.pipelines.job_runner.run_worker", full)
    name = upload(client, tiny_model(number)).headers["location"].split("/")[2]
    answer = client.get(f"/api/models/{name}/run")
    assert soon(lambda: client.get(f"/api/models/{name}/run").status_code != 202)
    answer = client.get(f"/api/models/{name}/run")
    assert answer.status_code == status
    assert "server" in answer.json()["error"]["message"]
