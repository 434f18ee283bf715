"""The pages around the lessons: contents, glossary, and a lesson's claims on every compiler."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from app.claim_reports import report_if_ready
from app.learning_map import IDENTITY, MAP_ADDRESS
from app.lessons import lesson_link
from app.verdict_table import TableWords, verdict_table
from app.view_models.learn import (
    ClaimsPage,
    ContentsPage,
    GlossaryPage,
    LessonEntry,
    TermView,
    TrackView,
)
from app.view_models.lesson import LessonLink
from app.view_models.track_picture import TrackPicture, stage_anchor, track_picture
from app.view_models.words import count
from compiler_core.claims.claim import ClaimReport
from compiler_core.lessons.glossary import load_glossary
from compiler_core.lessons.lesson import Lesson, Term, Track
from compiler_core.lessons.reading import find_lesson, load_lessons
from compiler_core.lessons.track_map import MapTrack, load_map

_OUTDATED = ("fails", "✗", "No longer so.")
CLAIM_WORDS = TableWords(
    label="Claims and verdicts",
    first="Claim",
    last="",
    verdicts={
        ("holds", True): ("holds", "✓", "Holds."),
        ("differs", True): ("differs", "≠", "Differs."),
        ("holds", False): _OUTDATED,
        ("differs", False): _OUTDATED,
    },
    waiting="Checking {} claims on {} compilers. This takes a few seconds.",
)
TRACKS: tuple[tuple[Track, str, str], ...] = (
    ("both", "Both ways", "What holds for loops and models alike."),
    ("loop", "Lessons on C loops", "In the order in which they are best read."),
    ("model", "Lessons on models", "From the exported graph to a program for an edge SoC."),
)
MAP_ENTRY = LessonEntry(
    place="0",
    identity=IDENTITY,
    link=LessonLink(
        MAP_ADDRESS,
        "The map",
        "All three ways from source to machine, stage by stage, and what each costs.",
    ),
    facts="5 min",
)


def contents_page() -> ContentsPage:
    """All lessons by track; a track without lessons is left out."""
    lessons = load_lessons()
    by_id = {lesson.id: lesson for lesson in lessons}
    places = {lesson.id: number for number, lesson in enumerate(lessons, 1)}
    tracks = tuple(
        TrackView(
            anchor=f"lessons-{track}",
            title=title,
            about=about,
            lessons=tuple(_entry(one, places[one.id]) for one in lessons if one.track == track),
        )
        for track, title, about in TRACKS
    )
    return ContentsPage(
        title="Lessons",
        map=MAP_ENTRY,
        pictures=tuple(_picture(track, by_id) for track in load_map()),
        tracks=tuple(track for track in tracks if track.lessons),
    )


def _picture(track: MapTrack, lessons: Mapping[str, Lesson]) -> TrackPicture:
    """Boxes lead to the stage on the map, lines below them to lessons."""
    return track_picture(
        track, lessons, lambda stage: f"{MAP_ADDRESS}#{stage_anchor(track, stage)}"
    )


def _entry(lesson: Lesson, place: int) -> LessonEntry:
    facts = f"{lesson.minutes} min · {count(len(lesson.claims), 'claim')}"
    return LessonEntry(str(place), lesson.id, lesson_link(lesson), facts)


def glossary_page() -> GlossaryPage:
    """Every term."""
    names = {term.id: term.term for term in load_glossary()}
    return GlossaryPage("Glossary", tuple(_term(term, names) for term in load_glossary()))


def _term(term: Term, names: dict[str, str]) -> TermView:
    return TermView(
        anchor=term.id,
        term=term.term,
        meaning=Markup(term.meaning),  # made by our Markdown reader, tags escaped
        see=tuple((f"#{name}", names[name]) for name in term.see),
        lessons=tuple(lesson_link(find_lesson(name)) for name in term.lessons),
    )


def claims_page(identifier: str) -> ClaimsPage:
    """Every verdict; without rows while the claims are being checked. Raises UnknownName."""
    lesson = find_lesson(identifier)
    report = report_if_ready(lesson.claims)
    return ClaimsPage(
        title=f"Claims of “{lesson.title}”",
        lesson=lesson_link(lesson),
        table=verdict_table(CLAIM_WORDS, lesson.claims, report),
        summary=_summary(report) if report is not None else "",
        command=f"lowlab claims content/lessons/{lesson.id}",
    )


def _summary(report: ClaimReport) -> str:
    return (
        f"{report.passed} statements hold, {report.failed} do not, "
        f"{report.unstated} times nothing is stated."
    )
