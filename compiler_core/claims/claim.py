"""A claim: a sentence about compilers, models or chips, and what must be found for it to be true.

`holds` are settings under which the sentence is true, `differs` those under which something else
happens, with a sentence of their own. Both are checked: a claim may be wrong in either. A compiler
that no statement covers is *unstated*: neither passed nor failed. A sentence about a model or a
chip is one about our own compilers and models, whose name in results is `core`.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.claims.compiler_range import CORE, CompilerRange
from compiler_core.source import SourceFile


@dataclass(frozen=True, slots=True)
class ClaimSetting:
    """What is compiled, and how."""

    sources: tuple[SourceFile, ...]
    """One file, or two."""
    flags: str
    function: str = ""
    """A symbol or name, empty for the first of the first file."""
    line: int = 0
    """Of the loop or statement in question in the first file, 0 for the first loop."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """One thing to be found: the kind's name, and its argument as the kind's reader made it."""

    kind: str
    argument: object


@dataclass(frozen=True, slots=True)
class Statement:
    """Under this setting, on these compilers, all expectations are met."""

    compilers: CompilerRange
    setting: ClaimSetting
    expectations: tuple[Expectation, ...]
    says: str = ""
    """What happens, for a statement that differs from the claim; else empty."""


@dataclass(frozen=True, slots=True)
class Break:
    """A flag or an edit that turns the claim over, and what is then found."""

    title: str
    statement: Statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One sentence."""

    id: str
    lesson: str
    """The folder it belongs to."""
    says: str
    holds: tuple[Statement, ...]
    differs: tuple[Statement, ...]
    breaks: tuple[Break, ...] = ()
    """Used by the folklore ledger."""

    @property
    def is_of_core(self) -> bool:
        """Whether it is about facts of models and chips, not about what compilers do to C."""
        statements = (*self.holds, *self.differs)
        return all(statement.compilers.family == CORE for statement in statements)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimResult:
    """What one compiler has to say about one claim."""

    id: str
    lesson: str
    compiler: str
    compiler_title: str
    flags: tuple[str, ...]
    """Of each statement tried."""
    holds: bool | None
    """What is stated for this compiler was found; None where nothing is stated."""
    states: str
    """Whether the claim's own sentence was stated for it (`holds`), another one (`differs`), what
    breaks it (`breaks`), or nothing (empty)."""
    says: str
    """The sentence stated."""
    expected: str
    """In words."""
    found: str
    """In words."""
    basis: str = ""
    """What the verdict on facts rests on, in words."""


@dataclass(frozen=True, slots=True)
class ClaimReport:
    """Every claim on every compiler, and how many passed, failed, and are unstated."""

    claims: tuple[ClaimResult, ...]
    passed: int
    failed: int
    unstated: int
