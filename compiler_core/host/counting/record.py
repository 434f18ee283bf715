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
    """How many were executed."""
    loads: int
    """Of the executed instructions, those that read memory; `ldp` is one, an atomic update too."""
    stores: int
    """Of the executed instructions, those that wrote memory; `stp` is one, an atomic update too."""
    bytes_loaded: int
    """How many bytes the loads read."""
    bytes_stored: int
    """How many bytes the stores wrote."""
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
    """What the totals are divided by: how many rounds the run makes of the loops that n bounds,
    at least 1."""
    instructions: float
    """Executed for each element."""
    loads: float
    """Instructions executed for each element that read memory."""
    stores: float
    """Instructions executed for each element that wrote memory."""
    bytes_loaded: float
    """Read from memory for each element."""
    bytes_stored: float
    """Written to memory for each element."""
    cache_lines: float
    """Distinct lines of memory that the whole run touched, divided by the elements."""
    misses: float
    """Misses of the modelled cache for each element."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LineCount:
    """One line of assembly: `line` is its id in listing `unit`."""

    unit: int
    """Index of the source file whose listing has the line, from 0."""
    function: str
    """Symbol of the function that the line belongs to."""
    line: int
    """The line's id in the listing of `unit`."""
    kind: LineKind
    """`instruction`, or `directive` for alignment padding that ran."""
    executions: int
    """How often it was reached; totals.instructions differs from it only where a line became
    several instructions."""
    share: float
    """Its part of all instructions counted, 0 to 1."""
    heat: float
    """Its executions as part of the most often executed line's, 0 to 1."""
    totals: Totals
    """What its instructions did in the whole run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLineCount:
    """One line of the source: what all assembly made from it did."""

    file: str
    """Name of the source file, a header too."""
    line: int
    """The line's number, from 1."""
    executions: int
    """How often the most often executed instruction made from the line ran."""
    share: float
    """Its part of all instructions counted, 0 to 1."""
    heat: float
    """Its executions as part of the most often executed source line's, 0 to 1."""
    totals: Totals
    """What all instructions made from the line did in the whole run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopCount:
    """One loop of a listing: iterations are arrivals at its first block, entries those from outside
    (None when the code does not tell them apart). totals include the loops inside it."""

    unit: int
    """Index of the source file that its listing is of, from 0, in the order in which the files
    were given."""
    function: str
    """Symbol of the function it stands in, as in the listing."""
    loop: int
    """Its id in that function's listing."""
    source_line: int | None
    """Line of the loop statement it was made from, else the first line of its code, from 1. None
    where the compiler named no line."""
    innermost: bool
    """True if there is no other loop inside it."""
    iterations: int
    """How often its first block was reached in the run, 0 if it never ran."""
    entries: int | None
    """How often the loop was started from outside; None where the counts of blocks leave it
    open."""
    share: float
    """Its instructions, inner loops included, as part of those of all listed functions, 0 to 1."""
    totals: Totals
    """What was executed in it during the whole run, inner loops included, called functions left
    out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionCount:
    """One function of the listings, or (listed False) one of a library that they called."""

    name: str
    """As the source writes it, in C++ with its parameters, in C the same as symbol."""
    symbol: str
    """Its label in the program, in C++ the mangled name. It is the listing's symbol where listed
    is True."""
    listed: bool
    """True for a function with a listing, False for library code that such functions called."""
    calls: int | None
    """How often it was entered in the run. None for library code, and where the counts leave it
    open."""
    share: float
    """Its instructions divided by those of all listed functions together, 0 if these have none.
    Above 1 where library code executes more than they do."""
    totals: Totals
    """What it executed itself in the whole run, functions that it called left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeCounts:
    """All counts of one run."""

    method: CountingMethod
    """How the counts were made."""
    complete: bool
    """False when the run was ended before the window of counting closed."""
    geometry: CacheGeometry
    """The cache that misses and lines are modelled with."""
    totals: Totals
    """Counts of all listed functions together."""
    everything: int
    """Instructions executed in the whole window, libraries included. complete is False when the run
    was ended before the window closed."""
    per_line: tuple[LineCount, ...]
    """One for each listed line that is code, those that never ran too."""
    per_source_line: tuple[SourceLineCount, ...]
    """One for each source line that code was made from."""
    loops: tuple[LoopCount, ...]
    """One for each loop of the listings, file by file and function by function."""
    functions: tuple[FunctionCount, ...]
    """Those of the listings in order, then library functions that they called."""
    notes: tuple[str, ...]
    """Plain sentences on what the numbers leave out."""
    elsewhere: int
    """Instructions of `everything` at addresses that no function holds, as in data jumped to."""


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
