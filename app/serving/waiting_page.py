"""What a visitor sees whose turn has not come yet."""

from __future__ import annotations

import orjson
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from app.serving.errors import RETRY_SECONDS
from app.serving.forms import form_of
from app.serving.templating import Page, render, wants_fragment
from app.serving.turns import StillWaiting
from app.serving.waiting_places import PLACE_HEADER
from app.site.views.waiting_turn import waiting_page

_ACCEPTED = 202
# What the editor holds is sent again as it is then; of `show` there may be several.
_NOT_REPEATED = ("source", "second", "show")
_WAITS = {"Retry-After": RETRY_SECONDS, "Cache-Control": "no-store"}
_IN_PLACE = {"HX-Retarget": "#queue-place", "HX-Reswap": "innerHTML"}
TEMPLATE = "waiting_turn.html"


async def _still_waiting(request: Request, error: Exception) -> Response:
    assert isinstance(error, StillWaiting)
    if wants_fragment(request.headers):
        return await _line(request, error)
    page = waiting_page(error.number, _address(request))
    # A browser without scripts comes back too.
    headers = _WAITS | {"Refresh": RETRY_SECONDS}
    return render(request, Page(TEMPLATE, page), _ACCEPTED, headers)


async def _line(request: Request, error: StillWaiting) -> Response:
    """A line above the old result, which sends the explorer's form once more."""
    async with form_of(request) as form:
        values = {
            name: value
            for name, value in form.items()
            if isinstance(value, str) and name not in _NOT_REPEATED
        }
    named = orjson.dumps({PLACE_HEADER: error.name}).decode()
    page = waiting_page(error.number, request.url.path, orjson.dumps(values).decode(), named)
    return render(request, Page(TEMPLATE, page, fragment=("line",)), _ACCEPTED, _WAITS | _IN_PLACE)


def _address(request: Request) -> str:
    query = request.url.query
    return f"{request.url.path}?{query}" if query else request.url.path


def install_waiting_page(app: FastAPI) -> None:
    """A page whose turn has not come says so."""
    app.add_exception_handler(StillWaiting, _still_waiting)
