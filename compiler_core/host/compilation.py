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
    """As it stands in the text: `.L6`, or a function's name, in C++ as written (`g(int)`)."""
    start: int
    """Where it begins in the line's text, in characters from 0."""
    end: int
    """Where it ends in the line's text: the first character that is no part of it, from 0."""
    target: int | None
    """Id of the line that defines it, which a filter may hide. None where the assembly of this
    file has no such line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingLine:
    """One line of assembly.

    source_line is None where the compiler gave none, and then `source_reason` says why, for
    instructions. explanation is a sentence; formula the same as an equation (`w0 = w1 + w2`), empty
    where none applies; specific is False when the form is unknown and only the mnemonic was
    recognised or not even that. block and loop index the function's blocks and loops.
    """

    id: int
    """Its number among all statements of its file's assembly, from 0, the same under every
    filter. Labels, counts and cycles name lines by it."""
    text: str
    """As the compiler printed it, without comment and with white space made uniform (`ldr
    s1, [x0], 4`); C++ names as written."""
    kind: LineKind
    """One of `instruction`, `label`, `directive`, `comment` and `data`."""
    source_file: str
    """File an instruction was made from, a header too (`loop.c`). Empty where the compiler named
    no line, and for other kinds of lines."""
    source_line: int | None
    """Line of source_file, from 1. None where the compiler named no line of the user's files,
    and for lines that are no instructions."""
    source_column: int | None
    """From 1, and 0 where the compiler named no column; None where source_line is None."""
    source_reason: str
    """Why an instruction has no source_line, as a phrase such as `comes from arm_neon.h, line
    595`. Empty where it has one, and for other lines."""
    explanation: str
    """What the line does or is for, in words. Empty only in a function with a note."""
    formula: str
    """What an instruction does as equations, read in order (`s1 = mem32[x0]; x0 = x0 + 4`).
    Empty where none applies, and for lines that are no instructions."""
    specific: bool
    """False where the instruction's form is not known, so that explanation tells little, and in
    a function with a note. True for lines that are no instructions."""
    mnemonic: str
    """The instruction's name in lower case, the condition behind a dot (`b.le`, also where text
    has `ble`). Empty for lines that are no instructions."""
    block: int | None
    """Id of the basic block it lies in; None outside of all, and in a function with a note."""
    loop: int | None
    """Id of the innermost loop around it; None outside of loops, and in a function with a note."""
    labels: tuple[LabelUse, ...]
    """The labels and functions that an instruction or a data line names, each with its place in
    text. Empty if it names none, and in a function with a note."""
    reads: tuple[str, ...]
    """Whole registers an instruction reads (`x0` also for `w0`, `v1`, `p0`, `nzcv` for the
    flags), not a call's arguments. Empty for other lines, and in a function with a note."""
    writes: tuple[str, ...]
    """Whole registers an instruction changes, named as in reads, of a call all that it may
    change. Empty for other lines, and in a function with a note."""


