"""One step as the sentences see it: the instruction with the values before and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.comparison.wording import counted
from compiler_core.host.instruction import Instruction, parse_register
from compiler_core.host.stepping.lanes import (
    active_lanes,
    lane_bytes,
    lanes_of,
    signed,
    value_text,
)
from compiler_core.host.stepping.record import MachineState, MemoryTouch, RegisterChange, Value
from compiler_core.host.stepping.record_parts import WatchedRecords, pointed_record
from compiler_core.host.stepping.touches import WatchedArray, array_at

_SHOWN_VALUES = 4
_ADDRESS_FLOOR = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class StepMoment:
    """A step with all that a sentence may need."""

    instruction: Instruction
    """The one that ran, parsed."""
    before: MachineState
    """Registers and arrays before the step."""
    after: MachineState
    """Registers and arrays after the step."""
    changes: Sequence[RegisterChange]
    """Registers that hold another value afterwards."""
    kept: Sequence[RegisterChange]
    """Registers it wrote with the value they had."""
    memory: Sequence[MemoryTouch]
    """What it loaded and stored; empty for none."""
    types_before: Mapping[str, str]
    """Lane type by vector register before the step."""
    arrays: Sequence[WatchedArray]
    """The driver's arrays, by whose names memory is told."""
    label_line: Callable[[str], int | None]
    """The source line of a label, where known."""
    called: str = ""
    """Name of the function that it called; empty for none."""
    results: Sequence[str] = ()
    """Registers with which a function called here was used afterwards."""
    setter: StepMoment | None = None
    """The step that set the flags now in force."""
    records: Sequence[WatchedRecords] = ()
    """The driver's arrays of structures, by whose names memory is told."""

    @property
    def vector_bytes(self) -> int:
        """Bytes of an SVE vector."""
        return len(self.before.vectors["v0"])

    def change_of(self, register: str) -> RegisterChange | None:
        """The change of a canonical register in this step."""
        return next((change for change in self.changes if change.register == register), None)

    def general(self, text: str) -> int | None:
        """The value before the step of `x3`, `w3`, `sp` or `xzr`, signed; None for others."""
        register = parse_register(text)
        if register is None or register.kind not in ("x", "w", "sp", "wsp", "xzr", "wzr"):
            return None
        if register.kind in ("xzr", "wzr"):
            return 0
        bits = 32 if register.kind.startswith("w") else 64
        return signed(self.before.general[register.canonical], bits)

    def lane(self, text: str, letter: str, index: int) -> Value:
        """The value before the step of one lane of `v1` or `z1`; None outside the register."""
        return self.lanes(f"v{text[1:]}", letter)[index]

    def lanes(self, register: str, letter: str) -> tuple[Value, ...]:
        """All lanes of a register before the step, `letter` wide."""
        size = {"b": 1, "h": 2, "s": 4, "d": 8, "q": 16}[letter]
        lane_type = self.types_before.get(register, "")
        if not lane_type or lane_bytes(lane_type) != size:
            lane_type = f"int{8 * size}"
        return lanes_of(self.before.vectors[register], lane_type)

    def predicate(self, register: str, element: int) -> tuple[int, ...]:
        """A predicate's lanes before the step, for elements of this many bytes."""
        content = self.before.predicates[register]
        return active_lanes(content, element, self.vector_bytes // element)

    def values_text(self, values: Sequence[Value], lane_type: str) -> str:
        """The values in a sentence; 64-bit integers by what they point to."""
        if lane_type not in ("int64", "uint64"):
            return values_text(values)
        named = [self.address_text(value) if isinstance(value, int) else value for value in values]
        return values_text(named)

    def address_text(self, value: int) -> str:
        """`&x[16]` or `&p[3].mass` for an address in an array or just behind it; else a number."""
        if value < _ADDRESS_FLOOR:
            return str(value)
        array = array_at(self.arrays, value) or array_at(self.arrays, value - 1)
        if array is None:
            return pointed_record(self.records, value) or hex(value)
        element, rest = divmod(value - array.address, lane_bytes(array.lane_type))
        return f"&{array.place(element, element)}" + (f" + {counted(rest, 'byte')}" if rest else "")


def values_text(values: Sequence[Value]) -> str:
    """`0.5, 1.25, 2, 3.5, …`: the first four, or all if there is one more."""
    shown = values if len(values) <= _SHOWN_VALUES + 1 else values[:_SHOWN_VALUES]
    text = ", ".join(value_text(value) for value in shown)
    return f"{text}, …" if len(shown) < len(values) else text


def keeps_lower_half(mnemonic: str) -> bool:
    """Narrowing into the upper half of a register, as `xtn2` and `fcvtn2`."""
    return mnemonic.endswith("n2")


def amount_text(count: int, lane_type: str) -> str:
    """`4 floats`, `1 double`, `16 uint8 values`."""
    if lane_type in ("half", "float", "double"):
        plural = "halves" if lane_type == "half" else f"{lane_type}s"
        return f"{count} {lane_type if count == 1 else plural}"
    return f"{count} {lane_type} value{'' if count == 1 else 's'}"
