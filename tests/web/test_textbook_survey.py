"""Many loops in three compilers: every row says what was done, and where the compilers differ."""

from __future__ import annotations

import time
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

import app.textbook.survey
from app.serving.background import Background
from app.textbook.request import textbook_request
from app.textbook.survey import three_columns_address
from compiler_core.errors import UnknownCompiler
from compiler_core.loop.comparison.survey import (
    SURVEYED_CONCEPTS,
    SurveyedLoop,
    SurveyedSteps,
    SurveyRow,
    survey_loop,
    surveyed_loops,
)
from tests.patience import PATIENCE_SECONDS
from tests.web.pages import Answer

Get = Callable[..., Answer]
PATH = "/loop/textbook/compare"
SHOWN = surveyed_loops()[7:10]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three loops that differ, compared afresh."""
    fresh: Background[SurveyedSteps] = Background("few", 2, 8, lambda _: True)
    monkeypatch.setattr(app.textbook.survey, "surveyed_loops", lambda: SHOWN)
    monkeypatch.setattr(app.textbook.survey, "_surveys", fresh)


def whole(get: Get) -> Answer:
    end = time.monotonic() + PATIENCE_SECONDS
    answer = get(PATH)
    while answer.all("tr", "is-pending") and time.monotonic() < end:
        answer = get(PATH)
    return answer


def test_enough_loops_are_compared_and_each_once() -> None:
    loops = surveyed_loops()
    assert len(loops) >= 20
    assert len({loop.id for loop in loops}) == len({loop.source.text for loop in loops})


@pytest.mark.usefixtures("few")
def test_rows_fill_as_they_end_and_say_what_differs(get: Get) -> None:
    first = get(PATH)
    assert first.status == 200
    assert len(first.all("tr")) == len(SURVEYED_CONCEPTS) * (1 + len(SHOWN))
    answer = whole(get)
    assert not answer.all("div", "survey-progress")
    assert not answer.all("tr", "is-failed")
    for concept in SURVEYED_CONCEPTS:
        assert f"Of {len(SHOWN)} loops:" in answer.one("section", id=concept).text
    for row in answer.all("tr", "is-differs"):
        assert "GCC" in row.text
        assert "Clang" in row.text
        assert row.text.rstrip().endswith(".")
    assert answer.all("tr", "is-differs")


@pytest.mark.usefixtures("few")
def test_while_loops_are_compared_the_page_asks_again(
    get: Get, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.textbook.survey, "PATIENCE_SECONDS", 0.0)
    answer = get(PATH, hx_request_type="partial")
    progress = answer.one("progress").attributes
    assert int(progress["value"]) < int(progress["max"]) == len(SHOWN)
    assert answer.one("div", "survey-progress").attributes["hx-target"] == "#survey"
    assert not answer.all("html")
    whole(get)


@pytest.mark.usefixtures("few")
def test_a_missing_compiler_costs_only_its_rows(get: Get, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(loop: SurveyedLoop) -> SurveyedSteps:
        if loop is SHOWN[1]:
            raise UnknownCompiler("No compiler clang is installed.")
        return survey_loop(loop)

    monkeypatch.setattr(app.textbook.survey, "survey_loop", missing)
    answer = whole(get)
    failed = answer.all("tr", "is-failed")
    assert len(failed) == len(SURVEYED_CONCEPTS)
    assert "No compiler clang is installed." in failed[0].text


@pytest.mark.parametrize("concept", SURVEYED_CONCEPTS)
def test_a_row_opens_the_three_columns_of_its_pass(concept: str) -> None:
    for loop in (surveyed_loops()[0], surveyed_loops()[-1]):
        query = parse_qs(urlsplit(three_columns_address(loop, concept)).query)
        asked = textbook_request({name: values[0] for name, values in query.items()})
        assert asked.source == loop.source.text
        assert asked.compare
        assert asked.step == len(asked.passes)


@pytest.mark.usefixtures("few")
def test_the_api_gives_the_rows_of_the_page(client: TestClient, get: Get) -> None:
    whole(get)
    report = client.get("/api/textbook/survey").json()
    names = {loop.id for loop in SHOWN}
    assert {row["loop"] for row in report["rows"]} == names
    assert {row["concept"] for row in report["rows"]} == set(SURVEYED_CONCEPTS)
    assert all(set(row) == set(SurveyRow.__slots__) for row in report["rows"])


def test_the_api_compares_a_loop_of_ones_own(client: TestClient) -> None:
    source = "void f(int *restrict a, int n, int m) { for (int i = 0; i < n; i++) a[i] += n * m; }"
    answer = client.post("/api/textbook/compare", json={"source": source, "concept": "hoist"})
    assert answer.status_code == 200
    found = answer.json()
    assert [column["subjects"] for column in found["columns"]] == [["multiplication"]] * 3
    assert len(found["differences"]) == 2


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"source": "int f(int n) { goto x; x: return n; }", "concept": "hoist"}, 422),
        ({"source": "int f(int n) { return n; }", "concept": "layout"}, 404),
        ({"source": "int f(int n) { return n; }"}, 422),
        ({"source": "int f(int n) { return n; }", "concept": "hoist", "flags": "-O3"}, 422),
    ],
)
def test_the_api_says_what_is_wrong(
    client: TestClient, body: dict[str, object], status: int
) -> None:
    answer = client.post("/api/textbook/compare", json=body)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]
