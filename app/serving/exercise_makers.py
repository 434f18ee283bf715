"""Where the visitor of a page may make an exercise of what it shows: links, for this request alone.

Pages of loops, networks and chips know nothing of classes. Whoever answers the request notes the
links here, and the page prints them where it ends; for everybody else there are none.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

MakerLinks = tuple[tuple[str, str], ...]
"""Title of a class, and the address at which an exercise of this page is made for it."""
_noted: ContextVar[MakerLinks] = ContextVar("makers", default=())


@contextmanager
def offering(links: MakerLinks) -> Iterator[None]:
    """Within this block pages print these links."""
    before = _noted.set(links)
    try:
        yield
    finally:
        _noted.reset(before)


def maker_links() -> MakerLinks:
    """For templates."""
    return _noted.get()
