"""What instructors do with their class: dates, exercises, members, and its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection
from starlette.datastructures import FormData

from app.lab.visits import Visit
from app.serving.lab_database import lab_database
from app.words import count
from classroom.assignments import (
    assign,
    assignments_of,
    change_assignment,
    extend,
    find_assignment,
    remove_assignment,
)
from classroom.classes import change_class, delete_class, note
from classroom.copying import copy_class
from classroom.course_pack import pick_sheet, sheets_in
from classroom.errors import NotAllowed
from classroom.members import (
    Joined,
    change_role,
    delete_member,
    find_member,
    join_class,
    members_of,
    new_return_link,
)
from classroom.moments import read_moment
from classroom.records import Member
from classroom.roles import ROLE_OF, Role
from classroom.roster import note_ids, read_roster
from compiler_core.errors import InputError, UnknownName
from compiler_core.exercises.shipped import shipped_exercises
from compiler_core.typed_numbers import whole_number

MOST_DAYS = 3650
MOST_LATE_POINTS = 1000


def manage(visit: Visit, form: FormData) -> str:
    """Do what the pressed button says; what the page then tells. Raises InputError and others."""
    act = str(form.get("act", ""))
    if act not in _ACTS:
        raise InputError("This button is not known.", "Open the page again.")
    with lab_database().writing() as connection:
        message = _ACTS[act](connection, visit, form)
        note(
            connection,
            visit.here.id,
            visit.now,
            f"member {visit.me.id}",
            act,
            str(form.get("member") or form.get("exercise") or visit.here.id)[:80],
        )
    return message


def end_class(visit: Visit, typed: str) -> None:
    """Delete the class with all that is in it. Raises InputError unless its title was typed."""
    if " ".join(typed.split()) != visit.here.title:
        raise InputError(
            "The title that you typed is another one.", f"Type {visit.here.title} to delete it."
        )
    with lab_database().writing() as connection:
        delete_class(connection, visit.here.id)
        note(connection, None, visit.now, f"member {visit.me.id}", "deleted class", visit.here.id)
    lab_database().tidy()


def copy_visited(visit: Visit, title: str, begins: str) -> Joined:
    """The visitor is the instructor of the copy. begins: as a form's field holds it. Raises
    InputError."""
    with lab_database().writing() as connection:
        made = copy_class(connection, visit.here, title, read_moment(begins), visit.now)
        joined = join_class(connection, made, visit.me.nickname, visit.now, Role.INSTRUCTOR)
        actor = f"member {visit.me.id}"
        note(connection, visit.here.id, visit.now, actor, "copied class", made.id)
        note(connection, made.id, visit.now, actor, "made class", visit.here.id)
    return joined


def remove_member(visit: Visit, member_id: int) -> None:
    """A member and all that is theirs; their attempts stay without an owner. Raises NotAllowed for
    the last instructor."""
    with lab_database().writing() as connection:
        member = find_member(connection, visit.here.id, member_id)
        _keep_an_instructor(connection, visit, member)
        delete_member(connection, member)
        note(
            connection,
            visit.here.id,
            visit.now,
            f"member {visit.me.id}",
            "removed",
            f"member {member_id}",
        )
    lab_database().tidy()


def leave_class(visit: Visit, typed: str) -> None:
    """Delete the visitor. Raises InputError unless their nickname was typed, NotAllowed for the
    last instructor."""
    if " ".join(typed.split()) != visit.me.nickname:
        raise InputError(
            "The nickname that you typed is another one.", f"Type {visit.me.nickname}."
        )
    remove_member(visit, visit.me.id)


def read_ids(visit: Visit, content: bytes) -> str:
    """Note a list's ids; what the page then tells. Raises InputError."""
    ids = read_roster(content)
    with lab_database().writing() as connection:
        nobody = note_ids(connection, visit.here.id, ids)
        act = f"noted {len(ids) - len(nobody)} ids"
        note(connection, visit.here.id, visit.now, f"member {visit.me.id}", act, visit.here.id)
    missing = f" Nobody here is called {', '.join(nobody[:5])}." if nobody else ""
    return f"{len(ids) - len(nobody)} ids are noted.{missing}"


def _save(connection: Connection, visit: Visit, form: FormData) -> str:
    late = str(form.get("late_points", "")).strip()
    changed: dict[str, Any] = {
        "late_points": _whole(late, "points a day", MOST_LATE_POINTS) if late else None,
        "same_values": "same_values" in form,
        "open_class": "open_class" in form,
        "keep_days": _whole(str(form.get("keep_days", "180")), "days", MOST_DAYS),
    }
    dates = {
        "opens": read_moment(str(form.get("opens", ""))),
        "closes": read_moment(str(form.get("closes", ""))),
    }
    change_class(connection, visit.here.id, str(form.get("title", "")), dates, changed)
    return "Saved."


