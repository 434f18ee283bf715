"""What counting a run gives, as plain data: a page and its JSON both come from these records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from compiler_core.host.compilation import LineKind
from compiler_core.toolchain.counting import CacheGeometry, CountingMethod


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Counts of one piece of code."""

    instructions: int
    """Executed."""
    loads: int
    """Of these, those that read or wrote memory (`ldp` is one load, an atomic update both)."""
    stores: int
    """As `loads`."""
    bytes_loaded: int
    """What they read and wrote."""
    bytes_stored: int
    """What they read and wrote."""
    cache_lines: int
    """Distinct lines of memory touched."""
    misses: int
    """Modelled, in the geometry given."""
    unseen: int
    """Executed memory instructions whose addresses the emulator did not report: where it is not 0,
    bytes, lines and misses leave out what these did."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PerElement:
    """The same divided by the number of elements."""

    elements: int
    instructions: float
    loads: float
    stores: float
    bytes_loaded: float
    bytes_stored: float
    cache_lines: float
    misses: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LineCount:
    """One line of assembly: `line` is its id in listing `unit`."""

    unit: int
    function: str
    line: int
    kind: LineKind
    executions: int
    """How often it was reached; totals.instructions differs from it only where a line became
    several instructions."""
    share: float
    """Its part of all instructions counted, 0 to 1."""
    heat: float
    """Its executions as part of the most often executed line's, 0 to 1. kind is `directive` for
    alignment padding that ran."""
    totals: Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLineCount:
    """One line of the source: what all assembly made from it did."""

    file: str
    line: int
    executions: int
    """Of its most often executed instruction. share and heat as for assembly lines."""
    share: float
    heat: float
    totals: Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopCount:
    """One loop of a listing: iterations are arrivals at its first block, entries those from outside
    (None when the code does not tell them apart). totals include the loops inside it."""

    unit: int
    function: str
    loop: int
    source_line: int | None
    innermost: bool
    iterations: int
    entries: int | None
    share: float
    totals: Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionCount:
    """One function of the listings, or (listed False) one of a library that they called."""

    name: str
    symbol: str
    listed: bool
    calls: int | None
    share: float
    totals: Totals


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeCounts:
    """All counts of one run."""

    method: CountingMethod
    complete: bool
    geometry: CacheGeometry
    totals: Totals
    """Of the listed functions together."""
    everything: int
    """Instructions executed in the whole window, libraries included. complete is False when the run
    was ended before the window closed."""
    per_line: tuple[LineCount, ...]
    per_source_line: tuple[SourceLineCount, ...]
    loops: tuple[LoopCount, ...]
    functions: tuple[FunctionCount, ...]
    notes: tuple[str, ...]
    """Plain sentences on what the numbers leave out."""
    elsewhere: int
    """Of everything, those at addresses that belong to no function, such as data that was jumped
    to."""


def library_instructions(functions: Iterable[FunctionCount]) -> int:
    """Instructions executed in library code that the listed functions called."""
    return sum(function.totals.instructions for function in functions if not function.listed)


def library_words(functions: Iterable[FunctionCount]) -> str:
    """The same behind a count of the listed functions, as the rest of a sentence; "" for none."""
    instructions = library_instructions(functions)
    return f", and {instructions:,} in library code that it calls" if instructions else ""


def per_element(totals: Totals, elements: int) -> PerElement:
    """Totals over a number of elements (at least one)."""
    return PerElement(
        elements=elements,
        instructions=totals.instructions / elements,
        loads=totals.loads / elements,
        stores=totals.stores / elements,
        bytes_loaded=totals.bytes_loaded / elements,
        bytes_stored=totals.bytes_stored / elements,
        cache_lines=totals.cache_lines / elements,
        misses=totals.misses / elements,
    )
