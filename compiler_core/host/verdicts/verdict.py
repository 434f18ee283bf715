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
    """Where it was seen: `remark`, what the compiler said; `assembly`; `source`, the text of the
    loop; `flags`, the settings."""
    text: str
    """What was seen: a remark as `vect: loop vectorized using 16 byte vectors`, a sentence about
    the assembly or the source, or the flag, `-O1`."""
    line: int = 0
    """Source line of the place, from 1; 0 where it has none."""
    column: int = 0
    """Source column of the place, from 1; 0 where it has none or only the line is known."""


@dataclass(frozen=True, slots=True)
class SuggestionTitle:
    """A suggestion that a Try it exists for."""

    id: str
    """Names it where a trial is asked for, `restrict@3` for the loop on line 3: `restrict`,
    `omp_simd`."""
    title: str
    """What its button on the loop's card says: `Mark the pointers restrict`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What became of one source loop."""

    function: str
    """Name of the function that the loop stands in, in C++ qualified."""
    source_line: int
    """Line of the loop statement, from 1."""
    column: int
    """Column of the loop statement, from 1."""
    end_line: int
    """Line of the loop statement's last character, from 1."""
    kind: str
    """The statement: `for`, `range for`, `while`, `do`; or `unwritten`, a loop that the compiler
    made where the source has no loop statement."""
    depth: int
    """How deep it is nested in its function, 1 for an outermost loop; an `unwritten` one has 1
    too, or one more than the loop statement around its call of a library."""
    vectorized: bool
    """The vectoriser made a vector loop of it."""
    scalable: bool
    """With SVE, whose vector length the machine decides."""
    arithmetic: VerdictArithmetic
    """What the best code found for it computes on."""
    vector_bytes: int
    """Size of one vector register, at least; 0 if not vectorised."""
    interleave: int
    """Vectors (or scalar copies) side by side."""
    iterations_per_round: int | None
    """Iterations of the source's loop in one round of its vector loop; None if unknown."""
    reason_key: str
    """Key of its row in the table of reasons, as `library_call`."""
    title: str
    """The row's title: the verdict in a few words."""
    sentence: str
    """What happened, computed from the loop at hand."""
    explanation: str
    """What the row says of the reason in general."""
    evidence: tuple[Evidence, ...]
    """What the verdict rests on: the compiler's words first, then the assembly, the text and the
    flags; for an `unwritten` loop a note that it is one stands first."""
    suggestions: tuple[SuggestionTitle, ...]
    """What can be tried on this loop, in the order of its reason's row in the table; empty for
    an `unwritten` loop and where nothing applies."""
    body: tuple[str, ...]
    """The instructions of the loop that does most of the work; empty if no loop is left."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Why:
    """The answer for a whole source: a verdict per loop statement, and the compiler's remarks."""

    compiler: str
    """Name of the compiler that was asked, as `/api/compilers` lists it, such as `gcc-12`."""
    compiler_title: str
    """The compiler with its version for people, such as `GCC 12.2.0`."""
    version: str
    """The compiler's version as it prints it, such as `12.2.0`."""
    flags: tuple[str, ...]
    """The flags of the request, one each, without those that switch the compiler's record on."""
    ok: bool
    """True when the source compiled; False when it gave no assembly, and `message` says why."""
    message: str
    """Why there are no verdicts, in words for the user; empty when `ok` is true."""
    loops: tuple[Verdict, ...]
    """One verdict per loop statement, in the order of their lines and columns; empty when `ok`
    is false."""
    remarks: tuple[Account, ...]
    """All of the record but GCC's notes on its way and statistics about the whole function. ok is
    False when the source gave no assembly; message then says why, and loops is empty."""
    seconds: float
    """Wall time of compiling and explaining, in seconds; an answer that was kept repeats that of
    its first run."""
