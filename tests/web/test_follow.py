"""A followed line is marked in every pane, stays in the address, and works by links and forms."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.testclient import TestClient

from tests.web.conftest import HTML, SAXPY
from tests.web.pages import Answer
from tests.web.test_explorer import HOSTILE, post

CALLER = (
    "float dot(const float *x, const float *y, int n);\n"
    "float twice(const float *x, const float *y, int n) {\n"
    "    float s = 0;\n"
    "    for (int i = 0; i < n; i++)\n"
    "        s += 2 * x[i];\n"
    "    return s + dot(x, y, n);\n"
    "}\n"
)
DOT = (
    "float dot(const float *x, const float *y, int n) {\n"
    "    float s = 0;\n"
    "    for (int i = 0; i < n; i++)\n"
    "        s += x[i] * y[i];\n"
    "    return s;\n"
    "}\n"
)


def marked(page: Answer) -> list[str]:
    """The keys of everything marked, cards by all their lines."""
    found = [element for element in page.elements if "linked" in element.classes]
    return [
        element.attributes.get("data-source") or element.attributes["data-lines"]
        for element in found
    ]


@pytest.mark.parametrize("pane", ["listing", "registers", "diff", "passes", "why", "cycles"])
def test_a_followed_line_is_marked_in_every_pane(get: Callable[..., Answer], pane: str) -> None:
    page = get(f"/loop?example=saxpy&pane={pane}&line=1-4")
    assert page.status == 200
    in_result = [key for key in marked(page) if key]
    assert in_result
    assert all("1-4" in key.split() for key in in_result)
    bare = get(f"/loop?example=saxpy&pane={pane}")
    assert marked(bare) == []
    assert page.one("select", id="line").children
    chosen = [
        option
        for option in page.one("select", id="line").children
        if "selected" in option.attributes
    ]
    assert [option.attributes["value"] for option in chosen] == ["1-4"]


def test_the_listing_explains_the_followed_line_first(get: Callable[..., Answer]) -> None:
    page = get("/loop?example=saxpy&line=1-4")
    (chosen,) = page.all("li", "chosen")
    assert chosen.attributes["data-source"] == "1-4"
    assert "q2" in chosen.text


def test_a_line_is_kept_when_the_pane_changes(client: TestClient) -> None:
    answer = post(client, line="1-3", pane="why")
    query = parse_qs(urlsplit(answer.headers["location"]).query)
    assert query["line"] == ["1-3"]
    page = Answer(client.get(answer.headers["location"], headers=HTML))
    assert any("1-3" in key.split() for key in marked(page))


def test_a_place_that_is_pressed_wins_over_the_menu(client: TestClient) -> None:
    values = [("source", SAXPY), ("pane", "why"), ("line", "1-2"), ("line", "1-3")]
    answer = client.post(
        "/loop",
        content="&".join(f"{name}={value}" for name, value in values).replace("\n", "%0A"),
        headers=HTML | {"content-type": "application/x-www-form-urlencoded"},
    )
    assert parse_qs(urlsplit(answer.headers["location"]).query)["line"] == ["1-3"]


@pytest.mark.parametrize("line", ["x", "3-1", "-1", "1-", "0", "1-0", "99999999999", HOSTILE])
@pytest.mark.parametrize("pane", ["listing", "passes", "why"])
def test_no_such_line_marks_nothing(client: TestClient, line: str, pane: str) -> None:
    page = post(client, fragment=True, line=line, pane=pane)
    assert page.status == 200
    assert marked(page) == []
    assert not page.all("script")


def test_a_line_beyond_the_file_marks_nothing_and_stays(client: TestClient) -> None:
    page = post(client, fragment=True, line="1-4000")
    assert page.status == 200
    assert marked(page) == []


def test_a_line_typed_by_hand_is_one_of_the_first_file(get: Callable[..., Answer]) -> None:
    assert marked(get("/loop?example=saxpy&line=4"))


def test_only_the_innermost_loop_of_a_line_is_marked(client: TestClient) -> None:
    source = (
        "void scale(float x[64][64], float a, int n) {\n"
        "    for (int i = 0; i < n; i++)\n"
        "        for (int j = 0; j < 64; j++)\n"
        "            x[i][j] *= a;\n"
        "}\n"
    )
    page = post(client, fragment=True, source=source, pane="why", line="1-4")
    cards = page.all("article", "why-card")
    assert ["linked" in card.classes for card in cards] == [False, True]


@pytest.mark.parametrize("pane", ["passes", "why"])
def test_the_second_file_can_be_chosen(client: TestClient, pane: str) -> None:
    fields = {"source": CALLER, "second": DOT, "pane": pane}
    first = post(client, fragment=True, **fields)
    second = post(client, fragment=True, **fields, file="2", line="2-4")
    names = [option.text for option in first.all("select", name="file")[0].children]
    assert names == ["loop.c", "second.c"]
    word = "twice" if pane == "passes" else "of twice"
    assert word in first.one("div", "pane-scroll").text
    word = "dot" if pane == "passes" else "of dot"
    assert word in second.one("div", "pane-scroll").text
    assert any("2-4" in key.split() for key in marked(second))
    assert "file=2" in second.one("section", id="result").attributes["data-address"]


def test_a_trial_in_the_second_file_edits_that_file(client: TestClient) -> None:
    fields = {"source": CALLER, "second": DOT, "pane": "why", "file": "2"}
    page = post(client, fragment=True, **fields, trial="omp_simd_reduction@3")
    opened = [a.attributes["href"] for a in page.all("a") if a.text == "Open this version"]
    query = parse_qs(urlsplit(opened[0]).query)
    assert query["source"] == [CALLER]
    assert "reduction(+ : s)" in query["second"][0]


def test_remarks_stand_beneath_their_lines(get: Callable[..., Answer]) -> None:
    page = get("/loop?example=sum&flags=-O3&pane=why")
    line = page.one("li", "remark-line", data_source="1-4")
    assert "loop vectorized using 16 byte vectors" in line.text
    assert "✓" in line.text
    assert "done" in line.text


def test_remarks_can_be_narrowed_to_one_kind(get: Callable[..., Answer]) -> None:
    every = get("/loop?example=sum&flags=-O3&pane=why").all("li", "remark")
    passed = get("/loop?example=sum&flags=-O3&pane=why&remarks=passed").all("li", "remark")
    assert 0 < len(passed) < len(every)
    assert all("is-passed" in item.classes for item in passed)
    nonsense = get("/loop?example=sum&flags=-O3&pane=why&remarks=nonsense").all("li", "remark")
    assert len(nonsense) == len(every)


def test_every_remark_of_the_record_is_shown(
    client: TestClient, get: Callable[..., Answer]
) -> None:
    shown = get("/loop?example=saxpy&pane=why").all("li", "remark")
    examples = client.get("/api/examples").json()
    source = next(example["source"]["text"] for example in examples if example["id"] == "saxpy")
    found = client.post("/api/why", json={"source": source, "flags": "-O3"}).json()
    texts = sorted(remark["remark"]["message"] for remark in found["remarks"])
    assert len(shown) == len(texts)
    assert all(any(text in item.text for item in shown) for text in texts)


def test_a_trial_shows_cycles_on_both_sides(get: Callable[..., Answer]) -> None:
    page = get("/loop?example=saxpy&pane=why&trial=sve@3")
    trial = page.one("div", "trial")
    assert "cycles per element before" in trial.text
    assert "modelled" in trial.text
    unknown = get("/loop?example=saxpy&pane=why&trial=sve@3&core=abacus")
    assert unknown.status == 200
    assert "No model here knows" in unknown.one("p", "note").text


def test_a_trial_shows_counts_of_both_sides(get: Callable[..., Answer]) -> None:
    page = get("/loop?example=dot-product&flags=-O3&pane=why&trial=omp_simd_reduction@4")
    trial = page.one("div", "trial")
    assert "instructions before" in trial.text
    table = page.one("div", "scroll", aria_label="Counted before and after").children[0]
    rows = [
        [cell.text for cell in row.children] for part in table.children for row in part.children
    ]
    assert [row[0] for row in rows] == ["Executed", "instructions", "loads", "stores"]
    before, after = (int(rows[1][place].replace(",", "")) for place in (1, 3))
    assert 1024 < after < before
    assert [len(row) for row in rows] == [5, 5, 5, 5]
    assert "Different bits" in trial.text
    assert "ULP" in trial.text


def test_a_trial_that_cannot_run_shows_the_rest(client: TestClient) -> None:
    source = (
        "int f(int n, ...) { int s = 0;\nfor (int i = 0; i < n; i++)\n s += i * i;\nreturn s; }"
    )
    page = post(
        client, fragment=True, source=source, flags="-O2", pane="why", trial="optimize_o3@2"
    )
    trial = page.one("div", "trial")
    assert trial.text.count("variable number of arguments") == 1
    assert "Before" in trial.text
    assert not page.all("div", "scroll", aria_label="Counted before and after")


def test_a_trial_runs_on_what_the_run_pane_was_set_to(get: Callable[..., Answer]) -> None:
    query = "/loop?example=saxpy&pane=why&trial=sve@3"
    assert "n = 96, seed 7, SVE vectors of 256 bits" in get(f"{query}&n=96&seed=7&sve=256").text
    refused = get(f"{query}&n=nine")
    assert refused.status == 200
    assert "whole number" in refused.one("p", "note").text
    assert "cycles per element before" in refused.one("div", "trial").text


@pytest.mark.parametrize("broken", [{"source": "int f("}, {"flags": "-o/etc/passwd"}])
def test_a_mistake_loses_nothing_that_was_set(client: TestClient, broken: dict[str, str]) -> None:
    kept = {
        "line": "1-3",
        "n": "96",
        "right_flags": "-O1",
        "show": "comments",
        "experiment": "sweep",
    }
    page = post(client, fragment=True, pane="run", **kept, **broken)
    assert page.status == 422
    hidden = {
        field.attributes["name"]: field.attributes["value"]
        for field in page.all("input", type="hidden")
    }
    assert kept.items() <= hidden.items()


def test_ids_of_two_files_do_not_collide(client: TestClient) -> None:
    """Line ids start again with each file; element ids must not, and labels stay in their file."""
    page = post(client, fragment=True, source=CALLER, second=DOT, line="2-4")
    ids = [element.attributes["id"] for element in page.elements if "id" in element.attributes]
    assert len(ids) == len(set(ids))
    assert len(page.all("li", "chosen")) == 1
    assert page.all("li", "chosen")[0].attributes["data-source"] == "2-4"
    labels = [a.attributes["href"] for a in page.all("a", "hl")]
    assert {href.removeprefix("#") for href in labels} <= set(ids)
    assert any(href.startswith("#i2-") for href in labels)
    compared = post(client, fragment=True, source=CALLER, second=DOT, line="2-4", pane="diff")
    marked_rows = compared.all("tr", "linked")
    assert {row.attributes["data-source"] for row in marked_rows} == {"2-4"}


RECURRENCE = (
    "void f(float *a, const float *b, int n) { for (int i = 0; i < n; i++) a[i + 3] = a[i]; }"
)


def test_a_refuted_promise_has_no_button_and_says_first_what_breaks(client: TestClient) -> None:
    fields = {"source": RECURRENCE, "compiler": "clang-19", "flags": "-O3", "pane": "why"}
    page = post(client, fragment=True, **fields)
    offered = [button.attributes.get("value", "") for button in page.all("button", name="trial")]
    assert offered
    assert not [value for value in offered if value.startswith(("omp_simd", "ivdep"))]
    broken = post(client, fragment=True, **fields, trial="omp_simd@1")
    said = broken.one("div", "trial").text
    assert "Computes other results" in said
    assert said.index("Computes other results") < said.index("vectorised")


def test_all_suggestions_are_tried_with_progress_and_ranked(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.loop.trial_surveys.PATIENCE_SECONDS", 60)
    source = (
        "float f(const float *x, int n) {\n    float s = 0;\n"
        "    for (int i = 0; i < n; i++) s += x[i];\n    return s;\n}\n"
    )
    fields = {"source": source, "compiler": "gcc-12", "flags": "-O2", "pane": "why"}
    page = post(client, fragment=True, **fields)
    assert "Try all" in page.text
    tried = post(client, fragment=True, **fields, trial="all@3:5")
    assert "Trying:" not in tried.text
    assert "the one that changed most first" in tried.one("div", "survey").text
    kept = post(client, fragment=True, **fields)
    assert kept.one("div", "survey").text


@pytest.mark.parametrize("flags", ["-O1", "-O3"])
def test_code_in_the_cycles_pane_stands_in_elements(get: Callable[..., Answer], flags: str) -> None:
    page = get(f"/loop?example=dot-product&flags={flags}&pane=cycles")
    said = page.one("div", "result") if page.all("div", "result") else page
    assert "`" not in said.text
    assert page.all("code")
