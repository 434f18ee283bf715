"""What one may ask about: an element of an array, the returned number, a register at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.host.formulas.machine import ELEMENT_BITS
from compiler_core.host.slicing.locations import (
    FLAGS,
    STACK_POINTER,
    Location,
    general_location,
    memory_locations,
    vector_locations,
)
from compiler_core.host.slicing.record_arrays import FieldArray
from compiler_core.host.slicing.recorded_run import RecordedRun
from compiler_core.host.stepping.bit_fields import field_value
from compiler_core.host.stepping.lanes import lane_bytes, lanes_of
from compiler_core.host.stepping.record import Value, element_name
from compiler_core.host.stepping.recording import ArgumentArray
from compiler_core.toolchain.recorder.plan import NO_REGISTER

LONGEST_NAME = 60
_FIELDS_NAMED = 8
RETURNED = "return"
_ELEMENT = re.compile(r"([A-Za-z_]\w*)((?:\[\d{1,9}\])+)((?:\.[A-Za-z_]\w*(?:\[\d{1,9}\])*)*)")
_GENERAL = re.compile(r"([xw])(\d{1,2})")
_VECTOR = re.compile(r"([bhsdqv])(\d{1,2})")
_LANE = re.compile(r"[vz](\d{1,2})\.([bhsd])\[(\d{1,3})\]")
_FLOATS = {"h": "half", "s": "float", "d": "double"}
_LANES = {"b": "uint8", **_FLOATS, "q": "int128", "v": "int128"}
_ADVICE = (
    "Ask for an element such as y[5], for `return`, or for a register such as s0, x3, v1.s[2]."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Array:
    """An array of the run: where it lies, its elements' type, elements of a row (0: no rows)."""

    name: str
    """As the source calls it, as in `y`."""
    lane_type: str
    """Type of an element as lanes are read, such as `float` or `int32`."""
    address: int
    """Where its first element starts in the run's memory."""
    count: int
    """How many elements it has."""
    columns: int
    """Elements of a row; 0 for a plain array."""
    field: str = ""
    """In an array of structures the field that this one is about, `.mass[1]`; else empty."""
    stride: int = 0
    """Bytes from one element to the next where they do not touch, else 0."""
    bit: int = 0
    """Where a bit-field begins in its first byte, from 0."""
    bits: int = 0
    """How many a bit-field has, from `bit` of its first byte on; 0 for other elements."""
    offset: int = 0
    """Bytes from the structure's start."""
    has_others: bool = False
    """Whether the structure has numbers that no array is about."""
    parts: tuple[str, ...] = ()
    """What the elements of a row are called where it takes several indices to name one."""

    @property
    def step(self) -> int:
        """Bytes from one element to the next."""
        return self.stride or self.size

    def place(self, index: int) -> int:
        """The address of an element."""
        return self.address + index * self.step

    def index_at(self, address: int) -> int | None:
        """The element that a byte belongs to; None between elements and outside."""
        index, rest = divmod(address - self.address, self.step)
        return index if 0 <= index < self.count and rest < self.size else None

    def is_near(self, address: int) -> bool:
        """Whether a byte is in one of the structures that this is a field of, and so of some array
        or of none of their numbers."""
        if self.has_others:
            return False
        return 0 <= address - self.address + self.offset < self.count * self.stride

    @property
    def size(self) -> int:
        """Bytes that hold an element."""
        if self.bits:
            return -(-(self.bit + self.bits) // 8)
        return lane_bytes(self.lane_type)

    def value(self, content: bytes) -> Value:
        """What an element is. content: the bytes that hold it."""
        if self.bits:
            return field_value(content, self.bit, self.bits, self.lane_type)
        return lanes_of(content, self.lane_type)[0]

    def bits_of(self, content: bytes) -> int:
        """An element's own bits."""
        width = self.bits or 8 * self.size
        return int.from_bytes(content, "little") >> self.bit & ((1 << width) - 1)

    def element_name(self, index: int) -> str:
        """As one writes it in C."""
        return f"{element_name(self, index)}{self.field}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A value at the end of a run: its places, and how its bytes are read."""

    name: str
    """As asked for: `y[5]`, `return`, `s0`."""
    places: tuple[Location, ...]
    """The bytes of memory or of a register that hold it."""
    lane_type: str
    """How its bits are read, such as `float` or `int32`."""
    bits: int
    """How many bits the value has, from `bit` of the lowest place on."""
    in_memory: bool
    """It is an element of an array."""
    bit: int = 0
    """Where a bit-field begins in the lowest place, from 0."""
    beside: tuple[str, ...] = ()
    """Names of other bit-fields that share a byte with it; empty for other values."""


def arrays_of(run: RecordedRun, arguments: Sequence[ArgumentArray]) -> tuple[Array, ...]:
    """The driver's arrays, where the function found them at its entry."""
    return tuple(
        Array(
            name=argument.name,
            lane_type=argument.lane_type,
            address=argument.address
            if argument.register == NO_REGISTER
            else run.value(argument.register, 0),
            count=argument.count,
            columns=argument.columns,
            parts=argument.parts,
        )
        for argument in arguments
        if argument.count > 0
    )


def field_arrays(run: RecordedRun, fields: Sequence[FieldArray]) -> tuple[Array, ...]:
    """The fields of the driver's structures, where the function found them at its entry."""
    return tuple(
        Array(
            name=field.name,
            lane_type=field.lane_type,
            address=run.value(field.register, 0) + field.offset,
            count=field.count,
            columns=0,
            field=field.field,
            stride=field.stride,
            bit=field.bit,
            bits=field.bits,
            offset=field.offset,
            has_others=field.has_others,
        )
        for field in fields
    )


def wanted_value(text: str, arrays: Sequence[Array], returned: str, vector_bytes: int) -> Wanted:
    """What a text asks for. returned: the lane type of what the function returns, or empty.

    Raises InputError.
    """
    name = "".join(text.split())
    if len(name) > LONGEST_NAME:
        raise InputError("The name of the element is too long.", _ADVICE)
    if name == RETURNED:
        return _returned(returned)
    match = _ELEMENT.fullmatch(name)
    if match:
        return _array_element(name, match, arrays)
    register = _register(name, vector_bytes)
    if register is None:
        raise InputError(f"{name!r} is no element, register or `return`.", _ADVICE)
    return register


def _returned(lane_type: str) -> Wanted:
    if not lane_type:
        raise InputError("The function returns no number.", _ADVICE)
    size = lane_bytes(lane_type)
    if lane_type in _FLOATS.values():
        return Wanted(
            name=RETURNED,
            places=tuple(vector_locations(0, 0, size)),
            lane_type=lane_type,
            bits=8 * size,
            in_memory=False,
        )
    return Wanted(
        name=RETURNED,
        places=(general_location(0),),
        lane_type=lane_type,
        bits=8 * size,
        in_memory=False,
    )


def _array_element(name: str, match: re.Match[str], arrays: Sequence[Array]) -> Wanted:
    alike = [candidate for candidate in arrays if candidate.name == match[1]]
    array = next((candidate for candidate in alike if candidate.field == match[3]), None)
    if array is None and alike:
        fields = ", ".join(candidate.element_name(0) for candidate in alike[:_FIELDS_NAMED])
        raise InputError(f"{name} is no number of the array.", f"There are {fields}.")
    if array is None:
        names = ", ".join(dict.fromkeys(candidate.name for candidate in arrays))
        advice = f"The arrays are {names}." if names else "No array of this run is known."
        raise InputError(f"The function was given no array {match[1][:40]!r}.", advice)
    indices = [int(digits) for digits in re.findall(r"\d+", match[2])]
    index = _flat_index(array, indices)
    if index >= array.count:
        last = array.element_name(array.count - 1)
        raise InputError(f"{name} is outside the array.", f"Its last element is {last}.")
    places = memory_locations(array.place(index), array.size)
    spelled = array.element_name(index)
    bits = array.bits or 8 * array.size
    beside = _beside(array, index, alike)
    return Wanted(
        name=spelled,
        places=tuple(places),
        lane_type=array.lane_type,
        bits=bits,
        in_memory=True,
        bit=array.bit,
        beside=beside,
    )


def _beside(array: Array, index: int, alike: Sequence[Array]) -> tuple[str, ...]:
    """The bit-fields that have bits in a byte of this one's."""
    if not array.bits:
        return ()
    first = array.place(index)
    return tuple(
        neighbour.element_name(index)
        for neighbour in alike
        if neighbour != array
        and neighbour.bits
        and neighbour.place(index) < first + array.size
        and first < neighbour.place(index) + neighbour.size
    )


def _flat_index(array: Array, indices: Sequence[int]) -> int:
    if len(indices) == 1:
        return indices[0]
    if array.parts:
        return _index_of_part(array, indices)
    if len(indices) > 2 or not array.columns:
        message = f"{array.name} has no element with {len(indices)} indices."
        raise InputError(message, f"Its first is {array.element_name(0)}.")
    if indices[1] >= array.columns:
        message = f"A row of {array.name} has {array.columns} elements."
        raise InputError(message, f"Its first is {array.element_name(0)}.")
    return indices[0] * array.columns + indices[1]


def _index_of_part(array: Array, indices: Sequence[int]) -> int:
    below = "".join(f"[{index}]" for index in indices[1:])
    if below in array.parts:
        return indices[0] * array.columns + array.parts.index(below)
    last = array.element_name(array.count - 1)
    message = f"{array.name}[{indices[0]}]{below} is no element of {array.name}."
    raise InputError(message, f"Its last element is {last}.")


def _register(name: str, vector_bytes: int) -> Wanted | None:
    if name == "sp":
        return Wanted(
            name=name, places=(STACK_POINTER,), lane_type="uint64", bits=64, in_memory=False
        )
    if name == "nzcv":
        return Wanted(name=name, places=(FLAGS,), lane_type="uint8", bits=4, in_memory=False)
    match = _GENERAL.fullmatch(name)
    if match and int(match[2]) < STACK_POINTER:
        bits = 64 if match[1] == "x" else 32
        return Wanted(
            name=name,
            places=(general_location(int(match[2])),),
            lane_type=f"int{bits}",
            bits=bits,
            in_memory=False,
        )
    match = _VECTOR.fullmatch(name)
    if match and int(match[2]) < 32:
        size = 16 if match[1] == "v" else ELEMENT_BITS[match[1]] // 8
        places = vector_locations(int(match[2]), 0, size)
        return Wanted(
            name=name,
            places=tuple(places),
            lane_type=_LANES[match[1]],
            bits=8 * size,
            in_memory=False,
        )
    match = _LANE.fullmatch(name)
    if not match or int(match[1]) >= 32:
        return None
    size = ELEMENT_BITS[match[2]] // 8
    first = int(match[3]) * size
    room = vector_bytes if name[0] == "z" else min(16, vector_bytes)
    if first + size > room:
        raise InputError(f"{name} is beyond the register's {room} bytes.", _ADVICE)
    places = vector_locations(int(match[1]), first, size)
    return Wanted(
        name=name, places=tuple(places), lane_type=_LANES[match[2]], bits=8 * size, in_memory=False
    )
