"""A class while it meets: the board, predictions in rounds, the projector, and reports."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Depends, Query
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.lab.attempt_states import attempt_events, own_attempt
from app.lab.board import TEMPLATE, board_events, show_attempt, show_board
from app.lab.presenting import LIVE_BLOCK, ShownForm, change_shown, show_presentation, show_signed
from app.lab.presenting import TEMPLATE as PRESENTATION
from app.lab.questions import answer_question, show_question, step_question
from app.lab.report import FILE_NAME, WordsForm, change_words, export_report, show_report
from app.lab.views.board import REFRESH_SECONDS, BoardView
from app.lab.views.exercise import Typed
from app.lab.views.frame import class_address
from app.lab.visits import Requires, Visit, sent_form
from app.serving.addresses import read_as
from app.serving.answers import base_address
from app.serving.open_streams import event_stream
from app.serving.templating import Page, render
from classroom.errors import NotHere
from classroom.roles import Role
from compiler_core.errors import InputError

router = APIRouter(include_in_schema=False, prefix="/lab/{class_id}")
shown_router = APIRouter(include_in_schema=False, prefix="/lab")

Visitor = Annotated[Visit, Depends(Requires(Role.VISITOR))]
Student = Annotated[Visit, Depends(Requires(Role.STUDENT))]
Assistant = Annotated[Visit, Depends(Requires(Role.ASSISTANT))]
Instructor = Annotated[Visit, Depends(Requires(Role.INSTRUCTOR))]
Number = Annotated[int, Query(ge=0, le=1_000_000)]
NO_STORE = {"Cache-Control": "no-store"}


@router.get("/board")
def board(request: Request, visit: Assistant, page: Number = 1, every: Number = 0) -> Response:
    """Members and exercises, who is stuck, and what most get wrong."""
    view = BoardView(page, REFRESH_SECONDS if every else 0)
    return render(request, Page(TEMPLATE, show_board(visit, view)), headers=NO_STORE)


@router.get("/board/events")
async def events(request: Request, visit: Assistant, page: Number = 1) -> Response:
    """The board's live part as server-sent events, whenever it changed."""
    return event_stream(request, board_events(request, BoardView(page), visit))


@router.get("/attempts/{attempt_id}/events")
async def own_events(request: Request, visit: Student, attempt_id: int) -> Response:
    """Where the grading of one's own attempt stands, as server-sent events until it has ended."""
    own = await to_thread.run_sync(own_attempt, visit, attempt_id)
    return event_stream(request, attempt_events(own))


@router.get("/board/attempt/{attempt_id}")
def attempt(request: Request, visit: Assistant, attempt_id: int) -> Response:
    """What a member sent, and what became of each check."""
    page = show_attempt(visit, attempt_id)
    return render(request, Page("lab/board_attempt.html", page), headers=NO_STORE)


@router.get("/q/{number}")
def question(request: Request, visit: Student, number: int) -> Response:
    """A question in class, as far as the instructor has come with it."""
    return render(request, Page("lab/predict.html", show_question(visit, number)), headers=NO_STORE)


@router.post("/q/{number}")
async def predict(request: Request, visit: Student, number: int) -> Response:
    """A member's answer in the open round."""
    form = await sent_form(request, visit)
    return await to_thread.run_sync(_question, request, visit, number, answer_question, form)


@router.post("/q/{number}/round")
async def lead_question(request: Request, visit: Instructor, number: int) -> Response:
    """Open, close, show or reveal."""
    form = await sent_form(request, visit)
    return await to_thread.run_sync(_question, request, visit, number, step_question, form)


def _question(
    request: Request,
    visit: Visit,
    number: int,
    act: Callable[[Visit, int, FormData], None],
    form: FormData,
) -> Response:
    try:
        act(visit, number, form)
    except NotHere:
        raise
    except InputError as error:
        page = show_question(visit, number, str(error), read_as(Typed, form, state={}).reason)
        return render(request, Page("lab/predict.html", page), error.status, NO_STORE)
    return RedirectResponse(f"{class_address(visit.here.id)}/q/{number}", 303)


@router.get("/present")
def present(request: Request, visit: Assistant) -> Response:
    """For the projector, with what the instructor may change."""
    page = show_presentation(visit, base_address(request))
    return render(request, Page(PRESENTATION, page, (LIVE_BLOCK,)), headers=NO_STORE)


@router.post("/present")
async def change_presentation(request: Request, visit: Instructor) -> Response:
    """A timer, or an attempt to show without its name."""
    form = read_as(ShownForm, await sent_form(request, visit))
    await to_thread.run_sync(change_shown, visit, form)
    return RedirectResponse(f"{class_address(visit.here.id)}/present", 303)


@shown_router.get("/{shown_class}/present/{signature}")
def shown_presentation(
    request: Request, visit: Visitor, shown_class: str, signature: str
) -> Response:
    """The same by a signed link, for a computer at which nobody is logged in."""
    page = show_signed(shown_class, signature, visit.now, base_address(request))
    return render(request, Page(PRESENTATION, page, (LIVE_BLOCK,)), headers=NO_STORE)


@router.get("/report")
def report(request: Request, visit: Student) -> Response:
    """The visitor's best attempts, with their own words."""
    return render(request, Page("lab/report.html", show_report(visit)), headers=NO_STORE)


@router.post("/report")
async def keep_own_words(request: Request, visit: Student) -> Response:
    """What the visitor says about one of their answers."""
    form = read_as(WordsForm, await sent_form(request, visit))
    await to_thread.run_sync(change_words, visit, form)
    return RedirectResponse(f"{class_address(visit.here.id)}/report", 303)


@router.get("/report/file")
def report_file(visit: Student) -> Response:
    """The same as one file that needs no server."""
    headers = {**NO_STORE, "Content-Disposition": f'attachment; filename="{FILE_NAME}"'}
    return Response(export_report(visit), media_type="text/html", headers=headers)
