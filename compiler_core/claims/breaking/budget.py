"""How long a search may take, and who is told how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from compiler_core.claims.breaking.record import BUDGET_SECONDS, SearchProgress

LONGEST_SECONDS = 120.0
Progress = Callable[[SearchProgress], None]


def untold(progress: SearchProgress) -> None:
    """For a search whose progress nobody follows."""


@dataclass(frozen=True, slots=True)
class SearchBudget:
    """Of time, in seconds from the beginning on. progress: is told how far the search is."""

    seconds: float = BUDGET_SECONDS
    clock: Callable[[], float] = time.monotonic
    progress: Progress = untold

    @property
    def most_seconds(self) -> float:
        """What is really allowed."""
        return min(self.seconds, LONGEST_SECONDS)
