"""Remember what a line of assembly or of a dump was found to be: compilers repeat most of them.

Lines come from users' sources too (inline assembly, strings), so only short ones are kept: what the
cache can hold stays within a few dozen megabytes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar, cast

LINES_KEPT = 1 << 16
LONGEST_KEPT = 200

Result = TypeVar("Result")
Found = TypeVar("Found", covariant=True)
Given = ParamSpec("Given")


class OfShortLines(Protocol[Given, Found]):
    """A function of a line that remembers what it found of short ones."""

    def __call__(self, text: str, /, *given: Given.args, **named: Given.kwargs) -> Found: ...
    def cache_clear(self) -> None: ...


def kept_for_short_lines(
    compute: Callable[Concatenate[str, Given], Result],
) -> OfShortLines[Given, Result]:
    """Cache a pure function of one line's text, and of what the line is."""
    cached = lru_cache(maxsize=LINES_KEPT)(compute)

    @wraps(compute)
    def look_up(text: str, *given: Given.args, **named: Given.kwargs) -> Result:
        return (cached if len(text) <= LONGEST_KEPT else compute)(text, *given, **named)

    vars(look_up).update(cache_clear=cached.cache_clear)
    return cast(OfShortLines[Given, Result], look_up)
