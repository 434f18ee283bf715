"""A page shows at most a thousand lines: the whole of a large source would stall a browser.

The API gives everything; a page says what it leaves out and offers each function on its own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from compiler_core.host.compilation import Compilation, FunctionListing

MOST_LINES = 1000


@dataclass(frozen=True, slots=True)
class Narrowed:
    """compilation: with the functions and lines to show. omitted: what is left out, or empty."""

    compilation: Compilation
    omitted: str


def narrowed(compilation: Compilation, wanted: str = "") -> Narrowed:
    """Only the function of this name if there is one, and no more lines than a page shows."""
    named = tuple(listing for listing in compilation.functions if listing.name == wanted)
    functions = named or compilation.functions
    listings: list[FunctionListing] = []
    room = MOST_LINES
    for function in functions:
        if room <= 0:
            break
        listings.append(shortened(function, room))
        room -= len(function.lines)
    total = sum(len(function.lines) for function in functions)
    omitted = ""
    if total > MOST_LINES:
        omitted = f"The first {MOST_LINES:,} of {total:,} lines are shown. The API gives all."
        if len(functions) > 1:
            omitted = f"{omitted} Choose one function to see it whole."
    data = compilation.data if room > 0 else ()
    return Narrowed(replace(compilation, functions=tuple(listings), data=data), omitted)


def shortened(function: FunctionListing, most: int) -> FunctionListing:
    """The first lines of a function, with what is known of them."""
    if len(function.lines) <= most:
        return function
    end = most - 1
    return replace(
        function,
        lines=function.lines[:most],
        loops=tuple(
            replace(loop, last=min(loop.last, end)) for loop in function.loops if loop.first <= end
        ),
        registers=tuple(
            replace(use, last=min(use.last, end)) for use in function.registers if use.first <= end
        ),
        spills=tuple(spill for spill in function.spills if spill.stored <= end),
    )
