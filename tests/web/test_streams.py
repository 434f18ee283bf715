"""What takes long comes in parts: in the explorer's panes, and where a sentence is broken."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from threading import Semaphore
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from compiler_core.atlas.tuning import page as tuning
from compiler_core.atlas.tuning.counting import CountedKernel
from compiler_core.atlas.tuning.search import STRATEGIES, run_search
from compiler_core.atlas.tuning.space import SPACE, KernelChoice
from compiler_core.atlas.tuning.table import count_table
from tests.patience import PATIENCE_SECONDS
from tests.web.conftest import SAXPY
from tests.web.pages import Answer, again_of, read_elements

Get = Callable[..., Answer]
SUM = (
    "float sum(const float *x, int n) {\n    float total = 0;\n"
    "    for (int i = 0; i < n; i++)\n        total += x[i];\n    return total;\n}\n"
)
WHY = {"source": SUM, "compiler": "gcc-12", "flags": "-O3", "pane": "why"}
PRICED = {"source": SAXPY, "compiler": "clang-19", "flags": "-O2", "pane": "passes", "n": "96"}


def events_of(text: str) -> list[tuple[str, str]]:
    """Kind and words of each event."""
    found = []
    for event in filter(None, text.split("\n\n")):
        fields = dict(line.split(": ", 1) for line in event.split("\n") if not line.startswith(":"))
        if fields:
            data = json.loads(fields["data"])
            found.append((fields["event"], data.get("html") or data.get("text", "")))
    return found


def stream_of(page: Answer) -> str:
    (place,) = [one for one in page.all("div") if "data-stream" in one.attributes]
    assert place.attributes["data-lost"]
    return place.attributes["data-stream"]


def test_a_verdict_is_broken_in_its_card(get: Get, client: TestClient) -> None:
    (button,) = get(f"/loop?{urlencode(WHY)}").all("button", name="breaking")
    value = button.attributes["value"]
    begun = get(f"/loop?{urlencode({**WHY, 'breaking': value})}")
    assert "GCC does not vectorise the loop in line 3 of sum" in begun.text
    assert begun.all("button", name="breaking", value=f"{value}!")
    events = events_of(client.post(stream_of(begun), data=WHY).text)
    kinds = [kind for kind, _ in events]
    assert kinds[-1] == "done"
    assert set(kinds[:-1]) == {"part"}
    assert "settings tried" in events[0][1]
    last = read_elements(events[-1][1])
    assert [one for one in last if "is-fails" in one.classes]
    assert "lowlab break loop.c --compiler gcc-12 --flags -O3 --line 3" in events[-1][1]
    assert [one for one in last if one.tag == "tr" and "is-added" in one.classes]


def test_a_loop_that_is_gone_says_so(client: TestClient) -> None:
    (event,) = events_of(client.post("/loop/section?breaking=77:5!", data=WHY).text)
    assert event[0] == "failed"
    assert "no such loop any more" in event[1]


@pytest.mark.slow
def test_bars_come_one_by_one_and_stay(get: Get, client: TestClient) -> None:
    begun = get(f"/loop?{urlencode({**PRICED, 'ledger': '1'})}")
    assert begun.all("button", name="skip") == []
    events = events_of(client.post(stream_of(begun), data=PRICED).text)
    rows = [sum(element.tag == "tr" for element in read_elements(html)) for _, html in events]
    assert rows[0] < rows[len(rows) // 2] <= rows[-1]
    assert events[-1][0] == "done"
    whole = get(f"/loop?{urlencode({**PRICED, 'ledger': '1'})}")
    assert whole.all("button", name="skip")
    assert [one for one in whole.all("div") if "data-stream" in one.attributes] == []
    (button,) = whole.all("button", id="open-parts")
    opened = {**PRICED, "ledger": button.attributes["value"]}
    events = events_of(client.post(stream_of(get(f"/loop?{urlencode(opened)}")), data=PRICED).text)
    assert events[-1][0] == "done"
    assert "Code generation, opened" in events[-1][1]
    assert "--parts" in get(f"/loop?{urlencode(opened)}").text


def groups_of_search(seed: int, budget: int) -> list[tuple[KernelChoice, ...]]:
    """The kernels that the learned model has counted, group by group."""
    groups: list[tuple[KernelChoice, ...]] = []

    def count(places: Sequence[int]) -> list[int]:
        groups.append(tuple(SPACE[place] for place in places))
        return [count_table().instructions[place] for place in places]

    strategy = next(one for one in STRATEGIES if one.name == "learned")
    run_search(strategy, count, seed, budget)
    return groups


@pytest.fixture
def may_go_on(monkeypatch: pytest.MonkeyPatch) -> Iterator[Semaphore]:
    """Released once for each group of kernels that the watched search may count; what a claim in
    the page's text counts waits for nobody, and takes no release."""
    allowed = Semaphore(0)
    own = groups_of_search(seed=4711, budget=11)

    def counted(choices: Sequence[KernelChoice]) -> tuple[CountedKernel, ...]:
        assert tuple(choices) not in own or allowed.acquire(timeout=PATIENCE_SECONDS)
        rows = [count_table().rows[SPACE.index(choice)] for choice in choices]
        return tuple(
            CountedKernel(
                choice=row.kernel, instructions=row.instructions, output_digest=row.output
            )
            for row in rows
        )

    monkeypatch.setattr(tuning, "count_kernels", counted)
    yield allowed
    allowed.release(64)


