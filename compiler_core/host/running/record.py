"""What an experiment gives, as plain data: a page, the API and `--json` show these very records."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.counting.record import FunctionCount, LoopCount, PerElement, Totals
from compiler_core.host.running.plan import ValueSetting
from compiler_core.toolchain.counting import CacheGeometry


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedLine:
    """One line of assembly that is code; `line` is its id in the listing of `file`."""

    file: str
    """Name of the source file whose listing holds the line: `loop.c`."""
    function: str
    """Symbol of the function that the line belongs to, as in the assembly: `_Z4axpyPf`."""
    line: int
    """The line's id in the listing of `file`, the `id` of a line there; lines without code have
    no entry here."""
    text: str
    """The line of assembly as the listing shows it, or `(alignment)` for padding that ran."""
    source_line: int | None
    """Number of the line of `file` that it was made from, from 1; None for padding, code of a
    header, and where the compiler named no line."""
    executions: int
    """How often it was reached."""
    instructions: int
    """Executed, other than executions only where one line is several instructions."""
    loads: int
    """Of its executed instructions, those that read memory; `ldp` is one load, an atomic update
    a load and a store."""
    stores: int
    """Of its executed instructions, those that wrote memory; `stp` is one store, an atomic
    update a load and a store."""
    bytes_loaded: int
    """How many bytes its loads read; what the emulator did not report is left out."""
    bytes_stored: int
    """How many bytes its stores wrote; what the emulator did not report is left out."""
    cache_lines: int
    """Distinct cache lines that it touched, added up where it is several instructions; 0 also
    where they are not known."""
    misses: int
    """Its misses in the modelled cache; 0 also where the run was counted from the emulator's
    log, which does not tell them."""
    share: float
    """Its part of all counted instructions, 0 to 1."""
    heat: float
    """Its executions as part of the most often executed line's, 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedSourceLine:
    """One line of the source: what all code made from it did. Fields as in CountedLine."""

    file: str
    """Name of the given source file that the line stands in: `loop.c`."""
    line: int
    """Number of the line in `file`, from 1."""
    text: str
    """The line as written, with its indentation."""
    executions: int
    """How often the most often executed instruction made from the line ran."""
    instructions: int
    """How many instructions made from the line were executed, all together."""
    loads: int
    """Of the executed instructions, those that read memory; `ldp` is one load, an atomic update
    a load and a store."""
    stores: int
    """Of the executed instructions, those that wrote memory; `stp` is one store, an atomic
    update a load and a store."""
    bytes_loaded: int
    """How many bytes its loads read; what the emulator did not report is left out."""
    bytes_stored: int
    """How many bytes its stores wrote; what the emulator did not report is left out."""
    cache_lines: int
    """Distinct cache lines that its instructions touched together; 0 also where they are not
    known, as `notes` of the run then say."""
    misses: int
    """Its misses in the modelled cache; 0 also where the run was counted from the emulator's
    log, which does not tell them."""
    share: float
    """Its part of all counted instructions, from 0 to 1."""
    heat: float
    """Its executions as part of those of the most often executed source line, from 0 to 1."""

    @property
    def bytes_moved(self) -> int:
        return self.bytes_loaded + self.bytes_stored


@dataclass(frozen=True, slots=True)
class ShownArray:
    """One array that the function may have changed, or what it returned (`return`)."""

    name: str
    """The parameter, field or global, such as `y` or `p.x`, or `return` for what the function
    returned."""
    type_name: str
    """`float`, `int32`… head: its first values as text."""
    count: int
    """How many elements it has in all, 1 for a single value."""
    digest: str
    """SHA-256 of its name, type, length and bytes, in hexadecimal: equal for equal bits in all
    elements."""
    head: tuple[str, ...]
    """Its first values, at most 8, as text with the digits that name them exactly:
    `0.100000001`, `nan`."""


