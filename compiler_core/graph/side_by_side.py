"""Work of numpy on several arrays at once: it leaves the interpreter to other threads meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_THREADS = 2

Given = TypeVar("Given")
Result = TypeVar("Result")


def side_by_side(work: Callable[[Given], Result], items: Iterable[Given]) -> list[Result]:
    """The result of each item, in their order, two computed at a time. Raises what the first of
    those that fail raises."""
    with ThreadPoolExecutor(max_workers=_THREADS) as threads:
        return list(threads.map(work, items))
