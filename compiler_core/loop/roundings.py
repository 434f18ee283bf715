"""a·a − b in 32-bit floats, with one rounding and with two, bit by bit.

Everything is computed exactly as fractions; rounding is to the nearest, ties to even (IEEE 754).
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from fractions import Fraction

MANTISSA = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Roundings:
    """One case of a·a − b, exact and rounded in the two ways."""

    a: Fraction
    """Exact value of a 32-bit float between 1 and 2."""
    b: Fraction
    """Exact value of the 32-bit float that is subtracted, between 1 and 2."""
    square: Fraction
    """The product a·a, exactly."""
    rounded: Fraction
    """To a 32-bit float."""
    twice: Fraction
    """Rounded less b, rounded again."""
    once: Fraction
    """Square less b, rounded at the end."""

    @property
    def lost(self) -> Fraction:
        """What the first of two roundings takes away."""
        return self.square - self.rounded


def roundings_of(a: float, b: float) -> Roundings:
    """a and b are rounded to 32-bit floats first."""
    left, right = nearest_float(Fraction(a)), nearest_float(Fraction(b))
    square = left * left
    rounded = nearest_float(square)
    return Roundings(
        a=left,
        b=right,
        square=square,
        rounded=rounded,
        twice=nearest_float(rounded - right),
        once=nearest_float(square - right),
    )


def nearest_float(value: Fraction) -> Fraction:
    """The 32-bit float next to it. The value must be exact in 64 bits, as products of two are."""
    wide = value.numerator / value.denominator
    if Fraction(wide) != value:
        raise ValueError(f"{value} has more digits than 64 bits hold.")
    return Fraction(struct.unpack("f", struct.pack("f", wide))[0])


def binary_digits(value: Fraction, after_point: int) -> str:
    """Of a value from 0 to below 4: the digit before the point, then so many behind it; what is
    further behind is cut off."""
    scaled = value * 2**after_point
    return f"{scaled.numerator // scaled.denominator:0{after_point + 1}b}"
