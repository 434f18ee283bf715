"""From a lesson and a reader's compiler to its page."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass

from app.addresses.lessons import atlas_back, lesson_link
from app.addresses.views.lesson_link import LessonLink
from app.lesson.lessons import compiler_choices, sentence_with_links
from app.lesson.sections import begun_section, pending_section, ready_sections
from app.lesson.views.lesson import LessonPage, SectionPage, SectionView
from app.serving.background import is_there, turn_of
from app.words import count
from compiler_core.lessons.lesson import Figure, Lesson
from compiler_core.lessons.reading import find_lesson, load_lessons
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.outcome import Compiler


def lesson_page(identifier: str, compiler_name: str) -> LessonPage:
    """Raises UnknownName and UnknownCompiler."""
    lesson = find_lesson(identifier)
    compiler = find_compiler(compiler_name)
    return LessonPage(
        title=lesson.title,
        identity=lesson.id,
        idea=sentence_with_links(lesson.idea),
        facts=f"{lesson.minutes} minutes · {count(len(lesson.claims), 'checked claim')}",
        needs=tuple(lesson_link(find_lesson(name)) for name in lesson.needs),
        compilers=compiler_choices(compiler) if _compiles(lesson) else (),
        sections=ready_sections(lesson, compiler),
        following=_following(lesson),
        claims_address=f"/learn/{lesson.id}/claims",
        atlas=atlas_back(f"/learn/{lesson.id}"),
    )


def _compiles(lesson: Lesson) -> bool:
    """Whether something of it is compiled: then it depends on the reader's compiler."""
    shows = any(isinstance(section, Figure) for section in lesson.sections)
    return shows or not all(claim.is_of_core for claim in lesson.claims)


@dataclass(frozen=True, slots=True)
class BegunSection:
    """One section of a lesson that is made now, or was made before."""

    lesson: Lesson
    number: int
    compiler: Compiler
    section: Future[SectionView]

    async def page(self, seconds: float | None = None) -> SectionPage:
        """When it is there, or after so many seconds as one that asks again; no thread waits."""
        if await is_there(self.section, seconds):
            section = self.section.result()
        else:
            turn = turn_of(self.section)
            section = pending_section(self.lesson, self.number, self.compiler, turn)
        return SectionPage(self.lesson.title, section, f"/learn/{self.lesson.id}")


def begin_section(identifier: str, number: int, compiler_name: str) -> BegunSection:
    """One section, made now if it was not. Raises UnknownName and UnknownCompiler."""
    return begin_article_section(find_lesson(identifier), number, compiler_name)


def begin_article_section(lesson: Lesson, number: int, compiler_name: str) -> BegunSection:
    """The same of a lesson, or of another text written like one."""
    compiler = find_compiler(compiler_name)
    return BegunSection(lesson, number, compiler, begun_section(lesson, number, compiler))


def _following(lesson: Lesson) -> LessonLink | None:
    lessons = load_lessons()
    index = lessons.index(lesson) + 1
    return lesson_link(lessons[index]) if index < len(lessons) else None
