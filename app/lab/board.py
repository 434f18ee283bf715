"""The board's pages, and the stream that keeps an open one true."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass

import orjson
from anyio import to_thread
from sqlalchemy import Connection, select
from starlette.requests import Request

from app.lab.views.board import BoardPage, BoardView, Naming, board_page
from app.lab.views.board_attempt import BoardAttemptPage, about_attempt, shown_answer
from app.lab.views.frame import class_frame
from app.lab.visits import Requires, Visit
from app.serving.lab_database import lab_database
from app.serving.templating import Page, render_text
from classroom.assignments import exercise_of, general_title
from classroom.attempts import find_attempt, outcomes_of
from classroom.board import board_mark, read_board
from classroom.errors import NotHere
from classroom.members import find_member
from classroom.records import Assignment, Attempt
from classroom.roles import Role
from classroom.tables import assignments
from compiler_core.errors import LoweringLabError

TEMPLATE = "lab/board.html"
LIVE_BLOCK = "live"
QUIET_SECONDS = 5.0
"""Between two changes that are sent."""
_LOOK_SECONDS = 0.5
_ANYWAY_SECONDS = 60.0
"""Who is stuck changes with time alone."""
LONGEST_STREAM_SECONDS = 3600.0


@dataclass(slots=True)
class Followed:
    """What an open board has been sent. mark: of the class then. at: when it was last looked at,
    in seconds of a clock that only counts."""

    text: str
    mark: tuple[int, ...] = ()
    at: float = 0.0


def show_board(visit: Visit, view: BoardView) -> BoardPage:
    """With who is stuck now."""
    with lab_database().reading() as connection:
        board = read_board(connection, visit.here.id, visit.now)
    names = Naming(not visit.here.settings.open_class, visit.role >= Role.INSTRUCTOR)
    return board_page(class_frame(visit, "/board"), board, view, names)


def show_attempt(visit: Visit, attempt_id: int) -> BoardAttemptPage:
    """Raises NotHere for an attempt of another class."""
    with lab_database().reading() as connection:
        attempt, assignment = attempt_here(connection, visit.here.id, attempt_id)
        outcomes = outcomes_of(connection, attempt)
        title = general_title(exercise_of(connection, attempt.digest))
        who = _nickname(connection, visit, attempt)
    frame = class_frame(visit, "/board")
    leads = visit.role >= Role.INSTRUCTOR
    return BoardAttemptPage(
        title=title,
        frame=frame,
        who=who,
        about=about_attempt(attempt),
        answer=shown_answer(attempt, outcomes, assignment.points),
        board=f"{frame.address}/board",
        number=attempt.id,
        present=f"{frame.address}/present" if leads else "",
    )


def attempt_here(
    connection: Connection, class_id: str, attempt_id: int
) -> tuple[Attempt, Assignment]:
    """Raises NotHere."""
    attempt = find_attempt(connection, attempt_id)
    wanted = select(assignments).where(
        assignments.c.id == attempt.assignment_id, assignments.c.class_id == class_id
    )
    row = connection.execute(wanted).first()
    if row is None:
        raise NotHere("There is no such attempt.", "The board links to those of this class.")
    return attempt, Assignment.of(row)


async def board_events(request: Request, view: BoardView, begun: Visit) -> AsyncIterator[str]:
    """The live part anew whenever it reads otherwise, at most every QUIET_SECONDS; ends when the
    visitor may see it no more."""
    page = await to_thread.run_sync(show_board, begun, view)
    followed = Followed(_live_text(page), at=time.monotonic())
    ends = time.monotonic() + LONGEST_STREAM_SECONDS
    yield "retry: 5000\n\n"
    while time.monotonic() < ends:
        for _ in range(round(QUIET_SECONDS / _LOOK_SECONDS)):
            await asyncio.sleep(_LOOK_SECONDS)
        try:
            text = await to_thread.run_sync(changed_text, request, view, followed)
        except LoweringLabError:
            return
        yield (
            f"event: board\ndata: {orjson.dumps({'html': text}).decode()}\n\n" if text else ":\n\n"
        )


def changed_text(request: Request, view: BoardView, followed: Followed) -> str:
    """The live part if it reads otherwise than what was sent, else empty. Raises NotHere,
    NotAllowed for who may see it no more."""
    visit = Requires(Role.ASSISTANT)(request)
    with lab_database().reading() as connection:
        mark = board_mark(connection, visit.here.id)
    if mark == followed.mark and time.monotonic() < followed.at + _ANYWAY_SECONDS:
        return ""
    text = _live_text(show_board(visit, view))
    changed = text != followed.text
    followed.mark, followed.at, followed.text = mark, time.monotonic(), text
    return text if changed else ""


def _live_text(page: BoardPage) -> str:
    return render_text(Page(TEMPLATE, page), blocks=(LIVE_BLOCK,))


def _nickname(connection: Connection, visit: Visit, attempt: Attempt) -> str:
    """Of the member; a class without names shows none."""
    if attempt.member_id is None:
        return "a member who left"
    if visit.here.settings.open_class:
        return "a member"
    return find_member(connection, visit.here.id, attempt.member_id).nickname
