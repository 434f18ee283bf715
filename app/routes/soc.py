"""Pages about chips: one address for each view, its state in the query."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from app.errors import retry_headers
from app.soc.answers import page_answer
from app.soc.request import FIRST_VIEW
from app.templating import Page, render
from app.turns import in_turn

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
    found = await in_turn(request, "page", page_answer, name, dict(request.query_params))
    page = Page("soc.html", found.page, fragment=("answer", "result"))
    return render(request, page, found.status, retry_headers(found.status))
