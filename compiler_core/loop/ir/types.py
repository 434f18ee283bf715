"""Types of values: what C's arithmetic types become.

Signedness is part of the type (`i32` wraps as two's complement, `u32` modulo 2^32), so that an
operation needs one name only: `div i32` rounds towards zero, `shr u32` fills with zeros. `char` is
`u8`, as on AArch64 Linux; `long` has 64 bits. A vector type is a scalar type with a lane count.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["void", "bool", "signed", "unsigned", "float"]


@dataclass(frozen=True, slots=True)
class Type:
    """kind and bits of one lane; lanes is 1 for a scalar."""

    kind: Kind
    bits: int
    lanes: int = 1

    @property
    def name(self) -> str:
        """`i32`, `u8`, `f32`, `bool`, `void`; with lanes `f32x4`."""
        letter = {"signed": "i", "unsigned": "u", "float": "f"}.get(self.kind)
        scalar = f"{letter}{self.bits}" if letter else self.kind
        return scalar if self.lanes == 1 else f"{scalar}x{self.lanes}"

    @property
    def is_integer(self) -> bool:
        """Integers, without bool."""
        return self.kind in ("signed", "unsigned")

    @property
    def is_float(self) -> bool:
        return self.kind == "float"

    @property
    def is_vector(self) -> bool:
        return self.lanes > 1

    @property
    def scalar(self) -> Type:
        """The type of one lane."""
        return replace(self, lanes=1)

    @property
    def bytes(self) -> int:
        """Size of one lane in memory."""
        return max(self.bits // 8, 1)

    def with_lanes(self, lanes: int) -> Type:
        """This lane type, `lanes` times."""
        return replace(self, lanes=lanes)

    def __str__(self) -> str:
        return self.name


VOID = Type("void", 0)
BOOL = Type("bool", 1)
I8, I16, I32, I64 = (Type("signed", bits) for bits in (8, 16, 32, 64))
U8, U16, U32, U64 = (Type("unsigned", bits) for bits in (8, 16, 32, 64))
F32, F64 = Type("float", 32), Type("float", 64)


def integer_range(type_: Type) -> tuple[int, int]:
    """Least and greatest value of an integer type."""
    if type_.kind == "signed":
        return -(1 << (type_.bits - 1)), (1 << (type_.bits - 1)) - 1
    return 0, (1 << type_.bits) - 1


def wrap(value: int, type_: Type) -> int:
    """The value that an integer type's bits hold: two's complement, modulo 2^bits."""
    bits = value & ((1 << type_.bits) - 1)
    if type_.kind == "signed" and bits >> (type_.bits - 1):
        return bits - (1 << type_.bits)
    return bits
