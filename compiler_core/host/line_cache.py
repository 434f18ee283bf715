"""Remember what a line of assembly was found to be: compilers repeat most of their lines.

Lines come from users' sources too (inline assembly, strings), so only short ones are kept: what the
cache can hold stays within a few dozen megabytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

LINES_KEPT = 1 << 15
LONGEST_KEPT = 200

Result = TypeVar("Result")


def kept_for_short_lines(compute: Callable[[str], Result]) -> Callable[[str], Result]:
    """Cache a pure function of one line's text."""
    cached = lru_cache(maxsize=LINES_KEPT)(compute)

    @wraps(compute)
    def look_up(text: str) -> Result:
        return cached(text) if len(text) <= LONGEST_KEPT else compute(text)

    return look_up
