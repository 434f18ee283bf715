"""What an experiment gives, as plain data: a page, the API and `--json` show these very records."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.host.counting.record import FunctionCount, LoopCount, PerElement, Totals
from compiler_core.host.running.plan import ValueSetting
from compiler_core.toolchain.counting import CacheGeometry


@dataclass(frozen=True, slots=True, kw_only=True)
class CountedLine:
    """One line of assembly that is code; `line` is its id in the listing of `file`.

    executions: how often it was reached. instructions: executed, other than executions only where
    one line is several instructions. share: its part of all counted instructions; heat: its
    executions as part of the most often executed line's.
    """

    file: str
    function: str
    line: int
    text: str
    source_line: int | None
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
    """One array that the function may have changed, or what it returned (`return`).

    type_name: `float`, `int32`… head: its first values as text.
    """

    name: str
    type_name: str
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
    `limited` for the compiler, `stopped` for the run. n: what the bounds became; elements: how many
    rounds that makes of the loops that n bounds, None for a function without such a bound;
    takes_length: False where another n would make the same run.
    settings: every value and size the run had. instructions, loads, stores, bytes: of the functions
    of the source; everything: instructions with library code included. output_digest: equal for
    equal bits in all outputs. measured: how, by which emulator. seconds: of the run.
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
    elements: int | None
    takes_length: bool
    seed: int
    sve_bits: int
    geometry: CacheGeometry
    instructions: int
    loads: int
    stores: int
    bytes: int
    everything: int
    totals: Totals
    per_element: PerElement | None
    per_line: tuple[CountedLine, ...]
    per_source_line: tuple[CountedSourceLine, ...]
    loops: tuple[LoopCount, ...]
    functions: tuple[FunctionCount, ...]
    settings: tuple[ValueSetting, ...]
    outputs: tuple[ShownArray, ...]
    output_digest: str
    outside: tuple[Outside, ...]
    printed: str
    measured: str
    notes: tuple[str, ...]
    command: str
    seconds: float
    cached: bool = False

    @property
    def length(self) -> int | None:
        """n, for a function that takes one."""
        return self.n if self.takes_length else None
