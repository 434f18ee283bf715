"""Texts of lessons as HTML with links to the glossary: Markdown, one line of it, or plain text.

Texts that are read at one go share the terms still open, so that each term is linked once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from compiler_core.content_files import ContentError
from compiler_core.lessons.glossary import load_glossary
from compiler_core.lessons.markdown import parser, render
from compiler_core.lessons.term_links import OpenTerms


def open_terms() -> OpenTerms:
    """Every term of the glossary, for a new block. Raises ContentError."""
    return OpenTerms(load_glossary())


def linked_html(location: str, text: str, terms: OpenTerms) -> str:
    """Blocks of Markdown. Raises ContentError for a link that leaves the site."""
    return linked_tokens(location, parser().parse(text), terms)


def linked_line(location: str, text: str, terms: OpenTerms) -> str:
    """One line of Markdown, without a paragraph around it. Raises ContentError."""
    return linked_tokens(location, parser().parseInline(text), terms)


def linked_tokens(location: str, tokens: Sequence[Any], terms: OpenTerms) -> str:
    """Parsed Markdown. Raises ContentError, also for a link to a term that is not there."""
    unknown = terms.link(tokens)
    if unknown:
        raise ContentError(f"{location}: the glossary has no term {min(unknown)!r}.")
    return render(location, tokens)


def linked_sentence(text: str) -> str:
    """Plain text that is a block of its own, such as what a claim says."""
    return open_terms().link_text(text)
