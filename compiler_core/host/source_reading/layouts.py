"""How types lie in memory: size, alignment and members, and whether all members are alike.

Sizes are those of the LP64 data model: Procedure Call Standard for the Arm 64-bit Architecture
(AAPCS64), section 5 "Data types and alignment", and section 10 "Arm C and C++ language mappings".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

LayoutKind = Literal["integer", "pointer", "float", "vector", "scalable", "predicate", "record"]
Base = tuple[str, int]
# Members matter only where a register holds them: of at most four vectors of 16 bytes.
_MOST_BYTES_NAMED = 64

_INTEGER_SIZES = {
    "char": 1, "bool": 1, "_Bool": 1, "char8_t": 1, "byte": 1, "short": 2, "ushort": 2,
    "char16_t": 2, "int": 4, "signed": 4, "unsigned": 4, "uint": 4, "wchar_t": 4, "wint_t": 4,
    "char32_t": 4, "__int128": 16, "__int128_t": 16, "__uint128_t": 16,
}  # fmt: skip
_LONG_NAMES = frozenset(
    ("long", "ulong", "size_t", "ssize_t", "ptrdiff_t", "intptr_t", "uintptr_t", "intmax_t",
     "uintmax_t", "off_t", "time_t")
)  # fmt: skip
_FLOAT_SIZES = {
    "_Float16": 2, "__fp16": 2, "float16_t": 2, "float": 4, "float32_t": 4, "_Float32": 4,
    "float_t": 4, "double": 8, "float64_t": 8, "_Float64": 8, "double_t": 8, "_Float128": 16,
    "__float128": 16,
}  # fmt: skip
_BRAIN_FLOATS = ("__bf16", "bfloat16_t")
_EXACT = re.compile(r"u?int(?:_least)?(?P<bits>8|16|32|64)_t")
_FAST = re.compile(r"u?int_fast(?P<bits>8|16|32|64)_t")
_VECTOR = re.compile(
    r"(?:u?int|float|poly|bfloat)(?P<bits>\d+)x(?P<lanes>\d+)(?:x(?P<count>[234]))?_t"
)
_SCALABLE = re.compile(r"__SV(?:U?Int|Float|Bfloat)\d+_t|sv(?:u?int|float|bfloat)\d+_t")
_PREDICATE = ("svbool_t", "__SVBool_t")


@dataclass(frozen=True, slots=True)
class Member:
    """A number or address inside a type: path from its name on (`.x`, `[1].y`), empty for a type
    that is one itself; offset and size in bytes."""

    path: str
    offset: int
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One type."""

    kind: LayoutKind
    """Which sort of type it is, as the calling convention tells them apart."""
    size: int
    """In bytes, as in an array of it; 0 for scalable types."""
    alignment: int
    """In bytes; 0 for scalable types."""
    natural_alignment: int
    """In bytes, what its members need, whatever is asked for the whole."""
    members: tuple[Member, ...]
    """Empty beyond 64 bytes."""
    base: Base | None = None
    """The one floating-point or vector type that it consists of without gaps, and how many; None
    otherwise."""
    count: int = 0
    """How many values of `base` it consists of; 0 where base is None."""
    is_nontrivial: bool = False
    """A C++ class that cannot be copied as bytes."""


@dataclass(frozen=True, slots=True)
class UnknownLayout:
    """A type whose layout cannot be told from the source; reason completes "because …"."""

    reason: str


@dataclass(frozen=True, slots=True)
class MemberType:
    """A member as declared: its name, empty for an anonymous structure; alignment: 0 or what an
    `alignas` asks for."""

    name: str
    layout: Layout
    alignment: int = 0


def scalar(kind: LayoutKind, size: int, base: str = "") -> Layout:
    """A number, address or vector, aligned to its size. base: its name among alike types."""
    members = (Member("", 0, size),) if size else ()
    alike = (base, size) if base else None
    return Layout(
        kind=kind,
        size=size,
        alignment=size,
        natural_alignment=size,
        members=members,
        base=alike,
        count=int(bool(base)),
    )


POINTER = scalar("pointer", 8)