@dataclass(frozen=True, slots=True)
class BasicBlock:
    """A basic block: line positions first…last, and the blocks that may follow it."""

    id: int
    """Its index in the function's blocks, from 0; lines, successors and loops name it."""
    first: int
    """Position in the function's lines, from 0, of its first line; its label is part of it."""
    last: int
    """Position in the function's lines, from 0, of its last line; that line still belongs to it."""
    successors: tuple[int, ...]
    """Ids of the blocks that may run next, first the one reached without a jump, if there is
    one. Empty where the block leaves or ends the function."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """A natural loop of the control-flow graph.

    header and blocks are block ids. depth counts from 1. role says what the loop is for,
    role_reason how that was seen. bytes_loaded and bytes_stored are per iteration, None when the
    vector length decides (SVE).
    """

    id: int
    """Its index in the function's loops, from 0. A line's loop, another loop's parent, and
    counts and cycles name it."""
    source_line: int | None
    """Line of the loop statement it was made from, else the first line of its code; in
    source_file where that is given. None where the compiler named no line."""
    first: int
    """Position in the function's lines, from 0, of its uppermost line; code that is no part of
    it may lie in between."""
    last: int
    """Position in the function's lines, from 0, of its lowest line; that line still belongs to
    it."""
    depth: int
    """How deep it is nested in the assembly: 1 for a loop in no other, 2 for one directly inside
    such a loop."""
    innermost: bool
    """True if there is no other loop inside it."""
    parent: int | None
    """Id of the smallest loop around it, None if there is none."""
    header: int
    """Id of the block where an iteration begins. A loop with several ways in has the first of
    them here."""
    blocks: tuple[int, ...]
    """Ids of all its blocks, inner loops included, in rising order."""
    role: LoopRole
    """What it is for: `main`, `outer` (holds another loop), or beside a main loop of one
    statement `unrolled copy`, `epilogue`, `remainder`, `versioned copy`."""
    role_reason: str
    """How the role was seen, in one or two sentences."""
    instructions: int
    """In one iteration, if each of its blocks runs once; inner loops are left out."""
    loads: int
    """Of its instructions, those that read memory; a load of two registers is one, and an atomic
    update counts as a store."""
    stores: int
    """Of its instructions, those that write memory, atomic updates among them; a store of two
    registers is one."""
    bytes_loaded: int | None
    """What its loads read in one iteration, 0 without any. None where the size of one is not
    known, as where the vector length decides (SVE)."""
    bytes_stored: int | None
    """What its stores write in one iteration, 0 without any. None where the size of one is not
    known, as where the vector length decides (SVE)."""
    step_bytes: int | None
    """How far the addresses advance per iteration, None if not found."""
    arithmetic: Arithmetic
    """What it computes values on: `vector`, `scalar`, or `none` where it only moves, compares
    and counts."""
    source_file: str = ""
    """File of source_line where that is not the function's own, such as a header; "" otherwise."""


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
    """The whole register, whichever part of it the code names: `x0` also for `w0`, `v3` for `s3`
    or `z3`, `p1`, `sp`."""
    role: str
    """What it is for, one of sixteen names such as `argument`, `induction variable`,
    `accumulator`, `address`, `loaded value`, `scratch`."""
    holds: str
    """What is in it, as a phrase without a full stop, such as `address into x, advances 4 bytes
    per iteration`."""
    first: int
    """Position in the function's lines, from 0, where the stretch begins."""
    last: int
    """Position in the function's lines, from 0, where the stretch ends; that line still belongs
    to it."""
    lanes: str
    """The widest cut into lanes it is used with: `4s` for NEON, the letter alone (`s`) for SVE.
    Empty for a scalar or a general register."""


