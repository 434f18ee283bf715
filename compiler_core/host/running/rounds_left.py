"""Whether the code still makes rounds, so that a figure for each of them says something.

A loop may have become a call of the C library, a formula, or straight code; and a loop of the code
around such a call makes none of the rounds of the loop that was replaced.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from compiler_core.host.comparison.call_sentences import calls_in, calls_of
from compiler_core.host.compilation import FunctionListing, Loop
from compiler_core.host.counting.record import FunctionCount
from compiler_core.host.running.session import Driven
from compiler_core.host.running.target import Target
from compiler_core.host.source_reading.source_loops import source_loops
from compiler_core.source import SourceFile

# What compilers call in place of loops.
_ROUTINES = frozenset(
    ("memset", "memcpy", "memmove", "memcmp", "bcmp", "strlen", "bzero", "memset_pattern16")
)


def no_round(driven: Driven, functions: Iterable[FunctionCount]) -> str:
    """Why there is no figure for a round, as a sentence; "" where loops of the code make rounds.

    functions: that were executed, as counted.
    """
    executed = {count.symbol for count in functions if count.listed and count.totals.instructions}
    listings = [
        listing
        for compilation in driven.compilations
        for listing in compilation.functions
        if listing.symbol in executed
    ]
    text = "\n".join(source.text for source in driven.sources)
    nests = frozenset(_nests(driven.sources))
    if any(
        _makes_rounds(listing, loop, text, nests) for listing in listings for loop in listing.loops
    ):
        return ""
    routines = dict.fromkeys(
        name for listing in listings for name in _replacing(calls_of(listing), text)
    )
    doing = f": {' and '.join(routines)} does its work" if routines else ""
    return f"{_gone(driven.target, listings)}{doing}. A figure for each round would say nothing."


def _gone(target: Target, listings: Sequence[FunctionListing]) -> str:
    if any(listing.loops for listing in listings):
        return "The inner loop is gone from the code"
    return "No loop is left in the code" if target.has_loop else "There is no loop in your code"


def _nests(sources: Iterable[SourceFile]) -> Iterator[tuple[str, int]]:
    """File and line of the loop statements that hold another one."""
    for source in sources:
        loops = source_loops(source)
        for loop in loops:
            if any(
                other is not loop and loop.contains(other.line, other.column) for other in loops
            ):
                yield loop.file, loop.line


def _makes_rounds(
    listing: FunctionListing, loop: Loop, text: str, nests: Collection[tuple[str, int | None]]
) -> bool:
    """An innermost loop whose body is not a call that the compiler put for an inner loop."""
    if not loop.innermost:
        return False
    if (loop.source_file or listing.file, loop.source_line) not in nests:
        return True
    lines = [line for line in listing.lines if line.block in loop.blocks]
    return not any(_replacing(calls_in(listing, lines), text))


def _replacing(callees: Iterable[str], text: str) -> Iterator[str]:
    """The routines of the C library that the compiler itself put in: the source names them not."""
    for name in callees:
        if name in _ROUTINES and re.search(rf"\b{name}\s*\(", text) is None:
            yield name
