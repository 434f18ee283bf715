"""One program text between two passes, whichever compiler printed it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.source import Location

Level = Literal["LLVM IR", "machine IR", "GIMPLE", "RTL", "IPA"]


@dataclass(frozen=True, slots=True)
class DumpLine:
    """One line of a dump.

    text is what readers see: without profile counts, metadata numbers and the like. source is the
    place in the source the compiler attached to it, if any.
    """

    text: str
    source: Location | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dump:
    """The program after one pass, for one function."""

    number: int
    """Place in the compiler's own order of passes."""
    pass_name: str
    """As the compiler prints it."""
    level: Level
    """The form of the program: `LLVM IR`, `machine IR`, `GIMPLE`, `RTL` or `IPA`."""
    unit: str
    """What the pass ran on (`saxpy`, `loop %for.body in function saxpy`, `[module]`). lines is None
    if the compiler said itself that the pass changed nothing."""
    lines: tuple[DumpLine, ...] | None
    """The function's lines in order; None if the compiler itself said that nothing changed."""
    edges: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """For each block, in order, its name and the blocks that may follow, as the compiler printed
    them; empty where it printed none."""
