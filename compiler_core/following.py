"""How far a long answer is, told in words to whoever follows it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
Progress = Callable[[str], None]


def unfollowed(words: str) -> None:
    """For answers whose progress nobody follows."""


class Steps:
    """Steps of one kind as they get done, by any thread: "3 of 10 settings compiled".

    planned: how many there will be; 0 where that is not known.
    """

    def __init__(self, planned: int, what: str, progress: Progress) -> None:
        self._planned = planned
        self._what = what
        self._progress = progress
        self._done = 0
        self._lock = Lock()

    def done(self) -> None:
        """One more."""
        with self._lock:
            self._done += 1
            of = f"{self._done:,} of {self._planned:,}" if self._planned else f"{self._done:,}"
            self._progress(f"{of} {self._what}")

    def counting(self, work: Callable[[Item], Result]) -> Callable[[Item], Result]:
        """The same work, each of which is a step."""

        def counted(item: Item) -> Result:
            result = work(item)
            self.done()
            return result

        return counted
