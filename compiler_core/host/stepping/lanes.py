"""Bytes of registers and memory as lanes: numbers of one type, in the order of the elements.

AArch64 keeps element 0 of a vector in its lowest bits, and memory is little-endian (Arm
Architecture Reference Manual, A1.4.1), so lane i starts at byte i times its size in both.
"""

from __future__ import annotations

import math
import struct
from functools import lru_cache

from compiler_core.host.stepping.record import Value

_FORMATS = {
    "int8": "b", "int16": "h", "int32": "i", "int64": "q",
    "uint8": "B", "uint16": "H", "uint32": "I", "uint64": "Q",
    "half": "e", "float": "f", "double": "d",
}  # fmt: skip
FLOAT_OF_BITS = {16: "half", 32: "float", 64: "double"}
# Packing, digits every number of the type keeps and digits that tell all apart, least normal number
# (IEEE 754-2019, table 3.5).
_PRECISION = {
    "half": (struct.Struct("<e"), 3, 5, 2.0**-14),
    "float": (struct.Struct("<f"), 6, 9, 2.0**-126),
}
_WHOLE = "int128"


def lane_bytes(lane_type: str) -> int:
    """Bytes of one lane."""
    return 16 if lane_type == _WHOLE else struct.calcsize(_FORMATS[lane_type])


@lru_cache(maxsize=4096)
def lanes_of(content: bytes, lane_type: str) -> tuple[Value, ...]:
    """The whole lanes in `content`; what is left over is ignored.

    A float becomes the shortest number that rounds to it, so that 0.1f reads 0.1.
    """
    size = lane_bytes(lane_type)
    count = len(content) // size
    if lane_type == _WHOLE:
        pieces = (content[16 * lane : 16 * lane + 16] for lane in range(count))
        return tuple(hex(int.from_bytes(piece, "little")) for piece in pieces)
    values = struct.unpack_from(f"<{count}{_FORMATS[lane_type]}", content)
    if lane_type in FLOAT_OF_BITS.values():
        return tuple(_shortest(value, lane_type) for value in values)
    return values


def active_lanes(predicate: bytes, element_bytes: int, count: int) -> tuple[int, ...]:
    """A predicate's lanes for elements of this size: bit i*element_bytes says lane i is active.

    Arm Architecture Reference Manual, B1.2.3 "SVE predicate registers".
    """
    bits = int.from_bytes(predicate, "little")
    return tuple(bits >> (lane * element_bytes) & 1 for lane in range(count))


def flag_lanes(nzcv: int) -> tuple[int, ...]:
    """N, Z, C and V of the four-bit number NZCV."""
    return nzcv >> 3 & 1, nzcv >> 2 & 1, nzcv >> 1 & 1, nzcv & 1


def signed(value: int, bits: int) -> int:
    """The low bits of a number read as two's complement."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if value >> (bits - 1) else value


def value_text(value: Value) -> str:
    """A value in a sentence: six digits of a fraction are enough there."""
    if isinstance(value, float):
        return f"{value:.6g}"
    return "?" if value is None else str(value)


def _shortest(value: float, lane_type: str) -> Value:
    """The decimal with the fewest digits that rounds to the same lane.

    Rounding to `few` digits finds it if it has no more, for then the two differ by less than half a
    unit of the last of them; only subnormal numbers are further apart.
    """
    if math.isnan(value):
        return "nan"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if lane_type == "double":
        return value
    packing, few, most, normal = _PRECISION[lane_type]
    content = packing.pack(value)
    for digits in range(few if abs(value) >= normal else 1, most):
        shorter = float(f"{value:.{digits}g}")
        if _rounds_to(shorter, content, packing):
            return shorter
    return float(f"{value:.{most}g}")


def _rounds_to(value: float, content: bytes, packing: struct.Struct) -> bool:
    try:
        return packing.pack(value) == content
    except OverflowError:
        return False
