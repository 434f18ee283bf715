"""The profiling exercise as a page: five steps in the address, answers checked, tries kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from app.model_runs.known import KnownModel
from app.model_runs.runs import Runs
from app.soc import profile, profile_runs
from app.soc.profile_runs import Try
from compiler_core.kept import Kept
from compiler_core.pipelines.events import Event
from compiler_core.soc.profiling.records import NetworkPart
from compiler_core.soc.profiling.variants import Variant
from tests.patience import PATIENCE_SECONDS
from tests.soc.profiling.programs import ADD, BIG, SMALL, program
from tests.web.pages import Answer

ENDED = SimpleNamespace(words="", reason="died")
Get = Callable[..., Answer]
CHOSEN = "tries=residual~fp32-apart-chosen"
WORSE = "tries=residual~fp32-apart-chosen,int8-apart-chosen&at=2&before=1"


PARTS = NetworkPart(
    number=2,
    sizes=(30, 90, 500),
    firsts=("first", "second", "third"),
    limit=120,
    kernels=4,
    all_kernels=9,
)


def counted(variant: Variant, part: int) -> Try:
    """A made-up count: chosen kernels help, int8 beside them makes it worse."""
    if variant.precision == "int8":
        made = program(replace(BIG, instructions=20_000), SMALL, ADD, variant=variant)
    elif variant.code == "chosen":
        big = replace(BIG, instructions=1600, tactic="winograd")
        made = program(
            big, replace(SMALL, instructions=700, tactic="gemm-fma"), ADD, variant=variant
        )
    else:
        made = program(variant=variant)
    cut = replace(PARTS, number=part) if part else None
    return Try(variant, replace(made, part=cut))


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting takes seconds and has tests of its own."""

    def tries(_: KnownModel, variants: tuple[Variant, ...], part: int) -> tuple[Try, ...]:
        return tuple(counted(variant, part) for variant in variants)

    monkeypatch.setattr(profile, "tries_of", tries)


def primary(page: Answer) -> tuple[str, str]:
    """The one next action, outside the form of the fields: its text and where it leads."""
    link = page.one("a", "primary")
    return link.text, link.attributes["href"]


def headline(page: Answer) -> str:
    return page.one("p", "soc-headline").text


@pytest.mark.usefixtures("counts")
def test_a_reader_walks_round_the_loop(get: Get) -> None:
    page = get("/soc/profile")
    assert "10,000 instructions" in headline(page)
    assert "5 times as fast" in headline(page)
    page = get(primary(page)[1])
    assert not page.all("a", "primary")
    answered = "&a0=compute&a1=compute&a2=compute"
    page = get(f"/soc/profile?step=2{answered}")
    text, address = primary(page)
    assert text == "Next: choose an alternative"
    page = get(address)
    text, address = primary(page)
    assert text == "Try it: Chosen kernels instead of generic loops"
    page = get(address)
    assert headline(page).startswith("✓ 10,000 instructions became 2,800")
    assert "3.57 times as few" in headline(page)
    page = get(primary(page)[1])
    text, address = primary(page)
    assert text == "Keep it and profile again"
    page = get(address)
    assert "2,800 instructions" in headline(page)


@pytest.mark.usefixtures("counts")
def test_a_try_that_made_it_worse_leads_back(get: Get) -> None:
    assert "made it worse" in headline(get(f"/soc/profile?step=4&{WORSE}"))
    text, address = primary(get(f"/soc/profile?step=5&{WORSE}"))
    assert text.startswith("Go back to")
    assert "2,800 instructions" in headline(get(address))


@pytest.mark.usefixtures("counts")
def test_answers_are_checked_by_this_run(client: TestClient, get: Get) -> None:
    bound = client.get("/api/soc/views/profile").json()["kernels"][0]["bound"]
    for given in ("compute", "memory", "overhead"):
        query = f"?step=2&a0={given}"
        found = client.get(f"/api/soc/views/profile{query}").json()["verdicts"]
        assert [(one["kernel"], one["right"]) for one in found] == [(0, given == bound)]
        page = get(f"/soc/profile{query}")
        assert found[0]["said"] in page.text
        assert ("✓ Right." in page.text) is (given == bound)


@pytest.mark.usefixtures("counts")
def test_the_form_of_the_questions_keeps_the_address(get: Get) -> None:
    page = get(f"/soc/profile?step=2&{CHOSEN}&a1=memory&set.dram.bus_width_bits=16")
    form = next(one for one in page.all("form", "soc-questions"))
    kept = {
        child.attributes["name"]: child.attributes["value"]
        for child in form.children
        if child.attributes.get("type") == "hidden"
    }
    assert kept["tries"] == "residual~fp32-apart-chosen"
    assert kept["set.dram.bus_width_bits"] == "16"
    assert "a1" not in kept