def test_a_search_is_watched_while_it_counts(
    jail: None, get: Get, client: TestClient, may_go_on: Semaphore
) -> None:
    address = "/learn/atlas/autotune?strategy=learned&count=each&budget=11&seed=4711"
    begun = get(address)
    assert begun.status == 202
    assert begun.one("meta", http_equiv="refresh").attributes["content"] == "2"
    assert begun.one("p", "hidden", role="status").attributes["id"] == "announced"
    may_go_on.release()
    # Without scripts the page is loaded again, and shows the curve as far as it is.
    end = time.monotonic() + PATIENCE_SECONDS
    while not (again := get(address)).all("path", "plot-0") and time.monotonic() < end:
        assert again.status == 202
    assert "4 of 11 kernels" in again.text
    stream = stream_of(begun)
    may_go_on.release(2)
    events = events_of(client.get(stream).text)
    assert [kind for kind, _ in events][-1] == "done"
    counted = counted_in(events[:-1])
    assert counted == sorted(set(counted))
    last = read_elements(events[-1][1])
    assert [one for one in last if "headline" in one.classes]
    finished = get(address)
    assert finished.status == 200
    assert "tries counted now" in finished.text


def test_what_a_search_refuses_its_stream_says(jail: None, client: TestClient) -> None:
    address = "/learn/atlas/autotune/events?count=each&budget=65"
    (event,) = events_of(client.get(address).text)
    assert event[0] == "done"
    assert "Tries cannot be" in event[1]


def test_a_page_that_follows_nothing_gets_its_answer_at_once(client: TestClient) -> None:
    address = "/learn/break/folklore-stride/events?compiler=gcc-12"
    (event,) = events_of(client.get(address).text)
    assert event[0] == "done"
    assert "Try to break it" in event[1]


def counted_in(events: list[tuple[str, str]]) -> list[int]:
    """What the bars of the parts say."""
    bars = (one for _, html in events for one in read_elements(html) if one.tag == "progress")
    return [int(bar.attributes["value"]) for bar in bars if "max" in bar.attributes]


def test_a_value_of_a_long_run_comes_in_parts(get: Get, client: TestClient) -> None:
    asked = {"source": SUM, "compiler": "gcc-12", "flags": "-O1", "pane": "step", "n": "1500"}
    begun = get(f"/loop?{urlencode({**asked, 'element': 'return'})}")
    assert begun.one("input", name="element").attributes["value"] == "return"
    (bar,) = [one for one in begun.all("progress") if "max" in one.attributes]
    assert (bar.attributes["value"], bar.attributes["max"]) == ("0", "100000")
    assert "depends on" not in begun.one("section", "slice").text

    events = events_of(client.post(stream_of(begun), data=asked).text)
    counted = counted_in(events)
    assert counted == sorted(counted)
    assert len(set(counted)) > 5
    assert events[-1][0] == "done"
    assert "return depends on" in events[-1][1]
    waited = get(again_of(begun))
    assert "return depends on" in waited.one("section", "slice").text
    assert not waited.all("meta", http_equiv="refresh")


def test_a_value_that_nobody_named_stands_in_the_field(get: Get, client: TestClient) -> None:
    asked = {"source": SUM, "compiler": "gcc-12", "flags": "-O1", "pane": "step", "n": "1500"}
    begun = get(f"/loop?{urlencode({**asked, 'element': 'usual'})}")
    assert begun.one("input", name="element").attributes["value"] == ""
    *parts, (kind, last) = events_of(client.post(stream_of(begun), data=asked).text)
    assert kind == "done"
    (filled,) = [one for one in read_elements(last) if one.attributes.get("data-fills")]
    assert (filled.attributes["data-fills"], filled.attributes["value"]) == ("element", "return")
    assert not [html for _, html in parts if "data-fills" in html]
    waited = get(again_of(begun))
    assert waited.one("input", name="element").attributes["value"] == "return"


def test_passes_over_what_a_library_brings_come_in_parts(get: Get, client: TestClient) -> None:
    """A small loop's are there at once."""
    text = f"#include <algorithm>\n{SUM.replace('total', 'added')}"
    asked = {"source": text, "language": "c++", "compiler": "clang-19", "flags": "-O2",
             "pane": "passes"}  # fmt: skip
    begun = get(f"/loop?{urlencode(asked)}")
    assert not begun.all("ol", "story")
    events = events_of(client.post(stream_of(begun), data=asked).text)
    assert counted_in(events) == sorted(counted_in(events))
    assert len(counted_in(events)) > 2
    assert events[-1][0] == "done"
    assert 'class="story"' in events[-1][1]
    small = get(f"/loop?{urlencode({**asked, 'source': SUM, 'language': 'c'})}")
    assert small.all("ol", "story")
    assert not small.all("meta", http_equiv="refresh")
    waited = get(again_of(begun))
    assert waited.all("ol", "story")
