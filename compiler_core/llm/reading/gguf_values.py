"""Metadata of a GGUF: keys with typed values, arrays without nesting.

Numbers of an array stay packed, and counts are compared with what is left of the file before
anything is made of them. Source: docs/gguf.md in the ggml repository.
"""

from __future__ import annotations

import struct
import sys
from array import array
from dataclasses import dataclass

from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.header_bytes import HeaderBytes
from compiler_core.llm.reading.limits import LIMITS, hold

Scalar = int | float | bool | str
Value = Scalar | list[str] | array

_NUMBERS = {
    0: ("u8", "B"), 1: ("i8", "b"), 2: ("u16", "H"), 3: ("i16", "h"), 4: ("u32", "I"),
    5: ("i32", "i"), 6: ("f32", "f"), 7: ("bool", "B"), 10: ("u64", "Q"), 11: ("i64", "q"),
    12: ("f64", "d"),
}  # fmt: skip
_BOOL, _STRING, _ARRAY = 7, 8, 9
_LENGTH = struct.Struct("<Q")


@dataclass(frozen=True, slots=True)
class GgufValue:
    """type: "u32", "string", "[f32]" and the like."""

    type: str
    value: Value

    @property
    def count(self) -> int:
        return len(self.value) if isinstance(self.value, list | array) else 1


class ValueReader:
    """Reads values from a header; counts the strings of all arrays."""

    def __init__(self, source: HeaderBytes) -> None:
        self._source = source
        self._strings = 0

    def text(self, what: str, limit: str = "string_bytes") -> str:
        """A string with its length before it; bytes that are no UTF-8 are replaced."""
        length = self._source.number("Q", what)
        hold(limit, length, what)
        return self._source.take(length, what).decode("utf-8", "replace")

    def name(self, what: str) -> str:
        """A string that names something: UTF-8 and not empty."""
        length = self._source.number("Q", what)
        hold("name_bytes", length, what)
        try:
            name = self._source.take(length, what).decode("utf-8")
        except UnicodeDecodeError as error:
            raise ModelFileRefused(f"{what} is not UTF-8 text.") from error
        if not name:
            raise ModelFileRefused(f"{what} is empty.")
        return name

    def value(self, key: str) -> GgufValue:
        """A value with its type before it."""
        number = self._source.number("I", f"the type of {key}")
        what = f"the value of {key}"
        if number == _STRING:
            return GgufValue("string", self.text(what))
        if number == _ARRAY:
            return self._array(key)
        if number not in _NUMBERS:
            raise ModelFileRefused(f"{key} has value type {number}, which GGUF does not define.")
        type_name, code = _NUMBERS[number]
        value = self._source.number(code, what)
        return GgufValue(type_name, _truth(value, key) if number == _BOOL else value)

    def _array(self, key: str) -> GgufValue:
        number = self._source.number("I", f"the type of {key}")
        count = self._source.number("Q", f"the count of {key}")
        if number == _ARRAY:
            raise ModelFileRefused(f"{key} is an array of arrays, which no model file uses.")
        if number == _STRING:
            return GgufValue("[string]", self._texts(key, count))
        if number not in _NUMBERS:
            raise ModelFileRefused(f"{key} has value type {number}, which GGUF does not define.")
        type_name, code = _NUMBERS[number]
        numbers = array(code)
        self._check_count(key, count, numbers.itemsize)
        numbers.frombytes(self._source.take(count * numbers.itemsize, f"the array {key}"))
        if sys.byteorder == "big":
            numbers.byteswap()
        return GgufValue(f"[{type_name}]", numbers)

    def _texts(self, key: str, count: int) -> list[str]:
        self._check_count(key, count, _LENGTH.size)
        self._strings += count
        hold("strings", self._strings, key)
        texts: list[str] = []
        while len(texts) < count:
            self._texts_at_hand(texts, count)
            if len(texts) < count:
                texts.append(self.text(f"the array {key}"))
        return texts

    def _texts_at_hand(self, texts: list[str], count: int) -> None:
        """Append the strings that are fetched already: a vocabulary has hundreds of thousands."""
        data, start = self._source.data, self._source.position
        unpack, longest = _LENGTH.unpack_from, LIMITS.string_bytes
        last = len(data) - _LENGTH.size
        for _ in range(count - len(texts)):
            if start > last:
                break
            begin = start + _LENGTH.size
            end = begin + unpack(data, start)[0]
            if end > len(data) or end - begin > longest:
                break
            texts.append(data[begin:end].decode("utf-8", "replace"))
            start = end
        self._source.position = start

    def _check_count(self, key: str, count: int, least_bytes: int) -> None:
        if count * least_bytes <= self._source.left:
            return
        raise ModelFileRefused(
            f"{key} says that it has {count:,} values, at least {least_bytes} bytes each; "
            f"the file has {self._source.left:,} bytes left.",
            "The file is damaged, or not what it claims to be.",
        )


def _truth(value: int, key: str) -> bool:
    if value not in (0, 1):
        raise ModelFileRefused(f"{key} is a truth value of {value}; only 0 and 1 are.")
    return bool(value)
