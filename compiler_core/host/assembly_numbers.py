"""The one reader of numbers in what compilers and their tools print.

Inline assembly and directives carry a user's own text into that output, so a number there may have
5,000 digits or ask for a shift by 99,999,999,999. A number that no register, line or lane of
AArch64 can have is no number here: the readers that ask then take the text for what it also is, an
operand they do not know. What they do read is small enough to shift, print and add up at once.
"""

from __future__ import annotations

import math
import re

LEAST_NUMBER = -(1 << 63)
MOST_NUMBER = (1 << 64) - 1
# GCC and Clang both keep a source line in fewer than 31 bits.
LAST_LINE = (1 << 31) - 1
# 2^64 has 20 decimal digits; floating-point immediates are printed with up to 17 and zeros.
_LONGEST_WHOLE = 24
_LONGEST_REAL = 64
_WHOLE = re.compile(r"[+-]?(?:0[xX][0-9a-fA-F]+|[0-9]+)")
_SUM = re.compile(
    rf"\(\s*(?P<left>{_WHOLE.pattern})\s*(?P<sign>[+-])\s*(?P<right>{_WHOLE.pattern})\s*\)"
)
_REAL = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?")


def whole_number(text: str) -> int | None:
    """A decimal or hexadecimal number that fits in 64 bits, signed or not; None for all else."""
    if len(text) > _LONGEST_WHOLE or _WHOLE.fullmatch(text) is None:
        return None
    number = int(text, 16) if "x" in text.lower() else int(text)
    return number if LEAST_NUMBER <= number <= MOST_NUMBER else None


def added_up(text: str) -> int | None:
    """A whole number, or the sum that GCC leaves to the assembler: `(32 - 5)` where a rotation goes
    to the left (`ror #(32 - 5)`, its machine description's `rol` patterns); None for all else."""
    match = _SUM.fullmatch(text)
    if match is None:
        return whole_number(text)
    left, right = whole_number(match["left"]), whole_number(match["right"])
    if left is None or right is None:
        return None
    number = left - right if match["sign"] == "-" else left + right
    return number if LEAST_NUMBER <= number <= MOST_NUMBER else None


def number_within(text: str, least: int, most: int) -> int | None:
    """A whole number from least to most, both included; None for all else."""
    number = added_up(text)
    return number if number is not None and least <= number <= most else None


def real_number(text: str) -> float | None:
    """A decimal fraction with a finite value; None for all else."""
    if len(text) > _LONGEST_REAL or _REAL.fullmatch(text) is None:
        return None
    number = float(text)
    return number if math.isfinite(number) else None


def line_number(text: str | None) -> int:
    """A line or column, counted from 1; 0 where none is named, or one that no source has."""
    return number_within(text or "", 1, LAST_LINE) or 0


def address_number(text: str) -> int | None:
    """An address as objdump prints it, in hexadecimal without a prefix; None for all else."""
    return whole_number(f"0x{text}")


def wrapped(number: int) -> int:
    """What a 64-bit register holds of a number, read as signed."""
    low = number & MOST_NUMBER
    return low - (1 << 64) if low >> 63 else low
