"""How many iterations of the source loop one iteration (a round) of the assembly loop does.

The same source is compiled once more without optimisation: there every iteration of a loop is one
iteration of the source. How far an address moves per iteration there and here gives the factor, and
all addresses of the loop have to agree on it. A loop whose addresses say nothing (it touches no
memory, or only through values it loads) is counted by the register its exit test reads. Where the
source's steps are known only when it runs, the copy for elements side by side is counted by bytes.
An inner loop whose outer loop was vectorised moves like the source's and takes wider elements: it
does one iteration for each lane. A vectorised loop without memory is counted by its vector of
indices.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.compilation import Compilation, FunctionListing, Loop
from compiler_core.host.compile import compile_source
from compiler_core.host.rounds.advances import Advances, advances_of
from compiler_core.host.rounds.library_rounds import LibraryLoops
from compiler_core.host.source_reading.source_loops import source_loops
from compiler_core.source import SourceFile

_UNITS_WITHOUT_SVE = 16
# What changes nothing without optimisation: settings that differ in these share the plain code.
_LEVEL = re.compile(r"-O|-flto|-mtune=|-ffast-math|-funroll|-f(no-)?(tree|slp|vect)|-fvect-cost")
_NO_TWIN = "the loop was not found in the code without optimisation, so there is nothing to compare"
_NO_SCALAR = (
    "the loop comes from a header, and the code without vectors has no loop in this function to "
    "compare it with"
)
_UNLIKE = (
    "the loop comes from a header, and the code without vectors has several loops that it may be"
)
_BY_HAND = (
    "the loop comes from a header and moves by {advance} bytes a round, in parts of {size}: a "
    "library may do several elements a round by hand, and the code does not tell that from "
    "elements of several parts"
)
# What libstdc++ does by hand: four elements a round.
_ROUNDS_BY_HAND = 4
_NO_STEP = "neither its addresses nor its exit test move by a known amount"
_NO_FACTOR = "its addresses do not agree on how many source iterations one iteration does"


Twin = tuple[FunctionListing, Loop]


@dataclass(frozen=True, slots=True)
class Elements:
    """Source iterations per assembly iteration, None if unknown; and how that was found."""

    count: int | None
    reason: str


class ElementCounter:
    """Counts for all loops of one compilation; compiles without optimisation when first asked."""

    def __init__(self, sources: Sequence[SourceFile], compilation: Compilation) -> None:
        self._sources = tuple(sources)
        self._compilation = compilation
        self._statements = {source.name: source_loops(source) for source in self._sources}
        self._plain: Compilation | None = None
        self._library = LibraryLoops(sources, compilation)

    def elements(self, function: FunctionListing, loop: Loop, vector_bytes: int) -> Elements:
        """The count for one innermost loop, SVE registers having `vector_bytes` bytes."""
        twins = self._twins(function, loop)
        here = advances_of(function, loop, vector_bytes)
        if not twins and self._may_be_library(loop):
            return self._of_library(here, self._library.twins(function, loop))
        if not twins:
            return Elements(None, _NO_TWIN)
        counts = [self._beside(here, loop, twin) for twin in twins]
        return next((elements for elements in counts if elements.count is not None), counts[0])

    def _may_be_library(self, loop: Loop) -> bool:
        """Of C++ also what has a line of the source: that of a function handed to an algorithm."""
        return bool(loop.source_file) or any(source.language == "c++" for source in self._sources)

    def _of_library(self, here: Advances, twins: Sequence[Twin]) -> Elements:
        """What all loops that it may be agree on; those that do several elements say nothing."""
        there = [advances_of(*twin, _UNITS_WITHOUT_SVE) for twin in twins]
        singles = [advances for advances in there if _by_hand(advances) is None]
        if not there:
            return Elements(None, _NO_SCALAR)
        if not singles:
            return Elements(None, _by_hand(there[0]) or _NO_SCALAR)
        answers = [_of_single(here, advances) for advances in singles]
        counts = {elements.count for elements in answers}
        return answers[0] if len(counts) == 1 else Elements(None, _UNLIKE)

    def _beside(self, here: Advances, loop: Loop, twin: Twin) -> Elements:
        there = advances_of(*twin, _UNITS_WITHOUT_SVE)
        if _is_vector(loop) and not (here.addresses or here.by_lanes or _is_vector(twin[1])):
            return _by_vectors(here, there, self._compilation.compiler)
        factor = factor_between(here, there)
        is_nested = twin[1].innermost and twin[1].parent is not None
        return _across_columns(factor, here, there) if is_nested and _is_vector(loop) else factor

    def _twins(self, function: FunctionListing, loop: Loop) -> Sequence[Twin]:
        """The same source loop in the code without optimisation; of a nest that stands on one line
        all of its loops, innermost first."""
        statement = self._statement(function, loop)
        twins = [
            (other, candidate)
            for other in self._without_optimisation().functions
            for candidate in other.loops
            if other.file == function.file and self._statement(other, candidate) == statement
        ]
        same = [pair for pair in twins if pair[0].symbol == function.symbol]
        return sorted(same or twins[:1], key=lambda pair: not pair[1].innermost)

    def _statement(self, function: FunctionListing, loop: Loop) -> tuple[int, int] | None:
        """Extent of the innermost loop statement that holds the loop's source line.

        A line of a header is none of the source's.
        """
        line = loop.source_line
        around = [
            (statement.line, statement.end_line)
            for statement in self._statements.get(loop.source_file or function.file, ())
            if line is not None and statement.line <= line <= statement.end_line
        ]
        if not around:
            return (line, line) if line is not None else None
        return max(around, key=lambda extent: (extent[0], -extent[1]))

    def _without_optimisation(self) -> Compilation:
        if self._plain is None:
            flags = [flag for flag in self._compilation.flags if not _LEVEL.match(flag)]
            text = " ".join((*flags, "-O0"))
            self._plain = compile_source(self._sources, self._compilation.compiler, text)
        return self._plain


def _by_hand(advances: Advances) -> str | None:
    """The reason, where a round of scalar code may do several elements."""
    parts = {advance // size for advance, size in advances.sizes if size and advance % size == 0}
    if parts != {_ROUNDS_BY_HAND}:
        return None
    advance, size = max(advances.sizes)
    return _BY_HAND.format(advance=advance, size=size)


def _of_single(here: Advances, there: Advances) -> Elements:
    factor = factor_between(here, there)
    reason = factor.reason.replace("per source iteration", "per element")
    return Elements(factor.count, reason)


def _is_vector(loop: Loop) -> bool:
    return loop.arithmetic == "vector"


def _across_columns(elements: Elements, here: Advances, there: Advances) -> Elements:
    """An inner loop that takes one step of the source's for several columns at once."""
    if elements.count != 1 or not there.moved or here.moved % there.moved:
        return elements
    columns = here.moved // there.moved
    return (
        elements if columns == 1 else Elements(columns, f"{elements.reason}, for {columns} columns")
    )


