"""How much processor time a piece of code takes, without what earlier tests left in memory."""

from __future__ import annotations

import gc
import time


class Stopwatch:
    """Runs from its making to the first reading.

    Meanwhile the garbage collector looks at new objects only: a full round over everything that
    thousands of tests before have left takes two seconds, which are not those of the code in hand.
    """

    def __init__(self) -> None:
        gc.freeze()
        self._started = time.process_time()

    def seconds(self) -> float:
        taken = time.process_time() - self._started
        gc.unfreeze()
        return taken
