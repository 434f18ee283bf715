"""Terms of the glossary become links: in each block of a lesson the first use of each term.

A block is what is read at one go: the prose between two live parts, a caption, a question with its
answers, a claim. A term is found in the singular, the plural and its other forms, whatever its
case. Code and links are left alone, and so is a term that the author links in the same text. A
heading links only what the text below it does not.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from compiler_core.lessons.lesson import Term

PLACE = "/glossary#"
_TARGET = "term:"
_CLASS = "term"


@dataclass(frozen=True, slots=True)
class _Vocabulary:
    """pattern: any form, of those that begin at one place the longest; names: form to term."""

    pattern: re.Pattern[str]
    names: Mapping[str, str]


class OpenTerms:
    """The terms that one block has not linked yet."""

    def __init__(self, terms: tuple[Term, ...]) -> None:
        """All of them."""
        self._vocabulary = _vocabulary(terms)
        self._known = frozenset(term.id for term in terms)
        self._open = set(self._vocabulary.names.values())

    def link(self, tokens: Sequence[Any]) -> set[str]:
        """Changes parsed Markdown in place, before its links are resolved. Returns the terms that
        its author links and that nobody knows.
        """
        linked = set(_linked_by_hand(tokens))
        self._open -= linked
        for is_heading in (False, True):
            for token in _inline_tokens(tokens, is_heading):
                token.children = list(self._children(token.children or ()))
        return linked - self._known

    def link_text(self, text: str) -> str:
        """Plain text as HTML: escaped, with links."""
        return "".join(
            f'<a href="{PLACE}{name}" class="{_CLASS}">{html.escape(piece)}</a>'
            if name
            else html.escape(piece)
            for piece, name in self._cut(text)
        )

    def _children(self, children: Sequence[Any]) -> Iterator[Any]:
        """The children, texts outside links cut where a term stands."""
        inside_link = 0
        for child in children:
            inside_link += {"link_open": 1, "link_close": -1}.get(child.type, 0)
            if child.type != "text" or inside_link:
                yield child
                continue
            for piece, name in self._cut(child.content):
                yield from _tokens(piece, name)

    def _cut(self, text: str) -> Iterator[tuple[str, str]]:
        """The text in pieces; each with the term it links to, empty for plain text."""
        start = 0
        for match in self._vocabulary.pattern.finditer(text):
            name = self._vocabulary.names[match[0].lower()]
            if name not in self._open:
                continue
            self._open.discard(name)
            yield text[start : match.start()], ""
            yield match[0], name
            start = match.end()
        yield text[start:], ""


def forms_of(term: Term) -> tuple[str, ...]:
    """The term, its plural, and its other forms, in lower case; of ambiguous words only these."""
    own = () if term.ambiguous else (term.term, plural_of(term.term))
    return tuple(form.lower() for form in (*own, *term.also))


def plural_of(word: str) -> str:
    """`basic blocks`, `latencies`, `aliases`."""
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"


@lru_cache(maxsize=8)
def _vocabulary(terms: tuple[Term, ...]) -> _Vocabulary:
    names = {form: term.id for term in terms for form in forms_of(term)}
    longest_first = sorted(names, key=len, reverse=True)
    forms = "|".join(re.escape(form) for form in longest_first) or "(?!)"
    return _Vocabulary(re.compile(rf"(?<![\w-])(?:{forms})(?![\w-])", re.IGNORECASE), names)


def _inline_tokens(tokens: Sequence[Any], is_heading: bool) -> Iterator[Any]:
    """The tokens that hold text: those of headings, or all others."""
    for before, token in zip((None, *tokens), tokens, strict=False):
        in_heading = before is not None and before.type == "heading_open"
        if token.type == "inline" and in_heading == is_heading:
            yield token


def _linked_by_hand(tokens: Sequence[Any]) -> Iterator[str]:
    for token in tokens:
        if token.type == "link_open" and str(token.attrGet("href")).startswith(_TARGET):
            yield str(token.attrGet("href")).removeprefix(_TARGET)
        yield from _linked_by_hand(token.children or ())


def _tokens(piece: str, name: str) -> Iterator[Any]:
    from markdown_it.token import Token  # only where it is used

    text = Token("text", "", 0, content=piece)
    if not name:
        yield text
        return
    yield Token("link_open", "a", 1, attrs={"href": f"{_TARGET}{name}", "class": _CLASS})
    yield text
    yield Token("link_close", "a", -1)