def factor_between(here: Advances, there: Advances) -> Elements:
    """The whole number by which one iteration here does more than one there."""
    if here.addresses and there.addresses:
        return _by_addresses(here, there)
    if here.addresses:
        return _of_a_dense_copy(here, there)
    return _by_counters(here, there)


def _of_a_dense_copy(here: Advances, there: Advances) -> Elements:
    """The copy for elements that lie side by side of a loop whose steps are known when it runs."""
    sizes = there.elsewhere
    if len(sizes) != 1 or here.addresses != {here.moved} or here.moved % max(sizes):
        return Elements(None, _NO_STEP)
    size = max(sizes)
    return Elements(
        here.moved // size,
        f"this copy takes elements side by side: {here.moved} bytes a round, the source {size}",
    )


def _by_counters(here: Advances, there: Advances) -> Elements:
    for steps, singles, what in (
        (here.counters, there.counters, "its exit test's counter moves by this many steps"),
        (here.inductions, there.inductions, "everything it counts moves by this many steps"),
    ):
        factors = _common_factors(steps, singles)
        if len(factors) == 1:
            return Elements(factors.pop(), what)
    return Elements(None, _NO_STEP)


def _by_vectors(here: Advances, there: Advances, compiler: str) -> Elements:
    """Of a vector loop without memory. LLVM's counter counts elements, GCC's counts rounds."""
    factors = _common_factors(here.vectors, there.inductions)
    if len(factors) == 1:
        return Elements(factors.pop(), "its vector of indices moves by this many steps")
    elements = _by_counters(here, there)
    if compiler.startswith("gcc") or elements.count == 1:
        return Elements(None, _NO_STEP)
    return elements


def _common_factors(steps: frozenset[int], singles: frozenset[int]) -> set[int]:
    """Every factor for which each of `steps` is the factor times one of `singles`."""
    factors = {step // single for step in steps for single in singles if step % single == 0}
    return {factor for factor in factors if steps <= {factor * single for single in singles}}


def _by_addresses(here: Advances, there: Advances) -> Elements:
    factors = _common_factors(here.addresses, there.addresses)
    # One factor that fits all is it: the stream that stands for a loop may be another one there.
    if len(factors) != 1 and here.chief and there.chief and here.chief % there.chief == 0:
        chief = here.chief // there.chief
        # Some addresses of the source may not be known, but what is known has to fit.
        if chief in factors or all(advance % chief == 0 for advance in here.addresses):
            factors = {chief}
    if len(factors) != 1:
        return Elements(None, _NO_FACTOR)
    return Elements(factors.pop(), _address_reason(here, there))


def _address_reason(here: Advances, there: Advances) -> str:
    return (
        f"addresses move {_bytes(here)} per iteration here and {_bytes(there)} per source iteration"
    )


def _bytes(advances: Advances) -> str:
    listed = " and ".join(str(size) for size in sorted(advances.addresses))
    return f"{listed} byte{'' if listed == '1' else 's'}"
