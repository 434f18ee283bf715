"""What a member may do about themselves, and files about others for instructors."""

from __future__ import annotations

from typing import Annotated

import orjson
from anyio import to_thread
from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.lab.bodies import TypedForm
from app.lab.managing import leave_class, read_ids
from app.lab.pages import show_settings
from app.lab.views.frame import class_frame
from app.lab.views.own import OwnPage
from app.lab.visits import Requires, Visit, keep_ticket, sent_file, sent_form
from app.serving.addresses import read_as
from app.serving.lab_database import lab_database
from app.serving.templating import Page, render
from classroom.assignments import exercise_of
from classroom.attempts import find_attempt, outcomes_of
from classroom.exports.gradescope import gradescope_results
from classroom.members import find_member
from classroom.own_data import own_data
from classroom.roles import Role
from classroom.roster import MOST_BYTES
from compiler_core.errors import LoweringLabError

router = APIRouter(include_in_schema=False, prefix="/lab")

Student = Annotated[Visit, Depends(Requires(Role.STUDENT))]
Instructor = Annotated[Visit, Depends(Requires(Role.INSTRUCTOR))]


@router.get("/{class_id}/me")
def own(request: Request, visit: Student) -> Response:
    """What is kept about the visitor, and how to take it out or delete it."""
    return render(request, Page("lab/own.html", _page(visit)))


@router.get("/{class_id}/me.json")
def own_file(visit: Student) -> Response:
    """All of it as a file."""
    with lab_database().reading() as connection:
        export = own_data(connection, visit.me)
    return _file(export, "my-data.json")


@router.post("/{class_id}/me")
async def delete_own(request: Request, visit: Student) -> Response:
    """Delete the visitor at once."""
    form = await sent_form(request, visit)
    typed = read_as(TypedForm, form).typed
    return await to_thread.run_sync(_delete, request, visit, typed)


@router.post("/{class_id}/settings/roster")
async def roster(request: Request, visit: Instructor) -> Response:
    """Ids of another system for those who are here."""
    _, content = await sent_file(request, visit, MOST_BYTES)
    return await to_thread.run_sync(_roster, request, visit, content)


@router.get("/{class_id}/grades/attempts/{attempt_id}/results.json")
def gradescope(visit: Instructor, attempt_id: int) -> Response:
    """One attempt as Gradescope's autograders report theirs."""
    with lab_database().reading() as connection:
        attempt = find_attempt(connection, attempt_id)
        find_member(connection, visit.here.id, attempt.member_id or 0)
        texts = [check.text for check in exercise_of(connection, attempt.digest).checks]
        results = gradescope_results(attempt, outcomes_of(connection, attempt), texts)
    return _file(results, "results.json")


def _delete(request: Request, visit: Visit, typed: str) -> Response:
    try:
        leave_class(visit, typed)
    except LoweringLabError as error:
        return render(request, Page("lab/own.html", _page(visit, str(error))), error.status)
    response = RedirectResponse("/lab", 303)
    keep_ticket(request, response, visit.ticket.without(visit.here.id))
    return response


def _roster(request: Request, visit: Visit, content: bytes) -> Response:
    try:
        message = read_ids(visit, content)
    except LoweringLabError as error:
        page = show_settings(visit, problem=str(error))
        return render(request, Page("lab/settings.html", page), error.status)
    return render(request, Page("lab/settings.html", show_settings(visit, message)))


def _page(visit: Visit, problem: str = "") -> OwnPage:
    return OwnPage("Your data", class_frame(visit, "/me"), visit.here.settings.keep_days, problem)


def _file(value: object, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    content = orjson.dumps(value, option=orjson.OPT_INDENT_2)
    return Response(content, 200, headers, "application/json")
