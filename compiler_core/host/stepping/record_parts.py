"""Arrays of structures whose numbers are of several types: which number of which element lies at an
address, so that memory is told as `p[3].mass`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPart:
    """A number of a structure."""

    path: str
    """Its name from the structure on: `.x`, `.m[3]`; empty for a number alone."""
    offset: int
    """Bytes from the structure's start."""
    lane_type: str
    """How its bytes are read, such as `float`."""
    size: int
    """Bytes that hold it."""
    bit: int = 0
    """Where a bit-field begins in its first byte, from 0."""
    bits: int = 0
    """How many bits a bit-field has, from `bit` of its first byte on; 0 for other numbers."""

    @property
    def end(self) -> int:
        """Behind its last byte."""
        return self.offset + self.size


@dataclass(frozen=True, slots=True)
class Extent:
    """size and alignment: bytes; size is that of an element of an array. parts: by offset."""

    size: int
    alignment: int
    parts: tuple[RecordPart, ...]


@dataclass(frozen=True, slots=True)
class PassedRecords:
    """An array of structures that the driver passes. register: holds it at the entry."""

    name: str
    register: int
    count: int
    extent: Extent

    @property
    def size(self) -> int:
        """Bytes of all elements."""
        return self.count * self.extent.size


@dataclass(frozen=True, slots=True)
class WatchedRecords:
    """The same in a run. address: of its first element."""

    name: str
    address: int
    count: int
    extent: Extent

    def holds(self, address: int) -> bool:
        """Whether this byte is one of its elements'."""
        return self.address <= address < self.address + self.count * self.extent.size

    def place(self, address: int, size: int) -> str:
        """`p[3].mass`, `p[3].x to p[3].z`, `a part of p[3].mass`, or what of it is no number."""
        numbers = self.numbers(address, size)
        if not numbers:
            row = (address - self.address) // self.extent.size
            return f"the gap between numbers of {self.name}[{row}]"
        (first_row, first), (last_row, last) = numbers[0], numbers[-1]
        start, end = f"{self.name}[{first_row}]{first.path}", f"{self.name}[{last_row}]{last.path}"
        if len(numbers) > 1:
            return f"{start} to {end}"
        return start if size >= first.size else f"a part of {start}"

    def lane_type(self, address: int, size: int) -> str:
        """The type of the numbers that fill a piece of memory; empty where they are of several, or
        leave a gap."""
        numbers = self.numbers(address, size)
        types = {part.lane_type for _, part in numbers}
        if len(types) != 1 or any(part.bits for _, part in numbers):
            return ""
        width = numbers[0][1].size
        places = [self.start(row) + part.offset for row, part in numbers]
        return types.pop() if places == list(range(address, address + size, width)) else ""

    def pointed(self, value: int) -> str:
        """`&p[3]` for an element or the end, `&p[3].mass` for a number in one; empty elsewhere."""
        row, rest = divmod(value - self.address, self.extent.size)
        if not 0 <= row < self.count:
            return f"&{self.name}[{row}]" if row == self.count and not rest else ""
        if not rest:
            return f"&{self.name}[{row}]"
        numbers = (field for field in self.extent.parts if not field.bits)
        part = next((number for number in numbers if number.offset == rest), None)
        if part is None:
            return f"&{self.name}[{row}] + {rest} bytes"
        return f"&{self.name}[{row}]{part.path}"

    def numbers(self, address: int, size: int) -> list[tuple[int, RecordPart]]:
        """Those that have bytes in the piece, with the elements they are of."""
        first = max((address - self.address) // self.extent.size, 0)
        last = min((address + size - 1 - self.address) // self.extent.size, self.count - 1)
        return [
            (row, part)
            for row in range(first, last + 1)
            for part in self.extent.parts
            if self.start(row) + part.offset < address + size
            and address < self.start(row) + part.end
        ]

    def start(self, row: int) -> int:
        """The address of an element."""
        return self.address + row * self.extent.size


def records_at(records: Sequence[WatchedRecords], address: int) -> WatchedRecords | None:
    """The structures that an address lies in."""
    return next((record for record in records if record.holds(address)), None)


def pointed_record(records: Sequence[WatchedRecords], value: int) -> str:
    """What an address points to in structures, empty outside them."""
    return next((text for record in records if (text := record.pointed(value))), "")
