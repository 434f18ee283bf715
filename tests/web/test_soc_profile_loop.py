"""The profiling exercise with a C loop, as a page: really compiled, run and counted."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from app.soc import profile, profile_loop, profile_loop_apart
from app.soc.profile_runs import Try
from compiler_core.errors import InputError
from compiler_core.soc.profiling.loops.measured import MeasuredLoop
from compiler_core.soc.profiling.loops.program import LoopProgram
from compiler_core.soc.profiling.variants import PLAIN
from tests.soc.profiling.programs import program
from tests.web.pages import Answer

Get = Callable[..., Answer]
DOT = """float dot(const float *x, const float *y, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}
"""
LOOP = urlencode({"source": DOT, "flags": "-O2"})
BASE = "/soc/profile?" + urlencode({"loop": LOOP})


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take longer than a page waits."""
    monkeypatch.setattr(profile_loop_apart, "PATIENCE_SECONDS", 60.0)


def primary(page: Answer) -> tuple[str, str]:
    """The one next action: its text and where it leads."""
    link = page.one("a", "primary")
    return link.text, link.attributes["href"]


def headline(page: Answer) -> str:
    return page.one("p", "soc-headline").text


def test_a_reader_walks_round_the_loop_with_a_loop_of_their_own(get: Get) -> None:
    page = get("/soc/profile?" + urlencode({"source": DOT, "flags": "-O2", "n": "1024"}))
    assert "dot: 6," in headline(page)
    assert "sum += x[i] * y[i];" in page.text
    kept = page.one("form", id="soc-controls").children
    assert "source" not in [one.attributes.get("name") for one in kept]
    page = get(primary(page)[1])
    assert not page.all("a", "primary")
    assert ">binds</span>" not in page.text
    assert "asked in step 2" in get(f"{BASE}&step=2").text, "the tries do not tell the answer"
    page = get(f"{BASE}&step=2&a0=chain")
    assert "asked in step 2" not in page.text
    assert page.one("strong", "good").text == "✓ Right."
    text, address = primary(page)
    page = get(address)
    text, address = primary(page)
    assert text.startswith("Try it: ")
    page = get(address)
    assert "What will it change?" in headline(page)
    assert not page.all("a", "primary")
    page = get(f"{address}&guess=fewer")
    assert "instructions became" in headline(page)
    assert "Output:" in headline(page)
    text, address = primary(page)
    assert text == "Next: keep it, or go back?"
    assert get(address).status == 200


def test_a_guess_hides_the_numbers_until_it_is_made(client: TestClient, get: Get) -> None:
    tries = tried(client, "omp_simd_reduction@3")
    hidden = get(f"{BASE}&{tries}&step=4")
    record = client.get(f"/api{BASE.replace('/soc/', '/soc/views/')}&{tries}&step=4").json()
    after = record["history"][1]
    assert f"{after['instructions']:,}" not in hidden.text
    assert record["comparison"]["output"]["same"] is False
    assert after["output_digest"] != record["history"][0]["output_digest"]
    assert "reduction(+ : sum)" in after["difference"]
    shown = get(f"{BASE}&{tries}&step=4&guess=more")
    assert f"{after['instructions']:,}" in shown.text
    assert "✗ Not that." in shown.text
    assert "ULP" in headline(shown)
    assert "fewest" in shown.text


def tried(client: TestClient, *variants: str) -> str:
    """The values of an address with these tries, the last one before the reader."""
    from app.addresses.chips import soc_request
    from app.soc.profile_loop_request import _key

    key = _key(soc_request("profile", {"loop": LOOP}))
    return urlencode({"tries": f"{key}~{','.join(variants)}", "at": len(variants), "before": 0})


def test_a_try_that_cannot_be_made_says_so_and_leads_back(client: TestClient, get: Get) -> None:
    page = get(f"{BASE}&{tried(client, 'interchange@3')}&step=4")
    assert page.status == 200
    assert "does not apply" in page.one("div", "alert").text
    text, address = primary(page)
    assert text == "Go back and choose another"
    assert "dot: 6," in headline(get(address))


def test_tries_of_another_loop_are_forgotten(client: TestClient, get: Get) -> None:
    other = urlencode({"loop": urlencode({"example": "saxpy", "flags": "-O2"})})
    page = get(f"/soc/profile?{other}&{tried(client, 'restrict@3')}&step=4")
    assert page.status == 200
    assert len(page.one("details", id="history-fold").children) >= 1
    assert "Mark the pointers" not in headline(page)


