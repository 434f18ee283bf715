"""The explorer: one address, by GET with the state in it or by POST from its form."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter
from starlette.datastructures import FormData, QueryParams
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.content_policy import content_policy
from app.explorer import Answer, answer, moments
from app.forms import form_of
from app.loop_request import LoopRequest, request_from
from app.templating import Page, render, wants_fragment
from app.turns import in_turn
from app.view_models.settings import set_cpu, toggle_flag
from compiler_core.errors import InputError

router = APIRouter(include_in_schema=False)


@router.get("/loop")
async def show(request: Request) -> Response:
    """The state of the query; without one, an empty editor."""
    asked = read_state(request.query_params)
    found = await in_turn(request, asked.kind, answer, asked)
    return respond(request, found)


@router.post("/loop")
async def submit(request: Request) -> Response:
    """The state of the form. A browser without scripts is sent on to the address of the state."""
    async with form_of(request) as form:
        asked = read_state(form)
        toggled = str(form.get("toggle", ""))
    if not wants_fragment(request.headers) and asked.fits_address and not toggled:
        return RedirectResponse(asked.address(), 303)
    found = await in_turn(request, asked.kind, answer, asked, toggled)
    return respond(request, found)


@router.post("/loop/frames")
async def frames(request: Request) -> Response:
    """Some moments of the recording that the form's state asks for, as HTML in one piece."""
    async with form_of(request) as form:
        asked = read_state(form)
        first = str(form.get("from", ""))
    if not (first.isascii() and first.isdigit() and len(first) < 5):
        raise InputError("The first moment must be a small whole number.", "Send from=0.")
    found = await in_turn(request, "heavy", moments, asked, int(first))
    return render(request, Page("frames.html", found))


def read_state(values: FormData | QueryParams) -> LoopRequest:
    """A form's or query's state, with the button that was pressed applied to it."""
    texts = {name: value for name, value in values.items() if isinstance(value, str)}
    texts.setdefault("pane", texts.get("shown_pane", ""))
    shown = [value for value in values.getlist("show") if isinstance(value, str)]
    asked = request_from(texts, shown)
    if texts.get("toggle"):
        asked = replace(asked, flags=toggle_flag(asked.flags, texts["toggle"]))
    if texts.get("set") == "cpu":
        asked = replace(asked, flags=set_cpu(asked.flags, texts.get("cpu", "")))
    return asked


def respond(request: Request, found: Answer) -> Response:
    """The page, or its result and settings for htmx."""
    page = Page("explorer.html", found.page, fragment=("result", "settings"))
    headers = {"Content-Security-Policy": content_policy(style_nonce=found.page.style_nonce)}
    return render(request, page, found.status, headers)
