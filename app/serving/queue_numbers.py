"""Which place in a queue a page's own results wait at, noted while the page is made.

What takes seconds is made in the background, and a page that does not have it yet says so. How many
turns come first is known where the result is asked for, deep inside; it is noted here, for this
request alone, and read where the page is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

# One list for all threads that work for a request: they see copies of its context.
_noted: ContextVar[list[int] | None] = ContextVar("noted", default=None)


@contextmanager
def noting_numbers() -> Iterator[None]:
    """Within this block one request is answered."""
    before = _noted.set([])
    try:
        yield
    finally:
        _noted.reset(before)


def note_number(number: int) -> None:
    """A result of this request waits; number: 1 for the next turn, 0 for one that is being made."""
    noted = _noted.get()
    if noted is not None and number:
        noted.append(number)


def queue_number() -> int:
    """Of the first of this request's results that has a turn; 0 if none waits for one."""
    return min(_noted.get() or [0])


def number_words(number: int) -> str:
    """`Number 3 in the queue.`; empty for 0."""
    return f"Number {number:,} in the queue." if number else ""


def queue_words() -> str:
    """The same of this request."""
    return number_words(queue_number())
