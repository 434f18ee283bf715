"""A class as its instructors run it: settings and grades."""

from __future__ import annotations

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Depends
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.lab.bodies import ActForm, Text
from app.lab.grading_pages import canvas_file, change_grades, csv_of, show_grades
from app.lab.managing import end_class, manage, remove_member
from app.lab.pages import show_settings
from app.lab.visits import Requires, Visit, sent_file, sent_form
from app.serving.addresses import read_as, texts_of, whole
from app.serving.bodies import StrictBody
from app.serving.templating import Page, render
from classroom.exports.canvas import MOST_BYTES
from classroom.roles import Role
from compiler_core.errors import LoweringLabError

router = APIRouter(include_in_schema=False, prefix="/lab")

Instructor = Annotated[Visit, Depends(Requires(Role.INSTRUCTOR))]
_CSV = "text/csv; charset=utf-8"
_MOST_DIGITS = 8


class CanvasForm(StrictBody):
    """Which column is filled, with the points of one exercise or, where that is empty, of all."""

    column: str
    exercise: Text


class DeleteForm(ActForm):
    """The class, if its title is typed, or a member of it."""

    typed: str = ""
    member: Annotated[int, whole(_MOST_DIGITS)] = 0


@router.get("/{class_id}/settings")
def settings(request: Request, visit: Instructor) -> Response:
    """Dates, exercises, members."""
    return render(request, Page("lab/settings.html", show_settings(visit)))


@router.post("/{class_id}/settings")
async def change(request: Request, visit: Instructor) -> Response:
    """What the pressed button says."""
    form = await sent_form(request, visit)
    return await to_thread.run_sync(_change, request, visit, form)


@router.get("/{class_id}/grades")
def grades(request: Request, visit: Instructor) -> Response:
    """All grades as a table."""
    return render(request, Page("lab/grades.html", show_grades(visit)))


@router.post("/{class_id}/grades")
async def regrade(request: Request, visit: Instructor) -> Response:
    """Override, extend, or grade again."""
    form = await sent_form(request, visit)
    return await to_thread.run_sync(_regrade, request, visit, form)


@router.get("/{class_id}/grades.csv")
def grades_file(visit: Instructor) -> Response:
    """The same as a file."""
    return _file(csv_of(visit), f"grades-{visit.here.id}.csv")


@router.post("/{class_id}/grades/canvas")
async def canvas(request: Request, visit: Instructor) -> Response:
    """Canvas's own gradebook with one column filled."""
    form, content = await sent_file(request, visit, MOST_BYTES)
    wanted = read_as(CanvasForm, form)
    return await to_thread.run_sync(_canvas, request, visit, content, wanted)


def _change(request: Request, visit: Visit, form: FormData) -> Response:
    try:
        deletes = read_as(DeleteForm, form)
        if deletes.act == "delete class":
            end_class(visit, deletes.typed)
            return RedirectResponse("/lab?deleted=1", 303)
        if deletes.act == "delete member":
            remove_member(visit, deletes.member)
            message = "Removed, with all that was theirs."
        else:
            message = manage(visit, form)
    except LoweringLabError as error:
        page = show_settings(visit, problem=str(error), typed=texts_of(form))
        return render(request, Page("lab/settings.html", page), error.status)
    return render(request, Page("lab/settings.html", show_settings(visit, message)))


def _regrade(request: Request, visit: Visit, form: FormData) -> Response:
    try:
        message = change_grades(visit, form)
    except LoweringLabError as error:
        page = show_grades(visit, problem=str(error), typed=texts_of(form))
        return render(request, Page("lab/grades.html", page), error.status)
    return render(request, Page("lab/grades.html", show_grades(visit, message)))


def _canvas(request: Request, visit: Visit, content: bytes, wanted: CanvasForm) -> Response:
    try:
        filled = canvas_file(visit, content, wanted.column, wanted.exercise)
    except LoweringLabError as error:
        page = show_grades(visit, problem=str(error), typed=wanted.model_dump())
        return render(request, Page("lab/grades.html", page), error.status)
    return _file(filled.text, "gradebook.csv")


def _file(text: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return Response(text.encode(), 200, headers, _CSV)
