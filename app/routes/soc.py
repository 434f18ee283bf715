"""Pages about chips: one address for each view, its state in the query."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.addresses.chips import FIRST_VIEW
from app.lab.making import makers_of
from app.serving.answers import task_of
from app.serving.errors import retry_headers
from app.serving.exercise_makers import offering
from app.serving.templating import Page, render
from app.serving.turns import in_turn
from app.soc.answers import page_answer, running_page
from app.soc.profile_loop_apart import has_own_loop, loop_profile

router = APIRouter(include_in_schema=False)


@router.get("/soc")
async def chip(request: Request) -> Response:
    """The chip itself."""
    return await _shown(request, FIRST_VIEW)


@router.get("/soc/{view}")
async def view(request: Request, view: str) -> Response:
    """One view of a chip."""
    return await _shown(request, view)


async def _shown(request: Request, name: str) -> Response:
    given = dict(request.query_params)
    if has_own_loop(name, given):
        task = task_of(request, "loop profile")
        made = await in_turn(request, "page", loop_profile, task)
        if made is not None:
            return made.response()
        answer = await in_turn(request, "page", running_page, name, given)
    else:
        answer = await in_turn(request, "page", page_answer, name, given)
    page = Page("soc.html", answer.page, fragment=("answer", "result"))
    with offering(await makers_of(request) if name == "decode" else ()):
        return render(request, page, answer.status, retry_headers(answer.status))
