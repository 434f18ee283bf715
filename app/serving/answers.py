"""Finished JSON answers, kept as bytes: a repeated request costs one look-up.

Only answers that would be the same again are kept: a result that a limit ended is not.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from hashlib import blake2b

from starlette.requests import Request
from starlette.responses import Response

from app.analysis.errors import AnalysisEnded
from app.analysis.parts import Listener
from app.analysis.running import analyser
from app.analysis.task import FinishedAnswer, Pairs, Task, finished
from app.serving.metrics import LOOK_SECONDS, timed
from app.serving.templating import wants_fragment
from app.serving.turns import Kind, in_turn, turn
from app.settings import settings
from compiler_core.errors import AnswerTooLarge
from compiler_core.kept import Kept

__all__ = ["FinishedAnswer", "answer_body", "answer_request", "finished", "task_of"]

PLAIN_TASKS = ("compile", "compile text", "explorer", "shared", "embed", "offline")
"""What can be answered by a listing without explanations."""
KEPT_BYTES = 32 << 20
KEPT_BYTES_OF_ONE = 1 << 20
"""As it is sent; one of a source of 64 KiB, compressed, is smaller."""


def takes_gzip(request: Request) -> bool:
    """Whether the client does."""
    return "gzip" in request.headers.get("accept-encoding", "")


def answers_by_request(most: int) -> Kept[FinishedAnswer]:
    """The last answers, by everything the request consists of.

    most: of them. Large ones are not kept, nor more than so many bytes of all: a few hundred of the
    largest that there are would take the server's memory.
    """
    least, never = KEPT_BYTES // most, KEPT_BYTES + 1

    def weigh(answer: FinishedAnswer) -> int:
        size = len(answer.body)
        return max(least, size) if size <= KEPT_BYTES_OF_ONE else never

    return Kept(KEPT_BYTES, weigh)


answer_cache = answers_by_request(settings().answers_kept)


def body_key(body: bytes) -> bytes:
    """What stands for a body in a key: keys are not weighed."""
    return blake2b(body).digest()


def task_of(
    request: Request, name: str, body: bytes = b"", form: Pairs = (), shared: str = ""
) -> Task:
    """The request as an analysis process gets it. shared: the state behind a permanent link."""
    return Task(
        name=name,
        path=request.url.path,
        body=body,
        query=(*request.query_params.multi_items(), *request.path_params.items()),
        form=form,
        accept=request.headers.get("accept", ""),
        fragment=wants_fragment(request.headers),
        base=base_address(request),
        shared=shared,
        compresses=takes_gzip(request),
    )


async def answer_request(request: Request, key: Hashable, task: Task, kind: Kind) -> Response:
    """The kept answer, or that of an analysis process when it is the client's turn.

    kind: of work. The work ends when the client leaves.
    """
    whole_key = (key, task.compresses)
    answer = answer_cache.kept(whole_key)
    if answer is None:
        answer = await answer_in_turn(request, task, kind)
        if answer.lasting:
            answer_cache.keep(whole_key, answer)
    return answer.response()


async def answer_body(request: Request, name: str, kind: Kind) -> Response:
    """The answer of the task of that name to the bytes that a program posts."""
    body = await request.body()
    return await answer_request(request, (name, body_key(body)), task_of(request, name, body), kind)


async def answer_in_turn(
    request: Request, task: Task, kind: Kind, listener: Listener | None = None
) -> FinishedAnswer:
    """The one place where tasks leave for the analysis processes. listener: hears what the task
    tells before its answer.

    What is too large to analyse is listed without analysis where the task can do so. Raises
    AnalysisEnded where it cannot, AnswerTooLarge, TaskRefused, and as `turn` does.
    """
    with timed(LOOK_SECONDS):
        async with turn(request, kind):
            try:
                return await analyser().answer(task, listener)
            except (AnalysisEnded, AnswerTooLarge) as error:
                if task.name not in PLAIN_TASKS or not _too_large(error):
                    raise
            return await analyser().answer(replace(task, plainly=True))


def _too_large(error: AnalysisEnded | AnswerTooLarge) -> bool:
    return not isinstance(error, AnalysisEnded) or error.too_large


async def answer_own(
    request: Request, key: Hashable, make: Callable[[], FinishedAnswer], kind: Kind = "light"
) -> Response:
    """The kept answer, or a new one of this process, made in a thread. kind: of work.

    What depends on what a visitor wrote is not lasting: it is kept nowhere.
    """
    compress = takes_gzip(request)
    answer = answer_cache.kept((key, compress))
    if answer is None:
        answer = await in_turn(request, kind, lambda: make().compressed() if compress else make())
        if answer.lasting:
            answer_cache.keep((key, compress), answer)
    return answer.response()


def base_address(request: Request) -> str:
    """`http://host:port` as the visitor typed it."""
    return str(request.base_url).rstrip("/")
