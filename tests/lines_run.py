"""Work counted in executed lines: the same on every machine, however busy."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines_run(work: Callable[[], object], package: str) -> int:
    """How many lines of the package's files the work executes. package: part of their paths."""
    executed = 0

    def local(_frame: FrameType, event: str, _argument: Any) -> Any:
        nonlocal executed
        executed += event == "line"
        return local

    def entered(frame: FrameType, _event: str, _argument: Any) -> Any:
        return local if package in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(entered)
    try:
        work()
    finally:
        sys.settrace(before)
    return executed
