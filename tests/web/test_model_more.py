"""The parts of the model pages that let a reader try something: through the real application."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from starlette.testclient import TestClient

from app.model.runs import close_runs, runs
from tests.web.pages import Answer

LONGEST_SECONDS = 120.0
Get = Callable[..., Answer]


@pytest.fixture(scope="module", autouse=True)
def _own_runs(client: TestClient) -> Iterator[None]:
    """Runs below this application's own state, ended with the module."""
    runs.cache_clear()
    yield
    close_runs()
    runs.cache_clear()


def when(get: Get, address: str, there: Callable[[Answer], bool]) -> Answer:
    """The page once it shows what is waited for."""
    end = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < end:
        answer = get(address)
        assert answer.status == 200, answer.text
        if there(answer):
            return answer
        time.sleep(0.2)
    raise AssertionError(f"{address} did not come so far")


def ready(answer: Answer) -> bool:
    return not answer.all(with_class="stage-progress")


def rows_of(answer: Answer, label: str) -> list[list[str]]:
    """Cells of the table in the group of this label."""
    group = answer.one("div", role="group", aria_label=label)
    start = answer.elements.index(group)
    rows = [one for one in answer.elements[start:] if one.tag == "tr"]
    cells = [[cell.text.strip() for cell in row.children if cell.tag == "td"] for row in rows]
    return [row for row in cells if row]


def number(text: str) -> float:
    return float(text.replace(",", ""))


@pytest.mark.slow
def test_a_remedy_is_one_click_and_is_measured_beside_the_network_without_it(get: Get) -> None:
    plain = when(get, "/model/plain/passes", ready)
    remedies = [link for link in plain.all("a", with_class="button")
                if "Use a depthwise" in link.text]  # fmt: skip
    assert remedies, "the plain network's dense convolutions are found"
    address = remedies[0].attributes["href"].partition("#")[0]
    assert "remedies=separable" in address
    changed = when(get, address, lambda page: ready(page) and "Still being made" not in page.text)
    rows = {row[0]: row[1:] for row in rows_of(changed, "Before and after the remedies")[:6]}
    before, after, _ = rows["Weights, bytes"]
    assert number(after) < number(before), "the convolution's weights became fewer"
    before, after, _ = rows["Kernels"]
    assert number(after) == number(before) + 1, "one convolution became two"
    right = [float(text.rstrip("%")) for text in rows["Test pictures right"][:2]]
    assert right[0] > 95 > right[1], "without training the answers get worse, and the page says so"
    assert "Take back" in changed.text


def test_an_unknown_remedy_is_refused_in_words(get: Get) -> None:
    page = get("/model/plain/passes?remedies=separable:nowhere")
    end = time.monotonic() + LONGEST_SECONDS
    while page.status == 200 and time.monotonic() < end:
        time.sleep(0.2)
        page = get("/model/plain/passes?remedies=separable:nowhere")
    assert page.status == 422
    assert "There is nothing to remedy at separable:nowhere." in page.text
