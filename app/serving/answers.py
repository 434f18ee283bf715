"""Finished JSON answers, kept as bytes: a repeated request costs one look-up.

Only answers that would be the same again are kept: a result that a limit ended is not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Lock

from cachetools import LRUCache
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

__all__ = ["FinishedAnswer", "answer_body", "answer_request", "finished", "task_of"]

PLAIN_TASKS = ("compile", "compile text", "explorer", "shared", "embed", "offline")
"""What can be answered by a listing without explanations."""
KEPT_BYTES = 32 << 20
KEPT_BYTES_OF_ONE = 1 << 20
"""As it is sent; one of a source of 64 KiB, compressed, is smaller."""


def takes_gzip(request: Request) -> bool:
    """Whether the client does."""
    return "gzip" in request.headers.get("accept-encoding", "")


class AnswerCache:
    """The last answers, by everything the request consists of.

    most: of them. Large ones are not kept, nor more than so many bytes of all: a few hundred of the
    largest that there are would take the server's memory.
    """

    def __init__(self, most: int) -> None:
        least = KEPT_BYTES // most
        self._kept: LRUCache[object, FinishedAnswer] = LRUCache(
            KEPT_BYTES, lambda answer: max(least, len(answer.body))
        )
        self._lock = Lock()

    def find(self, key: object) -> FinishedAnswer | None:
        """The answer to an equal request."""
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: object, answer: FinishedAnswer) -> None:
        """Remember an answer that is not too large."""
        if len(answer.body) > KEPT_BYTES_OF_ONE:
            return
        with self._lock:
            self._kept[key] = answer


answer_cache = AnswerCache(settings().answers_kept)


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


async def answer_request(request: Request, key: object, task: Task, kind: Kind) -> Response:
    """The kept answer, or that of an analysis process when it is the client's turn.

    kind: of work. The work ends when the client leaves.
    """
    whole_key = (key, task.compresses)
    answer = answer_cache.find(whole_key)
    if answer is None:
        answer = await answer_in_turn(request, task, kind)
        if answer.lasting:
            answer_cache.keep(whole_key, answer)
    return answer.response()


async def answer_body(request: Request, name: str, kind: Kind) -> Response:
    """The answer of the task of that name to the bytes that a program posts."""
    body = await request.body()
    return await answer_request(request, (name, body), task_of(request, name, body), kind)


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
    request: Request, key: object, make: Callable[[], FinishedAnswer], kind: Kind = "light"
) -> Response:
    """The kept answer, or a new one of this process, made in a thread. kind: of work.

    What depends on what a visitor wrote is not lasting: it is kept nowhere.
    """
    compress = takes_gzip(request)
    answer = answer_cache.find((key, compress))
    if answer is None:
        answer = await in_turn(request, kind, lambda: make().compressed() if compress else make())
        if answer.lasting:
            answer_cache.keep((key, compress), answer)
    return answer.response()


def base_address(request: Request) -> str:
    """`http://host:port` as the visitor typed it."""
    return str(request.base_url).rstrip("/")
