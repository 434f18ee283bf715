"""What the web process hands to an analysis process: a name and plain data, and bytes back."""

from __future__ import annotations

import gzip
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Literal

from starlette.responses import Response

PREPARED = "prepared"
"""The argument of a process that imports what any task needs before the first comes."""
GZIP_FROM_BYTES = 600
GZIP_LEVEL = 5

Pairs = tuple[tuple[str, str], ...]
Failure = Literal["memory", "depth", "size", "cancelled", "error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A request, as far as its answer depends on it.

    name: of the function in `tasks` that answers. path: the request's. body: as it was sent.
    query, form: fields in their order, files left out. accept: the header. fragment: htmx asks for
    a part of the page. base: the site's address as the visitor typed it. shared: the state behind a
    permanent link, as it is stored. compresses: the client takes gzip. plainly: without analysis,
    because analysing this came to no end.
    makers: links that the page ends with, see `app.serving.exercise_makers`.
    """

    name: str
    path: str
    body: bytes = b""
    query: Pairs = ()
    form: Pairs = ()
    accept: str = ""
    fragment: bool = False
    base: str = ""
    shared: str = ""
    compresses: bool = False
    plainly: bool = False
    makers: Pairs = ()

    @property
    def subject(self) -> bytes:
        """The same for tasks that look at the same source, mostly: the longest text of all."""
        texts = [value.encode("utf-8", "replace") for _, value in (*self.query, *self.form)]
        longest = max((self.body, self.shared.encode(), *texts), key=len)
        return blake2b(longest[:4096], digest_size=8).digest()


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedAnswer:
    """Status, media type, body; encoding is `gzip` or empty.

    lasting: False when the same request may get another answer later. headers: besides the usual.
    """

    lasting: bool
    status: int
    media_type: str
    body: bytes
    encoding: str = ""
    headers: Pairs = ()

    def compressed(self) -> FinishedAnswer:
        """The same for a client that takes gzip; a small body stays as it is."""
        if len(self.body) < GZIP_FROM_BYTES:
            return self
        return replace(self, body=gzip.compress(self.body, GZIP_LEVEL, mtime=0), encoding="gzip")

    def response(self) -> Response:
        """As a response; the gzip middleware leaves an encoded one alone."""
        headers = {"Vary": "Accept, Accept-Encoding", **dict(self.headers)}
        if self.encoding:
            headers["Content-Encoding"] = self.encoding
        return Response(self.body, self.status, headers, self.media_type)


def finished(
    status: int,
    body: bytes,
    media_type: str = "application/json",
    lasting: bool = True,
    headers: Pairs = (),
) -> FinishedAnswer:
    """An answer, not yet compressed."""
    return FinishedAnswer(
        lasting=lasting, status=status, media_type=media_type, body=body, headers=headers
    )


@dataclass(frozen=True, slots=True)
class TimedTask:
    """A task, how many seconds of processor it may use, and whether somebody hears its parts."""

    task: Task
    processor_seconds: float
    listens: bool = False


@dataclass(frozen=True, slots=True)
class TaskRefusal:
    """An error that the core raises on purpose: HTTP status, what is wrong, what to try."""

    status: int
    message: str
    advice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskEnd:
    """answer: None where there is none, for the reason in `refusal` or `failure`. words: for the
    server's log.

    peak_bytes: the most memory the process has had until now. seconds: of processor for this task.
    """

    answer: FinishedAnswer | None
    refusal: TaskRefusal | None = None
    failure: Failure | None = None
    words: str = ""
    peak_bytes: int = 0
    seconds: float = 0.0
