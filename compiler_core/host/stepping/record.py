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
    """One instruction of the function: where it stands, and what it says whatever the values.

    registers: the canonical registers it names or changes. formula: what it does, as an equation.
    """

    position: int
    address: int
    text: str
    source_line: int | None
    explanation: str
    in_loop: bool
    registers: tuple[str, ...]
    formula: str = ""


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
    """Memory one instruction loaded or stored, in one piece.

    place: `x[4..7]`, `the stack at sp + 16`, or the address, of the elements that take part. array,
    first, last: the array and its elements, empty and None outside every array. before and after
    hold elements of lane_type; they are alike for a load. inactive: elements in the piece that a
    predicate kept out. fields: bit-fields that lie whole in the piece.
    """

    kind: Literal["load", "store"]
    place: str
    address: int
    size: int
    array: str
    first: int | None
    last: int | None
    lane_type: str
    before: tuple[Value, ...]
    after: tuple[Value, ...]
    inactive: tuple[int, ...] = ()
    fields: tuple[FieldTouch, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedStep:
    """One instruction that ran, and everything it changed.

    called: the function it called, which ran whole in this step. branch says how a conditional
    branch went. sentence: what happened, with its values. agreement: what came of executing the
    line's formula on the registers before the step.
    """

    index: int
    position: int
    source_line: int | None
    registers: tuple[RegisterChange, ...]
    memory: tuple[MemoryTouch, ...]
    called: str
    branch: Branch
    sentence: str
    agreement: Agreement


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrayView:
    """An array of the driver. columns: elements of a row, 0 for a plain array. values: its elements
    from `first` on, as they are before the first step; those that the steps touch and those in
    between. parts: what the elements of a row are called where it is a structure."""

    name: str
    lane_type: str
    address: int
    count: int
    columns: int
    first: int
    values: tuple[Value, ...]
    parts: tuple[str, ...] = ()


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
    """One recorded run.

    ok: there is at least one step. first_arrival: the round of the loop at which it starts, 0 for
    the function's entry. vector_bits: length of an SVE vector in this run. predicates: whether the
    code uses SVE at all. lane_types: of every vector register before the first step.
    predicate_lanes: bytes of the lanes that each predicate is used for first. key_frames: states 0,
    n, 2n…, n being `states.KEY_FRAME_STEPS`; `states.state_at` gives any other. notes: plain
    sentences about the whole recording. records: arrays of structures of several types, by whose
    names memory is told; their contents are no part of a state. takes_length: False where another n
    would make the same run.
    """

    ok: bool
    function: str
    symbol: str
    compiler: str
    version: str
    flags: tuple[str, ...]
    loop_line: int | None
    first_arrival: int
    vector_bits: int
    predicates: bool
    code: tuple[CodeLine, ...]
    arrays: tuple[ArrayView, ...]
    lane_types: Mapping[str, str]
    predicate_lanes: Mapping[str, int]
    steps: tuple[RecordedStep, ...]
    deltas: tuple[Delta, ...]
    key_frames: tuple[MachineState, ...]
    ending: Ending
    notes: tuple[str, ...]
    seconds: float
    records: tuple[WatchedRecords, ...] = ()
    takes_length: bool = True
