"""Event streams: how they are sent, and those open, counted by client: each keeps a connection for
many minutes.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from app.analysis.task import GZIP_LEVEL
from app.serving.answers import takes_gzip
from compiler_core.asker import current_asker
from compiler_core.errors import ShareFull

_GZIP_WINDOW = zlib.MAX_WBITS | 16

MOST_OF_ONE = 64
"""More than a class behind one address has open at once."""
_open: Counter[str] = Counter()


def require_stream(client: str) -> None:
    """Raises ShareFull where this client may open no more; in the server's one event loop."""
    if _open[client] >= MOST_OF_ONE:
        raise ShareFull(
            f"{MOST_OF_ONE} pages already follow runs from this address.",
            "Close one of them, or load this page again to see how far the run is.",
        )


@contextmanager
def held(client: str) -> Iterator[None]:
    """One more connection of the client's, until the block ends."""
    _open[client] += 1
    try:
        yield
    finally:
        _open[client] -= 1
        if not _open[client]:
            del _open[client]


def event_stream(request: Request, events: AsyncIterator[str]) -> Response:
    """The events as a response, counted for the client; compressed where it takes that, each event
    by itself on its way. Raises ShareFull.
    """
    client = current_asker().client
    require_stream(client)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    sent: AsyncIterator[str] | AsyncIterator[bytes] = events
    if takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        sent = _packed(events)
    return StreamingResponse(_counted(client, sent), 200, headers, "text/event-stream")


async def _counted(
    client: str, parts: AsyncIterator[str] | AsyncIterator[bytes]
) -> AsyncIterator[str | bytes]:
    """The same, counted for the client from the first part until the stream ends."""
    with held(client):
        async for part in parts:
            yield part


async def _packed(events: AsyncIterator[str]) -> AsyncIterator[bytes]:
    """Nothing of an event stays behind in the packer once the event was sent."""
    packer = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, _GZIP_WINDOW)
    async for event in events:
        yield packer.compress(event.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)
    yield packer.flush()
