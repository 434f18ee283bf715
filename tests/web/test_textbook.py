"""The playground of the textbook compiler: its page, its address, its list of passes, its API."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from starlette.testclient import TestClient

import app.textbook.page
from app.serving.templating import Page
from app.textbook.request import USUAL, choices, example_source, textbook_request
from app.textbook.views.textbook import TextbookPage
from compiler_core.errors import UnknownCompiler
from compiler_core.loop.errors import PassFailed
from compiler_core.loop.passes.registry import PASSES, USUAL_PASSES
from tests.web.pages import Answer
from tests.web.test_learn import complete

Get = Callable[..., Answer]
PATH = "/loop/textbook"
HTML = {"accept": "text/html"}
HOIST = USUAL_PASSES.index("loop-invariant-code-motion") + 1
GOTO = "int f(int *a, int n) {\n    int s = 0;\n    goto out;\nout:\n    return s;\n}\n"
DIVISION = (
    "void f(int *restrict a, int x, int y, int n) {\n"
    "    for (int i = 0; i < n; i++)\n"
    "        a[i] = x / y;\n"
    "}\n"
)


def address(**fields: object) -> str:
    return f"{PATH}?{urlencode(fields)}"


def press(client: TestClient, **fields: str) -> str:
    """Where the form leads."""
    answer = client.post(PATH, data=fields, headers=HTML)
    assert answer.status_code == 303
    return answer.headers["location"]


def passes_of(location: str) -> list[str]:
    query = parse_qs(urlsplit(location).query)
    return query["passes"][0].split(",") if "passes" in query else list(USUAL_PASSES)


def test_the_first_page_shows_our_example_and_its_hoists(get: Get) -> None:
    page = get(PATH)
    assert page.status == 200
    assert page.one("textarea").text.strip() == example_source().strip()
    rows = [row for row in page.all("li") if row.attributes.get("id", "").startswith("pass-")]
    assert len(rows) == len(USUAL_PASSES)
    assert re.search(r"2 changes · \d+ → \d+ operations", rows[HOIST - 1].text)
    assert "same result on" in rows[HOIST - 1].text
    assert "is-chosen" in rows[HOIST - 1].classes
    hoisted = page.all("li", "is-hoisted")
    assert any("%k = shl n, 2" in line.text for line in hoisted)
    assert all("hoisted" in line.text and "↑" in line.text for line in hoisted)
    assert "it cannot trap" in page.text


def test_a_step_shows_the_idea_and_the_file_of_its_pass(get: Get) -> None:
    page = get(address(step=USUAL_PASSES.index("dead-code-elimination") + 1))
    one = next(one for one in PASSES if one.name == "dead-code-elimination")
    assert one.idea().split("\n")[0].split(":")[0] in page.one("div", "idea").text
    whole = page.one("details", "pass-source").text
    assert all(line.strip() in whole for line in one.source_text().splitlines())
    assert any("%dead = add" in line.text for line in page.all("li", "is-removed"))


def test_a_refusal_says_why(get: Get) -> None:
    page = get(address(source=DIVISION, step=2, passes="promotion,loop-invariant-code-motion"))
    refused = [item for item in page.all("li", "is-refused") if "stays" in item.text]
    assert any("trap" in item.text for item in refused)


def test_moments_step_through_the_algorithm(get: Get) -> None:
    first = get(address(step=HOIST, moment=1))
    assert "Moment 1 of" in first.text
    assert first.all("li", "is-focus")
    assert not first.all("a", data_moment="earlier")
    later = first.one("a", data_moment="later").attributes["href"]
    assert "moment=2" in later
    third = get(address(step=HOIST, moment=3))
    sets = third.one("dl", "sets").text
    assert "moved" in sets
    assert "%k" in sets
    running = [line for line in third.all("li", "is-current") if "runs now" in line.text]
    assert len({line.text for line in running}) == 1
    assert "journal.moment" in running[0].text


def test_only_what_was_done_by_a_moment_is_marked(get: Get) -> None:
    early = get(address(step=HOIST, moment=1))
    whole = get(address(step=HOIST))
    assert not early.all("li", "is-hoisted")
    assert len(whole.all("li", "is-hoisted")) >= 4


def test_every_loop_to_try_runs(get: Get) -> None:
    links = [
        link.attributes["href"]
        for link in get(PATH).all("a")
        if "example=" in link.attributes["href"]
    ]
    assert len(links) >= 3
    for link in links:
        page = get(link)
        assert page.status == 200
        assert "same result on" in page.text
        chosen = page.one("a", aria_current="step").text
        assert page.one("h2", id="step-title").text == chosen
    assert get(f"{PATH}?example=nowhere").status == 404


def test_what_could_not_be_compared_claims_nothing(get: Get) -> None:
    endless = "void f(int *a, int n) {\n    int k = n;\n    while (1) a[0] = k;\n}\n"
    page = get(address(source=endless, passes="promotion,loop-invariant-code-motion"))
    assert page.status == 200
    assert "same result" not in page.text
    assert "not compared" in page.one("li", id="pass-1").text


def test_the_form_leads_to_the_address_of_its_state(client: TestClient) -> None:
    assert press(client, source=example_source().replace("\n", "\r\n")) == PATH
    location = press(client, source=GOTO, function="f", passes="promotion,-loop-unrolling")
    asked = parse_qs(urlsplit(location).query)
    assert asked == {"source": [GOTO], "function": ["f"], "passes": ["promotion,-loop-unrolling"]}


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        ("up-2", "b,a,c"),
        ("down-2", "a,c,b"),
        ("up-1", "a,b,c"),
        ("down-3", "a,b,c"),
        ("off-2", "a,-b,c"),
        ("remove-1", "b,c"),
        ("add", "a,b,c,loop-unrolling"),
        ("off-9", "a,b,c"),
        ("off-٢", "a,b,c"),
        ("nonsense", "a,b,c"),
    ],
)
def test_buttons_edit_the_list(client: TestClient, edit: str, expected: str) -> None:
    location = press(client, passes="a,b,c", edit=edit, added="loop-unrolling")
    assert passes_of(location) == expected.split(",")


def test_a_pass_that_is_off_keeps_its_place_and_comes_back(client: TestClient, get: Get) -> None:
    off = press(client, edit=f"off-{HOIST}", passes=",".join(USUAL_PASSES))
    assert passes_of(off)[HOIST - 1] == "-loop-invariant-code-motion"
    page = get(off.partition("#")[0])
    assert "is-off" in page.one("li", id=f"pass-{HOIST}").classes
    assert not page.all("li", "is-hoisted")
    assert press(client, edit=f"on-{HOIST}", passes=",".join(passes_of(off))) == (
        f"{PATH}#pass-{HOIST}"
    )


def test_the_chosen_step_moves_with_its_pass(client: TestClient) -> None:
    location = press(client, passes="a,b,c", step="2", edit="up-2")
    assert parse_qs(urlsplit(location).query)["step"] == ["1"]
    assert urlsplit(location).fragment == "pass-1"


def test_the_order_matters_and_the_page_shows_it(get: Get) -> None:
    page = get(address(passes="promotion,dead-code-elimination,loop-invariant-code-motion"))
    says = [page.one("li", id=f"pass-{place}").text for place in (2, 3)]
    assert "1 change" in says[0]
    assert "1 change" in says[1]
    assert "2 changes" in get(address(passes="promotion,loop-invariant-code-motion")).text


def test_what_is_outside_the_subset_is_422_at_its_line(get: Get) -> None:
    page = get(address(source=GOTO))
    assert page.status == 422
    alert = page.one("div", "alert")
    assert alert.attributes["role"] == "alert"
    assert "goto" in alert.text
    current = page.one("li", "is-current")
    assert "goto out;" in current.text
    assert "Use loops" in current.text
    assert page.one("textarea").text.strip() == GOTO.strip()


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"passes": "loop-invariant-code-motion"}, 422, "Put the pass promotion before it."),
        ({"passes": "promotion,telepathy"}, 404, "There is no pass telepathy."),
        ({"function": "nowhere"}, 404, "nowhere"),
        ({"source": ""}, 422, "alert"),
        ({"source": "int f(void) { return 0; }\0"}, 422, "NUL"),
    ],
)
def test_a_wrong_request_says_what_to_change(
    get: Get, fields: dict[str, str], status: int, words: str
) -> None:
    page = get(address(**fields))
    assert page.status == status
    assert words in page.text
    assert page.all("button", "primary")


@pytest.mark.parametrize(
    "fields",
    [
        {"step": "3", "moment": "9999"},
        {"passes": ""},
        {"passes": "-promotion"},
        {"passes": ",".join(["promotion"] * 400)},
        {"step": "0", "compare": "1"},
        {"compare": "yes"},
    ],
)
def test_strange_values_fall_back(get: Get, fields: dict[str, str]) -> None:
    assert get(address(**fields)).status == 200


def test_markup_in_the_query_stays_text(get: Get) -> None:
    script = "<script>alert(1)</script>"
    page = get(address(source=script, function=script, passes=f"promotion,{script}"))
    assert page.status in (404, 422)
    assert script not in page.text


@pytest.mark.parametrize("kind", ["form", "json"])
def test_a_source_above_64_kib_is_413(client: TestClient, kind: str) -> None:
    source = f"/* {'x' * 66_000} */"
    if kind == "form":
        answer = client.post(PATH, data={"source": source}, headers=HTML)
    else:
        answer = client.post("/api/textbook", json={"source": source})
    assert answer.status_code == 413
    assert "65,536" in answer.text


def test_a_source_that_no_address_holds_is_413(client: TestClient) -> None:
    answer = client.post(PATH, data={"source": f"/* {'é' * 20_000} */"}, headers=HTML)
    assert answer.status_code == 413
    assert "address" in answer.text


def test_three_columns_at_the_same_step(get: Get) -> None:
    asked = get(address(step=HOIST))
    assert not asked.all("div", "three")
    page = complete(get, address(step=HOIST, compare=1))
    titles = [column.children[0].text.split()[0] for column in page.all("section", "column")]
    assert titles == ["Textbook", "GCC", "Clang"]
    assert "loop-invariant-code-motion" in page.one("div", "three").text
    assert page.one("ul", "differences").text.strip()


def test_the_columns_show_the_pipeline_above_them(get: Get) -> None:
    """Whatever passes run, and in whatever order: the textbook's column is the step above."""
    passes = "promotion,dead-code-elimination,loop-invariant-code-motion"
    page = complete(get, address(step=3, passes=passes, compare=1))
    compared = page.one("section", id="compare")
    for name in passes.split(","):
        assert name in compared.text
    column = page.all("section", "column")[0]
    moved = [one.text for one in page.all("li", "is-hoisted")]
    assert moved
    names = {text.split("=")[0].strip(" ↑+−").split()[-1] for text in moved if "=" in text}
    assert all(name in column.text for name in names)