@dataclass(frozen=True, slots=True)
class Spill:
    """A register stored to the stack frame, and the first 100 places where it is read back."""

    register: str
    """The whole register that was stored, whichever part of it the code names (`x19` also for
    `w19`, `v8` for `d8`)."""
    slot: str
    """Where in the frame: `[sp, 12]`, in code that looks unoptimised followed by ` (home slot of
    a variable)`."""
    stored: int
    """Position of the store in the function's lines, from 0."""
    reloaded: tuple[int, ...]
    """Positions in the function's lines of the loads from the same slot, in their order, at most
    100; never empty."""


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One piece of notation that is on screen, and what it means."""

    notation: str
    """As it stands in the code, with N for the number of a register (`vN.4s`, `pN/m`), or the
    names of instructions (`cmp + b.cond`)."""
    meaning: str
    """What the notation says to a reader of the listing, in one or a few sentences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionListing:
    """One function: name as written (demangled), its symbol, and all that was found in its code."""

    name: str
    """As the source writes it, in C++ with its parameters (`axpy(float*, int)`), in C the same
    as symbol."""
    symbol: str
    """Its label in the assembly, in C++ the mangled name (`_Z4axpyPfi`). Counts of a run name
    functions by it."""
    file: str
    """Name of the source file whose compile gave it, without a folder (`loop.c`); in a linked
    program that of the line where it opens."""
    source_line: int | None
    """Line of file where its definition starts, from 1; where that is not found the line of its
    first instruction from there, else None."""
    lines: tuple[ListingLine, ...]
    """Its code from its label on, in the order of the assembly, without what the filters hide.
    Positions elsewhere in this record count in it, from 0."""
    blocks: tuple[BasicBlock, ...]
    """Its basic blocks in the order of their lines, each at the index that is its id. Empty
    where note says that it was too large."""
    loops: tuple[Loop, ...]
    """Every loop in its code, an outer one before those inside it, each at the index that is its
    id. Empty without loops, and where note is given."""
    registers: tuple[RegisterUse, ...]
    """What each register holds and over which lines, by first line; the flags are left out.
    Empty where note is given."""
    spills: tuple[Spill, ...]
    """Registers stored to the stack frame and read back later, in the order of the stores. Empty
    without any, and where note is given."""
    legend: tuple[LegendEntry, ...]
    """The notation that its instructions use, the least obvious first, at most 14 entries. Empty
    where note is given."""
    metrics: dict[str, int]
    """Whole numbers by name (`loads`, `code_bytes`). Those with `loop_` are of its first main
    loop, 0 or absent without one; some are absent where they are not known."""
    note: str = ""
    """A sentence where it was too large to analyse; then it has lines and counts and no more."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A compiler's message at a place in the source; line 0 when it names none."""

    file: str
    """Name of the source file or header, without a folder; empty where the message names none."""
    line: int
    """From 1; 0 where the message names no place."""
    column: int
    """From 1; 0 where the message names no column or no place."""
    severity: Literal["error", "warning", "note"]
    """One of `error` (fatal ones too), `warning` and `note` (remarks too)."""
    message: str
    """The compiler's words without place and severity, cut after 2,000 characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compilation:
    """The answer to one compile request.

    ok is True when there is assembly. status, message and limit are the outcome's. notes are plain
    sentences about the whole result (`-flto` gives bytecode here…). data holds the lines of
    constant tables and strings the functions refer to.
    """

    compiler: str
    """Which one was run, by the name to ask for it (`gcc-12`, `clang-19`)."""
    compiler_title: str
    """The compiler's name for people, with the version (`GCC 12.2.0`)."""
    version: str
    """The compiler's, as it prints it itself (`12.2.0`)."""
    flags: tuple[str, ...]
    """Those it was compiled with, in normal form: settings that come to the same have the same
    list. Empty where none was given."""
    ok: bool
    """True if the source was compiled; else there are no functions, and status and message say
    why."""
    status: str
    """One of `ok`, `rejected` (diagnostics say why), `crashed` (the compiler itself failed) and
    `limited` (a limit ended the compile)."""
    message: str
    """What went wrong, in one or a few sentences to show; empty if ok."""
    limit: str
    """Which limit ended it: `cpu`, `wall`, `memory`, `processes`, `file size`, `total size`,
    `diagnostics` or `output`. Empty unless status is `limited`."""
    diagnostics: tuple[Diagnostic, ...]
    """The compiler's messages in the order it printed them, those of the first file first.
    Warnings come where ok is True too."""
    notes: tuple[str, ...]
    """Sentences on the whole result, such as that `-flto` gives no assembly here. Empty where
    there is nothing to say."""
    functions: tuple[FunctionListing, ...]
    """Every function left in the assembly, in its order, file by file; those from headers only
    if the filters show them. Empty unless ok."""
    data: tuple[ListingLine, ...]
    """Lines of the tables, constants and strings that the functions name, in the order of the
    assembly; empty if there are none."""
    command: str
    """What to type in a shell for the same assembly; commands for several files are joined by `
    && `."""
    seconds: float
    """Wall time of the compiler's runs together, of the earlier ones where cached is True."""
    cached: bool
    """True if no compiler ran for this answer: all of its output was kept from before."""
