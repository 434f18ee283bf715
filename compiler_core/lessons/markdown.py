"""Markdown to HTML for lessons: the author's tags are escaped, links stay within the site.

`[preheader](term:preheader)` links to the glossary, `[next](lesson:licm)` to a lesson. Any other
target must be a path of this site. Code spans keep their text; fenced blocks of a language are
given a class for the page's highlighting.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from compiler_core.content_files import ContentError

_PLACES = {"term": "/glossary#", "lesson": "/learn/"}
_BROKEN_LINK = re.compile(r"\]\((term:|lesson:|/)")
_TARGET = re.compile(r"(?P<kind>term|lesson):(?P<name>[a-z0-9-]+)")


@lru_cache(maxsize=1)
def parser() -> Any:
    """The one parser: CommonMark and tables, without raw HTML."""
    from markdown_it import MarkdownIt  # only where it is used

    return MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")


def to_html(location: str, text: str) -> str:
    """Blocks of text. Raises ContentError for a link that leaves the site."""
    return render(location, parser().parse(text))


def to_inline_html(location: str, text: str) -> str:
    """One line of text, without a paragraph around it. Raises ContentError."""
    tokens = parser().parseInline(text)
    _resolve_links(location, tokens)
    return parser().renderer.render(tokens, parser().options, {})


def render(location: str, tokens: Sequence[Any]) -> str:
    """HTML of parsed tokens. Raises ContentError."""
    _resolve_links(location, tokens)
    return parser().renderer.render(tokens, parser().options, {})


def _resolve_links(location: str, tokens: Sequence[Any]) -> None:
    for token in tokens:
        if token.type == "link_open":
            token.attrSet("href", _address(location, str(token.attrGet("href"))))
        if token.type == "text" and _BROKEN_LINK.search(token.content):
            raise ContentError(
                f"{location}: {token.content[-60:]!r} is no link; expected [text](address), "
                "no blank in the address."
            )
        _resolve_links(location, token.children or ())


def _address(location: str, target: str) -> str:
    match = _TARGET.fullmatch(target)
    if match is not None:
        return _PLACES[match["kind"]] + match["name"]
    if target.startswith(("/", "#")) and not target.startswith("//"):
        return target
    raise ContentError(f"{location}: the link {target!r} leaves the site.")