def test_answers_about_another_kind_of_program_are_forgotten(
    get: Get, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profile, "tries_of", lambda *_: (Try(PLAIN, program()),))
    assert get(f"{BASE}&step=2&a0=overhead&a1=compute").status == 200
    assert get("/soc/profile?network=plain&step=2&a0=chain&guess=fewer").status == 200


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"source": "int f(int a) {\n return b; }"}, "rejects this source"),
        ({"source": "int x" + "x" * 5000 + ";"}, "too long"),
        ({"source": f"/*{'x' * 2500}*/{DOT}"}, "at most 2,000 characters"),
        ({"source": "  "}, "The source is empty."),
        ({"source": DOT, "function": "nope"}, "It defines: dot."),
        ({"source": DOT, "flags": "-wrapper sh"}, ""),
        ({"source": DOT, "compiler": "icc"}, "icc"),
        ({"source": DOT, "n": "many"}, "whole number"),
        ({"loop": "nonsense"}, "no loop"),
        ({"loop": LOOP, "a0": "magic"}, "a0"),
        ({"loop": LOOP, "guess": "magic"}, "guess"),
        ({"loop": LOOP, "step": "9"}, "step"),
        ({"loop": LOOP, "chip": "h100"}, "CPU"),
    ],
    ids=["wrong-c", "long", "beyond-the-box", "blank", "no-such-function", "refused-flag",
         "compiler", "size", "no-loop", "answer", "guess", "step", "no-cpu"],
)  # fmt: skip
def test_nonsense_is_refused_in_words(get: Get, values: dict[str, str], said: str) -> None:
    page = get("/soc/profile?" + urlencode(values))
    assert page.status == 422
    assert said in page.one("div", "alert").text
    assert page.one("div", "alert").text.strip()


@pytest.mark.parametrize(
    "values",
    [
        {"source": f"{DOT}int f(int a) {{ return b; }}"},
        {"source": f"/*{'x' * 2500}*/\n{DOT}"},
        {"source": DOT, "function": "nope"},
        {"loop": LOOP, "chip": "h100"},
    ],
    ids=["wrong-c", "beyond-the-box", "no-such-function", "no-cpu"],
)
def test_a_refused_loop_stays_in_the_form_it_came_from(get: Get, values: dict[str, str]) -> None:
    page = get("/soc/profile?" + urlencode(values))
    assert page.status == 422
    assert page.one("textarea").text.strip() == values.get("source", DOT).strip()
    assert "open" in page.one("details", id="own-loop").attributes


ZEROS = "void f(int n,int*x){for(int i=0;i<n;i++)x[i]=0;}"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"source": "void f(int n,int*x){for(int i=0;i<n;i++)x[i]=y;}"}, "'y' undeclared"),
        ({"source": DOT, "function": "nope"}, "no function nope"),
        ({"source": DOT, "language": "rust"}, "c, c++"),
        ({"loop": urlencode({"source": DOT, "language": "rust"})}, "c, c++"),
        ({"source": ZEROS.replace("x[i]", "x[i+9999999]"), "flags": "-O1"}, "limit"),
    ],
    ids=["undeclared", "function", "language", "language-of-loop", "far-outside"],
)
def test_a_refusal_says_why_and_keeps_the_form(get: Get, values: dict[str, str], said: str) -> None:
    page = get("/soc/profile?" + urlencode(values))
    assert page.status == 422
    assert said in page.one("div", "alert").text
    assert "--set" not in page.text
    assert "for (int i" in page.one("textarea").text or "for(int i" in page.one("textarea").text


@pytest.mark.parametrize(
    ("source", "flags", "said"),
    [
        ("void f(int n){int s=0;for(int i=0;i<n;i++)s+=i;}", "-O2", "removed the loop: nothing"),
        (ZEROS, "-O3", "of these in __memset_generic)"),
        ("int f(int a) { return a + 1; }", "-O2", "No loop is in the source"),
    ],
    ids=["removed", "memset", "no-loop"],
)
def test_work_that_the_loop_does_not_do_is_in_the_headline(
    get: Get, source: str, flags: str, said: str
) -> None:
    page = get("/soc/profile?" + urlencode({"source": source, "flags": flags}))
    assert said in headline(page)
    assert "a round" not in headline(page)
    assert "takes 100%" not in headline(page)


def test_a_loop_in_library_code_has_no_time_and_leads_on(get: Get) -> None:
    page = get("/soc/profile?" + urlencode({"source": ZEROS, "flags": "-O3", "step": "2"}))
    assert "µs" not in page.one("details", id="history-fold").text
    page = get(primary(get(primary(page)[1]))[1])
    assert "No time is modelled" not in page.text


def test_a_loop_that_still_runs_is_said_to_at_once(
    client: TestClient, get: Get, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop = Event()

    def endless(_: LoopProgram) -> MeasuredLoop:
        stop.wait(60)
        raise InputError("It was stopped.", "Let it end.")

    monkeypatch.setattr(profile_loop, "measured_loop", endless)
    monkeypatch.setattr(profile_loop_apart, "PATIENCE_SECONDS", 0.01)
    query = urlencode({"source": "void f(void) { for (;;) ; }"})
    page = get(f"/soc/profile?{query}")
    assert page.status == 200
    assert "stopped after a while" in page.one("div", "pending").text
    assert "for (;;)" in page.one("textarea").text
    assert client.get(f"/api/soc/views/profile?{query}").status_code == 202
    stop.set()
    monkeypatch.setattr(profile_loop_apart, "PATIENCE_SECONDS", 60.0)
    page = get(f"/soc/profile?{query}")
    assert page.status == 422
    assert "It was stopped." in page.one("div", "alert").text
