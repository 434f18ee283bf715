"""The first use of each glossary term in a lesson's prose becomes a link to the glossary.

A term is found in the singular, the plural and its other forms, whatever its case. Headings, code
and links are left alone, and so is a term that the author links somewhere in the lesson.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from compiler_core.lessons.lesson import Term

_TARGET = "term:"
_NO_PROSE_AFTER = ("heading_open",)


def link_terms(tokens: Sequence[Any], terms: Sequence[Term]) -> None:
    """Changes the tokens in place, before links are resolved."""
    by_hand = set(_linked_by_hand(tokens))
    open_terms = {
        form: term.id for term in terms if term.id not in by_hand for form in forms_of(term)
    }
    for before, token in zip((None, *tokens), tokens, strict=False):
        is_heading = before is not None and before.type in _NO_PROSE_AFTER
        if token.type == "inline" and not is_heading:
            token.children = list(_linked(token.children or (), open_terms))


def forms_of(term: Term) -> tuple[str, ...]:
    """The term, its plural, and its other forms, in lower case; of ambiguous words only these."""
    own = () if term.ambiguous else (term.term, plural_of(term.term))
    return tuple(form.lower() for form in (*own, *term.also))


def plural_of(word: str) -> str:
    """`basic blocks`, `latencies`, `aliases`."""
    if re.search(r"[^aeiou]y$", word):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"


def _linked_by_hand(tokens: Sequence[Any]) -> Iterator[str]:
    for token in tokens:
        if token.type == "link_open" and str(token.attrGet("href")).startswith(_TARGET):
            yield str(token.attrGet("href")).removeprefix(_TARGET)
        yield from _linked_by_hand(token.children or ())


def _linked(children: Sequence[Any], open_terms: dict[str, str]) -> Iterator[Any]:
    """The children, texts outside links cut where a term stands."""
    inside_link = 0
    for child in children:
        inside_link += {"link_open": 1, "link_close": -1}.get(child.type, 0)
        if child.type != "text" or inside_link:
            yield child
        else:
            yield from _cut(child.content, open_terms)


def _cut(text: str, open_terms: dict[str, str]) -> Iterator[Any]:
    """The text as tokens, with a link around the first use of each term that is still open."""
    rest = text
    while (found := _first(rest, open_terms)) is not None:
        name = open_terms[found[0].lower()]
        yield _token("text", rest[: found.start()])
        yield _token("link_open", "", href=f"{_TARGET}{name}", **{"class": "term"})
        yield _token("text", found[0])
        yield _token("link_close", "")
        rest = rest[found.end() :]
        for form in [form for form, other in open_terms.items() if other == name]:
            del open_terms[form]
    yield _token("text", rest)


def _first(text: str, open_terms: dict[str, str]) -> re.Match[str] | None:
    """The first term of the text; of those that begin there, the longest."""
    if not open_terms:
        return None
    forms = sorted(open_terms, key=len, reverse=True)
    pattern = rf"(?<![\w-])(?:{'|'.join(re.escape(form) for form in forms)})(?![\w-])"
    return re.search(pattern, text, re.IGNORECASE)


def _token(kind: str, content: str, **attributes: str) -> Any:
    from markdown_it.token import Token  # only where it is used

    if kind == "text":
        return Token(kind, "", 0, content=content)
    return Token(kind, "a", 1 if kind == "link_open" else -1, attrs=dict(attributes))
