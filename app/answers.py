"""Finished JSON answers, kept as bytes: a repeated request costs one look-up.

Only answers that would be the same again are kept: a result that a limit ended is not.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock

from cachetools import LRUCache
from starlette.requests import Request
from starlette.responses import Response

from app.settings import settings
from app.turns import Kind, in_turn

GZIP_FROM_BYTES = 600
GZIP_LEVEL = 5


@dataclass(frozen=True, slots=True)
class FinishedAnswer:
    """Status, media type, body; encoding is `gzip` or empty.

    lasting: False when the same request may get another answer later.
    """

    lasting: bool
    status: int
    media_type: str
    body: bytes
    encoding: str = ""

    def compressed(self) -> FinishedAnswer:
        """The same for a client that takes gzip; a small body stays as it is."""
        if len(self.body) < GZIP_FROM_BYTES:
            return self
        return replace(self, body=gzip.compress(self.body, GZIP_LEVEL, mtime=0), encoding="gzip")

    def response(self) -> Response:
        """As a response; the gzip middleware leaves an encoded one alone."""
        headers = {"Vary": "Accept, Accept-Encoding"}
        if self.encoding:
            headers["Content-Encoding"] = self.encoding
        return Response(self.body, self.status, headers, self.media_type)


def finished(
    status: int, body: bytes, media_type: str = "application/json", lasting: bool = True
) -> FinishedAnswer:
    """An answer, not yet compressed."""
    return FinishedAnswer(lasting, status, media_type, body)


def takes_gzip(request: Request) -> bool:
    """Whether the client does."""
    return "gzip" in request.headers.get("accept-encoding", "")


class AnswerCache:
    """The last answers, by everything the request consists of."""

    def __init__(self, most: int) -> None:
        self._kept: LRUCache[object, FinishedAnswer] = LRUCache(most)
        self._lock = Lock()

    def find(self, key: object) -> FinishedAnswer | None:
        """The answer to an equal request."""
        with self._lock:
            return self._kept.get(key)

    def keep(self, key: object, answer: FinishedAnswer) -> None:
        """Remember an answer."""
        with self._lock:
            self._kept[key] = answer


answer_cache = AnswerCache(settings().answers_kept)


async def answer_request(
    request: Request, key: object, make: Callable[[], FinishedAnswer], kind: Kind = "light"
) -> Response:
    """The kept answer, or a new one, made when it is the client's turn for this kind of work."""
    compress = takes_gzip(request)
    kept = answer_cache.find((key, compress))
    if kept is None:
        kept = await in_turn(request, kind, lambda: make().compressed() if compress else make())
        if kept.lasting:
            answer_cache.keep((key, compress), kept)
    return kept.response()
