"""Sheets of the course pack as a class has them."""

from __future__ import annotations

from app.lab.pages import check_open
from app.lab.views.frame import class_frame
from app.lab.views.sheet import SheetPage, answers_page, student_page
from app.lab.visits import Visit
from app.serving.lab_database import lab_database
from classroom.assignments import assignments_of
from classroom.course_pack import numbered_sheet, sheets_in
from classroom.roles import Role
from compiler_core.exercises.shipped import shipped_exercises
from compiler_core.lessons.reading import load_lessons
from compiler_core.sheets.reading import shipped_sheets
from compiler_core.sheets.sheet import CourseSheet


def show_sheet(visit: Visit, number: int) -> SheetPage:
    """The student's page. Raises NotHere, for students also where the class does not have it, and
    NotAllowed before the class opens."""
    check_open(visit)
    sheet = _sheet(visit, number)
    with lab_database().reading() as connection:
        assigned = {task.exercise_id for task in assignments_of(connection, visit.here.id)}
    exercises = {exercise.id: exercise for exercise in shipped_exercises()}
    lessons = {lesson.id: lesson for lesson in load_lessons()}
    leads = visit.role >= Role.ASSISTANT
    return student_page(class_frame(visit, ""), sheet, exercises, assigned, lessons, leads)


def show_answers(visit: Visit, number: int) -> SheetPage:
    """Raises NotHere."""
    return answers_page(class_frame(visit, ""), _sheet(visit, number))


def _sheet(visit: Visit, number: int) -> CourseSheet:
    leads = visit.role >= Role.ASSISTANT
    return numbered_sheet(shipped_sheets() if leads else sheets_in(visit.here), number)
