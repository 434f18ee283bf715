"""The words of an atlas page, written like a lesson in `content/atlas/PAGE`, and its claims."""

from __future__ import annotations

import re
from functools import cache

from compiler_core.atlas.pages import page_named
from compiler_core.claims.reading import CLAIMS_FILE, read_claims
from compiler_core.content_files import CONTENT_FOLDER, ContentError
from compiler_core.lessons.lesson import Lesson
from compiler_core.lessons.reading import read_sections

ATLAS_FOLDER = CONTENT_FOLDER / "atlas"
_MINUTES = 5
_OWN_LINK = re.compile(r"\]\((?P<address>(?:lesson:|/model/|/soc/|/loop/textbook)[^)?#\s]*)")


@cache
def article_of(name: str) -> Lesson:
    """The page's text as a lesson, which stands in no course. Raises UnknownName, ContentError."""
    page = page_named(name)
    file = ATLAS_FOLDER / page.name / "page.md"
    claims = read_claims(file.parent / CLAIMS_FILE)
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise ContentError(f"{file} cannot be read.") from error
    return Lesson(
        id=f"atlas/{page.name}",
        title=page.title,
        short=page.title,
        idea=page.idea,
        track="model",
        course="chips",
        minutes=_MINUTES,
        needs=(),
        sections=read_sections(file, text, claims),
        claims=claims,
    )


@cache
def places_linked(name: str) -> frozenset[str]:
    """Addresses of lessons, stages, views of a chip and the textbook compiler to which the page's
    text leads, without what is asked there. Raises UnknownName, ContentError."""
    text = (ATLAS_FOLDER / page_named(name).name / "page.md").read_text(encoding="utf-8")
    return frozenset(
        match["address"].replace("lesson:", "/learn/") for match in _OWN_LINK.finditer(text)
    )
