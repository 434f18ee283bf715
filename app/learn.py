"""The pages around the lessons: contents, glossary, and a lesson's claims on every compiler."""

from __future__ import annotations

from markupsafe import Markup

from app.background import report_if_ready
from app.lessons import claim_view, lesson_link
from app.view_models.learn import (
    ClaimRow,
    ClaimsPage,
    ContentsPage,
    GlossaryPage,
    LessonEntry,
    TermView,
    TrackView,
)
from app.view_models.words import count
from compiler_core.claims.claim import ClaimReport
from compiler_core.lessons.glossary import load_glossary
from compiler_core.lessons.lesson import Lesson, Term, Track
from compiler_core.lessons.reading import find_lesson, load_lessons
from compiler_core.toolchain.discovery import installed_compilers

WAITING = "Checking {} claims on {} compilers. This takes a few seconds."
TRACKS: tuple[tuple[Track, str, str], ...] = (
    ("both", "The map", "Both ways on one page: from source to machine, from model to machine."),
    ("loop", "Your C loop", "From the source through the passes to AArch64 assembly."),
    ("model", "Your model", "From the exported graph to a program for an edge SoC."),
)


def contents_page() -> ContentsPage:
    """All lessons by track; a track without lessons is left out."""
    lessons = load_lessons()
    places = {lesson.id: number for number, lesson in enumerate(lessons)}
    tracks = tuple(
        TrackView(
            anchor=f"track-{track}",
            title=title,
            about=about,
            lessons=tuple(_entry(one, places[one.id]) for one in lessons if one.track == track),
        )
        for track, title, about in TRACKS
    )
    return ContentsPage(
        title="Lessons",
        tracks=tuple(track for track in tracks if track.lessons),
        first=lesson_link(lessons[0]) if lessons else None,
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
    compilers = installed_compilers()
    rows: list[ClaimRow] = []
    for number, claim in enumerate(lesson.claims if report is not None else ()):
        assert report is not None
        own = report.claims[number * len(compilers) : (number + 1) * len(compilers)]
        verdicts = tuple(claim_view(claim, result) for result in own)
        rows.append(ClaimRow(f"claim-{claim.id}", claim.says, verdicts))
    return ClaimsPage(
        title=f"Claims of “{lesson.title}”",
        lesson=lesson_link(lesson),
        compilers=tuple(compiler.title for compiler in compilers),
        rows=tuple(rows),
        summary=_summary(report) if report is not None else "",
        waiting=WAITING.format(len(lesson.claims), len(compilers)) if report is None else "",
        command=f"lowlab claims content/lessons/{lesson.id}",
    )


def _summary(report: ClaimReport) -> str:
    return (
        f"{report.passed} statements hold, {report.failed} do not, "
        f"{report.unstated} times nothing is stated."
    )
