"""Two models beside each other, through the real application: page, JSON, and what goes wrong."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import onnx
import pytest
from onnx import helper
from starlette.testclient import TestClient

from tests.patience import PATIENCE_SECONDS
from tests.web.conftest import HTML
from tests.web.models import odd_model, tiny_model, upload
from tests.web.pages import Answer

pytestmark = pytest.mark.slow

Get = Callable[..., Answer]
HOSTILE = "<script>alert(1)</script>" + "n" * 300


def model_of(client: TestClient, content: bytes) -> str:
    """The id of an upload."""
    return upload(client, content).headers["location"].split("/")[2]


def edited(content: bytes) -> bytes:
    """With a new node before the Relu, whose name is no markup, and a Relu of another name."""
    model = onnx.load_from_string(content)
    convolution, relu = model.graph.node
    new = helper.make_node("Neg", [convolution.output[0]], ["turned"], name=HOSTILE)
    relu.input[0], relu.name = "turned", "last"
    del model.graph.node[:]
    model.graph.node.extend([convolution, new, relu])
    return model.SerializeToString()


def read(get: Get, address: str) -> Answer:
    """The page as soon as it has its sentence."""
    return wanted(get, address, lambda page: bool(page.all("p", id="sentence")))


def wanted(get: Get, address: str, fits: Callable[[Answer], bool]) -> Answer:
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        page = get(address)
        assert page.status == 200, page.text
        if fits(page):
            return page
        time.sleep(0.3)
    raise AssertionError(f"{address} did not come")


def document(client: TestClient, left: str, right: str) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        answer = client.get(f"/api/models/{left}/compare", params={"other": right})
        if answer.status_code == 200:
            return answer.json()
        assert answer.status_code == 202, answer.text
        time.sleep(0.3)
    raise AssertionError("the comparison did not come")


def test_a_stage_leads_to_another_model_beside_it(client: TestClient, get: Get) -> None:
    left = model_of(client, tiny_model(21.0))
    right = model_of(client, edited(tiny_model(22.0)))
    stage = wanted(
        get, f"/model/{left}/export", lambda one: not one.all(with_class="stage-progress")
    )
    leads = [one.attributes["href"] for one in stage.all("a") if "another model" in one.text]
    assert leads == [f"/model/{left}/compare-models"]
    choosing = get(leads[0])
    offered = [one.attributes["value"] for one in choosing.all("option")]
    assert {"plain", "residual"} <= set(offered)
    page = read(get, f"{leads[0]}?other=http://lab.test/model/{right}/passes?step=2")
    sentence = page.one("p", id="sentence").text
    assert "1 node is new (Neg) and 1 node has other weights" in sentence
    assert "1 node has another name" in sentence
    assert "<script>alert" not in page.text
    assert len(page.text) < 100_000
    found = document(client, left, right)
    assert [one["kind"] for one in found["places"]] == ["weights", "added"]
    assert found["places"][1]["right"]["names"] == [HOSTILE]
    assert found["renamed"] == [["relu", "last"]]
    assert found["sentence"] == sentence


def test_a_file_is_sent_from_the_page(client: TestClient, get: Get) -> None:
    left = model_of(client, tiny_model(23.0))
    address = f"/model/{left}/compare-models"
    files = {"model": ("after.onnx", tiny_model(23.0))}
    sent = client.post(address, files=files, headers=HTML)
    assert sent.status_code == 303
    page = read(get, sent.headers["location"])
    assert "the same 2 nodes, wired alike, with the same weights" in page.text
    empty = Answer(client.post(address, data={"model": "text"}, headers=HTML))
    assert empty.status == 422
    assert "No file was sent" in empty.one("main").text


@pytest.mark.usefixtures("emulator", "oracle")
def test_instructions_of_both_come_when_both_have_run(client: TestClient, get: Get) -> None:
    left, right = (model_of(client, tiny_model(bias)) for bias in (24.0, 25.0))
    address = f"/model/{left}/compare-models?precision=fp32&other={right}"
    page = wanted(get, address, lambda one: "Instructions executed" in one.text)
    assert not page.all("p", role="status"), "nothing is waited for"


def test_bad_sides_get_the_sentences_of_their_own_pages(client: TestClient, get: Get) -> None:
    left = model_of(client, tiny_model(26.0))
    assert get(f"/model/{left}/compare-models?other=nothing-here").status == 404
    assert client.get(f"/api/models/{left}/compare?other=../etc").status_code == 404
    language = get(f"/model/{left}/compare-models?other=workshop")
    assert (language.status, "Only networks are compared" in language.text) == (422, True)
    broken = client.post("/api/models", files={"model": ("net.onnx", tiny_model(27.0)[:-30])})
    name = broken.json()["id"]
    page = wanted(
        get, f"/model/{left}/compare-models?other={name}", lambda one: bool(one.all(role="alert"))
    )
    assert "ends in the middle" in page.one("div", role="alert").text
    answer = client.get(f"/api/models/{left}/compare", params={"other": name})
    assert answer.status_code == 422
    assert "ends in the middle" in answer.text


def test_a_network_that_is_not_compiled_is_compared_all_the_same(
    client: TestClient, get: Get
) -> None:
    """No code is generated for an operator of somebody's own; its nodes were read."""
    left = model_of(client, odd_model("Odd", "somebody"))
    right = model_of(client, odd_model("Odder", "somebody"))
    page = read(get, f"/model/{left}/compare-models?other={right}")
    assert "somebody.Odd" in page.text
