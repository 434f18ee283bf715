"""The glossary: `content/glossary.yaml`, terms in alphabetical order."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from compiler_core.content_files import CONTENT_FOLDER, ContentError, read_file
from compiler_core.lessons.lesson import Term
from compiler_core.lessons.markdown import to_inline_html

GLOSSARY_FILE = CONTENT_FOLDER / "glossary.yaml"
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    term: str
    meaning: str
    also: tuple[str, ...] = ()
    ambiguous: bool = False
    see: tuple[str, ...] = ()
    lessons: tuple[str, ...] = ()


@cache
def load_glossary() -> tuple[Term, ...]:
    """All terms. Raises ContentError."""
    return read_glossary(GLOSSARY_FILE)


def read_glossary(file: Path) -> tuple[Term, ...]:
    """The terms of one file; `see` must name terms of it. Raises ContentError."""
    terms = [_term(file, entry) for entry in read_file(file, tuple[_Entry, ...])]
    known = {term.id for term in terms}
    for term in terms:
        missing = [name for name in term.see if name not in known]
        if missing:
            raise ContentError(f"{file}: {term.term} refers to {missing[0]!r}, which is no term.")
    return tuple(sorted(terms, key=lambda term: term.term.lower()))


def name_of(term: str) -> str:
    """How a term is named in links: `basic block` is `basic-block`."""
    return _NOT_IN_NAMES.sub("-", term.lower()).strip("-")


def _term(file: Path, entry: _Entry) -> Term:
    meaning = to_inline_html(f"{file}, {entry.term}", entry.meaning)
    return Term(id=name_of(entry.term), **{**asdict(entry), "meaning": meaning})
