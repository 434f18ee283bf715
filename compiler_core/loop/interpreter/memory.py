"""Memory: one run of bytes; an array is a region of it, and regions may overlap.

An access outside its array's region is an error, even if another array lies there: that is where
the representation is stricter than the machine. Elements are little-endian, as on AArch64 Linux.
"""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass

from compiler_core.loop.interpreter.arithmetic import Trap, round_float
from compiler_core.loop.ir.types import Type
from compiler_core.loop.ir.values import Number

OUT_OF_BOUNDS = "out of bounds"
_FORMATS = {
    "i8": "<b", "i16": "<h", "i32": "<i", "i64": "<q", "u8": "<B", "u16": "<H", "u32": "<I",
    "u64": "<Q", "f32": "<f", "f64": "<d", "bool": "<B",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class ArrayRegion:
    """Where an array lies: address of its first element, and how many elements it has."""

    base: int
    count: int


class Memory:
    """The bytes of one run."""

    def __init__(self, data: bytes) -> None:
        self.data = bytearray(data)

    def add_region(self, type_: Type, count: int) -> ArrayRegion:
        """A new region of zeros behind everything else, for a local array."""
        base = -(-len(self.data) // 16) * 16
        self.data.extend(bytes(base - len(self.data) + count * type_.bytes))
        return ArrayRegion(base, count)

    def load(self, region: ArrayRegion, type_: Type, subscript: int, name: str = "") -> Number:
        """One element. Raises Trap outside the region."""
        if not 0 <= subscript < region.count:
            raise _outside(region, subscript, name)
        address = region.base + subscript * type_.bytes
        (value,) = struct.unpack_from(_FORMATS[type_.name], self.data, address)
        return bool(value) if type_.kind == "bool" else value

    def store(
        self, region: ArrayRegion, type_: Type, subscript: int, value: Number, name: str = ""
    ) -> None:
        """Write one element. Raises Trap outside the region."""
        if not 0 <= subscript < region.count:
            raise _outside(region, subscript, name)
        if value != value:
            value = math.nan  # One NaN for all: which bits a NaN carries is the machine's affair.
        address = region.base + subscript * type_.bytes
        struct.pack_into(_FORMATS[type_.name], self.data, address, value)


def _outside(region: ArrayRegion, subscript: int, name: str) -> Trap:
    return Trap(OUT_OF_BOUNDS, f"{name}[{subscript}] of an array of {region.count} elements")


def encode(type_: Type, values: list[Number]) -> bytes:
    """Elements as they lie in memory."""
    if type_.is_float:
        values = [round_float(float(value), type_) for value in values]
    return struct.pack(f"<{len(values)}{_FORMATS[type_.name][1]}", *values)


def decode(type_: Type, data: bytes) -> list[Number]:
    """The elements that these bytes hold."""
    count = len(data) // type_.bytes
    return list(struct.unpack(f"<{count}{_FORMATS[type_.name][1]}", data))
