"""Commands about a user's source end when they have computed for too long, as on the pages."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from compiler_core.errors import LoweringLabError

PROCESSOR_SECONDS = 10.0
"""Of the command itself, compilers and programs not counted: they have limits of their own."""


class ComputedTooLong(LoweringLabError):
    """The command's processor time is over."""

    def __init__(self) -> None:
        super().__init__(
            "The processor time of this command is over: the source is too large to analyse.",
            "Ask about a smaller piece, or lift the limit: "
            "`lowlab --processor-seconds 0 COMMAND …`.",
        )


def begin_deadline(seconds: float) -> None:
    """From now on so many seconds of processor; 0 lifts the limit.

    Nothing outside `deadlines_obeyed`, where the signal would end the whole process.
    """
    if signal.getsignal(signal.SIGPROF) is _end:
        signal.setitimer(signal.ITIMER_PROF, seconds)


@contextmanager
def deadlines_obeyed() -> Iterator[None]:
    """Within this block a deadline that is over raises ComputedTooLong; none outlasts the block."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGPROF, _end)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def _end(_signal: int, _frame: FrameType | None) -> None:
    raise ComputedTooLong
