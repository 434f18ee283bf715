"""Work that a loop does not do itself: the compiler removed it, or it runs in library code.

Of library code only instructions are counted, not its loads, stores and vectors: a time modelled
from the rest would leave out what the core really does.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.running.record import Counts
from compiler_core.host.source_reading.source_loops import source_loops
from compiler_core.soc.profiling.loops.measured import MeasuredLoop

# Below this part library code is start and end of a run, not its work.
_LITTLE = 0.01


@dataclass(frozen=True, slots=True)
class LibraryWork:
    """Called code of a library. instructions: of all of it, with the jumps into it. busiest: the
    function with most of them; inside: its own. share: of all that ran."""

    instructions: int
    busiest: str
    inside: int
    share: float

    @property
    def words(self) -> str:
        """How many, and where."""
        return f"{self.instructions:,} in library code ({self.inside:,} of these in {self.busiest})"


def library_work(measured: MeasuredLoop) -> LibraryWork | None:
    """None where library code did next to nothing."""
    outside = measured.instructions - measured.own_instructions
    called = next((function for function in measured.counts.functions if not function.listed), None)
    share = outside / measured.instructions
    if called is None or share <= _LITTLE:
        return None
    return LibraryWork(outside, called.name, called.totals.instructions, share)


def removed_loop(measured: MeasuredLoop) -> str:
    """That no loop is left of the source's, in a sentence; "" where one ran or was unrolled."""
    counts = measured.counts
    if _has_loop(counts) or library_work(measured) or not source_loops(measured.written.source):
        return ""
    touches = counts.loads + counts.stores > 0
    # A loop of few rounds may be unrolled; one of more rounds than instructions cannot be.
    if touches and (counts.elements is None or measured.instructions >= counts.elements):
        return ""
    cause = (
        "nothing uses its result"
        if not counts.outputs
        else "nothing uses its result, or what comes out is known without going round"
    )
    flags = " ".join(counts.flags) or "the compiler"
    return f"{flags} removed the loop: {cause}. There are no rounds to count."


def _has_loop(counts: Counts) -> bool:
    """Of what was called; functions that were not are in the same listing."""
    return any(loop.iterations or loop.function == counts.function for loop in counts.loops)


def without_time(measured: MeasuredLoop) -> str:
    """Why no time is modelled; "" where one can be."""
    library = library_work(measured)
    if library is None:
        return ""
    return (
        f"No time is modelled: {library.share:.0%} of the instructions are in library code "
        f"({library.busiest}), whose loads, stores and vectors are not counted."
    )


def counted_words(measured: MeasuredLoop) -> str:
    """What the whole run executed, and where that is not the loop itself."""
    counts, library = measured.counts, library_work(measured)
    removed = removed_loop(measured)
    plural = "" if measured.instructions == 1 else "s"
    count = f"{counts.function}: {measured.instructions:,} instruction{plural}"
    if removed:
        return f"{count} (measured). {removed}"
    if not _has_loop(counts) and not source_loops(measured.written.source):
        return f"{count} (measured). No loop is in the source: there is nothing that goes round."
    each = (
        f", {measured.instructions / counts.elements:.3g} a round"
        if counts.elements and _has_loop(counts)
        else ""
    )
    if library is None:
        return f"{count}{each} (measured)."
    became = "" if _has_loop(counts) else " The loop became a call."
    return f"{count}{each} (measured), {library.words}.{became}"
