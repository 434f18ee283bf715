"""One thing that may be different: a compiler, a flag, an input, an edit of the source."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from compiler_core.claims.breaking.record import Group
from compiler_core.claims.claim import Statement
from compiler_core.claims.kinds.runs import Run
from compiler_core.host.source_edits.edit import Edit
from compiler_core.source import SourceFile
from compiler_core.toolchain.outcome import Compiler

SourceRule = Callable[[SourceFile, Compiler, tuple[str, ...]], tuple[Edit, ...]]
"""Source, compiler and flags to edits; none where it does not apply. Read anew on every source, so
that two rules can follow one another."""
InputRule = Callable[[Run], Run]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing that differs from a claim's own setting."""

    group: Group
    """Which kind of change it is; searches are summed up by it."""
    title: str
    """In words, as they follow "with": `-ffast-math added`."""
    compiler: Compiler | None = None
    """Another compiler than the claim's; None where that stays."""
    add: tuple[str, ...] = ()
    """Flags to add, as tokens."""
    remove: str = ""
    """A flag to leave out, in normal form."""
    level: str = ""
    """Another level of optimisation, in the place of the claim's."""
    edit: SourceRule | None = None
    """An edit of the first file."""
    everywhere: bool = False
    """The edit means the same in every source, so that it may be made in both that are compared."""
    promises: bool = False
    """The edit promises something about values or addresses; if untrue, results mean nothing."""
    touches: tuple[str, ...] = ()
    """Words for what it takes away or gives: a sentence that names one is about that."""
    keeps: str = ""
    """What is left as it is when the sentence names a word of `touches`, where the word alone says
    nothing: `the 8 in line 3`."""
    inputs: InputRule | None = None
    """Another way to run the function."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A statement under a setting that differs by these changes, on a compiler."""

    statement: Statement
    compiler: Compiler
    changes: tuple[Change, ...] = ()
