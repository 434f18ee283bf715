"""A class while it meets: the board, predictions in rounds, the projector, and reports."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from app.lab.board import TEMPLATE, board_events, show_attempt, show_board
from app.lab.visits import Requires, Visit
from app.open_streams import counted, require_stream
from app.templating import Page, render
from app.view_models.lab.board import REFRESH_SECONDS, BoardView
from classroom.roles import Role
from compiler_core.asker import current_asker

router = APIRouter(include_in_schema=False, prefix="/lab/{class_id}")

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
    client = current_asker().client
    require_stream(client)
    return StreamingResponse(
        counted(client, board_events(request, BoardView(page), visit)),
        media_type="text/event-stream",
        headers={**NO_STORE, "X-Accel-Buffering": "no"},
    )


@router.get("/board/attempt/{attempt_id}")
def attempt(request: Request, visit: Assistant, attempt_id: int) -> Response:
    """What a member sent, and what became of each check."""
    page = show_attempt(visit, attempt_id)
    return render(request, Page("lab/board_attempt.html", page), headers=NO_STORE)
