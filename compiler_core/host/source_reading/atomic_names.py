"""The names of stdatomic.h: what number each of them holds (C17, 7.17.6), as AArch64 has it."""

from __future__ import annotations

import re

_SIGNED = {8: "signed char", 16: "short", 32: "int", 64: "long"}
_PLAIN = {
    "bool": "_Bool", "char": "char", "schar": "signed char", "uchar": "unsigned char",
    "short": "short", "ushort": "unsigned short", "int": "int", "uint": "unsigned int",
    "long": "long", "ulong": "unsigned long", "llong": "long long", "ullong": "unsigned long long",
    "char8_t": "unsigned char", "char16_t": "unsigned short", "char32_t": "unsigned int",
    "wchar_t": "unsigned int", "size_t": "unsigned long", "ptrdiff_t": "long",
}  # fmt: skip
_SIZED = re.compile(r"(?P<unsigned>u?)int_?(?P<kind>least|fast|ptr|max)(?P<bits>8|16|32|64|)_t")


def plain_number(name: str) -> str:
    """`int` of `atomic_int`: words of C for the same size and range; any other name as it is."""
    held = name.removeprefix("atomic_")
    if held == name:
        return name
    sized = _SIZED.fullmatch(held)
    if sized is None:
        return _PLAIN.get(held, name)
    bits = int(sized["bits"] or 64)
    # glibc makes all but the 8-bit one of the fast types `long`.
    plain = _SIGNED[64 if sized["kind"] == "fast" and bits > 8 else bits]
    return f"unsigned {plain.removeprefix('signed ')}" if sized["unsigned"] else plain
