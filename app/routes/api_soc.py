"""Chips as JSON: their descriptions, and every view's record."""

from __future__ import annotations

from typing import Annotated

import orjson
from fastapi import APIRouter, Path
from starlette.requests import Request
from starlette.responses import Response

from app.addresses.chips import soc_request
from app.serving.answers import task_of
from app.serving.queue_numbers import queue_number
from app.serving.turns import in_turn
from app.soc.answers import soc_record
from app.soc.profile_loop_apart import has_own_loop, loop_profile
from compiler_core.json_form import record_json
from compiler_core.soc.json_form import soc_list_json
from compiler_core.soc.reading import load_socs

router = APIRouter(prefix="/api/soc", tags=["chips"])
_JSON = "application/json"
_ACCEPTED = 202

ViewName = Annotated[str, Path(description="A view of a chip, as in the address of its page.")]


@router.get("")
def list_chips() -> Response:
    """What `lowlab soc list --json` prints: every chip, its ceilings, its figures' sources."""
    return Response(soc_list_json(load_socs()), media_type=_JSON)


@router.get("/views/{view}")
async def show_view(request: Request, view: ViewName) -> Response:
    """What the page of this view shows; the query is the page's own.

    202 while the model is being read or a loop still runs, with the number in the queue: 0 for one
    that has its turn.
    """
    given = dict(request.query_params)
    if has_own_loop(view, given):
        task = task_of(request, "loop profile record")
        made = await in_turn(request, "page", loop_profile, task)
        return made.response() if made is not None else _waiting()
    view_request = soc_request(view, given)
    record = await in_turn(request, "page", soc_record, view_request)
    if record is None:
        return _waiting()
    return Response(record_json(record), media_type=_JSON)


def _waiting() -> Response:
    body = {"waiting": True, "queue_number": queue_number()}
    return Response(orjson.dumps(body), _ACCEPTED, media_type=_JSON)
