"""Event streams that are open, counted by client: each keeps a connection for many minutes."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from compiler_core.errors import ShareFull

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


async def counted(client: str, events: AsyncIterator[str]) -> AsyncIterator[str]:
    """The same events, counted for the client from the first one until the stream ends."""
    with held(client):
        async for event in events:
            yield event
