"""Panes print words and code: a back quote around a name is one that nobody turned into code."""

from __future__ import annotations

from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from app.loop.loop_request import PANES
from tests.web.pages import VOID, Answer, complete

# Vectors, none, a call, branches, C++, and memory in two dimensions.
EXAMPLES = ("sum", "prefix-sum", "call-in-loop", "switch-in-loop", "range-for", "column-sweep")
# Code and what is typed; and what no reader sees.
NOT_WORDS = frozenset(
    ("code", "pre", "kbd", "samp", "textarea", "select", "script", "style", "noscript")
)
SAID = ("title", "aria-label", "alt")


class Words(HTMLParser):
    """Collects the words of a page that people see or hear."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value or "" for name, value in attrs if name in SAID]
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not NOT_WORDS & set(self._open):
            self.texts.append(data)


def words_of(page: Answer) -> list[str]:
    reader = Words()
    reader.feed(page.text)
    return reader.texts


@pytest.mark.parametrize("pane", PANES)
def test_no_pane_prints_a_back_quote(get: Callable[..., Answer], pane: str) -> None:
    for example in EXAMPLES:
        page = complete(get, f"/loop?example={example}&pane={pane}&open=all&wait=1")
        assert page.one("section", id="result").attributes["data-pane"] == pane, example
        assert [text for text in words_of(page) if "`" in text] == [], example
