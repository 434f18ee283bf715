"""What a round of a verdict's loop does, from where all other pages have it: the listing."""

from __future__ import annotations

from compiler_core.host.compilation import FunctionListing, Loop
from compiler_core.host.compile import compilation_of
from compiler_core.host.rounds.counts import NO_COUNTS, RoundCounts, round_counts
from compiler_core.host.verdicts.code import CodeLoop
from compiler_core.source import SourceFile
from compiler_core.toolchain.outcome import Compiler, Outcome


class ListedRounds:
    """Iterations of the source per round, for the loops that a record's assembly shows.

    The record's own assembly is listed, when a loop with vectors is first met: what stays scalar
    needs no count, nor the compile without optimisation that counting takes.
    """

    def __init__(
        self, source: SourceFile, compiler: Compiler, flags: tuple[str, ...], outcome: Outcome
    ) -> None:
        self._source = source
        self._compiler = compiler
        self._flags = flags
        self._outcome = outcome
        self._listed: tuple[dict[str, FunctionListing], RoundCounts] | None = None

    def of(self, code: CodeLoop | None) -> int | None:
        """The number for one loop of the code; None if unknown."""
        if code is None or not code.use.any:
            return None
        functions, counts = self._all()
        function = functions.get(code.function)
        if function is None:
            return None
        loop = next((loop for loop in function.loops if _is_same(loop, code.loop)), None)
        return counts.of(function, loop) if loop is not None else None

    def _all(self) -> tuple[dict[str, FunctionListing], RoundCounts]:
        if self._listed is None:
            sources = (self._source,)
            listing = compilation_of(sources, self._compiler, self._flags, (self._outcome,))
            counts = round_counts(sources, listing) if listing.ok else NO_COUNTS
            self._listed = {function.symbol: function for function in listing.functions}, counts
        return self._listed


def _is_same(listed: Loop, recorded: Loop) -> bool:
    return (listed.id, listed.instructions) == (recorded.id, recorded.instructions)
