"""Models in the browser: dropping one, the pages of its stages, events, files, the same as JSON.

One run of the smallest trained net, with an uploaded picture, serves all tests that need a result.
"""

from __future__ import annotations

import io
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from urllib.parse import parse_qs, urlsplit

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from PIL import Image, ImageDraw
from starlette.testclient import TestClient

from app.model.runs import runs
from app.model.uploads import make_room
from app.settings import settings
from compiler_core.errors import Overloaded
from compiler_core.graph.events import read_events
from compiler_core.graph.stages import STAGES
from tests.web.conftest import HTML
from tests.web.pages import Answer

NET = "depthwise"
NAMES = tuple(stage.name for stage in STAGES)
HOSTILE_NAMES = (
    "../../x<script>alert(1)</script>.onnx",
    'a"onload="x.onnx',
    "two\r\nlines.onnx",
    "..\\..\\<img src=x>.onnx",
)
Get = Callable[..., Answer]


def sign_picture() -> bytes:
    """A photo with a red disc and a white bar, larger than the net's input."""
    picture = Image.new("RGB", (120, 90), (120, 160, 200))
    draw = ImageDraw.Draw(picture)
    draw.ellipse((25, 10, 95, 80), fill=(200, 20, 20))
    draw.rectangle((35, 38, 85, 52), fill=(255, 255, 255))
    kept = io.BytesIO()
    picture.save(kept, "PNG")
    return kept.getvalue()


def tiny_model(bias: float = 0.0) -> bytes:
    """1×3×4×4 → Conv 1×1 → Relu; another bias makes another file."""
    weights = np.full((2, 3, 1, 1), 0.5, np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("Conv", ["x", "w", "b"], ["c"], name="convolution"),
            helper.make_node("Relu", ["c"], ["y"], name="relu"),
        ],
        "tiny",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, (1, 3, 4, 4))],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, (1, 2, 4, 4))],
        [
            numpy_helper.from_array(weights, "w"),
            numpy_helper.from_array(np.full(2, bias, np.float32), "b"),
        ],
    )
    imports = [helper.make_opsetid("", 17)]
    model = helper.make_model(graph, opset_imports=imports, ir_version=9)
    return model.SerializeToString()


def upload(client: TestClient, content: bytes, name: str = "tiny.onnx") -> Answer:
    return Answer(client.post("/model", files={"model": (name, content)}, headers=HTML))


def numbered_events(client: TestClient, address: str, after: int = 0) -> list[dict[str, object]]:
    """All events of a stream, each with the id it was sent under."""
    parts = urlsplit(address)
    headers = {"last-event-id": str(after)} if after else {}
    answer = client.get(f"{parts.path}/events?{parts.query}", headers=headers)
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = []
    for block in answer.text.strip().split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines())
        data = json.loads(lines["data"])
        assert lines["id"] == str(data["number"])
        assert lines["event"] == data["kind"]
        found.append(data)
    return found


@pytest.fixture(scope="module")
def query(client: TestClient) -> str:
    """The query of a run of the net with an uploaded picture, which has ended."""
    files = {"file": ("sign.png", sign_picture(), "image/png")}
    sent = client.post(f"/model/{NET}/input", files=files, headers=HTML)
    assert sent.status_code == 303
    address = sent.headers["location"]
    assert numbered_events(client, address)[-1]["kind"] == "done"
    return urlsplit(address).query


