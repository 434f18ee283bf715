"""Classes in the browser: join, come back, and answer exercises."""

from __future__ import annotations

import time
from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Depends
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.lab.actions import (
    answer_elsewhere,
    answer_exercise,
    join,
    make_class_of_host,
    typed_answer,
)
from app.lab.bodies import AnswerForm, CopyBody, JoinBody, NewClassForm
from app.lab.managing import copy_visited
from app.lab.pages import (
    known_classes,
    posed_exercise,
    show_class,
    show_exercise,
    show_settings,
)
from app.lab.tickets import Ticket, fresh_ticket
from app.lab.views.door import door_page, welcome_page
from app.lab.views.exercise import ExercisePage
from app.lab.views.frame import class_address
from app.lab.visits import (
    Requires,
    Visit,
    forget_ticket,
    keep_ticket,
    keep_welcome,
    sent_form,
    welcome_token,
    with_member,
)
from app.serving.addresses import read_as, texts_of
from app.serving.answers import base_address
from app.serving.content_policy import content_policy
from app.serving.lab_database import lab_database
from app.serving.templating import Page, render
from classroom.classes import is_host_link
from classroom.identity import mark_of, token_hash
from classroom.members import Joined, member_of_token
from classroom.roles import Role
from compiler_core.errors import InputError, LoweringLabError

router = APIRouter(include_in_schema=False, prefix="/lab")

Visitor = Annotated[Visit, Depends(Requires(Role.VISITOR))]
Host = Annotated[Visit, Depends(Requires(Role.HOST))]
Student = Annotated[Visit, Depends(Requires(Role.STUDENT))]
Instructor = Annotated[Visit, Depends(Requires(Role.INSTRUCTOR))]


@router.get("")
def door(request: Request, visit: Visitor) -> Response:
    """Join a class, or come back to one."""
    return _door(request, visit, dict(request.query_params))


@router.post("/join")
async def join_class(request: Request, visit: Visitor) -> Response:
    """Become a member; the welcome page shows the return link."""
    form = await sent_form(request, visit)
    return await to_thread.run_sync(_join, request, visit, form)


@router.post("/new")
async def new_class(request: Request, visit: Host) -> Response:
    """A class of whoever runs this server, who becomes its instructor."""
    sent = await sent_form(request, visit)
    try:
        form = read_as(NewClassForm, sent)
        joined = await to_thread.run_sync(make_class_of_host, form, visit.now)
    except InputError as error:
        return _door(request, visit, texts_of(sent), error)
    return _welcome(request, visit.ticket, joined, "class" if form.sheet else "choose")


@router.post("/{class_id}/copy")
async def copy(request: Request, visit: Instructor) -> Response:
    """The class anew for the next group, with the visitor as its instructor."""
    form = await sent_form(request, visit)
    return await to_thread.run_sync(_copy, request, visit, form)


@router.post("/leave")
async def leave(request: Request, visit: Visitor) -> Response:
    """Nobody is known at this computer any more."""
    await sent_form(request, visit)
    response = RedirectResponse("/lab", 303)
    forget_ticket(response)
    return response


@router.get("/r/{token}")
def come_back(request: Request, visit: Visitor, token: str) -> Response:
    """A return link: of a member, or the one that lets its holder make classes."""
    ticket = visit.ticket if visit.ticket.nonce else fresh_ticket()
    with lab_database().reading() as connection:
        if is_host_link(connection, token_hash(token)):
            ticket = Ticket(ticket.members, mark_of(token_hash(token)), ticket.nonce)
            address = "/lab"
        else:
            member = member_of_token(connection, token)
            ticket = with_member(ticket, member)
            address = class_address(member.class_id)
    response = RedirectResponse(address, 303)
    keep_ticket(request, response, ticket)
    return response


@router.get("/{class_id}")
def my_class(request: Request, visit: Student) -> Response:
    """The member's exercises in order."""
    return render(request, Page("lab/class.html", show_class(visit)))


