"""IEEE numbers of 16, 32 and 64 bits and bfloat16, computed exactly and rounded once.

A value is a Fraction when it is finite and not zero, else a Python float (signed zero, infinity,
NaN). Source: IEEE 754-2019, sections 4 to 6; the Arm ARM's default rounding, to nearest even.
"""

from __future__ import annotations

import math
import struct
from fractions import Fraction

Value = Fraction | float
# In the place of a width: the upper half of a float of 32 bits.
BFLOAT16 = -16
FORMATS = {16: (11, -14, 15), 32: (24, -126, 127), 64: (53, -1022, 1023), BFLOAT16: (8, -126, 127)}
_STRUCTS = {16: "<e", 32: "<f", 64: "<d"}
NAN = math.nan


def decode(bits: int, width: int) -> Value:
    """The value of a bit pattern."""
    if width == BFLOAT16:
        bits, width = bits << 16, 32
    number = struct.unpack(_STRUCTS[width], bits.to_bytes(width // 8, "little"))[0]
    return Fraction(number) if math.isfinite(number) and number else number


def encode(value: Value, width: int) -> int | None:
    """The bit pattern of a value rounded to nearest even; None for NaN (any will do)."""
    precision, lowest, highest = FORMATS[width]
    if isinstance(value, float):
        if math.isnan(value):
            return None
        if width == BFLOAT16:
            return int.from_bytes(struct.pack("<f", value), "little") >> 16
        return int.from_bytes(struct.pack(_STRUCTS[width], value), "little")
    width = abs(width)
    sign = (1 << (width - 1)) if value < 0 else 0
    magnitude = Fraction(abs(value))
    exponent = max(floor_log2(magnitude), lowest)
    scaled = magnitude / Fraction(2) ** (exponent - precision + 1)
    significand = round(scaled)
    if significand >> precision:
        significand >>= 1
        exponent += 1
    fraction_bits = precision - 1
    if exponent > highest:
        return sign | (((1 << (width - 1 - fraction_bits)) - 1) << fraction_bits)
    if significand >> fraction_bits == 0:
        return sign | significand
    return (
        sign
        | ((exponent - lowest + 1) << fraction_bits)
        | (significand & ((1 << fraction_bits) - 1))
    )


def rounded(value: Value, width: int) -> Value:
    """The value after one rounding to a format."""
    bits = encode(value, width)
    return NAN if bits is None else decode(bits, width)


def floor_log2(value: Fraction) -> int:
    """The exponent of a positive number."""
    guess = value.numerator.bit_length() - value.denominator.bit_length()
    return guess if Fraction(2) ** guess <= value else guess - 1


def is_nan(value: Value) -> bool:
    """True for NaN."""
    return isinstance(value, float) and math.isnan(value)


def negative(value: Value) -> bool:
    """The sign, of zero too."""
    return value < 0 if isinstance(value, Fraction) else math.copysign(1.0, value) < 0


def _sign_float(value: Value) -> float:
    return math.copysign(1.0, value) if isinstance(value, Fraction) else value


def add(left: Value, right: Value) -> Value:
    """The exact sum."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left + right or 0.0
    if isinstance(left, Fraction):
        return left if right == 0 else right
    if isinstance(right, Fraction):
        return right if left == 0 else left
    return left + right


def multiply(left: Value, right: Value) -> Value:
    """The exact product."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left * right
    return _sign_float(left) * _sign_float(right)


def divide(left: Value, right: Value) -> Value:
    """The exact quotient; a finite number by zero gives infinity."""
    if isinstance(left, Fraction) and isinstance(right, Fraction):
        return left / right
    top, bottom = _sign_float(left), _sign_float(right)
    if bottom == 0:
        if top == 0 or math.isnan(top):
            return NAN
        return math.copysign(math.inf, math.copysign(1, top) * math.copysign(1, bottom))
    return top / bottom


def negate(value: Value) -> Value:
    """The value with the other sign."""
    return -value


# Of the shared pseudocode of the Arm Architecture Reference Manual: RecipEstimate(),
# RecipSqrtEstimate() and FPRecpX(). They fix every bit of an estimate.
def reciprocal_estimate(value: Value) -> Value:
    """1/x to eight bits."""
    if not isinstance(value, Fraction):
        return divide(Fraction(1), value)
    exponent = floor_log2(abs(value))
    middle = 2 * _nine_bits(value, exponent) + 1
    nearest = ((1 << 19) // middle + 1) // 2
    magnitude = Fraction(nearest, 256) * Fraction(2) ** (-exponent - 1)
    return -magnitude if value < 0 else magnitude


def root_estimate(value: Value) -> Value:
    """1/√x to eight bits."""
    if not isinstance(value, Fraction):
        return divide(Fraction(1), value) if value >= 0 else NAN
    if value < 0:
        return NAN
    exponent = floor_log2(value)
    middle = 2 * (_nine_bits(value, exponent) // 2) + 1 << exponent % 2
    nearest = (math.isqrt(((1 << 28) - 1) // middle) + 1) // 2
    return Fraction(nearest, 256) * Fraction(2) ** ((-1 - exponent) // 2)


def _nine_bits(value: Fraction, exponent: int) -> int:
    """The leading one and the eight bits after it."""
    return int(abs(value) / Fraction(2) ** exponent * 256)


def reciprocal_exponent(value: Value, width: int) -> Value:
    """A power of two whose exponent is the complement of x's."""
    if is_nan(value):
        return NAN
    if isinstance(value, float) and math.isinf(value):
        return math.copysign(0.0, value)
    _, lowest, highest = FORMATS[width]
    exponent = floor_log2(abs(value)) if isinstance(value, Fraction) else lowest - 1
    magnitude = Fraction(2) ** (highest if exponent < lowest else 1 - exponent)
    return -magnitude if negative(value) else magnitude


def square_root(value: Value) -> Value:
    """The root to more than 200 bits, far beyond any rounding."""
    if isinstance(value, float):
        return NAN if value < 0 else value
    if value < 0:
        return NAN
    scale = 400
    root = math.isqrt((value.numerator << (2 * scale)) // value.denominator)
    return Fraction(root, 1 << scale)


def larger(left: Value, right: Value, number_wins: bool) -> Value:
    """max, or C's fmax if number_wins."""
    return _choose(left, right, number_wins, 1)


def smaller(left: Value, right: Value, number_wins: bool) -> Value:
    """min, or C's fmin if number_wins."""
    return _choose(left, right, number_wins, -1)


def _choose(left: Value, right: Value, number_wins: bool, direction: int) -> Value:
    if is_nan(left) or is_nan(right):
        if not number_wins:
            return NAN
        return right if is_nan(left) else left
    if left == right:
        return right if negative(left) == (direction > 0) else left
    return left if (left > right) == (direction > 0) else right


def whole(value: Value, how: str) -> Value:
    """Round to a whole number: floor, ceil, trunc, round (halves away), rint (halves to even)."""
    if isinstance(value, float):
        return value
    half = Fraction(1, 2)
    result = {
        "floor": lambda: math.floor(value),
        "ceil": lambda: math.ceil(value),
        "trunc": lambda: math.trunc(value),
        "rint": lambda: round(value),
        "round": lambda: math.floor(value + half) if value > 0 else -math.floor(half - value),
    }[how]()
    return Fraction(result) if result else math.copysign(0.0, value)


def within(value: Value, bits: int) -> Value:
    """A whole number where a signed integer of `bits` holds it, else the lowest such integer."""
    limit = 1 << (bits - 1)
    if isinstance(value, float) and value == 0:
        return value
    if isinstance(value, Fraction) and -limit <= value < limit:
        return value
    return Fraction(-limit)
