"""Reading pages in tests: elements by tag, class and attribute, without a browser."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http import HTTPStatus
from typing import Any, Protocol

from tests.patience import PATIENCE_SECONDS

VOID = frozenset(("br", "hr", "img", "input", "link", "meta", "rect", "circle", "line", "path"))


@dataclass
class Element:
    """One element: tag, attributes, all text inside."""

    tag: str
    attributes: dict[str, str]
    text: str = ""
    children: list[Element] = field(default_factory=list)

    @property
    def classes(self) -> set[str]:
        return set(self.attributes.get("class", "").split())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[Element] = []
        self.open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.elements.append(element)
        if self.open:
            self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        for position in range(len(self.open) - 1, -1, -1):
            if self.open[position].tag == tag:
                del self.open[position:]
                return

    def handle_data(self, data: str) -> None:
        for element in self.open:
            element.text += data


def read_elements(text: str) -> list[Element]:
    """All elements of a page in document order."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return reader.elements


class Received(Protocol):
    """What both a client and the test client of the app answer with."""

    status_code: int
    headers: Any

    @property
    def text(self) -> str: ...


class Answer:
    """A response and its elements."""

    def __init__(self, response: Received) -> None:
        self.response = response
        self.status = response.status_code
        self.text = response.text
        self.headers = response.headers
        self.elements = read_elements(response.text)

    def all(self, tag: str = "", with_class: str = "", **attributes: str) -> list[Element]:
        """Elements with this tag, class and attributes (`data_source` for data-source)."""
        wanted = {name.rstrip("_").replace("_", "-"): value for name, value in attributes.items()}
        return [
            element
            for element in self.elements
            if (not tag or element.tag == tag)
            and (not with_class or with_class in element.classes)
            and all(element.attributes.get(name) == value for name, value in wanted.items())
        ]

    def one(self, tag: str = "", with_class: str = "", **attributes: str) -> Element:
        """The only such element."""
        found = self.all(tag, with_class, **attributes)
        assert len(found) == 1, f"{len(found)} elements {tag} {with_class} {attributes}"
        return found[0]


def complete(get: Callable[..., Answer], path: str) -> Answer:
    """The page once nothing on it is still being made, as a reader without scripts gets it."""
    end = time.monotonic() + PATIENCE_SECONDS
    answer = get(path)
    while answer.all("div", "pending") and time.monotonic() < end:
        time.sleep(0.2)
        answer = get(path)
    assert not answer.all("div", "pending")
    return answer


def settled(get: Callable[..., Answer], path: str) -> Answer:
    """The page itself, not the one that waits for its answer."""
    end = time.monotonic() + PATIENCE_SECONDS
    answer = get(path)
    while answer.status == HTTPStatus.ACCEPTED and time.monotonic() < end:
        time.sleep(0.2)
        answer = get(path)
    return answer


def again_of(page: Answer) -> str:
    """Where a browser without scripts goes on."""
    return page.one("meta", http_equiv="refresh").attributes["content"].partition("url=")[2]
