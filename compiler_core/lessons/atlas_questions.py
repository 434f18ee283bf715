"""Questions about the atlas: several answers may be right, and each rests on a claim of a page.

They stand in `content/atlas/questions.yaml`: some about a subject, and one for each page.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from compiler_core.atlas.pages import PAGES, page_named
from compiler_core.claims.claim import Claim
from compiler_core.content_files import CONTENT_FOLDER, ContentError, Rule, read_file
from compiler_core.errors import UnknownName
from compiler_core.lessons.atlas_articles import article_of
from compiler_core.lessons.lesson import ClaimNote, Lesson
from compiler_core.lessons.reading import find_lesson

QUESTIONS_FILE = CONTENT_FOLDER / "atlas" / "questions.yaml"
_ATLAS = "atlas/"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOption:
    """One answer to tick, and the sentence that says why it is right or wrong."""

    says: str
    """The answer to tick, plain text."""
    right: bool
    """Whether it is to be ticked."""
    because: str
    """Why it is right or wrong, in a sentence."""
    title: str
    """Of the lesson or page of the atlas that shows it."""
    address: str
    """Where that page tells it, `/learn/…`, at the claim where this stands in the text."""
    article: str
    """The lesson, or `atlas/` and the page of the atlas."""
    claim: str
    """The id of the claim there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AtlasQuestion:
    """A question. page: of the atlas that it belongs to, "" for one about a subject."""

    id: str
    title: str
    page: str
    question: str
    options: tuple[AnswerOption, ...]


@dataclass(frozen=True, slots=True)
class _OptionEntry:
    says: str
    right: bool
    because: str
    shown_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _QuestionEntry:
    id: str
    question: str
    options: Annotated[tuple[_OptionEntry, ...], Rule(min_length=3)]
    title: str | None = None
    page: str | None = None


@cache
def atlas_questions() -> tuple[AtlasQuestion, ...]:
    """Those about subjects first. Raises ContentError."""
    return read_questions(QUESTIONS_FILE)


def question_of(page: str) -> AtlasQuestion | None:
    """The question that belongs to a page of the atlas."""
    return next((question for question in atlas_questions() if question.page == page), None)


def questions_record() -> dict[str, Any]:
    """Plain data for JSON."""
    return {"questions": [asdict(question) for question in atlas_questions()]}


def read_questions(file: Path) -> tuple[AtlasQuestion, ...]:
    """The questions of a file. Raises ContentError for a page or claim that is none."""
    entries = read_file(file, tuple[_QuestionEntry, ...])
    questions = tuple(_question(f"{file}, {entry.id}", entry) for entry in entries)
    names = [question.id for question in questions]
    for name in names:
        if names.count(name) > 1:
            raise ContentError(f"{file}: the id {name!r} is used twice.")
    return tuple(sorted(questions, key=lambda entry: _order(entry.page)))


def _order(page: str) -> int:
    """That of the pages; no page comes first."""
    return [listed.name for listed in PAGES].index(page) + 1 if page else 0


def _question(location: str, entry: _QuestionEntry) -> AtlasQuestion:
    if (entry.title is None) == (entry.page is None):
        raise ContentError(f"{location}: give a title, or the page whose title it takes.")
    options = tuple(
        _option(f"{location}, option {at}", row) for at, row in enumerate(entry.options, 1)
    )
    if not any(option.right for option in options):
        raise ContentError(f"{location}: give at least three options, one of them right.")
    return AtlasQuestion(
        id=entry.id,
        title=entry.title or _page_title(location, entry.page or ""),
        page=entry.page or "",
        question=entry.question,
        options=options,
    )


def _page_title(location: str, name: str) -> str:
    try:
        return page_named(name).title
    except UnknownName as error:
        raise ContentError(f"{location}: {error.message}") from error


def _option(location: str, entry: _OptionEntry) -> AnswerOption:
    name, _, identity = entry.shown_by.partition("#")
    article = _article(location, name)
    claim = next((candidate for candidate in article.claims if candidate.id == identity), None)
    if claim is None:
        raise ContentError(f"{location}: {name} has no claim {identity!r}.")
    return AnswerOption(
        says=entry.says,
        right=entry.right,
        because=entry.because,
        title=article.title,
        address=f"/learn/{article.id}{_anchor(article, claim)}",
        article=name,
        claim=identity,
    )


def _article(location: str, name: str) -> Lesson:
    try:
        if name.startswith(_ATLAS):
            return article_of(name.removeprefix(_ATLAS))
        return find_lesson(name)
    except UnknownName as error:
        raise ContentError(f"{location}: {error.message}") from error


def _anchor(article: Lesson, claim: Claim) -> str:
    """Of the claim where the text shows it; "" for one that only answers a question."""
    shown = {section.claim.id for section in article.sections if isinstance(section, ClaimNote)}
    return f"#claim-{claim.id}" if claim.id in shown else ""
