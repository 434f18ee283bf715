"""The words of a view that the glossary explains: its idea with links, and all of them below it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from markupsafe import Markup

from app.soc.views.context import SocView
from app.soc.views.page import WordLine
from compiler_core.errors import UnknownName
from compiler_core.lessons.glossary import load_glossary
from compiler_core.lessons.lesson import Term
from compiler_core.lessons.term_links import PLACE, OpenTerms


@cache
def linked_idea(view: SocView) -> Markup:
    """The view's idea, its words linked to the glossary at their first use.

    Raises UnknownName for a word that the glossary lacks.
    """
    # On a page about chips, a kernel or a tile can mean one thing only.
    terms = tuple(replace(term, ambiguous=False) for term in _terms(view))
    return Markup(OpenTerms(terms).link_text(view.idea))  # which escapes it


@cache
def words_of(view: SocView) -> tuple[WordLine, ...]:
    """Every word of the view with its meaning. Raises UnknownName as `linked_idea`."""
    return tuple(
        WordLine(
            term.term, f"{PLACE}{term.id}", Markup(term.meaning)
        )  # made by our Markdown reader
        for term in _terms(view)
    )


def _terms(view: SocView) -> tuple[Term, ...]:
    known = {term.id: term for term in load_glossary()}
    missing = [name for name in view.words if name not in known]
    if missing:
        raise UnknownName(f"The glossary has no {missing[0]!r}.", "Add it to glossary.yaml.")
    return tuple(known[name] for name in view.words)
