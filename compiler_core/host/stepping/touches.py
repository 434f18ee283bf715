"""Memory that a step touched, in elements and by the names of the arrays it lies in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from compiler_core.host.instruction import Instruction, Memory, Register, RegisterList
from compiler_core.host.stepping.accesses import element_bytes
from compiler_core.host.stepping.bit_fields import touched_fields
from compiler_core.host.stepping.lanes import active_lanes, lane_bytes, lanes_of
from compiler_core.host.stepping.record import MachineState, MemoryTouch, Value, element_name
from compiler_core.host.stepping.record_parts import WatchedRecords, records_at
from compiler_core.toolchain.recorder.record import RawTouch

_STACK_REACH = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedArray:
    """An array of the driver: its name, element type, where it starts, how many elements, how many
    of them make a row (0: it has none), and what those of a row are called in a structure."""

    name: str
    """As the source calls it."""
    lane_type: str
    """Type of its elements as lanes are read, such as `float`."""
    address: int
    """Where its first element starts in the run's memory."""
    count: int
    """How many elements it has; 0 where the recorder could not read it."""
    columns: int = 0
    """Elements of a row; 0 where it has no rows."""
    parts: tuple[str, ...] = ()
    """What the elements of a row are called where it is a structure; else empty."""

    @property
    def size(self) -> int:
        """Bytes of the whole array."""
        return self.count * lane_bytes(self.lane_type)

    def holds(self, address: int) -> bool:
        """Whether this byte is one of the array's."""
        return self.address <= address < self.address + self.size

    def place(self, first: int, last: int) -> str:
        """`x[4]`, `x[4..7]`, `m[2][0..3]`, `m[2][255] to m[3][2]`, or `p[0].x to p[1].x`."""
        if first == last:
            return element_name(self, first)
        if not self.columns:
            return f"{self.name}[{first}..{last}]"
        row, column = divmod(first, self.columns)
        last_row, last_column = divmod(last, self.columns)
        if row == last_row and not self.parts:
            return f"{self.name}[{row}][{column}..{last_column}]"
        return f"{element_name(self, first)} to {element_name(self, last)}"


@dataclass(frozen=True, slots=True)
class Watched:
    """What memory of a run has names: arrays of numbers, and arrays of structures of several."""

    arrays: tuple[WatchedArray, ...] = ()
    records: tuple[WatchedRecords, ...] = ()


def array_at(arrays: Sequence[WatchedArray], address: int) -> WatchedArray | None:
    """The array an address lies in."""
    return next((array for array in arrays if array.holds(address)), None)


def touched_element(touched: Sequence[RawTouch], watched: Watched) -> str:
    """The type of the elements, or numbers of structures, a step touches; empty outside all."""
    for touch in touched:
        array = array_at(watched.arrays, touch.address)
        if array is not None:
            return array.lane_type
        record = records_at(watched.records, touch.address)
        if record is not None:
            return record.lane_type(touch.address, touch.size)
    return ""


def memory_touches(
    instruction: Instruction,
    touched: Sequence[RawTouch],
    state: MachineState,
    watched: Watched,
    lane_type: str,
) -> tuple[MemoryTouch, ...]:
    """The touches of one step; state is the one before it, lane_type what it moves elsewhere."""
    if _is_gather(instruction):
        touched = _active_pieces(instruction, touched, state)
        return tuple(_touch(piece, state, watched, lane_type, ()) for piece in touched)
    joined = _joined(touched)
    if joined is None:
        return ()
    inactive = _inactive_bytes(instruction, joined.size, state)
    return (_touch(joined, state, watched, lane_type, inactive),)


def _touch(
    touch: RawTouch,
    state: MachineState,
    watched: Watched,
    lane_type: str,
    inactive: Sequence[int],
) -> MemoryTouch:
    array = array_at(watched.arrays, touch.address)
    record = records_at(watched.records, touch.address) if array is None else None
    if record is not None:
        lane_type = record.lane_type(touch.address, touch.size) or lane_type
    shown, size = _element(touch, array, lane_type)
    count = touch.size // size
    if array is not None and (touch.address - array.address) % size:
        array = None
    first = None if array is None else (touch.address - array.address) // size
    idle = tuple(lane for lane in range(count) if lane * size in inactive)
    return MemoryTouch(
        kind="store" if touch.store else "load",
        place=record.place(touch.address, _active(count, idle) * size)
        if record is not None
        else _place(touch.address, state, array, _active(count, idle)),
        address=touch.address,
        size=touch.size,
        array="" if array is None else array.name,
        first=first,
        last=None if first is None else first + count - 1,
        lane_type=shown,
        before=_values(touch.before, shown, count),
        after=_values(touch.after, shown, count),
        inactive=idle,
        fields=() if record is None or idle else touched_fields(record, touch),
    )


