"""What all installed compilers make of one source, as plain data for page, API and `--json`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledLoop:
    """One loop statement as one compiler left it."""

    function: str
    line: int
    """The statement."""
    column: int
    """The statement."""
    vectorized: bool
    works_on: str
    """`NEON`, `SVE` or `scalar`."""
    instructions: int
    """Of the loop that does most of the work, 0 if no loop is left."""
    iterations: int | None
    """Of the source's loop in one round of it, None if unknown."""
    title: str
    """The verdict."""
    sentence: str
    """The verdict."""
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
    title: str
    family: str
    version: str
    ok: bool
    """It gave assembly; else message says why not, and loops is empty."""
    message: str
    loops: tuple[CompiledLoop, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EveryCompiler:
    """All installed compilers on one file with the same flags, the newest of each family first."""

    file: str
    flags: str
    rows: tuple[CompilerRow, ...]
    sentences: tuple[str, ...]
    """What differs between them, loop by loop."""
