"""Every link of the pages that are read, not typed into, leads somewhere: page and place on it."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urldefrag, urlsplit

import pytest

from compiler_core.lessons.reading import load_lessons
from tests.web.pages import Answer, complete, settled

Get = Callable[..., Answer]
LESSONS = [lesson.id for lesson in load_lessons()]
READ = (
    "/",
    "/learn",
    "/learn/map",
    "/learn/folklore",
    "/glossary",
    "/examples",
    "/about",
    "/docs",
    "/learn/atlas",
    "/learn/atlas/mirage",
    "/learn/atlas/questions",
    "/loop/textbook",
    "/loop/textbook/compare",
    *(f"/learn/{name}" for name in LESSONS),
)
# Pages that compile for each address; enough of each kind to see that their addresses are right.
COMPILING = ("/loop", "/loop/textbook")
MOST_OF_A_KIND = 4
# A page that waits for its answer (202), or for a turn at the compilers of others (429), is a place
# as well; what it holds is asked for elsewhere.
LEADING = (HTTPStatus.OK, HTTPStatus.ACCEPTED, HTTPStatus.SEE_OTHER, HTTPStatus.TOO_MANY_REQUESTS)


def links_of(answer: Answer) -> set[str]:
    """Addresses within the site, as written."""
    found = {one.attributes.get("href", "") for one in answer.all("a")}
    return {link for link in found if link.startswith(("/", "#", "?"))}


def places_of(answer: Answer) -> set[str]:
    return {element.attributes["id"] for element in answer.elements if "id" in element.attributes}


def chosen(links: set[str]) -> list[str]:
    """All links to pages that are cheap, and some of each kind of the others."""
    cheap = [link for link in links if urlsplit(link).path not in COMPILING]
    costly = sorted(link for link in links if urlsplit(link).path in COMPILING)
    step = max(len(costly) // MOST_OF_A_KIND, 1)
    return sorted(cheap) + costly[::step]


@pytest.fixture(scope="module")
def known() -> dict[str, Answer]:
    """Pages that were fetched, by address."""
    return {}


@pytest.mark.slow
@pytest.mark.parametrize("path", READ)
def test_every_link_leads_somewhere(get: Get, known: dict[str, Answer], path: str) -> None:
    def page_of(address: str, anchor: str) -> Answer:
        # What is still being made has its place already, unless the whole page waits.
        if address not in known or (anchor and known[address].status == HTTPStatus.ACCEPTED):
            known[address] = settled(get, address) if anchor else get(address)
        return known[address]

    page = get(path) if path.endswith("compare") else complete(get, path)
    assert page.status == 200
    broken: list[str] = []
    for link in chosen(links_of(page)):
        address, anchor = urldefrag(link if link[0] == "/" else f"{path}{link}")
        target = page_of(address, anchor) if anchor or address not in READ else None
        if target is None:
            continue
        if target.status not in LEADING or (anchor and anchor not in places_of(target)):
            broken.append(f"{link} ({target.status})")
    assert broken == []


def test_the_crawler_finds_a_broken_link() -> None:
    """Guards the test above: it reads links from elements, and anchors from ids."""
    from httpx import Response

    text = '<a href="/learn#nowhere">x</a><a href="https://example.org">y</a><p id="here"></p>'
    answer = Answer(Response(200, text=text))
    assert links_of(answer) == {"/learn#nowhere"}
    assert places_of(answer) == {"here"}
