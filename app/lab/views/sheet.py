"""A sheet of the course pack in a class: the student's page, and what instructors keep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from app.lab.views.frame import ClassFrame
from app.site.views.documentation import with_code
from app.site.views.links import Link
from classroom.assignments import general_task, general_title
from compiler_core.exercises.exercise import Exercise
from compiler_core.lessons.lesson import Lesson
from compiler_core.sheets.sheet import CourseSheet


@dataclass(frozen=True, slots=True)
class SheetExercise:
    """address: empty where the class does not have it. task: in the words of no variant."""

    title: str
    task: tuple[Markup, ...]
    address: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetPage:
    """The page of a sheet of the course pack, for students or with its answers."""

    title: str
    """Of the sheet, with `: answers` behind it on the page of the answers."""
    frame: ClassFrame
    """What stands around every page of the class."""
    sheet: CourseSheet
    """The sheet, with its number, aim and minutes."""
    student: Markup
    """The student's page of the sheet."""
    exercises: tuple[SheetExercise, ...]
    """Those of the sheet; empty on the page of the answers."""
    lessons: tuple[Link, ...]
    """Title and address of what to read."""
    answers: str
    """Address of the model answers, empty for students."""
    back: str
    """Address of the student's page, which the page of the answers has; else empty."""
    discussion: Markup
    """What to discuss, on the page of the answers; else empty."""
    model: Markup
    """The model answers, on the page of the answers; else empty."""


def sheet_links(frame: ClassFrame, sheets: Sequence[CourseSheet]) -> tuple[Link, ...]:
    """For the class page and the settings."""
    return tuple(Link(f"{page.number} {page.title}", sheet_address(frame, page)) for page in sheets)


def sheet_address(frame: ClassFrame, sheet: CourseSheet) -> str:
    """Of the student's page."""
    return f"{frame.address}/sheets/{sheet.number}"


def student_page(
    frame: ClassFrame,
    sheet: CourseSheet,
    exercises: Mapping[str, Exercise],
    assigned: set[str],
    lessons: Mapping[str, Lesson],
    has_answers: bool,
) -> SheetPage:
    """assigned: ids of the class's exercises. has_answers: the visitor may open the answers."""
    address = sheet_address(frame, sheet)
    return SheetPage(
        title=sheet.title,
        frame=frame,
        sheet=sheet,
        student=Markup(sheet.student),
        exercises=tuple(
            _exercise(exercises[name], f"{frame.address}/x/{name}" if name in assigned else "")
            for name in sheet.exercises
        ),
        lessons=tuple(Link(lessons[lesson].title, f"/learn/{lesson}") for lesson in sheet.lessons),
        answers=f"{address}/answers" if has_answers else "",
        back="",
        discussion=Markup(),
        model=Markup(),
    )


def answers_page(frame: ClassFrame, sheet: CourseSheet) -> SheetPage:
    """For assistants and instructors: what is discussed, and the model answers."""
    return SheetPage(
        title=f"{sheet.title}: answers",
        frame=frame,
        sheet=sheet,
        student=Markup(),
        exercises=(),
        lessons=(),
        answers="",
        back=sheet_address(frame, sheet),
        discussion=Markup(sheet.discussion),
        model=Markup(sheet.answers),
    )


def _exercise(exercise: Exercise, address: str) -> SheetExercise:
    parts = general_task(exercise).split("\n\n")
    return SheetExercise(
        general_title(exercise),
        tuple(with_code(part.strip()) for part in parts if part.strip()),
        address,
    )
