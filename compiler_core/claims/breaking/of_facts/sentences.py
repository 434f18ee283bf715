"""What a search about facts says: of a counterexample what was found, of none what was tried."""

from __future__ import annotations

from collections.abc import Iterator

from compiler_core.claims.breaking.record import BreakSearch, GroupTried
from compiler_core.claims.breaking.sentences import (
    WORDS,
    broken_sentences,
    left_alone,
    stopped,
    unbroken_sentences,
)

_AGAIN = " What was worked out is kept: asked again, it comes further."


def fact_sentences(search: BreakSearch) -> tuple[str, ...]:
    """The answer in words."""
    notes = search.notes if search.standing == "unbroken" else ()
    return (*_SENTENCES[search.standing](search), *notes)


def _false_here(search: BreakSearch) -> Iterator[str]:
    yield "The sentence fails in its own setting already: nothing needs to be changed."
    yield f"What is found there: {stopped(search.found)}"


def _unstated(search: BreakSearch) -> Iterator[str]:
    yield f"It cannot be tried here: {stopped(search.found)}"


def _unbroken(search: BreakSearch) -> Iterator[str]:
    if search.groups:
        yield from unbroken_sentences(search, _group, _AGAIN)
        return
    yield "Nothing was tried: all that could be changed is named by the sentence or compared."
    if search.kept:
        yield left_alone(search)


def _group(group: GroupTried) -> str:
    words = f"with {WORDS[group.group]}: {group.tried} of {group.planned}"
    return f"{words}, {group.unusable} without an answer" if group.unusable else words


_SENTENCES = {
    "false_here": _false_here,
    "unstated": _unstated,
    "broken": broken_sentences,
    "unbroken": _unbroken,
}
