"""What all installed compilers make of one source, as plain data for page, API and `--json`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledLoop:
    """One loop statement as one compiler left it."""

    function: str
    """Name of the function that the statement stands in, in C++ a qualified one
    (`shapes::area`)."""
    line: int
    """Line of the loop statement's keyword, from 1."""
    column: int
    """Column of the loop statement's keyword, from 1."""
    vectorized: bool
    """True if the compiler made a vector loop of it; False where the loop is scalar or gone."""
    works_on: str
    """`NEON`, `SVE` or `scalar`."""
    instructions: int
    """How many the loop that does most of the work has; 0 if no loop is left."""
    iterations: int | None
    """Iterations of the source's loop in one round of the compiled one; None if unknown."""
    title: str
    """The verdict in a few words, as its row in the table of reasons has it."""
    sentence: str
    """The verdict's sentence: what happened to the loop, computed."""
    same_as: str
    """The first compiler before this one with the very same instructions for this loop, else empty.
    """

    @property
    def rate(self) -> float | None:
        """Instructions for each iteration of the source's loop; None if unknown or no loop left."""
        return (
            self.instructions / self.iterations if self.instructions and self.iterations else None
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CompilerRow:
    """One compiler."""

    compiler: str
    """The name to ask for it (`gcc-12`, `clang-19`)."""
    title: str
    """The compiler for people, with version (`GCC 12.2.0`); `CompiledLoop.same_as` uses it."""
    family: str
    """Whose compiler it is: `gcc` or `clang`."""
    version: str
    """The compiler's, as it prints it itself (`12.2.0`)."""
    ok: bool
    """It gave assembly; else message says why not, and loops is empty."""
    message: str
    """Why it gave no assembly, in words to show; empty if ok."""
    loops: tuple[CompiledLoop, ...]
    """What became of each loop statement, in the order of the source."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EveryCompiler:
    """All installed compilers on one file with the same flags, the newest of each family first."""

    file: str
    """Name of the source file that was compiled (`loop.c`)."""
    flags: str
    """As they were typed, in one text, the same for all compilers; empty for none."""
    rows: tuple[CompilerRow, ...]
    """One for each installed compiler, those that refuse the source or the flags too: GCC first,
    then Clang."""
    sentences: tuple[str, ...]
    """What differs between them, loop by loop."""