@dataclass(frozen=True, slots=True)
class Outside:
    """The function wrote beside an array: the first such index, negative before its start."""

    name: str
    """Name of the parameter that leads to the array: `y`."""
    index: int
    """The first element beside the array that was written: below 0 in front of it, else the
    number of its elements or more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """One counted run.

    ok is False when there are no counts: message says why, status is `rejected`, `crashed` or
    `limited` for the compiler, `stopped` for the run.
    """

    compiler: str
    """Name of the compiler, as it is asked for: `gcc-12`, `clang-19`."""
    compiler_title: str
    """The compiler as pages and sentences name it: `GCC 12.2.0`, `Clang 19.1.7`."""
    version: str
    """The compiler's version as it prints it: `12.2.0`."""
    flags: tuple[str, ...]
    """Flags of the compile in normal form, one token each: of equal settings always the same."""
    ok: bool
    """Whether the program was built, ran to its end and was counted; without that all counts are
    0, or stand as they were when the run was stopped."""
    status: str
    """One of `ok`; `rejected`, `crashed` or `limited` where the source did not compile or link;
    `stopped` where the run did not end well."""
    message: str
    """Why there are no counts, in words for the user; empty where the run ended well."""
    function: str
    """The function that was run, qualified and with template arguments: `axpy`, `shapes::area`."""
    n: int
    """What the bounds became."""
    elements: int | None
    """How many rounds that makes of the loops that n bounds, None for a function without such a
    bound."""
    takes_length: bool
    """False where another n would make the same run."""
    seed: int
    """What the contents of arrays and other values were drawn from, a whole number from 0; the
    same seed gives the same inputs."""
    sve_bits: int
    """Length of the emulated SVE vectors in bits, a multiple of 128 from 128 to 2048; code
    without SVE does not depend on it."""
    geometry: CacheGeometry
    """The cache that `misses` and `cache_lines` are modelled with: bytes of a line, sets and
    ways."""
    instructions: int
    """Executed by the functions of the source, library code left out."""
    loads: int
    """Instructions of the source's functions that read memory."""
    stores: int
    """Instructions of the source's functions that wrote memory."""
    bytes: int
    """What the functions of the source loaded and stored, together."""
    everything: int
    """Instructions with library code included."""
    totals: Totals
    """All counts of the functions of the source together; all 0 where nothing was counted."""
    per_element: PerElement | None
    """The totals divided by `elements`; None where no elements are known or nothing was counted."""
    per_line: tuple[CountedLine, ...]
    """Every line of assembly that is code, in the order of the listings, also those that never
    ran; empty where nothing was counted."""
    per_source_line: tuple[CountedSourceLine, ...]
    """Every line of the given files that code was made from, by file and line, also those that
    never ran; empty where nothing was counted."""
    loops: tuple[LoopCount, ...]
    """Every loop of the assembly, by file and function in the order of the listings; empty where
    nothing was counted."""
    functions: tuple[FunctionCount, ...]
    """Functions of the source in the order of the listings, then library functions that were
    called (`listed` false), the busiest first."""
    settings: tuple[ValueSetting, ...]
    """Every value and size the run had."""
    outputs: tuple[ShownArray, ...]
    """What the function returned, then arguments and globals that it may have changed, each with
    its first values; empty where the run did not end well."""
    output_digest: str
    """Equal for equal bits in all outputs."""
    outside: tuple[Outside, ...]
    """Arrays beside which the function wrote, an error in it or an array too small; empty for
    most runs."""
    printed: str
    """The first 2,000 bytes of what the program wrote to standard output, as text; empty for
    most functions."""
    measured: str
    """How, by which emulator."""
    notes: tuple[str, ...]
    """Sentences on what the driver supplied or left out, on writes beside arrays and on what the
    counts leave out; may be empty."""
    command: str
    """Shell commands that built the program, joined by `&&`; empty where it was not built."""
    seconds: float
    """Wall time of the run under the emulator; 0 where it did not run."""
    cached: bool = False
    """Whether an earlier answer was given again; `seconds` is then of that run."""
    no_round: str = ""
    """Why no figure for a round can be told, where the code has no loop that makes any; else
    empty."""

    @property
    def length(self) -> int | None:
        """n, for a function that takes one."""
        return self.n if self.takes_length else None
