"""A test that drives no browser meets a thread without an event loop, as the product's threads are.

Playwright leaves its loop behind in the thread of the tests, as one that runs, until the last of
them: which tests come after a browser's depends on how files are given out, and whatever starts a
loop of its own failed there or did not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def no_loop_left_behind() -> Iterator[None]:
    """Within this block no event loop seems to run in this thread; afterwards the same one does as
    before, if it is still open.
    """
    left = asyncio._get_running_loop()  # pyright: ignore[reportAttributeAccessIssue]
    asyncio._set_running_loop(None)
    try:
        yield
    finally:
        if left is not None and not left.is_closed():
            asyncio._set_running_loop(left)
