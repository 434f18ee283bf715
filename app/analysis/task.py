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
    """A request, as far as its answer depends on it."""

    name: str
    """Of the function in `tasks` that answers."""
    path: str
    """The request's path, without its query."""
    body: bytes = b""
    """As it was sent."""
    query: Pairs = ()
    """The fields of the address, in their order."""
    form: Pairs = ()
    """The fields of a posted form in their order, files left out."""
    accept: str = ""
    """The request's Accept header."""
    fragment: bool = False
    """Htmx asks for a part of the page."""
    base: str = ""
    """The site's address as the visitor typed it."""
    shared: str = ""
    """The state behind a permanent link, as it is stored."""
    compresses: bool = False
    """The client takes gzip."""
    plainly: bool = False
    """Without analysis, because analysing this came to no end."""
    makers: Pairs = ()
    """Links that the page ends with, see `app.serving.exercise_makers`."""

    @property
    def subject(self) -> bytes:
        """The same for tasks that look at the same source, mostly: the longest text of all."""
        texts = [value.encode("utf-8", "replace") for _, value in (*self.query, *self.form)]
        longest = max((self.body, self.shared.encode(), *texts), key=len)
        return blake2b(longest[:4096], digest_size=8).digest()


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishedAnswer:
    """Status, media type, body; encoding is `gzip` or empty."""

    lasting: bool
    """False when the same request may get another answer later."""
    status: int
    """The HTTP status."""
    media_type: str
    """The Content-Type, such as `application/json`."""
    body: bytes
    """As it is sent: compressed where `encoding` says so."""
    encoding: str = ""
    """`gzip`, or empty for a body as it is."""
    headers: Pairs = ()
    """Names and values, besides Vary, Content-Encoding and Content-Type."""

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
    """What an analysis process hands back of one task."""

    answer: FinishedAnswer | None
    """None where there is none, for the reason in `refusal` or `failure`."""
    refusal: TaskRefusal | None = None
    """An error that the core raised on purpose; None otherwise."""
    failure: Failure | None = None
    """Why the task came to no end; None where it did."""
    words: str = ""
    """For the server's log."""
    peak_bytes: int = 0
    """The most memory the process has had until now."""
    seconds: float = 0.0
    """Processor time that this task used."""
