"""Compiling without analysis, for code whose analysis came to no end: its lines and no more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_plainly: ContextVar[bool] = ContextVar("plainly", default=False)


@contextmanager
def listed_plainly() -> Iterator[None]:
    """Within this block sources are compiled and listed, and not analysed."""
    before = _plainly.set(True)
    try:
        yield
    finally:
        _plainly.reset(before)


def is_listed_plainly() -> bool:
    """Whether this is such a block."""
    return _plainly.get()
