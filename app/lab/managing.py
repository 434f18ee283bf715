"""What instructors do with their class: dates, exercises, members, and its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from sqlalchemy import Connection
from starlette.datastructures import FormData

from app.lab.bodies import (
    UNKNOWN_BUTTON,
    CopyBody,
    Moment,
    Text,
    Ticked,
    number_up_to,
    whole_of,
)
from app.lab.visits import Visit
from app.serving.addresses import Reading, read_as
from app.serving.bodies import StrictBody
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
from classroom.attempts import LARGEST_NUMBER
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
from classroom.records import Assignment, Member
from classroom.roles import ROLE_OF, Role
from classroom.roster import note_ids, read_roster
from compiler_core.errors import InputError, UnknownName
from compiler_core.exercises.shipped import shipped_exercises

MOST_DAYS = 3650
MOST_LATE_POINTS = 1000


class ManageForm(StrictBody):
    """What the page of settings sends; each of its buttons takes what it needs."""

    act: Annotated[str, Reading(lambda act: act if act in _ACTS else None, UNKNOWN_BUTTON)]
    """The pressed one."""
    title: Text = ""
    """What the class is called."""
    opens: Moment = None
    """When exercises can be seen; None: at once."""
    closes: Moment = None
    """When the class is over; None: never."""
    late_points: Annotated[int | None, number_up_to(MOST_LATE_POINTS, "points a day")] = None
    """Points lost for each day late; None where nothing is taken late."""
    keep_days: Annotated[int, Reading(lambda text: whole_of(text, "days", MOST_DAYS))] = 180
    """Days that the class is kept after its end."""
    same_values: Ticked = False
    """Whether everybody gets the same variant."""
    open_class: Ticked = False
    """Whether exercises can be seen by all."""
    exercise: tuple[Text, ...] = ()
    """Ids of the exercises that are meant."""
    place: Annotated[str | None, Reading(str)] = None
    """Of the exercise among all, from 1, as typed; None where it stays."""
    due: Moment = None
    """The deadline; None takes it away."""
    sheet: Text = ""
    """The sheet that is meant; empty for none or all."""
    member: Annotated[int, Reading(lambda text: whole_of(text, "", LARGEST_NUMBER))] = 0
    """The number of the member that is meant."""
    role: Annotated[Role, Reading(ROLE_OF.get)] = Role.VISITOR
    """What the member is to be; a visitor where the word is none."""


def manage(visit: Visit, sent: FormData) -> str:
    """Do what the pressed button says; what the page then tells. Raises InputError and others."""
    form = read_as(ManageForm, sent)
    subject = str(form.member) if form.member else (visit.here.id, *form.exercise)[-1][:80]
    with lab_database().writing() as connection:
        message = _ACTS[form.act](connection, visit, form)
        actor = f"member {visit.me.id}"
        note(connection, visit.here.id, visit.now, actor, form.act, subject)
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


def copy_visited(visit: Visit, body: CopyBody) -> Joined:
    """The visitor is the instructor of the copy. Raises InputError."""
    with lab_database().writing() as connection:
        made = copy_class(connection, visit.here, body.title, read_moment(body.begins), visit.now)
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


def _save(connection: Connection, visit: Visit, form: ManageForm) -> str:
    dates = {"opens": form.opens, "closes": form.closes}
    changed = form.model_dump(include={"late_points", "keep_days", "same_values", "open_class"})
    change_class(connection, visit.here.id, form.title, dates, changed)
    return "Saved."


def _add(connection: Connection, visit: Visit, form: ManageForm) -> str:
    known = {exercise.id: exercise for exercise in shipped_exercises()}
    if not form.exercise:
        raise InputError("No exercise is chosen.", "Tick one or more.")
    there = {assignment.exercise_id for assignment in assignments_of(connection, visit.here.id)}
    for name in form.exercise:
        if name not in known:
            raise UnknownName(f"There is no exercise {name[:60]}.", "Choose one of those listed.")
        if name not in there:
            assign(connection, visit.here, known[name])
    return "Added."


def _sheet(connection: Connection, visit: Visit, form: ManageForm) -> str:
    added = pick_sheet(connection, visit.here.id, form.sheet)
    return f"The sheet is in the class, with {added} new exercises."


def _change(connection: Connection, visit: Visit, form: ManageForm) -> str:
    there = assignments_of(connection, visit.here.id)
    assignment = _assignment(connection, visit, form)
    typed = str(assignment.place + 1) if form.place is None else form.place
    position = whole_of(typed, "place", len(there)) - 1
    change_assignment(connection, assignment, form.due, position)
    others = [each for each in there if each.id != assignment.id]
    others.insert(max(position, 0), assignment)
    for number, each in enumerate(others):
        if each.place != number and each.id != assignment.id:
            change_assignment(connection, each, each.due, number)
    return "Saved."


def _due_of_many(connection: Connection, visit: Visit, form: ManageForm) -> str:
    """One deadline for all exercises of the class, or of one of its sheets."""
    there = assignments_of(connection, visit.here.id)
    if form.sheet:
        sheets = [sheet for sheet in sheets_in(visit.here) if sheet.id == form.sheet]
        within = {name for sheet in sheets for name in sheet.exercises}
        there = tuple(assignment for assignment in there if assignment.exercise_id in within)
    if not there:
        raise InputError("No exercise of this class is meant.", "Choose a sheet of this class.")
    for chosen_assignment in there:
        change_assignment(connection, chosen_assignment, form.due, chosen_assignment.place)
    done = "set" if form.due else "taken away"
    return f"The deadline of {count(len(there), 'exercise')} is {done}."


def _remove(connection: Connection, visit: Visit, form: ManageForm) -> str:
    remove_assignment(connection, _assignment(connection, visit, form))
    return "Removed."


def _role(connection: Connection, visit: Visit, form: ManageForm) -> str:
    member = _member(connection, visit, form)
    if form.role != Role.INSTRUCTOR:
        _keep_an_instructor(connection, visit, member)
    change_role(connection, member, form.role)
    return "Saved."


def _link(connection: Connection, visit: Visit, form: ManageForm) -> str:
    member = _member(connection, visit, form)
    token = new_return_link(connection, member)
    return f"The new return link of {member.nickname}, shown only now: {visit.base}/lab/r/{token}"


def _extend(connection: Connection, visit: Visit, form: ManageForm) -> str:
    assignment = _assignment(connection, visit, form)
    extend(connection, _member(connection, visit, form), assignment, form.due)
    return "Saved."


_ACTS: dict[str, Callable[[Connection, Visit, ManageForm], str]] = {
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


def _assignment(connection: Connection, visit: Visit, form: ManageForm) -> Assignment:
    return find_assignment(connection, visit.here.id, ("", *form.exercise)[-1])


def _member(connection: Connection, visit: Visit, form: ManageForm) -> Member:
    return find_member(connection, visit.here.id, form.member)


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
