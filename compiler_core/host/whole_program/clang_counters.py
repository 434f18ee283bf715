"""Clang's counters, as a running program left them, to a profile in LLVM's text form.

Which counters belong to which function stands in the program itself: section `__llvm_prf_data` has
a record per function, `__llvm_prf_names` the names. Formats: LLVM, "InstrProfData.inc" and
"llvm-profdata merge", text form.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import md5

from compiler_core.host.executable import Executable, Section
from compiler_core.host.whole_program.byte_reader import ByteReader, UnreadableBytes

_DATA, _COUNTERS, _NAMES = "__llvm_prf_data", "__llvm_prf_cnts", "__llvm_prf_names"
_FIRST_WITH_BITMAPS = 18
_COUNTER_BYTES = 8
_SEPARATOR = b"\x01"
_MOST_COUNTERS = 100_000


@dataclass(frozen=True, slots=True)
class FunctionCounts:
    """A function's counters under the name, and for the code (`hash`), that the compiler gave."""

    name: str
    hash: int
    counters: tuple[int, ...]


def read_counts(program: Executable, counters: bytes, major: int) -> tuple[FunctionCounts, ...]:
    """The counters of every function of a program built by Clang of this major version.

    Empty when the counters are not this program's: the program wrote them, and may write anything.
    """
    data, section = program.sections.get(_DATA), program.sections.get(_COUNTERS)
    if data is None or section is None or len(section.content) != len(counters):
        return ()
    names = _names(program.sections.get(_NAMES))
    return tuple(
        FunctionCounts(names[key], hash_, counted)
        for key, hash_, counted in _records(data, section.address, counters, major)
        if key in names and counted
    )


def profile_text(functions: tuple[FunctionCounts, ...]) -> str:
    """LLVM's text form: name, hash, number of counters, counters; an empty line between."""
    return "".join(
        "\n".join(
            (
                function.name,
                str(function.hash),
                str(len(function.counters)),
                *map(str, function.counters),
            )
        )
        + "\n\n"
        for function in functions
    )


def _records(
    data: Section, start: int, counters: bytes, major: int
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Key of the name, hash, counters. The address of the counters is relative to the record."""
    size, count_at = (64, 48) if major >= _FIRST_WITH_BITMAPS else (48, 40)
    for offset in range(0, len(data.content) - size + 1, size):
        key, hash_, relative = struct.unpack_from("<QQq", data.content, offset)
        (count,) = struct.unpack_from("<I", data.content, offset + count_at)
        first = data.address + offset + relative - start
        end = first + count * _COUNTER_BYTES
        if first >= 0 and end <= len(counters) and count <= _MOST_COUNTERS:
            yield key, hash_, struct.unpack_from(f"<{count}Q", counters, first)


def _names(section: Section | None) -> dict[int, str]:
    """Names by the low half of their MD5, as the records refer to them."""
    names: dict[int, str] = {}
    reader = ByteReader(section.content if section is not None else memoryview(b""))
    try:
        while reader.left() > 1:
            size, packed = reader.leb(), reader.leb()
            piece = reader.raw(packed or size)
            # Packed names are left alone: we ask for plain ones.
            for name in () if packed else piece.split(_SEPARATOR):
                names[_key(name)] = name.decode("utf-8", "replace")
    except UnreadableBytes:
        return names
    return names


def _key(name: bytes) -> int:
    return int.from_bytes(md5(name, usedforsecurity=False).digest()[:8], "little")