@pytest.fixture
def stalled(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Runs that start and do nothing until the test has ended; the directories they got."""
    started: list[str] = []
    released = Event()

    def stall(_: str, arguments: tuple[str, ...], *__: object) -> SimpleNamespace:
        started.append(arguments[0])
        released.wait(30)
        return SimpleNamespace(words="", reason="cancelled")

    monkeypatch.setattr("app.model.runs.run_worker", stall)
    yield started
    released.set()
    end = time.monotonic() + 30
    while time.monotonic() < end and any(not ended(folder) for folder in started):
        time.sleep(0.02)


def ended(folder: str) -> bool:
    return any(event.last for event in read_events(Path(folder)))


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
    assert page.one("input", type="file").attributes["name"] == "model"


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
    ended = [one["stage"] for one in events if one["kind"] == "finished"]
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
            for link in [one for one in item.children if one.tag == "li"]:
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
    ],
    ids=["precision", "word", "digits", "seconds", "weights", "long", "many", "zero"],
)  # fmt: skip
def test_settings_that_nothing_can_have_are_refused(get: Get, text: str) -> None:
    page = get(f"/model/{NET}/passes?{text}")
    assert page.status == 422
    assert page.one("main").text.strip()


@pytest.mark.parametrize("name", HOSTILE_NAMES, ids=["folder", "quote", "newline", "backslash"])
def test_a_hostile_file_name_stays_plain_text(
    client: TestClient, get: Get, name: str, stalled: list[str]
) -> None:
    answer = upload(client, tiny_model(0.25), name)
    assert answer.status == 303
    address = answer.headers["location"]
    assert re.fullmatch(r"/model/[0-9a-f]{20}/export", address)
    page = get(address)
    assert page.status == 200
    for part in ("<script>alert", "onload=", "<img src=x>", "../.."):
        assert part not in page.text
    assert not list(settings().state.parent.glob("x*.onnx"))


@pytest.mark.parametrize("content", [b"", b"no form at all"], ids=["empty", "no file"])
def test_an_upload_without_content_is_refused(client: TestClient, content: bytes) -> None:
    if content:
        answer = Answer(client.post("/model", data={"model": "text"}, headers=HTML))
    else:
        answer = upload(client, content)
    assert answer.status == 422
    assert "file" in answer.one("main").text


def test_a_file_that_is_no_model_says_so(client: TestClient, get: Get) -> None:
    address = upload(client, b"\x00\xff" * 500).headers["location"]
    assert numbered_events(client, address)[-1]["kind"] == "failed"
    page = get(address)
    assert page.status == 422
    assert "ONNX" in page.one("div", "alert").text
    assert not page.all("div", "stage-progress")


def test_an_upload_above_the_limit_is_refused_before_it_is_read(client: TestClient) -> None:
    headers = HTML | {"content-length": str(settings().file_bytes + 1)}
    answer = client.post("/model", content=b"short", headers=headers)
    assert answer.status_code == 413


def test_an_upload_must_say_how_long_it_is(client: TestClient) -> None:
    answer = client.post("/model", content=iter([b"a", b"b"]), headers=HTML)
    assert answer.status_code == 411


@pytest.mark.parametrize(
    "content",
    [b"GIF89a junk", b"\x89PNG\r\n\x1a\n" + b"\xff" * 80],
    ids=["word", "header"],
)
def test_a_file_that_is_no_picture_is_a_plain_problem(
    client: TestClient, get: Get, content: bytes
) -> None:
    sent = client.post(f"/model/{NET}/input", files={"file": ("x.png", content)}, headers=HTML)
    assert sent.status_code == 303
    address = sent.headers["location"]
    assert numbered_events(client, address)[-1]["kind"] == "failed"
    page = get(address)
    assert page.status == 422
    assert "picture" in page.one("div", "alert").text.lower()


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


def test_a_run_can_be_cancelled(client: TestClient) -> None:
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
    end = time.monotonic() + 30
    while len(stalled) < 2 and time.monotonic() < end:
        time.sleep(0.02)
    assert len(stalled) == len(set(stalled)) == 2


def test_too_many_runs_are_overload(monkeypatch: pytest.MonkeyPatch, client: TestClient) -> None:
    monkeypatch.setattr("app.model.runs.MOST_WAITING", 0)
    with pytest.raises(Overloaded):
        runs().run_of(*_uploaded(client))


def _uploaded(client: TestClient) -> tuple:
    from app.model.known import find_model
    from app.model.request import ModelRequest

    name = upload(client, tiny_model(0.75)).headers["location"].split("/")[2]
    return find_model(name), ModelRequest(name, "export")


def test_the_longest_unused_upload_goes_first(tmp_path: Path) -> None:
    for age, name in enumerate(("newest", "middle", "oldest")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "model.onnx").write_bytes(b"x" * 100)
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    make_room(tmp_path, keep="oldest", quota=250)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["newest", "oldest"]


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
