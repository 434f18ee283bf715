"""Lessons and claims over the API: the objects of the pages, documented."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from compiler_core.lessons.lesson import Term
from compiler_core.lessons.reading import find_lesson, load_lessons
from compiler_core.toolchain.discovery import installed_compilers


def test_the_list_and_each_lesson(client: TestClient) -> None:
    listed = client.get("/api/lessons").json()
    assert [one["id"] for one in listed] == [lesson.id for lesson in load_lessons()]
    for entry in listed:
        found = client.get(f"/api/lessons/{entry['id']}").json()
        lesson = find_lesson(entry["id"])
        assert found["title"] == lesson.title
        assert len(found["sections"]) == len(lesson.sections)
        assert [one["id"] for one in found["claims"]] == [claim.id for claim in lesson.claims]


def test_claims_of_a_lesson_on_every_compiler(client: TestClient) -> None:
    report = client.get("/api/claims?lesson=tuning").json()
    lesson = find_lesson("tuning")
    assert len(report["claims"]) == len(lesson.claims) * len(installed_compilers())
    assert report["failed"] == 0
    assert report["passed"] + report["unstated"] == len(report["claims"])
    assert {row["compiler"] for row in report["claims"]} == {
        compiler.name for compiler in installed_compilers()
    }


@pytest.mark.parametrize("path", ["/api/lessons/nothing", "/api/claims?lesson=nothing"])
def test_what_is_not_there_is_404(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "nothing" in answer.json()["error"]["message"]


def test_a_search_without_time_says_so(client: TestClient) -> None:
    body = {"claim": "folklore-o2-is-scalar", "compiler": "gcc-12", "seconds": 0}
    found = client.post("/api/break", json=body).json()
    assert (found["standing"], found["complete"], found["broken"]) == ("unbroken", False, None)
    assert sum(group["planned"] for group in found["groups"]) > 20


def test_a_sentence_about_a_chip_is_broken_by_the_server_itself(client: TestClient) -> None:
    found = client.post("/api/break", json={"claim": "prefill-is-faster", "seconds": 30}).json()
    assert (found["standing"], found["compiler"]) == ("broken", "core")
    assert found["broken"]["command"].startswith("lowlab break prefill-is-faster --with ")
    assert found["broken"]["source"] == ""


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"claim": "nothing-of-the-kind"}, 404),
        ({"claim": "folklore-o2-is-scalar", "compiler": "icc"}, 422),
        ({"claim": "folklore-o2-is-scalar", "seconds": 1000}, 422),
    ],
)
def test_what_cannot_be_broken_is_refused(
    client: TestClient, body: dict[str, object], status: int
) -> None:
    assert client.post("/api/break", json=body).status_code == status


def test_glossary_and_map(client: TestClient) -> None:
    terms = client.get("/api/glossary").json()
    assert set(terms[0]) == set(Term.__slots__)
    tracks = client.get("/api/map").json()
    assert [len(track["stages"]) for track in tracks] == [7, 7, 7]


def test_they_are_documented(client: TestClient) -> None:
    paths = client.get("/api/openapi.json").json()["paths"]
    for path in (
        "/api/lessons",
        "/api/lessons/{identifier}",
        "/api/claims",
        "/api/glossary",
        "/api/map",
        "/api/textbook/compare",
        "/api/textbook/survey",
    ):
        (operation,) = paths[path].values()
        assert operation["description"], path
        assert operation["responses"]["200"]["content"]["application/json"]["schema"], path
