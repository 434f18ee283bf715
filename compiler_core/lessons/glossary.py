"""The glossary: `content/glossary.yaml`, terms in alphabetical order."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from compiler_core.content_files import (
    CONTENT_FOLDER,
    ContentError,
    checked_mapping,
    checked_text,
    read_list,
)
from compiler_core.lessons.lesson import Term
from compiler_core.lessons.markdown import to_inline_html

GLOSSARY_FILE = CONTENT_FOLDER / "glossary.yaml"
_KEYS = {"term", "also", "ambiguous", "meaning", "see", "lessons"}
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")


@cache
def load_glossary() -> tuple[Term, ...]:
    """All terms. Raises ContentError."""
    return read_glossary(GLOSSARY_FILE)


def read_glossary(file: Path) -> tuple[Term, ...]:
    """The terms of one file; `see` must name terms of it. Raises ContentError."""
    terms = [_term(file, entry) for entry in read_list(file)]
    known = {term.id for term in terms}
    for term in terms:
        missing = [name for name in term.see if name not in known]
        if missing:
            raise ContentError(f"{file}: {term.term} refers to {missing[0]!r}, which is no term.")
    return tuple(sorted(terms, key=lambda term: term.term.lower()))


def name_of(term: str) -> str:
    """How a term is named in links: `basic block` is `basic-block`."""
    return _NOT_IN_NAMES.sub("-", term.lower()).strip("-")


def _term(file: Path, entry: object) -> Term:
    fields = checked_mapping(f"{file}, a term", entry, _KEYS, {"term", "meaning"})
    term = checked_text(f"{file}: term", fields["term"])
    return Term(
        id=name_of(term),
        term=term,
        meaning=to_inline_html(f"{file}, {term}", checked_text(term, fields["meaning"])),
        also=tuple(str(form) for form in fields.get("also", ())),
        ambiguous=fields.get("ambiguous", False) is True,
        see=tuple(fields.get("see", ())),
        lessons=tuple(fields.get("lessons", ())),
    )
