"""The pages around the lessons: contents, glossary, and a lesson's claims on every compiler."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from markupsafe import Markup

from app.addresses.lessons import MAP_ADDRESS, lesson_link
from app.addresses.views.lesson_link import LessonLink
from app.lesson.claim_reports import report_if_ready
from app.lesson.learning_map import IDENTITY
from app.lesson.verdict_table import TableWords, verdict_table
from app.lesson.views.learn import (
    ClaimsPage,
    ContentsPage,
    CourseView,
    GlossaryPage,
    LessonEntry,
    TermView,
)
from app.lesson.views.track_picture import TrackPicture, stage_anchor, track_picture
from app.words import count
from compiler_core.claims.claim import ClaimReport
from compiler_core.lessons.glossary import load_glossary
from compiler_core.lessons.lesson import Course, Lesson, Term
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
COURSES: tuple[tuple[Course, str, str], ...] = (
    ("loops", "A loop becomes instructions", "What GCC and Clang do to C, and how to read it."),
    ("pictures", "A picture becomes a program", "A small network, from its pixels to its kernels."),
    ("sentences", "A sentence becomes a program", "A small language model, token by token."),
    ("chips", "A chip decides", "What a chip lets a program do, and what it makes it wait for."),
)
DOORS = (
    LessonLink(
        "/loop/textbook", "The textbook compiler", "Every pass in the open, each with its reason."
    ),
    LessonLink(
        "/learn/folklore", "Folklore", "Common sayings about compilers, tried on those here."
    ),
    LessonLink(
        "/learn/atlas", "The atlas", "Compilers that the industry uses, opened page by page."
    ),
    LessonLink("/glossary", "Glossary", "Every term in a sentence, and where it is taught."),
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
    """All lessons by course; a course without lessons is left out."""
    lessons = load_lessons()
    by_id = {lesson.id: lesson for lesson in lessons}
    courses = tuple(
        _course(name, title, about, [member for member in lessons if member.course == name])
        for name, title, about in COURSES
    )
    return ContentsPage(
        title="Learn",
        begin=lesson_link(lessons[0]),
        map=MAP_ENTRY,
        courses=tuple(course for course in courses if course.lessons),
        doors=DOORS,
        pictures=tuple(_picture(track, by_id) for track in load_map()),
    )


def _course(name: Course, title: str, about: str, lessons: Sequence[Lesson]) -> CourseView:
    minutes = sum(lesson.minutes for lesson in lessons)
    return CourseView(
        anchor=f"course-{name}",
        title=title,
        about=about,
        facts=f"{count(len(lessons), 'lesson')} · {_duration(minutes)}",
        first=name == COURSES[0][0],
        lessons=tuple(_entry(lesson, number) for number, lesson in enumerate(lessons, 1)),
    )


def _duration(minutes: int) -> str:
    """`2 h 50 min`; under an hour minutes alone."""
    hours, rest = divmod(minutes, 60)
    words = (f"{hours} h" if hours else "", f"{rest} min" if rest else "")
    return " ".join(word for word in words if word)


def _picture(track: MapTrack, lessons: Mapping[str, Lesson]) -> TrackPicture:
    """Boxes lead to the stage on the map, lines below them to lessons."""
    return track_picture(
        track, lessons, lambda stage: f"{MAP_ADDRESS}#{stage_anchor(track, stage)}"
    )


def _entry(lesson: Lesson, number: int) -> LessonEntry:
    facts = f"{lesson.minutes} min · {count(len(lesson.claims), 'claim')}"
    return LessonEntry(str(number), lesson.id, lesson_link(lesson), facts)


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
    return article_claims_page(find_lesson(identifier))


def article_claims_page(lesson: Lesson) -> ClaimsPage:
    """The same of a lesson, or of another text written like one."""
    report = report_if_ready(lesson.claims)
    return ClaimsPage(
        title=f"Claims of “{lesson.title}”",
        lesson=lesson_link(lesson),
        table=verdict_table(CLAIM_WORDS, lesson.claims, report),
        summary=_summary(report) if report is not None else "",
        command=f"lowlab claims {_claims_folder(lesson)}",
    )


def _claims_folder(lesson: Lesson) -> str:
    """An article of the atlas stands in a folder of the atlas."""
    is_article = lesson.id.startswith("atlas/")
    return f"content/{lesson.id}" if is_article else f"content/lessons/{lesson.id}"


def _summary(report: ClaimReport) -> str:
    return (
        f"{report.passed} statements hold, {report.failed} do not, "
        f"{report.unstated} times nothing is stated."
    )
