"""Source iterations per round of every main loop of a compilation: what all pages and JSON say.

The comparison, the flag matrix and the verdicts of loops take their number from here, the cycles
take it from the same counter: so no two of them can say different things about one loop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from compiler_core.errors import TooLargeToAnalyse
from compiler_core.host.compilation import Compilation, FunctionListing, Loop
from compiler_core.host.rounds.elements import ElementCounter
from compiler_core.host.work import WORK_PER_COMPILATION, limited_to, spend
from compiler_core.kept import Kept
from compiler_core.source import SourceFile

NEON_BYTES = 16
COUNTS_KEPT = 256
_WORK_PER_LINE = 8

Place = tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class RoundCounts:
    """Iterations of the source per round, by file, symbol and number of the loop.

    A loop is missing where the number is unknown, where the vector length of the machine decides
    it (SVE), and where the code is too large to look at.
    """

    counts: Mapping[Place, int] = field(default_factory=dict)

    def of(self, function: FunctionListing, loop: Loop) -> int | None:
        """The number for one loop; None if unknown."""
        return self.counts.get(_place(function, loop))


NO_COUNTS = RoundCounts()
_kept: Kept[RoundCounts] = Kept(COUNTS_KEPT)


def round_counts(sources: Sequence[SourceFile], compilation: Compilation) -> RoundCounts:
    """The counts of all innermost main loops. Raises what `compile_source` raises."""
    loops = [
        (function, loop)
        for function in compilation.functions
        for loop in function.loops
        if loop.innermost and loop.role == "main" and loop.bytes_loaded is not None
    ]
    if not sources or not loops:
        return NO_COUNTS
    key = (compilation.compiler, compilation.version, compilation.flags, tuple(sources))
    counts, _ = _kept.get_or_compute(key, lambda: _counted(sources, compilation, loops))
    return counts


def _counted(
    sources: Sequence[SourceFile],
    compilation: Compilation,
    loops: Sequence[tuple[FunctionListing, Loop]],
) -> RoundCounts:
    counter = ElementCounter(sources, compilation)
    counts: dict[Place, int] = {}
    try:
        with limited_to(WORK_PER_COMPILATION):
            for function, loop in loops:
                spend(_WORK_PER_LINE * len(function.lines))
                count = counter.elements(function, loop, NEON_BYTES).count
                if count is not None:
                    counts[_place(function, loop)] = count
    except TooLargeToAnalyse:
        return RoundCounts(counts)
    return RoundCounts(counts)


def _place(function: FunctionListing, loop: Loop) -> Place:
    return function.file, function.symbol, loop.id
