"""Whether a limit of time on the clock cut something off while a result was computed.

Elapsed time depends on what else the machine has to do, so what such a limit ended says nothing of
the program. Whoever judges by results asks here, and judges again instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from compiler_core.toolchain.job import RunResult

_met: ContextVar[list[float] | None] = ContextVar("clock_limits_met", default=None)


@contextmanager
def noting_clock_limits() -> Iterator[list[float]]:
    """Seconds of each run that a limit on the clock ends in this block, threads of a `WorkPool`
    included.
    """
    seconds: list[float] = []
    before = _met.set(seconds)
    try:
        yield seconds
    finally:
        _met.reset(before)


def noted(result: RunResult) -> RunResult:
    """The same; where a limit on the clock ended it, whoever asked for it can tell."""
    seconds = _met.get()
    if seconds is not None and result.limit == "wall":
        seconds.append(result.seconds)
    return result
