"""What a page about a chip tells is still on it, however much of it is closed.

The files in `chip-facts` hold headings, columns and rows; a line that is to go is taken out there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import sleep

import pytest
from starlette.testclient import TestClient

from tests.web.pages import Answer, Element

FACTS = Path(__file__).parent / "chip-facts"
VIEWS = tuple(sorted(path.stem for path in FACTS.glob("*.txt") if path.stem != "profile"))
# Of the view of latency only what is modelled: counts need compilers.
_WAITS_FOR_COUNTS = "latency"
_TELLING = frozenset(("h2", "h3", "h4", "th", "caption", "summary", "dt"))


def facts_of(page: Answer) -> Iterator[str]:
    """Headings, columns, terms, and the first cell of each row."""
    for element in page.elements:
        if element.tag in _TELLING:
            yield _text(element)
        if element.tag == "tr" and element.children:
            yield _text(element.children[0])


def whole_page(client: TestClient, view: str, query: str = "") -> Answer:
    """The page when its model was read and its searches have ended."""
    while True:
        page = Answer(client.get(f"/soc/{view}{query}"))
        waits = any("data-waiting" in element.attributes for element in page.elements)
        if not waits or (view == _WAITS_FOR_COUNTS and page.all("details", with_class="fold")):
            return page
        sleep(0.1)


def _text(element: Element) -> str:
    return " ".join(element.text.split())


@pytest.mark.parametrize("view", VIEWS)
def test_nothing_that_stood_on_a_page_is_lost(client: TestClient, view: str) -> None:
    assert _lost(client, view) == []


def test_nothing_of_the_exercise_is_lost(client: TestClient, programs: None) -> None:
    assert _lost(client, "profile") == []


def _lost(client: TestClient, view: str) -> list[str]:
    told = set(facts_of(whole_page(client, view)))
    return [one for one in (FACTS / f"{view}.txt").read_text().splitlines() if one not in told]


@pytest.mark.parametrize("view", VIEWS)
def test_closed_parts_say_their_answer_and_open_together(client: TestClient, view: str) -> None:
    page = whole_page(client, view)
    closed = page.all("details", with_class="fold")
    assert closed
    for part in closed:
        heading, answer = part.children[0].children[:2]
        assert part.attributes["id"] == f"{heading.attributes['id']}-fold"
        assert _text(answer), _text(heading)
    assert len(page.all("details", with_class="fold", open="")) <= 1
    opened = whole_page(client, view, "?open=all")
    assert len(opened.all("details", with_class="fold", open="")) == len(closed)
