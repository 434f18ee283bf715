"""Passes, why, trials and cycles over HTTP: the contract's keys, faults as 4xx, nothing lost."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import SAXPY

PLAIN = SAXPY.replace("restrict ", "")


def test_passes_is_a_trace(client: TestClient) -> None:
    found = client.post("/api/passes", json={"source": SAXPY, "flags": "-O3"}).json()
    assert {"pipeline", "steps", "story"} <= found.keys()
    changed = [step for step in found["steps"] if step["changed"]]
    assert changed
    assert all({"pass", "kind", "before", "after", "changes"} <= step.keys() for step in changed)
    assert all(step["before"] != step["after"] and step["changes"] for step in changed)
    assert {"kind", "subject", "reason"} <= changed[0]["changes"][0].keys()
    assert 5 <= len(found["story"]) <= 12


def test_why_has_the_keys_of_the_contract(client: TestClient) -> None:
    found = client.post("/api/why", json={"source": PLAIN, "flags": "-O3"}).json()
    (loop,) = found["loops"]
    assert {
        "function", "source_line", "column", "vectorized", "scalable", "arithmetic",
        "vector_bytes", "interleave", "reason_key", "sentence", "evidence", "suggestions",
    } <= loop.keys()  # fmt: skip
    assert loop["vectorized"]
    assert loop["vector_bytes"] == 16


def test_a_trial_changes_what_it_says(client: TestClient) -> None:
    body = {"source": PLAIN, "flags": "-O3", "line": 2, "suggestion": "restrict"}
    found = client.post("/api/trial", json=body).json()
    assert found["changed"]
    assert "restrict" in found["source"]["text"]
    assert found["before"]["reason_key"] != found["after"]["reason_key"]
    counts = found["counts"]
    assert counts["before"]["instructions"] > counts["after"]["instructions"] > counts["elements"]
    assert counts["same_bits"] is True


def test_cycles_has_the_keys_of_the_contract(client: TestClient) -> None:
    body = {"source": SAXPY, "flags": "-O3", "cpu": "neoverse-n1"}
    found = client.post("/api/cycles", json=body).json()
    model = found["loops"][0]["models"][0]
    assert {
        "model", "version", "cpu_asked", "cpu_used", "cycles_per_iteration",
        "elements_per_iteration", "cycles_per_element", "unknown",
    } <= model.keys()  # fmt: skip


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("passes", {"function": "nowhere"}, 404),
        ("passes", {"source": "int f(void) { return missing; }"}, 422),
        ("why", {"source": "int f(void) { return missing; }"}, 422),
        ("why", {"flags": "-fplugin=/tmp/x"}, 422),
        ("trial", {"line": 99, "suggestion": "restrict"}, 404),
        ("trial", {"line": 2, "suggestion": "nonsense"}, 404),
        ("trial", {"line": "two", "suggestion": "restrict"}, 422),
        ("cycles", {"cpu": "nonsense"}, 422),
        ("bisect", {"low": "-O1 -wrapper x"}, 422),
    ],
)
def test_faults_are_the_readers(client: TestClient, path: str, body: dict, status: int) -> None:
    answer = client.post(f"/api/{path}", json={"source": SAXPY, **body})
    assert answer.status_code == status, answer.text


def test_the_first_view_of_the_passes_is_small(client: TestClient) -> None:
    for compiler in ("gcc", "clang"):
        answer = client.get(f"/loop?example=saxpy&pane=passes&compiler={compiler}")
        assert answer.status_code == 200
        assert len(answer.content) < 150_000


def test_a_crafted_trial_or_step_is_no_error(client: TestClient) -> None:
    for query in (
        "pane=why&trial=<b>@3",
        "pane=why&trial=restrict@999999",
        "pane=passes&step=9999",
    ):
        answer = client.get(f"/loop?example=saxpy&{query}")
        assert answer.status_code == 200
        assert "<b>@" not in answer.text
