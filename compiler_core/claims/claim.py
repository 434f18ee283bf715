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
    """As typed, such as `-O3 -ffast-math`; empty where nothing is compiled, in claims about
    models, chips and the atlas."""
    function: str = ""
    """A symbol or name, empty for the first of the first file."""
    line: int = 0
    """Where the loop or statement in question stands in the first file; 0 for the first loop."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """One thing to be found: the kind's name, and its argument as the kind's reader made it."""

    kind: str
    """The key in claims files, such as `vectorized`, `loop_has` or `count`; `fact` for models,
    chips and the atlas."""
    argument: object
    """Its form depends on `kind`: true or false, texts of patterns, or an object, such as a
    bound with `least` and `most` (null for no limit)."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Under this setting, on these compilers, all expectations are met."""

    compilers: CompilerRange
    """Which compilers it speaks of: of those installed only these are asked."""
    setting: ClaimSetting
    """The source and flags that are compiled; without sources for a claim about models, chips or
    the atlas."""
    expectations: tuple[Expectation, ...]
    """What must be found, in the order of the claims file; at least one."""
    says: str = ""
    """What happens, for a statement that differs from the claim; else empty."""


@dataclass(frozen=True, slots=True)
class Break:
    """A flag or an edit that turns the claim over, and what is then found."""

    title: str
    """The flag or edit in words, as `-O2, with restrict too`; it ends the id of its result."""
    statement: Statement
    """The changed setting, the compilers it is about, and what must be found there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One sentence."""

    id: str
    """What `/api/break` takes as `claim`, and by which predictions name the claim that shows
    their answer."""
    lesson: str
    """The folder it belongs to."""
    says: str
    """The sentence that is claimed, as lessons show it; the folklore's may be wrong on every
    compiler."""
    holds: tuple[Statement, ...]
    """Settings in which the sentence is true, all that cover a compiler to be met; empty where
    none is stated."""
    differs: tuple[Statement, ...]
    """Settings in which something else happens, tried on compilers that no entry of `holds`
    covers; empty where none is stated."""
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
    """The claim's id; where `states` is `breaks`, with a colon and the title of the break behind
    it."""
    lesson: str
    """The folder that the claim belongs to: the id of a lesson or an atlas page, or `folklore`."""
    compiler: str
    """Its name, as `gcc-12`; `core` for claims about models, chips and the atlas, which no
    compiler of C is asked about."""
    compiler_title: str
    """The compiler and its version for people, `GCC 12.2.0`; `Lowering Lab` for `core`."""
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
    """What the statement expects, in words; of several expectations with semicolons between."""
    found: str
    """What was found, in words; where nothing could be judged, why."""
    basis: str = ""
    """What the verdict on facts rests on, in words."""


@dataclass(frozen=True, slots=True)
class ClaimReport:
    """Every claim on every compiler, and how many passed, failed, and are unstated."""

    claims: tuple[ClaimResult, ...]
    """By claim and then by compiler; after all of these come the results on what breaks a claim."""
    passed: int
    """How many results found what was stated: `holds` is true."""
    failed: int
    """How many results did not find what was stated: `holds` is false."""
    unstated: int
    """How many results have null for `holds`: nothing is stated there, a tool is missing, or the
    machine was too busy to tell."""
