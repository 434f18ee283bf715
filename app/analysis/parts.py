"""What a task tells before its answer is there: pieces of bytes, to whoever listens."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[bytes], None]
"""Called in whatever thread serves the task; it may not wait."""
MOST_PARTS = 2000
"""Of one task: each setting of a search tells one."""

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def told_to(listener: Listener | None) -> Iterator[None]:
    """Within this block parts go to this listener; with None nobody listens."""
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)


def tell_part(part: bytes) -> None:
    """Tell whoever listens; nothing happens where nobody does."""
    listener = _listener.get()
    if listener is not None:
        listener(part)
