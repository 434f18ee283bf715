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
    function: str
    line: int
    text: str
    source_line: int | None
    executions: int
    """How often it was reached."""
    instructions: int
    """Executed, other than executions only where one line is several instructions."""
    loads: int
    stores: int
    bytes_loaded: int
    bytes_stored: int
    cache_lines: int
    misses: int
    share: float
    """Its part of all counted instructions."""
    heat: float
    """Its executions as part of the most often executed line's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedSourceLine:
    """One line of the source: what all code made from it did. Fields as in CountedLine."""

    file: str
    line: int
    text: str
    executions: int
    instructions: int
    loads: int
    stores: int
    bytes_loaded: int
    bytes_stored: int
    cache_lines: int
    misses: int
    share: float
    heat: float

    @property
    def bytes_moved(self) -> int:
        return self.bytes_loaded + self.bytes_stored


@dataclass(frozen=True, slots=True)
class ShownArray:
    """One array that the function may have changed, or what it returned (`return`)."""

    name: str
    type_name: str
    """`float`, `int32`… head: its first values as text."""
    count: int
    digest: str
    head: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Outside:
    """The function wrote beside an array: the first such index, negative before its start."""

    name: str
    index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """One counted run.

    ok is False when there are no counts: message says why, status is `rejected`, `crashed` or
    `limited` for the compiler, `stopped` for the run.
    """

    compiler: str
    compiler_title: str
    version: str
    flags: tuple[str, ...]
    ok: bool
    status: str
    message: str
    function: str
    n: int
    """What the bounds became."""
    elements: int | None
    """How many rounds that makes of the loops that n bounds, None for a function without such a
    bound."""
    takes_length: bool
    """False where another n would make the same run."""
    seed: int
    sve_bits: int
    geometry: CacheGeometry
    instructions: int
    """Of the functions of the source."""
    loads: int
    """Of the functions of the source."""
    stores: int
    """Of the functions of the source."""
    bytes: int
    """Of the functions of the source."""
    everything: int
    """Instructions with library code included."""
    totals: Totals
    per_element: PerElement | None
    per_line: tuple[CountedLine, ...]
    per_source_line: tuple[CountedSourceLine, ...]
    loops: tuple[LoopCount, ...]
    functions: tuple[FunctionCount, ...]
    settings: tuple[ValueSetting, ...]
    """Every value and size the run had."""
    outputs: tuple[ShownArray, ...]
    output_digest: str
    """Equal for equal bits in all outputs."""
    outside: tuple[Outside, ...]
    printed: str
    measured: str
    """How, by which emulator."""
    notes: tuple[str, ...]
    command: str
    seconds: float
    """Of the run."""
    cached: bool = False

    @property
    def length(self) -> int | None:
        """n, for a function that takes one."""
        return self.n if self.takes_length else None
