"""What instructors see and do about grades."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from sqlalchemy import Connection
from starlette.datastructures import FormData

from app.lab.bodies import UNKNOWN_BUTTON, Moment, OfExercise, Text
from app.lab.pages import titles_of
from app.lab.service import wake_graders
from app.lab.views.frame import class_frame
from app.lab.views.grades import GradesPage, grades_page, trial_words
from app.lab.visits import Visit
from app.serving.addresses import Reading, read_as, whole
from app.serving.lab_database import lab_database
from classroom.assignments import extend, find_assignment
from classroom.classes import note
from classroom.exports.canvas import Filled, fill_column
from classroom.exports.plain_csv import grades_csv
from classroom.gradebook import Gradebook, gradebook
from classroom.grades import find_grade, override_grade
from classroom.members import find_member
from classroom.records import Assignment
from classroom.regrading import begin_again, drop, take_over, trials
from compiler_core.errors import InputError
from compiler_core.typed_numbers import whole_number

_MOST_DIGITS = 8


def _points(text: str) -> int | None:
    points = whole_number(text.strip(), _MOST_DIGITS)
    if text.strip() and points is None:
        raise InputError(f"{text.strip()[:20]!r} is no whole number of points.")
    return points


class GradeForm(OfExercise):
    """What is changed about grades of one exercise, by the pressed button."""

    act: Annotated[str, Reading(lambda act: act if act in _ACTS else None, UNKNOWN_BUTTON)]
    member: Annotated[int, whole(_MOST_DIGITS)] = 0
    points: Annotated[int | None, Reading(_points)] = None
    reason: Text = ""
    due: Moment = None


def show_grades(
    visit: Visit, message: str = "", problem: str = "", typed: Mapping[str, str] | None = None
) -> GradesPage:
    """All grades, and the runs of grading again that wait for a decision. typed: the form that was
    refused."""
    with lab_database().reading() as connection:
        book = gradebook(connection, visit.here.id)
        begun = trials(connection, visit.here.id)
        titles = titles_of(connection, visit.here.id)
    frame = class_frame(visit, "/grades")
    return grades_page(frame, book, titles, begun, message, problem, typed or {})


def change_grades(visit: Visit, sent: FormData) -> str:
    """Do what the pressed button says; what the page then tells. Raises InputError, NotHere."""
    form = read_as(GradeForm, sent)
    with lab_database().writing() as connection:
        assignment = find_assignment(connection, visit.here.id, form.exercise)
        message = _ACTS[form.act](connection, visit, assignment, form)
        subject = f"{assignment.exercise_id} {form.member or ''}".strip()
        note(connection, visit.here.id, visit.now, f"member {visit.me.id}", form.act, subject)
    wake_graders()
    return message


def gradebook_of(visit: Visit) -> Gradebook:
    with lab_database().reading() as connection:
        return gradebook(connection, visit.here.id)


def csv_of(visit: Visit) -> str:
    return grades_csv(gradebook_of(visit))


def canvas_file(visit: Visit, content: bytes, column: str, exercise_id: str) -> Filled:
    """The file with the points of one exercise, or of all. Raises InputError, NotHere."""
    with lab_database().reading() as connection:
        book = gradebook(connection, visit.here.id)
        wanted = find_assignment(connection, visit.here.id, exercise_id) if exercise_id else None
    points: dict[str, int] = {}
    for member in book.members:
        earned = book.total(member) if wanted is None else book.entry(member, wanted).points
        for name in (member.nickname, book.external.get(member.id, "")):
            if name and earned is not None:
                points[name] = earned
    return fill_column(content, column, points)


def _again(connection: Connection, visit: Visit, assignment: Assignment, _: GradeForm) -> str:
    number = begin_again(connection, assignment, visit.me.id, visit.now)
    return f"{number} attempts are graded again, without effect so far."


def _take_over(connection: Connection, visit: Visit, assignment: Assignment, _: GradeForm) -> str:
    trial = trials(connection, visit.here.id).get(assignment.id)
    if trial is not None and trial.waiting:
        raise InputError(trial_words(trial), "Wait until all are judged.")
    return f"Taken over: {take_over(connection, assignment)} attempts have other points now."


def _drop(connection: Connection, visit: Visit, assignment: Assignment, _: GradeForm) -> str:
    drop(connection, assignment)
    return "Everything stays as it was."


def _override(connection: Connection, visit: Visit, assignment: Assignment, form: GradeForm) -> str:
    member = find_member(connection, visit.here.id, form.member)
    before = find_grade(connection, member.id, assignment.id)
    override_grade(connection, member.id, assignment, form.points, form.reason)
    after = find_grade(connection, member.id, assignment.id)
    old, new = (str(grade.points) if grade else "none" for grade in (before, after))
    return f"The grade of {member.nickname} was {old} and is {new} now."


def _extend(connection: Connection, visit: Visit, assignment: Assignment, form: GradeForm) -> str:
    member = find_member(connection, visit.here.id, form.member)
    extend(connection, member, assignment, form.due)
    return f"The deadline of {member.nickname} is changed."


_ACTS: dict[str, Callable[[Connection, Visit, Assignment, GradeForm], str]] = {
    "again": _again,
    "take over": _take_over,
    "drop": _drop,
    "override": _override,
    "extend": _extend,
}