@router.get("/{class_id}/welcome")
def welcome(request: Request, visit: Student, then: str = "") -> Response:
    """The return link, for a while after joining; the class itself later."""
    token = welcome_token(request, visit.me)
    if not token:
        return RedirectResponse(class_address(visit.here.id), 303)
    link = f"{base_address(request)}/lab/r/{token}"
    page = welcome_page(visit.here, visit.me, link, then)
    return render(request, Page("lab/welcome.html", page), headers={"Cache-Control": "no-store"})


@router.get("/{class_id}/x/{exercise_id}")
def exercise(request: Request, visit: Student, exercise_id: str, attempt: int = 0) -> Response:
    """The task with its editor, checks, hints and history."""
    page = show_exercise(visit, posed_exercise(visit, exercise_id), attempt)
    return _exercise(request, page)


@router.post("/{class_id}/x/{exercise_id}")
async def answer(request: Request, visit: Student, exercise_id: str) -> Response:
    """Try, hand in, predict, open a hint, or open the answer elsewhere. Where that makes no
    attempt, the page comes again with all that stands in its form."""
    form = await sent_form(request, visit)
    return await to_thread.run_sync(_answer, request, visit, exercise_id, form)


def _answer(request: Request, visit: Visit, exercise_id: str, form: FormData) -> Response:
    here = posed_exercise(visit, exercise_id)
    try:
        if read_as(AnswerForm, form).act == "open":
            return RedirectResponse(answer_elsewhere(here, form), 303)
        attempt = answer_exercise(visit, here, form)
    except LoweringLabError as error:
        page = show_exercise(visit, here, 0, str(error), typed_answer(here, form))
        response = _exercise(request, page, error.status)
        if retry := getattr(error, "retry_seconds", 0):
            response.headers["Retry-After"] = str(retry)
        return response
    if not attempt:
        return _exercise(request, show_exercise(visit, here, typed=typed_answer(here, form)))
    address = f"{class_address(visit.here.id)}/x/{exercise_id}"
    return RedirectResponse(f"{address}?attempt={attempt}#result", 303)


def _exercise(request: Request, page: ExercisePage, status: int = 200) -> Response:
    headers = {
        "Content-Security-Policy": content_policy(style_nonce=page.style_nonce),
        "Cache-Control": "no-store",
    }
    return render(request, Page("lab/exercise.html", page), status, headers)


def _join(request: Request, visit: Visit, form: FormData) -> Response:
    try:
        joined = join(read_as(JoinBody, form), time.time())
    except InputError as error:
        return _door(request, visit, texts_of(form), error)
    return _welcome(request, visit.ticket, joined)


def _copy(request: Request, visit: Visit, form: FormData) -> Response:
    try:
        joined = copy_visited(visit, read_as(CopyBody, form))
    except InputError as error:
        page = show_settings(visit, problem=str(error), typed=texts_of(form))
        return render(request, Page("lab/settings.html", page), error.status)
    return _welcome(request, visit.ticket, joined, "settings")


def _door(
    request: Request, visit: Visit, typed: dict[str, str], error: InputError | None = None
) -> Response:
    ticket = visit.ticket
    page = door_page(
        known_classes(ticket),
        visit.role == Role.HOST,
        ticket.form_token,
        typed,
        str(error) if error else "",
    )
    response = render(
        request,
        Page("lab/door.html", page),
        error.status if error else 200,
        {"Cache-Control": "no-store"},
    )
    keep_ticket(request, response, ticket)
    return response


def _welcome(request: Request, ticket: Ticket, joined: Joined, next_step: str = "") -> Response:
    """next_step: one of NEXT_STEPS. Loading the page it leads to again joins nobody again."""
    end = f"?then={next_step}" if next_step else ""
    address = f"{class_address(joined.member.class_id)}/welcome{end}"
    response = RedirectResponse(address, 303)
    keep_ticket(request, response, with_member(ticket, joined.member))
    keep_welcome(request, response, joined)
    return response
