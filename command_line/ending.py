"""A command that is told to end cleans up first: children, work folders, unfinished files.

Ctrl-C raises KeyboardInterrupt, which unwinds; SIGTERM, left alone, would end the process where it
stands.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from types import FrameType

INTERRUPTED = 130
"""Exit status after Ctrl-C: 128 and the signal's number, as shells have it."""


class Terminated(BaseException):
    """SIGTERM came. Nothing but `ended_by_signal` catches it."""


def ended_by_signal(command: Callable[[], int]) -> int:
    """The command's status; after SIGTERM it unwinds, and then the signal ends the process."""
    before = signal.signal(signal.SIGTERM, _unwind)
    try:
        return command()
    except Terminated:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTERM)
        raise
    finally:
        signal.signal(signal.SIGTERM, before)


def _unwind(_signal: int, _frame: FrameType | None) -> None:
    # A second one, while it cleans up, changes nothing.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise Terminated