def _element(touch: RawTouch, array: WatchedArray | None, lane_type: str) -> tuple[str, int]:
    """Type and bytes of the elements: the array's, else what the instruction moves, if they fill
    the piece."""
    shown = array.lane_type if array is not None else lane_type
    size = lane_bytes(shown)
    return (shown, size) if touch.size % size == 0 else _integer_of(touch.size, lane_type)


def _active(count: int, idle: Sequence[int]) -> int:
    """How many elements from the first on reach to the last one that takes part."""
    active = [lane for lane in range(count) if lane not in idle]
    return active[-1] + 1 if active else 0


def _place(address: int, state: MachineState, array: WatchedArray | None, count: int) -> str:
    if array is not None:
        first = (address - array.address) // lane_bytes(array.lane_type)
        return _elements(array, first, count)
    distance = address - state.general["sp"]
    if 0 <= distance < _STACK_REACH:
        return f"the stack at sp + {distance}" if distance else "the stack at sp"
    if -_STACK_REACH < distance < 0:
        return f"the stack at sp - {-distance}"
    return f"address {address:#x}"


def _elements(array: WatchedArray, first: int, count: int) -> str:
    if count == 0:
        return f"no element of {array.name}"
    said = array.place(first, first + count - 1)
    return said if first + count <= array.count else f"{said}, past the end of {array.name}"


def _values(content: bytes | None, lane_type: str, count: int) -> tuple[Value, ...]:
    return (None,) * count if content is None else lanes_of(content, lane_type)


def _integer_of(size: int, lane_type: str) -> tuple[str, int]:
    """The widest integers that make up this many bytes, with the sign of a lane type."""
    width = next(width for width in (8, 4, 2, 1) if size % width == 0)
    kind = "uint" if lane_type.startswith("uint") else "int"
    return f"{kind}{8 * width}", width


def _joined(touched: Sequence[RawTouch]) -> RawTouch | None:
    """One piece of the two that an access over the end of a page comes in."""
    if len(touched) < 2:
        return touched[0] if touched else None
    first = touched[0]
    readable = [touch for touch in touched if touch.before is not None]
    if len(readable) == len(touched):
        before = b"".join(half.before or b"" for half in touched)
        after = [piece.after for piece in touched]
        whole = None if None in after else b"".join(part or b"" for part in after)
        return RawTouch(first.address, sum(raw.size for raw in touched), first.store, before, whole)
    return readable[0] if readable else first


def _is_gather(instruction: Instruction) -> bool:
    memory = _memory(instruction)
    if memory is None:
        return False
    offset = memory.offset
    return memory.base.kind == "z" or (isinstance(offset, Register) and offset.kind == "z")


def _memory(instruction: Instruction) -> Memory | None:
    return next((operand for operand in instruction.operands if isinstance(operand, Memory)), None)


def _active_pieces(
    instruction: Instruction, touched: Sequence[RawTouch], state: MachineState
) -> list[RawTouch]:
    predicate = _governing(instruction)
    memory = _memory(instruction)
    if predicate is None or memory is None:
        return list(touched)
    vector = memory.base if memory.base.kind == "z" else memory.offset
    width = vector.element_bits // 8 if isinstance(vector, Register) else 0
    content = state.predicates.get(predicate.canonical, b"")
    lanes = active_lanes(content, width, len(touched))
    return [piece for piece, active in zip(touched, lanes, strict=True) if active]


def _governing(instruction: Instruction) -> Register | None:
    """The predicate that says which lanes take part in a load or store."""
    registers = (operand for operand in instruction.operands[1:2] if isinstance(operand, Register))
    return next((register for register in registers if register.kind == "p"), None)


def _inactive_bytes(instruction: Instruction, size: int, state: MachineState) -> tuple[int, ...]:
    """Offsets, in the piece of memory, of the elements a predicate keeps out."""
    predicate = _governing(instruction)
    unit = element_bytes(instruction)
    if predicate is None or unit == 0 or size <= unit:
        return ()
    return tuple(_idle_offsets(instruction, size, unit, state.predicates[predicate.canonical]))


def _idle_offsets(
    instruction: Instruction, size: int, unit: int, predicate: bytes
) -> Iterator[int]:
    """A structure access has one element of each of its registers per lane."""
    first = instruction.operands[0]
    registers = first.registers if isinstance(first, RegisterList) else (first,)
    container = getattr(registers[0], "element_bits", 0) // 8
    count = size // unit
    lanes = active_lanes(predicate, container, count // len(registers))
    for element in range(count):
        if not lanes[element // len(registers)]:
            yield element * unit
