"""Parts of a page as they come: the server-sent events of one task, until its answer is there.

A `part` takes the place of the one before; `done` is the last of them, `failed` says why there is
none. The work ends when the client leaves.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import orjson
from anyio import to_thread
from starlette.requests import Request

from app.analysis.task import FinishedAnswer, Task
from app.serving.answers import answer_in_turn
from app.serving.turns import Kind
from compiler_core.errors import LoweringLabError

SIGN_SECONDS = 15.0
"""A stream that says nothing for long is taken for dead on its way."""
SIGN = ": still at work\n\n"
LOOK_SECONDS = 0.3
"""How often what is followed is looked at."""
LONGEST_SECONDS = 600.0

Told = TypeVar("Told")


def html_event(name: str, html: str, says: str = "") -> str:
    """`part` or `done`, with what takes the place. says: to be read aloud, where the page has a
    place for that; read again only if it is another."""
    return _event(name, {"html": html, "says": says} if says else {"html": html})


def failed_event(error: LoweringLabError) -> str:
    """Why there will be nothing."""
    return _event("failed", {"text": f"{error.message} {error.advice}".strip()})


async def followed_events(
    progress: Callable[[], Told | None],
    part: Callable[[Told], str],
    is_there: Callable[[], bool],
    last: Callable[[], Awaitable[str]],
) -> AsyncIterator[str]:
    """The events of a result that is made elsewhere: a part whenever something else is told, and
    the last one when it is there. After LONGEST_SECONDS nothing more comes.

    part is called in a thread of its own.
    """
    shown: Told | None = None
    began = said = time.monotonic()
    while (now := time.monotonic()) - began < LONGEST_SECONDS:
        if is_there():
            yield await last()
            return
        news = progress()
        if news is not None and news != shown:
            shown, said = news, now
            yield await to_thread.run_sync(part, news)
        elif now - said > SIGN_SECONDS:
            said = now
            yield SIGN
        await asyncio.sleep(LOOK_SECONDS)


async def task_events(request: Request, task: Task, kind: Kind) -> AsyncIterator[str]:
    """What the task tells, and its answer as `done`."""
    loop = asyncio.get_running_loop()
    inbox: asyncio.Queue[bytes | None] = asyncio.Queue()

    def listener(part: bytes) -> None:
        loop.call_soon_threadsafe(inbox.put_nowait, part)

    plain_task = replace(task, compresses=False)
    working = asyncio.create_task(answer_in_turn(request, plain_task, kind, listener))
    working.add_done_callback(lambda _: inbox.put_nowait(None))
    try:
        while True:
            try:
                part = await asyncio.wait_for(inbox.get(), SIGN_SECONDS)
            except TimeoutError:
                yield SIGN
                continue
            if part is None:
                break
            yield html_event("part", part.decode("utf-8", "replace"))
        yield await _last(working)
    finally:
        working.cancel()


async def _last(working: asyncio.Task[FinishedAnswer]) -> str:
    try:
        answer = await working
    except LoweringLabError as error:
        return failed_event(error)
    return html_event("done", answer.body.decode("utf-8", "replace"))


def _event(name: str, data: dict[str, str]) -> str:
    return f"event: {name}\ndata: {orjson.dumps(data).decode()}\n\n"
