"""Pages of a class, read from the database in one transaction each."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from app.lab.experiment import arm_here, holds_back
from app.lab.tickets import Ticket
from app.lab.views.class_page import ClassPage, class_page, early_page
from app.lab.views.exercise import ExercisePage, Seen, Typed, exercise_page
from app.lab.views.frame import ClassFrame, class_frame
from app.lab.views.settings import SettingsPage, settings_page
from app.lab.visits import Visit
from app.serving.lab_database import lab_database
from app.site.views.links import Link
from classroom.assignments import (
    assignments_of,
    due_for,
    exercise_of,
    exercises_of,
    find_assignment,
    general_title,
    kept_values,
    posed_for,
    values_for,
)
from classroom.attempts import attempts_of, check_deadline, outcomes_of
from classroom.classes import find_class
from classroom.course_pack import sheets_in
from classroom.errors import NotAllowed, NotHere
from classroom.experiments import experiment_of
from classroom.grades import find_grade, opened_hints
from classroom.inventory import TEST_WORDS, class_inventory
from classroom.jobs import state_of
from classroom.members import find_member, members_of
from classroom.predictions import answers_of
from classroom.records import Assignment, Attempt, LabClass, Member
from classroom.roles import Role
from classroom.rounds import open_questions
from classroom.standings import standings_of
from compiler_core.exercises.posing import PosedExercise
from compiler_core.exercises.shipped import shipped_exercises

_KEY_BYTES = 12
_NONCE_BYTES = 12


@dataclass(frozen=True, slots=True)
class Posed:
    """An exercise of a class with the visitor's values in it."""

    assignment: Assignment
    posed: PosedExercise


def known_classes(ticket: Ticket) -> tuple[tuple[LabClass, Member], ...]:
    """The classes in which this browser is somebody."""
    classes: list[tuple[LabClass, Member]] = []
    with lab_database().reading() as connection:
        for class_id, number, mark in ticket.members:
            try:
                member = find_member(connection, class_id, number)
                if member.token_hash.startswith(mark):
                    classes.append((find_class(connection, class_id), member))
            except NotHere:
                continue
    return tuple(classes)


def show_class(visit: Visit) -> ClassPage:
    """The member's exercises; before the class opens, students see when it does."""
    frame, opens = class_frame(visit, ""), visit.here.opens
    if opens is not None and _is_early(visit):
        return early_page(frame, opens)
    with lab_database().reading() as connection:
        standings = standings_of(connection, visit.me)
        calls = _calls(connection, frame, visit)
    leads = visit.role >= Role.INSTRUCTOR
    return class_page(frame, standings, sheets_in(visit.here), visit.now, leads, calls)


def _calls(connection: Connection, frame: ClassFrame, visit: Visit) -> tuple[Link, ...]:
    """What is open in the class now: a question, a test, an experiment."""
    links: list[Link] = []
    questions = open_questions(connection, visit.here.id)
    places = [task.id for task in assignments_of(connection, visit.here.id)] if questions else []
    for question in questions:
        number = places.index(question.assignment_id) + 1
        title = f"Question {number} is open, round {question.round}: predict"
        links.append(Link(title, f"{frame.address}/q/{number}"))
    test = class_inventory(connection, visit.here.id).open_test
    if test is not None:
        links.append(
            Link(f"The {TEST_WORDS[test]} the course is open", f"{frame.address}/inventory")
        )
    if experiment_of(connection, visit.here.id) is not None:
        links.append(
            Link(
                "This class takes part in an experiment on learning: what it is, and how to "
                "decline",
                f"{frame.address}/experiment",
            )
        )
    return tuple(links)


def check_open(visit: Visit) -> None:
    """Raises NotAllowed for a student before the class opens."""
    if _is_early(visit):
        raise NotAllowed("This class is not open yet.", "Its page says when it opens.")


def _is_early(visit: Visit) -> bool:
    opens = visit.here.opens
    return opens is not None and visit.now < opens and visit.role == Role.STUDENT


