"""Exercises written in the browser: listed, kept, checked, published."""

from __future__ import annotations

from typing import Annotated

from starlette.datastructures import FormData

from app.lab.bodies import DraftBody, button
from app.lab.proving import read_draft
from app.lab.service import wake_prover
from app.lab.views.frame import class_frame
from app.lab.views.write import (
    ReadingView,
    WritePage,
    WriteRefusal,
    reading_view,
    write_page,
)
from app.lab.views.write_list import WriteListPage, write_list_page
from app.lab.visits import Visit
from app.serving.addresses import read_as
from app.serving.lab_database import lab_database
from classroom.assignments import assignments_of, exercise_of
from classroom.classes import note
from classroom.drafts import (
    Draft,
    ask_for_proof,
    delete_draft,
    drafts_of,
    find_draft,
    make_draft,
    note_fault,
    place_of,
    save_draft,
)
from classroom.errors import NotAllowed, NotHere
from classroom.publishing import publish
from compiler_core.exercises.exercise import Exercise
from compiler_core.exercises.inlining import inlined
from compiler_core.exercises.measured import versions_here
from compiler_core.exercises.reader import read_exercise
from compiler_core.exercises.shipped import shipped_exercises
from compiler_core.exercises.summary import ExerciseSummary

PAGE = "/write"


class DraftForm(DraftBody):
    """A text, and what is done with it."""

    act: Annotated[str, button("save", "check", "publish", "delete")] = "check"


def show_list(visit: Visit, problem: str = "", typed: str = "") -> WriteListPage:
    """What is being written, and what can be begun from."""
    with lab_database().reading() as connection:
        drafts = drafts_of(connection, visit.here.id)
        there = assignments_of(connection, visit.here.id)
    frame = class_frame(visit, PAGE)
    return write_list_page(frame, drafts, there, shipped_exercises(), visit.role, problem, typed)


def begin(visit: Visit, exercise_id: str, begun_from: str) -> Draft:
    """A draft with the text of another exercise. begun_from: its id, of the class or shipped.
    Raises InputError, Taken, NotHere."""
    exercise = _known(visit, begun_from)
    with lab_database().writing() as connection:
        wanted = exercise_id.strip()
        draft = make_draft(connection, visit.here.id, wanted, inlined(exercise, wanted), visit.now)
        note(connection, visit.here.id, visit.now, f"member {visit.me.id}", "began", wanted)
    return draft


def show_draft(visit: Visit, exercise_id: str, refusal: WriteRefusal | None = None) -> WritePage:
    """Raises NotHere where nobody writes this exercise."""
    with lab_database().reading() as connection:
        draft = find_draft(connection, visit.here.id, exercise_id)
        position = place_of(connection, draft) if draft.state == "waiting" else (0, 0)
        there = assignments_of(connection, visit.here.id)
    published = next((task.digest for task in there if task.exercise_id == exercise_id), "")
    return write_page(class_frame(visit, PAGE), draft, position, published, visit.role, refusal)


def act_on_draft(visit: Visit, exercise_id: str, form: FormData) -> str:
    """Do what the pressed button says; where to go on. Raises InputError, Taken, NotAllowed."""
    sent = read_as(DraftForm, form)
    address = f"/lab/{visit.here.id}{PAGE}"
    if sent.act == "delete":
        _delete(visit, exercise_id)
        return address
    if sent.act == "publish":
        publish_draft(visit, exercise_id)
        return f"{address}/{exercise_id}"
    draft = keep_text(visit, exercise_id, sent)
    if sent.act == "check":
        check_draft(visit, draft)
    return f"{address}/{exercise_id}#found"


def read_typed(body: DraftBody, exercise_id: str) -> ReadingView:
    """What a text holds, or its first fault. Nothing is kept."""
    return reading_view(read_draft(body.text, exercise_id))


def keep_text(visit: Visit, exercise_id: str, body: DraftBody) -> Draft:
    """Raises Taken where somebody else has changed it, InputError for what is too large."""
    with lab_database().writing() as connection:
        draft = find_draft(connection, visit.here.id, exercise_id)
        return save_draft(connection, draft, body.text, body.version, visit.now)


def check_draft(visit: Visit, draft: Draft) -> ExerciseSummary:
    """Read it; where it can be read, its proof waits for its turn."""
    summary = read_draft(draft.text, draft.exercise_id)
    with lab_database().writing() as connection:
        if summary.fault:
            note_fault(connection, draft, summary.fault)
        else:
            ask_for_proof(connection, draft, summary.gradings, visit.now)
    wake_prover()
    return summary


def publish_draft(visit: Visit, exercise_id: str) -> None:
    """Raises NotAllowed, InputError as `publish` does."""
    with lab_database().reading() as connection:
        draft = find_draft(connection, visit.here.id, exercise_id)
    if draft.state != "proven":
        raise NotAllowed("This text is not proven.", "Check it first; only then it is published.")
    exercise = read_exercise(draft.text, {})
    tools = versions_here()
    with lab_database().writing() as connection:
        draft = find_draft(connection, visit.here.id, exercise_id)
        publish(connection, visit.here, draft, exercise, tools)
        subject = f"{exercise_id} {exercise.digest[:12]}"
        note(connection, visit.here.id, visit.now, f"member {visit.me.id}", "published", subject)


def _delete(visit: Visit, exercise_id: str) -> None:
    with lab_database().writing() as connection:
        delete_draft(connection, find_draft(connection, visit.here.id, exercise_id))
        actor = f"member {visit.me.id}"
        note(connection, visit.here.id, visit.now, actor, "deleted draft", exercise_id)


def _known(visit: Visit, exercise_id: str) -> Exercise:
    """Of the class, else one that ships. Raises NotHere."""
    with lab_database().reading() as connection:
        for assignment in assignments_of(connection, visit.here.id):
            if assignment.exercise_id == exercise_id:
                return exercise_of(connection, assignment.digest)
    shipped = next((task for task in shipped_exercises() if task.id == exercise_id), None)
    if shipped is None:
        raise NotHere("There is no such exercise to begin from.", "Choose one of those listed.")
    return shipped
