"""What integer types hold, by name: limits of arguments, and of elements used as an index."""

from __future__ import annotations

import re
from collections.abc import Callable

from compiler_core.host.running.shapes import Number

Range = tuple[int, int]
_SIZED = re.compile(r"(?:std::)?(?P<unsigned>u?)int(?:_least|_fast)?(?P<bits>8|16|32|64)_t")
_BITS = {"char": 8, "bool": 1, "_Bool": 1, "byte": 8, "ushort": 16, "uint": 32, "ulong": 64}
_LONG_NAMES = ("size_t", "ssize_t", "ptrdiff_t", "intptr_t", "uintptr_t", "intmax_t", "uintmax_t",
               "off_t", "time_t")  # fmt: skip


def range_of(number: Number, resolve: Callable[[str], str] = str) -> Range | None:
    """The least and greatest value of an integer type; None for a name that does not tell.

    resolve: a typedef's name to what it stands for. Plain char counts as unsigned, as on AArch64.
    """
    if number.floating:
        return None
    name = resolve(number.name).removeprefix("std::")
    match = _SIZED.fullmatch(name)
    if match:
        return _range(int(match["bits"]), unsigned=bool(match["unsigned"]))
    words = name.split()
    unsigned = "unsigned" in words or name in ("char", "bool", "_Bool", "size_t", "uintptr_t",
                                               "ushort", "uint", "ulong", "byte")  # fmt: skip
    if name in _BITS:
        return _range(_BITS[name], unsigned=unsigned)
    bits = 8 if "char" in words else 16 if "short" in words else 32
    if "long" in words or name in _LONG_NAMES:
        bits = 64
    known = {"unsigned", "signed", "char", "short", "long", "int"}
    return _range(bits, unsigned=unsigned) if set(words) <= known or name in _LONG_NAMES else None


def _range(bits: int, *, unsigned: bool) -> Range:
    return (0, (1 << bits) - 1) if unsigned else (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
