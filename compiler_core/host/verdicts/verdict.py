"""The Why card of one source loop, as plain data; page, command line and JSON use it alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.host.verdicts.account import Account

VerdictArithmetic = Literal["vector", "ordered_scalar", "mixed", "scalar", "none"]
EvidenceKind = Literal["remark", "assembly", "source", "flags"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One thing a verdict rests on: where it was seen, what was seen, and at which source place.

    line and column are 0 where the evidence has no place.
    """

    kind: EvidenceKind
    text: str
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class SuggestionTitle:
    """A suggestion that a Try it exists for."""

    id: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What became of one source loop."""

    function: str
    """The loop statement; end_line its last line."""
    source_line: int
    """The loop statement; end_line its last line."""
    column: int
    """The loop statement; end_line its last line."""
    end_line: int
    kind: str
    depth: int
    vectorized: bool
    """The vectoriser made a vector loop of it."""
    scalable: bool
    """With SVE, whose vector length the machine decides."""
    arithmetic: VerdictArithmetic
    """Of the best code found for it."""
    vector_bytes: int
    """Of one vector register, at least, 0 if not vectorised."""
    interleave: int
    """Vectors (or scalar copies) side by side."""
    iterations_per_round: int | None
    """Of the source's loop, in one round of a loop with vectors; None if unknown."""
    reason_key: str
    """A row of the table of reasons."""
    title: str
    """A row of the table of reasons."""
    sentence: str
    """What happened, computed."""
    explanation: str
    """A row of the table of reasons."""
    evidence: tuple[Evidence, ...]
    suggestions: tuple[SuggestionTitle, ...]
    body: tuple[str, ...]
    """The instructions of the loop that does most of the work; empty if no loop is left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """The answer for a whole source: a verdict per loop statement, and the compiler's remarks."""

    compiler: str
    compiler_title: str
    version: str
    flags: tuple[str, ...]
    ok: bool
    message: str
    loops: tuple[Verdict, ...]
    remarks: tuple[Account, ...]
    """All of the record but GCC's notes on its way and statistics about the whole function. ok is
    False when the source gave no assembly; message then says why, and loops is empty."""
    seconds: float