@pytest.mark.usefixtures("counts")
def test_another_network_forgets_tries_and_another_chip_its_unit(get: Get) -> None:
    page = get(f"/soc/profile?network=plain&step=4&{CHOSEN}")
    assert page.status == 200
    assert "10,000 instructions" in headline(page)
    assert get("/soc/profile?chip=coral-edge-tpu&unit=gpu").status == 200


@pytest.mark.usefixtures("counts")
def test_a_part_of_a_large_network_says_what_was_left_out(get: Get) -> None:
    page = get("/soc/profile?network=resnet50&part=resnet50.2")
    assert "Only part 2 of 3 was counted: 4 of 9 kernels, 90 of 620" in page.text
    assert "Part 2 of" in headline(page)
    offered = [child.attributes["value"] for child in page.one("select", name="part").children]
    assert offered == ["resnet50.1", "resnet50.2"]
    assert "0 million" not in page.one("select", name="part").text
    chosen = get("/soc/profile?network=resnet50&part=resnet50.2&step=3")
    assert "tries=resnet50.2~" in primary(chosen)[1]
    other = get("/soc/profile?network=residual&part=resnet50.2")
    assert "Only part" not in other.text


def test_each_known_network_is_named_once_where_none_is_called_so(get: Get) -> None:
    said = get("/soc/profile?network=none").one("div", "alert").text
    assert said.count("residual") == 1


@pytest.mark.usefixtures("counts")
def test_a_unit_without_a_known_speed_says_so(get: Get) -> None:
    page = get("/soc/profile?unit=npu&step=2")
    assert page.status == 200
    assert "is not known" in page.text
    assert not page.all("fieldset")


@pytest.mark.usefixtures("counts")
@pytest.mark.parametrize(
    "query",
    [
        "network=residual&part=residual.none",
        "network=none",
        "step=0",
        "step=6",
        "step=two",
        "a0=nothing&step=2",
        "tries=residual~nonsense",
        "tries=residual~fp32-apart-chosen&at=5",
        "tries=residual~fp32-apart-chosen&before=-1",
        "tries=residual~" + ",".join(f"fp32-apart-chosen%2B{one}=winograd" for one in range(12)),
    ],
)
def test_nonsense_is_refused_in_words(get: Get, query: str) -> None:
    page = get(f"/soc/profile?{query}")
    assert page.status == 422
    assert page.one("div", "alert").text.strip()


def test_while_it_is_counted_the_page_says_so(
    get: Get, stalled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(profile_runs, "_programs", Kept(1))
    page = get("/soc/profile?network=plain&step=3")
    assert page.status == 200
    assert page.one("div", id="soc-result").attributes["data-waiting"]
    assert "compiled, run and counted" in page.text
    assert not page.all("a", "primary")
    assert stalled


@pytest.mark.usefixtures("own_runs")
def test_a_failed_run_is_made_again_after_a_while(
    get: Get, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[str] = []
    monkeypatch.setattr(
        "compiler_core.pipelines.job_runner.run_worker", lambda *_: started.append("") or ENDED
    )
    monkeypatch.setattr(profile_runs, "_programs", Kept(1))
    query = "/soc/profile?network=depthwise&tries=depthwise~int8-apart-chosen"
    end = time.monotonic() + PATIENCE_SECONDS
    # Both programs: the first may have failed before the second has its turn.
    while get(query).status == 200 or len(started) < 2:
        assert time.monotonic() < end
        time.sleep(0.05)
    before = len(started)
    page = get(query)
    assert page.status == 422
    assert "died without a word" in page.one("div", "alert").text
    assert len(started) == before
    monkeypatch.setattr(profile_runs, "_RETRY_SECONDS", 0)
    get(query)
    assert len(started) > before


@pytest.mark.slow
def test_a_network_is_really_counted(client: TestClient, get: Get) -> None:
    query = "?network=residual&step=4&tries=residual~int8-fused-chosen"
    end = time.monotonic() + PATIENCE_SECONDS
    while get(f"/soc/profile{query}").one("div", id="soc-result").attributes.get("data-waiting"):
        assert time.monotonic() < end
        time.sleep(0.5)
    record = client.get(f"/api/soc/views/profile{query}").json()
    plain, final = (one["program"] for one in record["history"])
    assert record["comparison"]["faster"] > 4
    assert plain["agrees"]
    assert final["agrees"]


@pytest.mark.parametrize(
    ("number", "words"), [(3, "waiting for its turn: number 3 in the queue"), (0, "starting")]
)
def test_a_variant_that_waits_says_its_number(
    number: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Waiting:
        def events(self, after: int = 0) -> tuple[Event, ...]:
            return ()

    monkeypatch.setattr(Runs, "number_of", lambda self, run: number)
    assert profile_runs._doing(Waiting()) == words  # pyright: ignore[reportArgumentType]
