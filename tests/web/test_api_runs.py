"""Programs that are built and run, over the JSON API: the contract's keys, faults as 4xx."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import SAXPY
from tests.web.pages import Answer
from tests.web.test_follow import CALLER, DOT
from tests.web.test_runs import CLIP, ENDLESS, RESTRICT, SUM

COUNT = {"source": SAXPY, "flags": "-O3"}


def test_count_has_the_keys_of_the_contract(client: TestClient) -> None:
    found = client.post("/api/count", json=COUNT | {"n": 500}).json()
    keys = {"function", "n", "instructions", "loads", "stores", "bytes", "per_line"}
    assert keys | {"output_digest"} <= found.keys()
    assert found["n"] == 500
    assert sum(line["instructions"] for line in found["per_line"]) == found["instructions"]
    cache = {"line_bytes": 128, "sets": 64, "ways": 2}
    other = client.post("/api/count", json=COUNT | {"n": 500, "cache": cache}).json()
    assert other["totals"]["cache_lines"] < found["totals"]["cache_lines"]


def test_steps_say_what_changed(client: TestClient) -> None:
    found = client.post("/api/steps", json=COUNT | {"steps": 30}).json()
    assert found["steps_recorded"] == 30
    assert {"code", "state", "steps", "ending"} <= found.keys()
    rest = client.post("/api/steps", json=COUNT | {"steps": 30, "first": 25}).json()
    assert len(rest["steps"]) == 5
    beyond = client.post("/api/steps", json=COUNT | {"steps": 30, "first": 99})
    assert beyond.status_code == 200


def test_outputs_sweep_overlap_whole(client: TestClient) -> None:
    body = {"source": SUM, "flags": "-O3", "right": {"flags": "-O3 -ffast-math"}}
    assert client.post("/api/outputs", json=body).json()["equal"] is False
    sve = {"source": SAXPY, "flags": "-O3 -march=armv8-a+sve"}
    assert len(client.post("/api/sweep", json=sve).json()["rows"]) == 5
    assert client.post("/api/overlap", json={"source": RESTRICT, "flags": "-O3"}).json()["broke"]
    whole = client.post("/api/whole", json={"source": CALLER, "second": DOT, "flags": "-O3"})
    assert whole.json()["calls"][0]["fate"] == "gone"


def test_profile_takes_inputs_of_ones_own(client: TestClient) -> None:
    inputs = [
        {"name": "high", "settings": ["limit=10", "a.above=10:0.9"]},
        {"name": "low", "settings": ["limit=10", "a.above=10:0.1"]},
    ]
    body = {"source": CLIP, "flags": "-O2", "inputs": inputs, "n": 512}
    found = client.post("/api/profile", json=body).json()
    assert found["ok"]
    assert [one["name"] for one in found["distributions"]] == ["high", "low"]
    assert len(found["layouts"]) == 3


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("count", {"n": 0}, 422),
        ("count", {"n": "many"}, 422),
        ("count", {"n": 10**12}, 422),
        ("count", {"seed": -1}, 422),
        ("count", {"sve_bits": 100}, 422),
        ("count", {"settings": ["nothing=1"]}, 422),
        ("count", {"settings": "a=1"}, 422),
        ("count", {"cache": {"sets": 3}}, 422),
        ("count", {"cache": {"colour": 3}}, 422),
        ("count", {"function": "nowhere"}, 404),
        ("count", {"flags": "-fplugin=/tmp/x"}, 422),
        ("count", {"source": "int f("}, 422),
        ("count", {"source": ENDLESS}, 422),
        ("count", {"source": "x" * 70000}, 413),
        ("count", {"colour": "red"}, 422),
        ("count", {"compiler": "tcc"}, 422),
        ("outputs", {}, 422),
        ("outputs", {"right": {"flags": "-wrapper x"}}, 422),
        ("sweep", {"source": "int f("}, 422),
        ("steps", {"steps": 100000}, 422),
        ("steps", {"round": -3}, 422),
        ("steps", {"line": 77}, 422),
        ("steps", {"first": -1}, 422),
        ("slice", {"element": "nothing[1]"}, 422),
        ("slice", {"element": "<script>"}, 422),
        ("overlap", {"source": SUM}, 422),
        ("overlap", {"source": RESTRICT, "offset": 9999}, 422),
        ("whole", {}, 422),
        ("whole", {"second": "int g("}, 422),
        ("profile", {"inputs": [{"name": "one", "settings": []}]}, 422),
        ("profile", {"source": "int f(int a) { return a; }"}, 422),
        ("profile", {"file": 3}, 422),
    ],
)
def test_faults_are_the_readers(client: TestClient, path: str, body: dict, status: int) -> None:
    answer = client.post(f"/api/{path}", json={**COUNT, **body})
    assert answer.status_code == status, answer.text
    if status != 422 or "error" in answer.json():
        assert answer.json()["error"]["message"]


def test_the_documents_name_the_new_addresses(
    client: TestClient, get: Callable[..., Answer]
) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    names = ("count", "outputs", "sweep", "steps", "slice", "overlap", "whole", "profile")
    assert all(f"/api/{name}" in paths for name in names)
    text = get("/docs").text
    assert all(f"/api/{name}" in text for name in names)
