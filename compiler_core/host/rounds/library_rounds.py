"""Elements in a round of a loop that a library's header makes: `std::accumulate`, a filter.

Without optimisation such a loop stands in a function of the library, behind calls of its iterators,
and moves by nothing that the code shows. So the source is compiled once more with everything
inlined and one element after the other: there a round that moves every address by just what it
loads or stores does one element. Some loops of libstdc++ do four elements a round by hand
(`std::find`); next to records of four parts the code does not tell these apart, and that is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from compiler_core.host.compilation import Compilation, FunctionListing, Loop
from compiler_core.host.compile import compile_source
from compiler_core.source import SourceFile

Twin = tuple[FunctionListing, Loop]

_VECTORS_OR_COPIES = re.compile(r"-O|-flto|-f(no-)?(tree|slp|vect|unroll)|-fvect-cost")
_ONE_BY_ONE = {
    "gcc": "-O2 -fno-tree-vectorize -fno-tree-slp-vectorize -fno-unroll-loops",
    "clang": "-O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops",
}


class LibraryLoops:
    """The loops of a source's functions that no loop statement of the source makes, scalar."""

    def __init__(self, sources: Sequence[SourceFile], compilation: Compilation) -> None:
        self._sources = tuple(sources)
        self._compilation = compilation
        self._scalar: Compilation | None = None

    def twins(self, function: FunctionListing, loop: Loop) -> Sequence[Twin]:
        """Innermost loops of the same function from the same line; without one, from any header.

        Compilers take now this and now that line of an inlined loop for its own.
        """
        candidates = [
            (other, candidate)
            for other in self._compiled().functions
            if other.symbol == function.symbol
            for candidate in other.loops
            if candidate.innermost and candidate.arithmetic != "vector"
        ]
        here = (loop.source_file, loop.source_line)
        same = [pair for pair in candidates if (pair[1].source_file, pair[1].source_line) == here]
        return same or candidates

    def _compiled(self) -> Compilation:
        if self._scalar is None:
            compiler = self._compilation.compiler
            flags = [flag for flag in self._compilation.flags if not _VECTORS_OR_COPIES.match(flag)]
            family = "gcc" if compiler.startswith("gcc") else "clang"
            text = " ".join((*flags, _ONE_BY_ONE[family]))
            self._scalar = compile_source(self._sources, compiler, text)
        return self._scalar
