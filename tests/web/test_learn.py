"""Lessons over HTTP: complete without scripts, on the reader's compiler, clear when asked wrong."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from app.serving import answers
from app.serving.answers import answers_by_request
from compiler_core.lessons.reading import load_lessons
from compiler_core.toolchain.discovery import installed_compilers
from tests.lessons.test_term_links import linked_in, unlinked_in
from tests.web.pages import Answer, Element, complete

Get = Callable[..., Answer]
# A lesson on a model waits until the model was compiled and run.
LESSONS = [lesson.id for lesson in load_lessons()]


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_shows_its_figures_and_verdicts(get: Get, name: str) -> None:
    answer = complete(get, f"/learn/{name}")
    assert answer.status == 200
    assert answer.all("figure", "lesson-figure") or answer.all("figure", "scene")
    notes = answer.all("div", "claim")
    assert not [one for one in notes if "is-fails" in one.classes]
    problems = [
        note.text
        for figure in answer.all("figure")
        for note in figure.children
        if "note" in note.classes
    ]
    assert problems == []


def test_figures_and_verdicts_follow_the_chosen_compiler(get: Get) -> None:
    for compiler in installed_compilers():
        answer = complete(get, f"/learn/vectorise?compiler={compiler.name}")
        assert f"{compiler.title}" in answer.text
        assert any(compiler.title in one.text for one in answer.all("p", "verdict"))


def test_the_answer_to_a_prediction_comes_with_the_question(get: Get) -> None:
    answer = complete(get, "/learn/vectorise")
    (first, *_) = answer.all("section", "prediction")
    rights = [one for one in answer.all("p", "choice") if "is-right" in one.classes]
    assert "GCC" in first.text
    assert len(rights) == len(answer.all("section", "prediction"))


def test_a_section_alone_is_what_the_page_fetches(get: Get) -> None:
    whole = get("/learn/vectorise/sections/1?compiler=gcc")
    part = get("/learn/vectorise/sections/1?compiler=gcc", hx_request_type="partial")
    assert whole.status == part.status == 200
    assert "<html" in whole.text
    assert "<html" not in part.text
    assert part.all("figure", "lesson-figure")


@pytest.mark.parametrize("path", ["/learn/vectorise", "/learn/atlas/mlir-matmul"])
def test_a_section_still_being_made_stands_where_the_finished_one_will(
    get: Get, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """A reader who follows a link to a claim gets there on the first view of the page too."""
    finished = {one.attributes["id"] for one in _sections_of(complete(get, path))}
    monkeypatch.setattr("app.lesson.sections.ready", lambda *_: None)
    monkeypatch.setattr(answers, "answer_cache", answers_by_request(8))
    early = get(path)
    pending = {one.attributes["id"] for one in early.all("div", "pending")}
    questions = {one.attributes["id"] for one in early.all("section", "prediction")}
    assert pending
    assert questions
    assert pending == (finished - questions) | {f"{question}-proof" for question in questions}


def _sections_of(answer: Answer) -> list[Element]:
    kinds = {"claim", "lesson-figure", "lesson-scene", "prediction", "exercise"}
    return [element for element in answer.elements if element.classes & kinds]


def test_every_verdict_of_a_lesson_and_the_ledger(get: Get) -> None:
    for path, rows in (("/learn/tuning/claims", 7), ("/learn/folklore", 20)):
        answer = complete(get, path)
        found = [one for one in answer.all("tr") if one.attributes.get("id")]
        assert len(found) >= rows
        assert not [one for one in answer.all("td") if "is-fails" in one.classes]


def test_a_sentence_is_broken_one_click_from_where_it_stands(get: Get, client: TestClient) -> None:
    ledger = complete(get, "/learn/folklore")
    addresses = [one.attributes.get("action") or "" for one in ledger.all("form")]
    address = next(one for one in addresses if "folklore-o2-is-scalar" in one)
    begun = client.post(address)
    assert begun.status_code == 303
    answer = complete(get, begun.headers["location"])
    assert answer.all("div", "is-fails")
    assert "Look at the loop" in answer.text
    assert "Try to break this sentence" in complete(get, "/learn/vectorise").text


LINKED = {
    "idea": ("/learn/profiles", r'<p class="lead">(.*?)</p>'),
    "caption": ("/learn/vectorise", r"<figcaption>(.*?)</figcaption>"),
    "question": ("/learn/vectorise", r"<fieldset>(.*?)</fieldset>"),
    "answer": ("/learn/vectorise", r'<p class="right-answer">.*?</p>(.*?)<p class="verdict'),
    "claim": ("/learn/vectorise", r'aria-label="Claim">\s*<p>(.*?)</p>'),
    "verdict": ("/learn/vectorise?compiler=clang", r"</span> \S+ [\d.]+ differs\.(.*?)</p>"),
    "exercise": ("/learn/vectorise", r'<section class="exercise"[^>]*>(.*?)<p><a class="button"'),
    "hint": ("/learn/vectorise", r"<summary>A hint</summary><p>(.*?)</p>"),
    "table of claims": ("/learn/vectorise/claims", r'<th scope="row">(.*?)</th>'),
    "cell of a claim": ("/learn/vectorise/claims", r'</p><p class="small">(.*?)</p>'),
    "ledger": ("/learn/folklore", r'<th scope="row">(.*?)</th>'),
    "cell of the ledger": ("/learn/folklore", r'</p><p class="small">(.*?)</p>'),
}


@pytest.mark.parametrize("place", LINKED)
def test_terms_are_links_where_a_reader_meets_them(get: Get, place: str) -> None:
    path, pattern = LINKED[place]
    blocks = re.findall(pattern, complete(get, path).text, re.DOTALL)
    assert any(linked_in(block) for block in blocks)
    assert [block for block in blocks if unlinked_in(block)] == []


def test_contents_and_glossary_lead_to_every_lesson(get: Get) -> None:
    contents = get("/learn")
    addresses = {one.attributes.get("href") for one in contents.all("a")}
    assert {f"/learn/{name}" for name in LESSONS} <= addresses
    assert get("/glossary").all("dt")


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/learn/nothing", 404),
        ("/learn/vectorise?compiler=icc", 422),
        ("/learn/vectorise/sections/999", 404),
        ("/learn/vectorise/sections/-1", 404),
        ("/learn/nothing/claims", 404),
        ("/learn/..%2f..%2fetc", 404),
    ],
)
def test_what_is_not_there_says_so(get: Get, path: str, status: int) -> None:
    answer = get(path)
    assert answer.status == status
    assert answer.all("h1")
