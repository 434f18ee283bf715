"""How much processor time a piece of code takes, without what earlier tests left in memory."""

from __future__ import annotations

import gc
import time

USUAL_SECONDS = 0.018
"""What `yardstick` takes on an AMD EPYC of the third generation at 2.45 GHz that does no more."""


def yardstick() -> float:
    """Processor seconds of work much like a pass's: names made, looked up, and sorted."""
    started = time.process_time()
    table: dict[str, list[int]] = {}
    for number in range(60_000):
        table.setdefault(f"node_{number % 997}", []).append(number)
    sorted(table)
    return time.process_time() - started


class Stopwatch:
    """Runs from its making to the first reading, in seconds of one machine whichever runs it.

    The same work takes one and a half times as long on a processor two years older, or beside a
    neighbour who needs the same cache, so the yardstick is laid to it before and after.

    Meanwhile the garbage collector looks at new objects only: a full round over everything that
    thousands of tests before have left takes two seconds, which are not those of the code in hand.
    """

    def __init__(self) -> None:
        gc.freeze()
        self._before = yardstick()
        self._started = time.process_time()

    def seconds(self) -> float:
        taken = time.process_time() - self._started
        slowness = (self._before + yardstick()) / 2 / USUAL_SECONDS
        gc.unfreeze()
        return taken / slowness
