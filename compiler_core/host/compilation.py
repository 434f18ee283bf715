"""What compiling a loop gives, as plain data: a page and its JSON both come from these records.

Positions: `first`, `last`, `line` below count in `FunctionListing.lines` as filtered; `id` is the
line's place in the compiler's whole output and stays the same under every filter setting.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

LineKind = Literal["instruction", "label", "directive", "comment", "data"]
LoopRole = Literal["main", "unrolled copy", "epilogue", "remainder", "versioned copy", "outer"]
Arithmetic = Literal["vector", "scalar", "none"]


@dataclass(frozen=True, slots=True)
class LabelUse:
    """A label inside a line's text: columns [start, end), and the id of the line it names.

    target is None when the label is not in this listing (a call to another file).
    """

    name: str
    start: int
    end: int
    target: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingLine:
    """One line of assembly.

    source_line is None where the compiler gave none, and then `source_reason` says why, for
    instructions. explanation is a sentence; formula the same as an equation (`w0 = w1 + w2`), empty
    where none applies; specific is False when the form is unknown and only the mnemonic was
    recognised or not even that. block and loop index the function's blocks and loops.
    """

    id: int
    text: str
    kind: LineKind
    source_file: str
    source_line: int | None
    source_column: int | None
    source_reason: str
    explanation: str
    formula: str
    specific: bool
    mnemonic: str
    block: int | None
    loop: int | None
    labels: tuple[LabelUse, ...]
    reads: tuple[str, ...]
    writes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BasicBlock:
    """A basic block: line positions first…last, and the blocks that may follow it."""

    id: int
    first: int
    last: int
    successors: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """A natural loop of the control-flow graph.

    header and blocks are block ids. depth counts from 1. role says what the loop is for,
    role_reason how that was seen. bytes_loaded and bytes_stored are per iteration, None when the
    vector length decides (SVE).
    """

    id: int
    source_line: int | None
    first: int
    last: int
    depth: int
    innermost: bool
    parent: int | None
    header: int
    blocks: tuple[int, ...]
    role: LoopRole
    role_reason: str
    instructions: int
    loads: int
    stores: int
    bytes_loaded: int | None
    bytes_stored: int | None
    step_bytes: int | None
    """How far the addresses advance per iteration, None if not found."""
    arithmetic: Arithmetic
    source_file: str = ""
    """Of source_line, where the loop was inlined from another file than the function's own, such as
    a header; "" otherwise."""


def line_words(line: int, file: str) -> str:
    """`line 3`, with a file that is not the function's own."""
    return f"line {line} of {file}" if file else f"line {line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterUse:
    """What one register holds over one stretch of lines [first, last] (positions).

    role is one of `registers.ROLES`; holds is a phrase such as `argument x (pointer to float)`.
    lanes is the widest arrangement it is used with (`4s`, SVE `s`), empty for scalars.
    """

    register: str
    role: str
    holds: str
    first: int
    last: int
    lanes: str


@dataclass(frozen=True, slots=True)
class Spill:
    """A register stored to the stack frame, and the first 100 places where it is read back."""

    register: str
    slot: str
    stored: int
    reloaded: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One piece of notation that is on screen, and what it means."""

    notation: str
    meaning: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionListing:
    """One function: name as written (demangled), its symbol, and all that was found in its code."""

    name: str
    symbol: str
    file: str
    source_line: int | None
    lines: tuple[ListingLine, ...]
    blocks: tuple[BasicBlock, ...]
    loops: tuple[Loop, ...]
    registers: tuple[RegisterUse, ...]
    spills: tuple[Spill, ...]
    legend: tuple[LegendEntry, ...]
    metrics: dict[str, int]
    note: str = ""
    """A sentence where it was too large to analyse; then it has lines and counts and no more."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A compiler's message at a place in the source; line 0 when it names none."""

    file: str
    line: int
    column: int
    severity: Literal["error", "warning", "note"]
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Compilation:
    """The answer to one compile request.

    ok is True when there is assembly. status, message and limit are the outcome's. notes are plain
    sentences about the whole result (`-flto` gives bytecode here…). data holds the lines of
    constant tables and strings the functions refer to.
    """

    compiler: str
    compiler_title: str
    version: str
    flags: tuple[str, ...]
    ok: bool
    status: str
    message: str
    limit: str
    diagnostics: tuple[Diagnostic, ...]
    notes: tuple[str, ...]
    functions: tuple[FunctionListing, ...]
    data: tuple[ListingLine, ...]
    command: str
    seconds: float
    cached: bool