def posed_exercise(visit: Visit, exercise_id: str) -> Posed:
    """Raises NotHere, NotAllowed before the class opens. Draws the member's values at their first
    look."""
    check_open(visit)
    with lab_database().reading() as connection:
        assignment = find_assignment(connection, visit.here.id, exercise_id)
        exercise = exercise_of(connection, assignment.digest)
        values = kept_values(connection, visit.me.id, assignment.id)
    if values is None:
        with lab_database().writing() as connection:
            values = values_for(connection, visit.here, visit.me, assignment, exercise)
    return Posed(assignment, posed_for(exercise, values))


def show_exercise(
    visit: Visit, here: Posed, attempt_id: int = 0, problem: str = "", typed: Typed | None = None
) -> ExercisePage:
    """attempt_id: which one stands beside the checks; 0 for the last. typed: what stood in the
    form that was sent, where that made no attempt. Raises NotHere for an attempt of somebody else.
    """
    with lab_database().reading() as connection:
        history = attempts_of(connection, visit.me, here.assignment)
        shown = _shown(history, attempt_id)
        seen = Seen(
            posed=here.posed,
            judged=_judged(connection, here, shown),
            member_id=visit.me.id,
            assignment=here.assignment,
            grade=find_grade(connection, visit.me.id, here.assignment.id),
            history=history,
            shown=shown,
            outcomes=outcomes_of(connection, shown) if shown else (),
            job=state_of(connection, shown.id, shown.run) if shown else None,
            answers=answers_of(connection, visit.me.id, here.assignment.id),
            hints_open=opened_hints(connection, visit.me.id, here.assignment),
            due=due_for(connection, visit.me.id, here.assignment),
            closed=_closed(connection, visit, here.assignment),
            now=visit.now,
            client_key=secrets.token_urlsafe(_KEY_BYTES),
            style_nonce=secrets.token_urlsafe(_NONCE_BYTES),
            problem=problem,
            typed=typed,
            holds_back=holds_back(connection, visit, here.assignment),
            is_shown=arm_here(connection, visit, here.assignment.exercise_id) == "show_first",
        )
    return exercise_page(class_frame(visit, ""), seen)


def _judged(connection: Connection, here: Posed, shown: Attempt | None) -> PosedExercise:
    """The version that the shown attempt was made at; the newest without one."""
    if shown is None or shown.digest == here.assignment.digest:
        return here.posed
    return posed_for(exercise_of(connection, shown.digest), here.posed.values)


def show_settings(
    visit: Visit, message: str = "", problem: str = "", typed: Mapping[str, str] | None = None
) -> SettingsPage:
    """message: what the last button did. problem: why it did not. typed: the refused form."""
    with lab_database().reading() as connection:
        here = find_class(connection, visit.here.id)
        assigned = assignments_of(connection, here.id)
        titles = titles_of(connection, here.id)
        members = members_of(connection, here.id)
    frame = class_frame(replace(visit, lab_class=here), "/settings")
    return settings_page(
        frame,
        here,
        assigned,
        titles,
        shipped_exercises(),
        members,
        visit.now,
        message,
        problem,
        typed or {},
    )


def titles_of(connection: Connection, class_id: str) -> dict[int, str]:
    """Titles of a class's exercises for nobody in particular, by assignment."""
    return {
        assignment.id: general_title(exercise)
        for assignment, exercise in exercises_of(connection, class_id)
    }


def _shown(history: tuple[Attempt, ...], attempt_id: int) -> Attempt | None:
    if not attempt_id:
        return history[0] if history else None
    attempt = next((candidate for candidate in history if candidate.id == attempt_id), None)
    if attempt is None:
        raise NotHere("There is no such attempt of yours.", "The list below shows them.")
    return attempt


def _closed(connection: Connection, visit: Visit, assignment: Assignment) -> str:
    """Why nothing can be handed in now; empty where it can."""
    try:
        check_deadline(connection, visit.here, visit.me, assignment, visit.now)
    except NotAllowed as error:
        return str(error)
    return ""
