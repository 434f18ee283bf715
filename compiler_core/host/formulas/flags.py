"""What the flags say: conditions by name, and the flags of an addition."""

from __future__ import annotations

# Arm Architecture Reference Manual, C1.2.4 "Condition code": a test of N, Z, C and V each.
FLAG_TESTS = {
    "eq": lambda n, z, c, v: z, "ne": lambda n, z, c, v: not z,
    "hs": lambda n, z, c, v: c, "lo": lambda n, z, c, v: not c,
    "mi": lambda n, z, c, v: n, "pl": lambda n, z, c, v: not n,
    "vs": lambda n, z, c, v: v, "vc": lambda n, z, c, v: not v,
    "hi": lambda n, z, c, v: c and not z, "ls": lambda n, z, c, v: not c or z,
    "ge": lambda n, z, c, v: n == v, "lt": lambda n, z, c, v: n != v,
    "gt": lambda n, z, c, v: not z and n == v, "le": lambda n, z, c, v: z or n != v,
    "al": lambda n, z, c, v: True,
}  # fmt: skip
ALIASES = {
    "cs": "hs", "cc": "lo", "none": "eq", "any": "ne", "nlast": "hs", "last": "lo", "first": "mi",
    "nfrst": "pl", "pmore": "hi", "plast": "ls", "tcont": "ge", "tstop": "lt",
}  # fmt: skip


def sum_flags(left: int, right: int, carry: int, bits: int) -> int:
    """NZCV of a sum of two numbers of `bits` bits and a carry: AddWithCarry of the Arm ARM."""
    mask = (1 << bits) - 1
    total = left + right + carry
    result = total & mask
    overflow = (left >> (bits - 1) == right >> (bits - 1)) and (
        left >> (bits - 1) != result >> (bits - 1)
    )
    negative = result >> (bits - 1)
    return negative << 3 | (result == 0) << 2 | (total > mask) << 1 | int(overflow)
