"""The contents of the lessons, the glossary, and the table of a lesson's claims."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from app.addresses.views.lesson_link import LessonLink
from app.lesson.views.track_picture import TrackPicture
from app.lesson.views.verdict_table import VerdictTable


@dataclass(frozen=True, slots=True)
class LessonEntry:
    """One lesson in the contents. place: its number; facts: minutes and claims."""

    place: str
    identity: str
    link: LessonLink
    facts: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseView:
    """One course: id of its heading, title, what it is about, how long it takes in words, its
    lessons in order."""

    anchor: str
    """Id of its heading."""
    title: str
    """Of the course."""
    about: str
    """What the course is about."""
    facts: str
    """Lessons and time, such as `12 lessons · 2 h 50 min`."""
    first: bool
    """It is open where nothing has been read."""
    lessons: tuple[LessonEntry, ...]
    """In the order in which they are read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentsPage:
    """All lessons."""

    title: str
    """Of the document."""
    begin: LessonLink
    """The first lesson."""
    map: LessonEntry
    """The map of all ways, as an entry beside the courses."""
    courses: tuple[CourseView, ...]
    """Those that have lessons, in their order."""
    doors: tuple[LessonLink, ...]
    """What is no course."""
    pictures: tuple[TrackPicture, ...]
    """The ways, with the lessons on them."""


@dataclass(frozen=True, slots=True)
class TermView:
    """A term: element id, name, meaning, terms to see, lessons that teach it."""

    anchor: str
    term: str
    meaning: Markup
    see: tuple[tuple[str, str], ...]
    lessons: tuple[LessonLink, ...]


@dataclass(frozen=True, slots=True)
class GlossaryPage:
    """Every term in alphabetical order."""

    title: str
    terms: tuple[TermView, ...]


@dataclass(frozen=True, slots=True)
class ClaimsPage:
    """The claims of one lesson on all compilers. summary: how many hold, empty while they are being
    checked.
    """

    title: str
    lesson: LessonLink
    table: VerdictTable
    summary: str
    command: str