def test_while_the_compilers_work_the_page_says_so(get: Get) -> None:
    fresh = example_source().replace("dead", "idle")
    asked = address(source=fresh, step=HOIST, compare=1)
    page = get(asked)
    assert page.one("section", id="compare").text.strip()
    if waiting := page.all("div", "pending"):
        assert parse_qs(urlsplit(waiting[0].attributes["hx-get"]).query)["compare"] == ["1"]
    part = complete(get, asked)
    assert part.one("div", "three")


def test_a_missing_compiler_costs_only_the_columns(
    get: Get, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object, **__: object) -> None:
        raise UnknownCompiler("No compiler gcc is installed.", "Install one.")

    monkeypatch.setattr(app.textbook.page, "compare_with_compilers", missing)
    page = get(address(source=example_source().replace("dead", "unused"), step=HOIST, compare=1))
    assert page.status == 200
    assert "No compiler gcc is installed." in page.one("p", "note").text
    assert page.all("li", "is-hoisted")


def test_a_pass_of_ours_that_fails_is_named(get: Get, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> None:
        raise PassFailed("vectorisation", ("promotion",), "a lane is missing")

    monkeypatch.setattr(app.textbook.page, "compile_textbook", failing)
    page = get(address(source="int only_here(int n) { return n; }"))
    assert page.status == 500
    assert "vectorisation (after promotion) failed" in page.one("div", "alert").text
    assert "our mistake" in page.one("div", "alert").text


def test_the_step_alone_for_the_script(get: Get) -> None:
    page = get(address(step=HOIST, moment=2), hx_request_type="partial")
    assert page.one("div", id="step").attributes["data-textbook-step"] == ""
    assert not page.all("html")
    assert not page.all("textarea")


def test_the_page_renders_its_documented_view_model(
    get: Get, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[Page] = []
    initialise = Page.__init__

    def remember(page: Page, *values: Any, **named: Any) -> None:
        initialise(page, *values, **named)
        rendered.append(page)

    monkeypatch.setattr(Page, "__init__", remember)
    get(PATH)
    assert rendered[0].template == "textbook.html"
    assert isinstance(rendered[0].model, TextbookPage)


def test_the_request_reads_its_own_address() -> None:
    query = {"source": GOTO, "function": "f", "passes": "promotion,-loop-unrolling", "step": "2",
             "moment": "4", "compare": "1"}  # fmt: skip
    asked = textbook_request(query)
    again = textbook_request(
        {name: values[0] for name, values in parse_qs(urlsplit(asked.address()).query).items()}
    )
    assert asked == again
    assert asked.running == ("promotion",)
    assert choices(",".join(USUAL_PASSES)) == USUAL


def test_the_api_gives_the_trace(client: TestClient) -> None:
    passes = ["promotion", "loop-invariant-code-motion"]
    answer = client.post("/api/textbook", json={"source": example_source(), "passes": passes})
    assert answer.status_code == 200
    trace = answer.json()
    assert [step["pass"] for step in trace["steps"]] == ["front-end", *passes]
    hoisted = [change["subject"] for change in trace["steps"][2]["changes"]]
    assert hoisted == ["%k", "%dead"]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"source": GOTO}, 422),
        ({"source": example_source(), "passes": ["telepathy"]}, 404),
        ({"source": example_source(), "passes": ["promotion"] * 41}, 422),
        ({"source": example_source(), "colour": "red"}, 422),
        ({}, 422),
    ],
)
def test_the_api_says_what_is_wrong(
    client: TestClient, body: dict[str, object], status: int
) -> None:
    answer = client.post("/api/textbook", json=body)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]


def test_the_api_is_documented(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    operation = document["paths"]["/api/textbook"]["post"]
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    assert set(schema["properties"]) == {"source", "function", "passes"}


def test_the_passes_pane_leads_to_the_textbook_where_it_reads_the_function(get: Get) -> None:
    page = get("/loop?example=saxpy&pane=passes")
    (link,) = [one for one in page.all("a") if one.attributes["href"].startswith(PATH)]
    shown = get(link.attributes["href"])
    assert shown.status == 200
    assert "saxpy" in shown.one("textarea").text
    outside = get("/loop?example=call-in-loop&pane=passes")
    assert outside.status == 200
    assert not [one for one in outside.all("a") if one.attributes["href"].startswith(PATH)]
