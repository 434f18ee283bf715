"""What all installed compilers make of one source, as plain data for page, API and `--json`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledLoop:
    """One loop statement as one compiler left it.

    line, column: the statement. works_on: `NEON`, `SVE` or `scalar`. instructions: of the loop that
    does most of the work, 0 if no loop is left. iterations: of the source's loop in one round of
    it, None if unknown. title, sentence: the verdict. same_as: the first compiler before this one
    with the very same instructions for this loop, else empty.
    """

    function: str
    line: int
    column: int
    vectorized: bool
    works_on: str
    instructions: int
    iterations: int | None
    title: str
    sentence: str
    same_as: str

    @property
    def rate(self) -> float | None:
        """Instructions for each iteration of the source's loop; None if unknown or no loop left."""
        return (
            self.instructions / self.iterations if self.instructions and self.iterations else None
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CompilerRow:
    """One compiler. ok: it gave assembly; else message says why not, and loops is empty."""

    compiler: str
    title: str
    family: str
    version: str
    ok: bool
    message: str
    loops: tuple[CompiledLoop, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EveryCompiler:
    """All installed compilers on one file with the same flags, the newest of each family first.

    sentences: what differs between them, loop by loop.
    """

    file: str
    flags: str
    rows: tuple[CompilerRow, ...]
    sentences: tuple[str, ...]
