"""The explorer: one address, by GET with the state in it or by POST from its form."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.analysis.task import Pairs
from app.lab.making import makers_of
from app.loop.explorer_state import Pressed, read_state
from app.loop.loop_request import LoopRequest
from app.serving.addresses import read_as
from app.serving.answers import answer_request, task_of
from app.serving.forms import form_of
from app.serving.open_streams import event_stream
from app.serving.streaming import task_events
from app.serving.templating import wants_fragment

router = APIRouter(include_in_schema=False)


@router.get("/loop")
async def show(request: Request) -> Response:
    """The state of the query; without one, an empty editor."""
    state = read_state(request.query_params)
    task = replace(task_of(request, _task_name(state)), makers=await makers_of(request))
    return await answer_request(request, None, task, state.kind)


@router.post("/loop")
async def submit(request: Request) -> Response:
    """The state of the form. A browser without scripts is sent on to the address of the state."""
    async with form_of(request) as form:
        state, texts = read_state(form), text_fields(form)
        toggled = read_as(Pressed, form).toggle
    if not wants_fragment(request.headers) and state.fits_address and not toggled:
        return RedirectResponse(state.address(), 303)
    task = task_of(request, _task_name(state), form=texts)
    if state.fits_address:
        task = replace(task, makers=await makers_of(request, state.address()))
    return await answer_request(request, None, task, state.kind)


@router.post("/loop/frames")
async def frames(request: Request) -> Response:
    """Some moments of the recording that the form's state asks for, as HTML in one piece."""
    async with form_of(request) as form:
        task = task_of(request, "frames", form=text_fields(form))
    return await answer_request(request, None, task, "heavy")


@router.post("/loop/section")
async def section(request: Request) -> Response:
    """What takes long in a pane, for the form's state: its parts as server-sent events."""
    async with form_of(request) as form:
        task = task_of(request, "section", form=text_fields(form))
    return event_stream(request, task_events(request, task, "heavy"))


def _task_name(state: LoopRequest) -> str:
    return "explorer at length" if state.waits else "explorer"


def text_fields(form: FormData) -> Pairs:
    """Every field but files, in their order."""
    return tuple((name, value) for name, value in form.multi_items() if isinstance(value, str))
