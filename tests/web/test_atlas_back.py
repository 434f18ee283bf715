"""Whoever follows a link of the atlas to something of ours finds the way back there."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest

from app.addresses.lessons import SHOWN_ON_MAP, atlas_places
from compiler_core.atlas.pages import PAGES
from compiler_core.lessons.atlas_articles import article_of
from tests.web.pages import Answer, Element, settled

_OURS = re.compile(r"/(?:model/\w+/|soc/|loop/textbook|learn/(?!atlas|map|folklore|break))")


def leading() -> dict[str, list[str]]:
    """Of each place of ours, pages of the atlas that lead there: by the HTML of their text, or
    since they say that they explain it."""
    found: dict[str, list[str]] = defaultdict(list)
    for page in PAGES:
        links = re.findall(r'href="([^"]+)"', repr(article_of(page.name).sections))
        places = {urlsplit(link).path for link in links if _OURS.match(link)}
        explained = {f"/model/{SHOWN_ON_MAP[track]}/{stage}" for track, stage in page.explains}
        for place in places | explained:
            found[place].append(page.name)
    return found


PLACES = leading()


def test_all_kinds_of_places_are_led_to() -> None:
    """And the table of links back knows all of them."""
    for kind in ("/model/residual/", "/model/workshop/", "/soc/", "/loop/textbook", "/learn/"):
        assert any(place.startswith(kind) for place in PLACES), kind
    for page in PAGES:
        assert atlas_places(page) == {
            place for place, pages in PLACES.items() if page.name in pages
        }, page.name
    unexplained = [
        page.name for page in PAGES if not any(page.name in one for one in PLACES.values())
    ]
    assert unexplained == []


@pytest.mark.slow
@pytest.mark.parametrize("place", sorted(PLACES))
def test_a_place_leads_back(get: Callable[..., Answer], place: str) -> None:
    page = settled(get, place)
    assert page.status == 200
    (back,) = page.all("details", "industry")
    assert {f"/learn/atlas/{name}" for name in PLACES[place]} == set(links_in(back))


def links_in(element: Element) -> Iterator[str]:
    if element.tag == "a":
        yield element.attributes["href"]
    for child in element.children:
        yield from links_in(child)
