"""A recording as plain data: what a page scrubs through and `--json` prints.

Positions are those of `FunctionListing.lines`. A state is what holds before the step of the same
index; state 0 is the first one recorded, and after the last step there is one more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from compiler_core.host.formulas.agreement import Agreement
from compiler_core.host.stepping.record_parts import WatchedRecords

# A lane's value: a number, or `nan`, `inf`, `-inf`; None for a byte that could not be read.
Value = int | float | str | None
Branch = Literal["", "taken", "not taken"]
EndReason = Literal[
    "steps", "returned", "left", "exited", "killed", "signal", "trap", "time", "too much",
    "not reached", "not started", "broken",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeLine:
    """One instruction of the function: where it stands, and what it says whatever the values."""

    position: int
    """Its place in the lines of the function's listing, from 0."""
    address: int
    """Where it stands in the linked program."""
    text: str
    """As the listing has it."""
    source_line: int | None
    """Line of the source that it was made from, from 1; None where unknown."""
    explanation: str
    """What it does in words, whatever the values."""
    in_loop: bool
    """It belongs to an innermost loop."""
    registers: tuple[str, ...]
    """The canonical registers it names or changes."""
    formula: str = ""
    """What it does, as an equation."""


@dataclass(frozen=True, slots=True)
class RegisterChange:
    """A register and its new value.

    register: x0…x30, sp, nzcv, v0…v31 (also for SVE's z0…), p0…p15. shown: as the instruction names
    it (`w3`, `v1.4s`, `z1.s`, `s0`). lane_type: `int64`, `uint8`, `float`…; `flag` for the four of
    nzcv; `predicate`, whose lanes are 1 where active. before and after: a value per lane.
    """

    register: str
    shown: str
    lane_type: str
    before: tuple[Value, ...]
    after: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class FieldTouch:
    """A bit-field in memory that an instruction loaded or stored: `p[3].kind`, how many bits it
    has, and its value before and after, alike for a load."""

    place: str
    bits: int
    before: Value
    after: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryTouch:
    """Memory one instruction loaded or stored, in one piece."""

    kind: Literal["load", "store"]
    """Whether it was read or written."""
    place: str
    """`x[4..7]`, `the stack at sp + 16`, or the address, of the elements that take part."""
    address: int
    """Of its lowest byte."""
    size: int
    """Bytes, those that a predicate kept out included."""
    array: str
    """The array and its elements, empty and None outside every array. before and after hold
    elements of lane_type; they are alike for a load."""
    first: int | None
    """Index of its first element in the array; None outside every array."""
    last: int | None
    """Index of its last element in the array, itself included; None outside every array."""
    lane_type: str
    """How before and after are read, such as `float`."""
    before: tuple[Value, ...]
    """Its elements before the step, the lowest first."""
    after: tuple[Value, ...]
    """Its elements after the step; the same as before for a load."""
    inactive: tuple[int, ...] = ()
    """Elements in the piece that a predicate kept out."""
    fields: tuple[FieldTouch, ...] = ()
    """Bit-fields that lie whole in the piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedStep:
    """One instruction that ran, and everything it changed."""

    index: int
    """Its place in the recording, from 0."""
    position: int
    """Of its instruction in the lines of the listing, from 0."""
    source_line: int | None
    """Line of the source that the instruction was made from; None where unknown."""
    registers: tuple[RegisterChange, ...]
    """Those that hold another value afterwards."""
    memory: tuple[MemoryTouch, ...]
    """What it loaded and stored; empty for none."""
    called: str
    """The function it called, which ran whole in this step. branch says how a conditional branch
    went."""
    branch: Branch
    """How a conditional branch went; empty for other instructions."""
    sentence: str
    """What happened, with its values."""
    agreement: Agreement
    """What came of executing the line's formula on the registers before the step."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayView:
    """An array of the driver."""

    name: str
    """As the source calls it."""
    lane_type: str
    """Type of its elements as lanes are read, such as `float`."""
    address: int
    """Where its first element starts in the run's memory."""
    count: int
    """How many elements it has."""
    columns: int
    """Elements of a row, 0 for a plain array."""
    first: int
    """Index of the first element in values."""
    values: tuple[Value, ...]
    """Elements from `first` on before the first step: those that steps touch and those between."""
    parts: tuple[str, ...] = ()
    """What the elements of a row are called where it is a structure."""


