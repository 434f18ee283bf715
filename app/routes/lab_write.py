"""Exercises written in a class: read by assistants, written and published by instructors."""

from __future__ import annotations

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Depends, Query
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.lab.bodies import DraftBody
from app.lab.making import BeginForm, make_exercise, show_make
from app.lab.views.frame import class_address
from app.lab.views.write import WriteRefusal
from app.lab.visits import Requires, Visit, sent_form
from app.lab.writing import act_on_draft, begin, read_typed, show_draft, show_list
from app.serving.addresses import Reading, read_as, texts_of, with_line_feeds
from app.serving.bodies import StrictBody
from app.serving.templating import Page, render
from classroom.errors import NotHere
from classroom.roles import Role
from compiler_core.errors import LoweringLabError

router = APIRouter(include_in_schema=False, prefix="/lab/{class_id}")

Assistant = Annotated[Visit, Depends(Requires(Role.ASSISTANT))]
Instructor = Annotated[Visit, Depends(Requires(Role.INSTRUCTOR))]
_NO_STORE = {"Cache-Control": "no-store"}
_LIST, _DRAFT = "lab/write_list.html", "lab/write.html"


class Echo(StrictBody):
    """A refused text, which is shown again; None where a button sent none."""

    text: Annotated[str | None, Reading(with_line_feeds)] = None


@router.get("/write")
def written(request: Request, visit: Assistant) -> Response:
    """What is being written, and a new one."""
    return render(request, Page(_LIST, show_list(visit)), headers=_NO_STORE)


@router.post("/write")
async def new(request: Request, visit: Instructor) -> Response:
    """Begin an exercise with the text of another one."""
    form = await sent_form(request, visit)
    return await to_thread.run_sync(_begin, request, visit, form)


@router.get("/write/{exercise_id}")
def draft(request: Request, visit: Assistant, exercise_id: str) -> Response:
    """The text with its first fault, or its proof."""
    return render(request, Page(_DRAFT, show_draft(visit, exercise_id)), headers=_NO_STORE)


@router.post("/write/{exercise_id}")
async def change(request: Request, visit: Instructor, exercise_id: str) -> Response:
    """Save, check, publish or delete; then the page again."""
    form = await sent_form(request, visit)
    return await to_thread.run_sync(_change, request, visit, exercise_id, form)


@router.post("/write/{exercise_id}/read")
async def read(request: Request, visit: Instructor, exercise_id: str) -> Response:
    """What the text holds while it is typed, or its first fault: a part of the page."""
    body = read_as(DraftBody, await sent_form(request, visit))
    reading = await to_thread.run_sync(read_typed, body, exercise_id)
    return render(request, Page("lab/write_read.html", reading), headers=_NO_STORE)


@router.get("/make")
def offer(
    request: Request, visit: Assistant, origin: Annotated[str, Query(alias="from")] = ""
) -> Response:
    """What an exercise of a page of this site would be, and what its author is asked."""
    return render(request, Page("lab/make.html", show_make(visit, origin)), headers=_NO_STORE)


@router.post("/make")
async def make(request: Request, visit: Assistant) -> Response:
    """A draft of it."""
    form = await sent_form(request, visit)
    return await to_thread.run_sync(_make, request, visit, form)


def _make(request: Request, visit: Visit, form: FormData) -> Response:
    try:
        made = make_exercise(visit, form)
    except LoweringLabError as error:
        page = show_make(visit, read_as(BeginForm, form).origin, str(error), texts_of(form))
        return render(request, Page("lab/make.html", page), error.status, _NO_STORE)
    return RedirectResponse(f"{class_address(visit.here.id)}/write/{made}", 303)


def _begin(request: Request, visit: Visit, form: FormData) -> Response:
    sent = read_as(BeginForm, form)
    try:
        made = begin(visit, sent.id, sent.origin)
    except LoweringLabError as error:
        page = show_list(visit, str(error), sent.id)
        return render(request, Page(_LIST, page), error.status, _NO_STORE)
    return RedirectResponse(f"{class_address(visit.here.id)}/write/{made.exercise_id}", 303)


def _change(request: Request, visit: Visit, exercise_id: str, form: FormData) -> Response:
    try:
        address = act_on_draft(visit, exercise_id, form)
    except NotHere:
        raise
    except LoweringLabError as error:
        page = show_draft(visit, exercise_id, WriteRefusal(str(error), read_as(Echo, form).text))
        return render(request, Page(_DRAFT, page), error.status, _NO_STORE)
    return RedirectResponse(address, 303)
