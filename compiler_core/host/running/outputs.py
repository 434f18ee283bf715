"""What a driver wrote, read back: typed arrays, their digest, and their values.

The bytes come from a process that ran a user's code, so nothing in them is trusted: sizes and
names are checked against what the driver was asked to write.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256

from compiler_core.errors import InputError

RESULTS_NAME = "lowlab.results"
SHOWN_VALUES = 8
_HEAD = re.compile(rb"array (?P<name>[^\s]{1,300}) (?P<kind>[fiub]) (?P<size>\d{1,2})\n")
_OUTSIDE = re.compile(rb"outside (?P<name>[^\s]{1,300}) (?P<index>-?\d{1,18})\n")
_FAIL = re.compile(rb"fail (?P<text>[ -~]{1,200})\n")
_LENGTH = struct.Struct("<I")
_FORMATS = {
    ("f", 2): "e", ("f", 4): "f", ("f", 8): "d",
    ("i", 1): "b", ("i", 2): "h", ("i", 4): "i", ("i", 8): "q",
    ("u", 1): "B", ("u", 2): "H", ("u", 4): "I", ("u", 8): "Q", ("b", 1): "B",
}  # fmt: skip
# Exponent and fraction bits of binary16, 32, 64 and 128 (IEEE 754-2019, table 3.5).
_LAYOUTS = {2: (5, 10), 4: (8, 23), 8: (11, 52), 16: (15, 112)}
_SIGNIFICANT = {2: 5, 4: 9, 8: 17}


class Unreadable(InputError):
    """The results are not what a driver writes: the function wrote over them, or ended early."""


@dataclass(frozen=True, slots=True)
class OutputArray:
    """Numbers of one type. kind: f floating point, i signed, u unsigned, b Boolean."""

    name: str
    kind: str
    size: int
    content: bytes

    @property
    def count(self) -> int:
        """Elements."""
        return len(self.content) // self.size

    def values(self, first: int = 0, count: int | None = None) -> tuple[int | float, ...]:
        """Elements [first, first + count) as Python numbers; quadruple precision as doubles."""
        last = self.count if count is None else min(first + count, self.count)
        part = self.content[first * self.size : max(last, first) * self.size]
        code = _FORMATS.get((self.kind, self.size))
        if code is not None:
            return struct.unpack(f"<{len(part) // self.size}{code}", part)
        return tuple(_wide(part[at : at + 16]) for at in range(0, len(part), 16))

    def bits(self, first: int, count: int) -> tuple[int, ...]:
        """Elements [first, first + count) as unsigned integers of their own width."""
        at = range(first * self.size, min(first + count, self.count) * self.size, self.size)
        return tuple(int.from_bytes(self.content[i : i + self.size], "little") for i in at)

    def exact(self, index: int) -> Fraction | None:
        """One floating-point element exactly; None for infinities, NaN and other kinds."""
        if self.kind != "f":
            return None
        return exact_value(self.bits(index, 1)[0], self.size)

    def shown(self, first: int = 0, count: int = SHOWN_VALUES) -> tuple[str, ...]:
        """Elements as text; a floating-point number with the digits that name it exactly."""
        if self.kind != "f":
            return tuple(str(value) for value in self.values(first, count))
        digits = _SIGNIFICANT.get(self.size, 17)
        return tuple(f"{value:.{digits}g}" for value in self.values(first, count))


@dataclass(frozen=True, slots=True)
class Outputs:
    """Everything one run wrote. outside: arrays beside which the function wrote, and the index."""

    arrays: tuple[OutputArray, ...]
    outside: tuple[tuple[str, int], ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 over names, types and bytes of all arrays, and writes outside them."""
        total = sha256()
        for array in self.arrays:
            total.update(f"{array.name} {array.kind} {array.size} {array.count}\n".encode())
            total.update(array.content)
        for name, index in self.outside:
            total.update(f"outside {name} {index}\n".encode())
        return total.hexdigest()

    def array(self, name: str) -> OutputArray | None:
        """The array of this name."""
        return next((array for array in self.arrays if array.name == name), None)


def read_outputs(content: bytes, expected: Sequence[str]) -> Outputs:
    """Raises Unreadable unless the content is whole and holds the expected arrays in order."""
    arrays: list[OutputArray] = []
    outside: list[tuple[str, int]] = []
    position = 0
    while not content.startswith(b"end\n", position):
        failed = _FAIL.match(content, position)
        if failed:
            raise InputError(f"The driver gave up: {failed['text'].decode()}.")
        head = _HEAD.match(content, position)
        beside = _OUTSIDE.match(content, position)
        if head:
            array, position = _read_array(content, head)
            arrays.append(array)
        elif beside:
            outside.append((beside["name"].decode("utf-8", "replace"), int(beside["index"])))
            position = beside.end()
        else:
            raise _unreadable()
    if [array.name for array in arrays] != list(expected):
        raise _unreadable()
    return Outputs(tuple(arrays), tuple(outside))


def _read_array(content: bytes, head: re.Match[bytes]) -> tuple[OutputArray, int]:
    kind, size = head["kind"].decode(), int(head["size"])
    if (kind, size) not in _FORMATS and (kind, size) != ("f", 16):
        raise _unreadable()
    parts: list[bytes] = []
    position = head.end()
    while True:
        if position + _LENGTH.size > len(content):
            raise _unreadable()
        (length,) = _LENGTH.unpack_from(content, position)
        position += _LENGTH.size
        if length == 0:
            break
        if position + length > len(content):
            raise _unreadable()
        parts.append(content[position : position + length])
        position += length
    whole = b"".join(parts)
    if len(whole) % size:
        raise _unreadable()
    return OutputArray(head["name"].decode("utf-8", "replace"), kind, size, whole), position


def _unreadable() -> Unreadable:
    return Unreadable(
        "The run left no readable results.",
        "The function may have ended the program, or written over the driver's memory.",
    )


def exact_value(bits: int, size: int) -> Fraction | None:
    """The value of a binary floating-point number by IEEE 754; None for infinities and NaN."""
    exponent_bits, fraction_bits = _LAYOUTS[size]
    exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1)
    fraction = bits & ((1 << fraction_bits) - 1)
    if exponent == (1 << exponent_bits) - 1:
        return None
    whole = fraction | (1 << fraction_bits if exponent else 0)
    scale = max(exponent, 1) - (1 << (exponent_bits - 1)) + 1 - fraction_bits
    sign = -1 if bits >> (exponent_bits + fraction_bits) else 1
    return Fraction(sign * whole) * (Fraction(2) ** scale)


def fraction_bits_of(size: int) -> int:
    """Stored bits of the significand, by size in bytes."""
    return _LAYOUTS[size][1]


def exponent_bits_of(size: int) -> int:
    """Bits of the exponent, by size in bytes."""
    return _LAYOUTS[size][0]


def _wide(content: bytes) -> float:
    """IEEE 754 binary128, rounded to a double."""
    bits = int.from_bytes(content, "little")
    value = exact_value(bits, 16)
    sign = -1.0 if bits >> 127 else 1.0
    infinite = bits & ((1 << 112) - 1) == 0
    if value is None and not infinite:
        return float("nan")
    try:
        return sign * float("inf") if value is None else float(value)
    except OverflowError:
        return sign * float("inf")
