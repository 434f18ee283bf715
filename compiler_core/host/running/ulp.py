"""Distances between floating-point numbers in units in the last place (ULP).

The distance of two numbers of one type is how many steps lead from one to the other when every
representable number is a step: their bits, read as sign and magnitude, are consecutive integers
(IEEE 754-2019, 3.4: for numbers of one sign the order of the encodings is that of the values).
Both zeros are the same step. An infinity is one step beyond the largest finite number. A NaN is at
no distance from anything: two NaN count as equal whatever their payload, a NaN and a number as a
mismatch that no ULP describes.
"""

from __future__ import annotations

from fractions import Fraction

from compiler_core.host.running.outputs import (
    exact_value,
    exponent_bits_of,
    fraction_bits_of,
)


def ordinal(bits: int, size: int) -> int:
    """The place of a number among all of its type; both zeros are 0. size in bytes."""
    magnitude = bits & ((1 << (8 * size - 1)) - 1)
    return -magnitude if bits >> (8 * size - 1) else magnitude


def is_nan(bits: int, size: int) -> bool:
    """True for any NaN."""
    fraction = fraction_bits_of(size)
    infinity = ((1 << exponent_bits_of(size)) - 1) << fraction
    return bits & ((1 << (8 * size - 1)) - 1) > infinity


def ulp_distance(left: int, right: int, size: int) -> int | None:
    """Steps between two numbers given by their bits; None when exactly one of them is NaN."""
    nans = is_nan(left, size) + is_nan(right, size)
    if nans:
        return 0 if nans == 2 else None
    return abs(ordinal(left, size) - ordinal(right, size))


def error_in_ulp(bits: int, size: int, exact: Fraction) -> Fraction | None:
    """How far a number is from an exact value, in ULP of its type at that value.

    One ULP at x is the distance of the two numbers around x, of one exponent: 2^(e - p + 1) for
    2^e <= |x| < 2^(e+1) and precision p, no less than the smallest positive number. None for
    infinities and NaN.
    """
    value = exact_value(bits, size)
    if value is None:
        return None
    return abs(value - exact) / unit_at(exact, size)


def unit_at(exact: Fraction, size: int) -> Fraction:
    """One ULP of a type of this size at an exact value."""
    fraction, exponents = fraction_bits_of(size), exponent_bits_of(size)
    least = 2 - (1 << (exponents - 1))
    exponent = max(_exponent(exact), least)
    return Fraction(2) ** (exponent - fraction)


def _exponent(value: Fraction) -> int:
    """e with 2^e <= |value| < 2^(e+1); very small for zero."""
    if value == 0:
        return -(1 << 20)
    size = abs(value)
    guess = size.numerator.bit_length() - size.denominator.bit_length()
    return guess if Fraction(2) ** guess <= size else guess - 1