def named_scalar(name: str) -> Layout | None:
    """A type that C, stdint.h, arm_neon.h or arm_sve.h name; None for any other."""
    exact, fast, vector = (pattern.fullmatch(name) for pattern in (_EXACT, _FAST, _VECTOR))
    if name in _INTEGER_SIZES:
        return scalar("integer", _INTEGER_SIZES[name])
    if name in _LONG_NAMES:
        return scalar("integer", 8)
    if name in _FLOAT_SIZES:
        return scalar("float", _FLOAT_SIZES[name], "float")
    if name in _BRAIN_FLOATS:
        return scalar("float", 2, "bfloat")
    if exact:
        return scalar("integer", int(exact["bits"]) // 8)
    if fast:
        # glibc makes all but the 8-bit one `long`.
        return scalar("integer", 1 if fast["bits"] == "8" else 8)
    if vector:
        return _vectors(vector)
    if name in _PREDICATE:
        return scalar("predicate", 0)
    return scalar("scalable", 0) if _SCALABLE.fullmatch(name) else None


def sized_scalar(words: Sequence[str]) -> Layout:
    """A type of several words: `unsigned long long`, `long double`."""
    if "double" in words:
        return scalar("float", 16 if "long" in words else 8, "float")
    known = [_INTEGER_SIZES[word] for word in words if word in ("char", "short", "__int128")]
    return scalar("integer", known[0] if known else 8 if "long" in words else 4)


def vector_of(size: int) -> Layout | None:
    """A short vector of 8 or 16 bytes; vectors of other sizes are none."""
    return scalar("vector", size, "vector") if size in (8, 16) else None


def _vectors(match: re.Match[str]) -> Layout | None:
    """`float32x4_t`, and `float32x4x2_t`, a structure of two of them in an array `val`."""
    vector = vector_of(int(match["bits"]) * int(match["lanes"]) // 8)
    if vector is None or not match["count"]:
        return vector
    return record_of((MemberType("val", repeated(vector, int(match["count"]))),))


def repeated(element: Layout, length: int) -> Layout:
    """An array inside a record."""
    size = element.size * length
    members: list[Member] = []
    if size <= _MOST_BYTES_NAMED and element.members:
        for index in range(length):
            start = index * element.size
            members += [_inside(member, f"[{index}]", start) for member in element.members]
    return replace(
        element, kind="record", size=size, members=tuple(members), count=element.count * length
    )


def record_of(members: Sequence[MemberType], alignment: int = 0) -> Layout:
    """A structure. alignment: 0 or what is asked for the whole."""
    offset = 0
    named: list[Member] = []
    for member in members:
        offset = round_up(offset, max(member.layout.alignment, member.alignment, 1))
        named += _named_members(member, offset)
        offset += member.layout.size
    count = sum(member.layout.count for member in members)
    return _closed(members, offset, named, count, alignment)


def union_of(members: Sequence[MemberType], alignment: int = 0) -> Layout:
    """A union: all members begin at its start."""
    size = max((member.layout.size for member in members), default=0)
    named = [inner for member in members for inner in _named_members(member, 0)]
    count = max((member.layout.count for member in members), default=0)
    return _closed(members, size, named, count, alignment)


def _closed(
    members: Sequence[MemberType], end: int, placed: Sequence[Member], count: int, alignment: int
) -> Layout:
    """Pad the end; AAPCS64, 5.9: the natural alignment is that of the most aligned member."""
    natural = max((max(field.layout.alignment, field.alignment) for field in members), default=1)
    whole = max(natural, alignment)
    size = round_up(end, whole)
    bases = {member.layout.base for member in members if member.layout.size}
    base = bases.pop() if len(bases) == 1 else None
    alike = base is not None and base[1] * count == size
    return Layout(
        kind="record",
        size=size,
        alignment=whole,
        natural_alignment=natural,
        members=tuple(placed) if size <= _MOST_BYTES_NAMED else (),
        base=base if alike else None,
        count=count if alike else 0,
        is_nontrivial=any(part.layout.is_nontrivial for part in members),
    )


def _named_members(member: MemberType, offset: int) -> list[Member]:
    prefix = f".{member.name}" if member.name else ""
    return [_inside(inner, prefix, offset) for inner in member.layout.members]


def _inside(member: Member, prefix: str, offset: int) -> Member:
    return Member(f"{prefix}{member.path}", member.offset + offset, member.size)


def is_empty(layout: Layout) -> bool:
    """True if no number or address is in it."""
    return not layout.members and layout.size <= _MOST_BYTES_NAMED and not layout.is_nontrivial


def round_up(value: int, step: int) -> int:
    """The next multiple of step."""
    return -(-value // step) * step
