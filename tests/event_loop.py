"""An event loop for one coroutine, in a thread of its own.

The browser that other tests drive keeps a loop of its own running in the main thread.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Value = TypeVar("Value")


def run_to_end(work: Coroutine[Any, Any, Value]) -> Value:
    """What it returns; what it raises is raised here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