class NamedElements(Protocol):
    """An array as far as its elements' names go, see ArrayView."""

    @property
    def name(self) -> str: ...
    @property
    def columns(self) -> int: ...
    @property
    def parts(self) -> tuple[str, ...]: ...


def element_name(array: NamedElements, index: int) -> str:
    """`x[5]`, `m[1][2]` where the array has rows, and `p[1].x` where they are structures."""
    if not array.columns:
        return f"{array.name}[{index}]"
    row, column = divmod(index, array.columns)
    part = array.parts[column] if array.parts else f"[{column}]"
    return f"{array.name}[{row}]{part}"


@dataclass(frozen=True, slots=True)
class MachineState:
    """All registers and watched arrays at one moment, as bytes; registers as RegisterChange names
    them. general holds x0…x30, sp, pc and nzcv (as the number NZCV)."""

    general: Mapping[str, int]
    vectors: Mapping[str, bytes]
    predicates: Mapping[str, bytes]
    arrays: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Delta:
    """What one step changes in the state: old and new value by register; bytes of arrays as
    (array, offset, old, new)."""

    general: Mapping[str, tuple[int, int]]
    vectors: Mapping[str, tuple[bytes, bytes]]
    predicates: Mapping[str, tuple[bytes, bytes]]
    arrays: tuple[tuple[str, int, bytes, bytes], ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """Why the recording ends where it does, in a code and a sentence."""

    reason: EndReason
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """One recorded run."""

    ok: bool
    """There is at least one step."""
    function: str
    """The function that was recorded, in C++ qualified."""
    symbol: str
    """Its label in the assembly, in C++ mangled; may be empty where ok is False."""
    compiler: str
    """Name by which it is asked for (`gcc-12`)."""
    version: str
    """The compiler's, as it prints it (`12.2.0`)."""
    flags: tuple[str, ...]
    """Of the compile, in normal form."""
    loop_line: int | None
    """Source line of the loop that was asked for; None for the innermost loop reached first."""
    first_arrival: int
    """The round of the loop at which it starts, 0 for the function's entry."""
    vector_bits: int
    """Length of an SVE vector in this run."""
    predicates: bool
    """Whether the code uses SVE at all."""
    code: tuple[CodeLine, ...]
    """Every instruction of the function, in the order of the listing; may be empty where ok is
    False."""
    arrays: tuple[ArrayView, ...]
    """The driver's arrays before the first step."""
    lane_types: Mapping[str, str]
    """Vector register to the type that its lanes are read as before the first step."""
    predicate_lanes: Mapping[str, int]
    """Bytes of the lanes that each predicate is used for first."""
    steps: tuple[RecordedStep, ...]
    """In the order of the run; empty where ok is False."""
    deltas: tuple[Delta, ...]
    """What each step changes in the state, parallel to steps."""
    key_frames: tuple[MachineState, ...]
    """States 0, n, 2n…, n being `states.KEY_FRAME_STEPS`; `states.state_at` gives any other."""
    ending: Ending
    """Why it ends where it does."""
    notes: tuple[str, ...]
    """Plain sentences about the whole recording."""
    seconds: float
    """Wall time of the run under the recorder; 0 where it did not start."""
    records: tuple[WatchedRecords, ...] = ()
    """Arrays of structures of several types, by whose names memory is told; their contents are no
    part of a state."""
    takes_length: bool = True
    """False where another n would make the same run."""