def _add(connection: Connection, visit: Visit, form: FormData) -> str:
    known = {exercise.id: exercise for exercise in shipped_exercises()}
    wanted = [str(exercise_id) for exercise_id in form.getlist("exercise")]
    if not wanted:
        raise InputError("No exercise is chosen.", "Tick one or more.")
    there = {assignment.exercise_id for assignment in assignments_of(connection, visit.here.id)}
    for name in wanted:
        if name not in known:
            raise UnknownName(f"There is no exercise {name[:60]}.", "Choose one of those listed.")
        if name not in there:
            assign(connection, visit.here, known[name])
    return "Added."


def _sheet(connection: Connection, visit: Visit, form: FormData) -> str:
    added = pick_sheet(connection, visit.here.id, str(form.get("sheet", "")))
    return f"The sheet is in the class, with {added} new exercises."


def _change(connection: Connection, visit: Visit, form: FormData) -> str:
    there = assignments_of(connection, visit.here.id)
    assignment = find_assignment(connection, visit.here.id, str(form.get("exercise", "")))
    position = _whole(str(form.get("place", assignment.place + 1)), "place", len(there)) - 1
    change_assignment(connection, assignment, read_moment(str(form.get("due", ""))), position)
    others = [each for each in there if each.id != assignment.id]
    others.insert(max(position, 0), assignment)
    for number, each in enumerate(others):
        if each.place != number and each.id != assignment.id:
            change_assignment(connection, each, each.due, number)
    return "Saved."


def _due_of_many(connection: Connection, visit: Visit, form: FormData) -> str:
    """One deadline for all exercises of the class, or of one of its sheets."""
    due, sheet = read_moment(str(form.get("due", ""))), str(form.get("sheet", ""))
    there = assignments_of(connection, visit.here.id)
    if sheet:
        within = {
            name for page in sheets_in(visit.here) if page.id == sheet for name in page.exercises
        }
        there = tuple(assignment for assignment in there if assignment.exercise_id in within)
    if not there:
        raise InputError("No exercise of this class is meant.", "Choose a sheet of this class.")
    for chosen_assignment in there:
        change_assignment(connection, chosen_assignment, due, chosen_assignment.place)
    return f"The deadline of {count(len(there), 'exercise')} is {'set' if due else 'taken away'}."


def _remove(connection: Connection, visit: Visit, form: FormData) -> str:
    assignment = find_assignment(connection, visit.here.id, str(form.get("exercise", "")))
    remove_assignment(connection, assignment)
    return "Removed."


def _role(connection: Connection, visit: Visit, form: FormData) -> str:
    member = _member(connection, visit, form)
    role = ROLE_OF.get(str(form.get("role", "")), Role.VISITOR)
    if role != Role.INSTRUCTOR:
        _keep_an_instructor(connection, visit, member)
    change_role(connection, member, role)
    return "Saved."


def _link(connection: Connection, visit: Visit, form: FormData) -> str:
    member = _member(connection, visit, form)
    token = new_return_link(connection, member)
    return f"The new return link of {member.nickname}, shown only now: {visit.base}/lab/r/{token}"


def _extend(connection: Connection, visit: Visit, form: FormData) -> str:
    assignment = find_assignment(connection, visit.here.id, str(form.get("exercise", "")))
    extend(
        connection,
        _member(connection, visit, form),
        assignment,
        read_moment(str(form.get("due", ""))),
    )
    return "Saved."


_ACTS: dict[str, Callable[[Connection, Visit, FormData], str]] = {
    "save": _save,
    "add": _add,
    "sheet": _sheet,
    "change": _change,
    "due of many": _due_of_many,
    "remove": _remove,
    "role": _role,
    "link": _link,
    "extend": _extend,
}


def _member(connection: Connection, visit: Visit, form: FormData) -> Member:
    return find_member(
        connection, visit.here.id, _whole(str(form.get("member", "")), "", 2**31 - 1)
    )


def _keep_an_instructor(connection: Connection, visit: Visit, leaving: Member) -> None:
    if leaving.role != Role.INSTRUCTOR:
        return
    others = [
        member
        for member in members_of(connection, visit.here.id)
        if member.role == Role.INSTRUCTOR and member.id != leaving.id
    ]
    if not others:
        raise NotAllowed("A class keeps one instructor.", "Make somebody else an instructor first.")


def _whole(text: str, what: str, most: int) -> int:
    stripped = text.strip()
    number = whole_number(stripped, 11)
    if number is None or number > most:
        raise InputError(f"{stripped[:20]!r} is no whole number of {what}.", f"At most {most:,}.")
    return number
