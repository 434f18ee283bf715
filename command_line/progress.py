"""How far a long command is, on standard error, where somebody watches."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable

_SECONDS_BETWEEN = 1.0


def told_progress(clock: Callable[[], float] = time.monotonic) -> Callable[[str], None]:
    """Prints a line, at most one a second; nothing where standard error is no terminal.

    clock: in seconds.
    """
    from command_line.output import print_error

    last = -math.inf

    def tell(words: str) -> None:
        nonlocal last
        now = clock()
        if sys.stderr.isatty() and now - last >= _SECONDS_BETWEEN:
            last = now
            print_error(f"{words.rstrip('.')} …")

    return tell
