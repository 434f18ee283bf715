"""A turn for each request that computes: fair to clients, and over when the client leaves.

A request that waits for its turn holds no thread. Light kinds of work have turns apart from heavy
ones, so that no number of endless programs holds up a compile; one client has at most all turns
but one, so that the next client finds one. A page's visitor is told the place after a moment and
keeps it; whoever asks for JSON waits with the connection open.

A free turn is not yet a free processor. So of all that one client has under way, the first request
computes as everybody's does and the others give way: to nobody while nobody else computes.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Literal, ParamSpec, TypeVar

from anyio import CancelScope, to_thread
from starlette.requests import Request

from app.analysis.running import NICENESS_OF_MORE
from app.serving.waiting_places import PLACE_HEADER, can_come_back, kept_name
from compiler_core.asker import Asker, current_asker, working_for
from compiler_core.errors import WorkCancelled
from compiler_core.fair_queue import FairQueue, Place, Shares

Kind = Literal["page", "light", "heavy"]
"""`page`: mostly waits a moment for what others make. `light`: a compile and what is read from it.
`heavy`: what runs programs, or compiles often."""

PATIENCE_SECONDS = 2.0
"""After so long a page says that it waits."""
WAITING_OF_ONE = 64
"""Requests of one client that may wait: more than a class behind one address sends at once."""
WAITING = 512
PAGES_OF_ONE = 12
"""Each holds one of the server's 40 threads for a moment."""

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class StillWaiting(Exception):
    """A page's turn has not come yet. number: 1 for the next one. name: by which the place is
    known when the page asks again."""

    def __init__(self, number: int, name: str) -> None:
        super().__init__(f"number {number} in the queue")
        self.number = number
        self.name = name


def _queue(what: str, running_of_one: int) -> FairQueue:
    shares = Shares(
        running=running_of_one + 1,
        running_of_one=running_of_one,
        waiting=WAITING,
        waiting_of_one=WAITING_OF_ONE,
    )
    return FairQueue(what, shares)


_CORES = os.cpu_count() or 1
QUEUES: dict[Kind, FairQueue] = {
    "page": _queue("pages", PAGES_OF_ONE),
    "light": _queue("compiles", _CORES + 1),
    "heavy": _queue("runs", _CORES),
}


async def in_turn(
    request: Request,
    kind: Kind,
    function: Callable[Arguments, Result],
    *arguments: Arguments.args,
    **named: Arguments.kwargs,
) -> Result:
    """The result of a function that computes, called in a thread when it is its turn.

    Raises what the function raises, and as `turn` does.
    """
    async with turn(request, kind):
        return await to_thread.run_sync(lambda: function(*arguments, **named))


@asynccontextmanager
async def turn(request: Request, kind: Kind) -> AsyncIterator[None]:
    """Wait for a turn; within it the work is the client's and ends when the client leaves.

    The request's body has been read before. Raises ShareFull, Overloaded, StillWaiting for a page,
    and WorkCancelled for a client that has left.
    """
    asker = Asker(current_asker().client)
    with CancelScope() as scope:
        watcher = asyncio.create_task(_leave_with(request, asker, scope))
        try:
            async with _place(request, QUEUES[kind], asker):
                asker.give_way(_niceness(asker.client))
                with working_for(asker):
                    yield
        finally:
            watcher.cancel()
    if scope.cancelled_caught:
        raise WorkCancelled


def _niceness(client: str) -> int:
    """By what this client's next work gives way; its turn is counted among its turns."""
    turns = QUEUES["light"].running_of(client) + QUEUES["heavy"].running_of(client)
    return NICENESS_OF_MORE if turns > 1 else 0


async def _leave_with(request: Request, asker: Asker, scope: CancelScope) -> None:
    """End what is under way as soon as the client hangs up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
    asker.leave()
    scope.cancel()


@asynccontextmanager
async def _place(request: Request, queue: FairQueue, asker: Asker) -> AsyncIterator[None]:
    loop = asyncio.get_running_loop()
    come: asyncio.Future[None] = loop.create_future()

    def granted(_: Place) -> None:
        # A loop that has ended has nobody who waits.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, come)

    ticket = queue.come_back(asker.client, kept_name(request), granted)
    ticket = ticket or queue.enter(asker.client, granted)
    try:
        if queue.number_of(ticket):
            await _turn_of(request, queue, ticket, come)
        yield
    finally:
        if ticket.away_since is None:
            queue.leave(ticket)


async def _turn_of(
    request: Request, queue: FairQueue, ticket: Place, come: asyncio.Future[None]
) -> None:
    """Until the turn has come. Raises StillWaiting for a page after a moment."""
    if not can_come_back(request):
        await come
        return
    await asyncio.wait((come,), timeout=PATIENCE_SECONDS)
    number = queue.number_of(ticket)
    name = kept_name(request) or secrets.token_urlsafe(9)
    if number and queue.step_out(ticket, name):
        raise StillWaiting(number, name)


def _settle(come: asyncio.Future[None]) -> None:
    if not come.done():
        come.set_result(None)


__all__ = ["PLACE_HEADER", "Kind", "StillWaiting", "in_turn", "turn"]
