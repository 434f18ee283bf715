"""Arithmetic of bfloat16 dot products: every step is rounded to odd and knows no subnormal numbers.

Rounded to odd means cut off, with the last bit set where anything was lost, so that a later
rounding goes the right way. Source: the shared pseudocode of the Arm Architecture Reference Manual,
BFAdd(), BFMulH() and BFRound(), for FPCR.EBF = 0.
"""

from __future__ import annotations

import math
from fractions import Fraction

from compiler_core.host.formulas import exact_floats as fp

_PRECISION, _LOWEST, _HIGHEST = fp.FORMATS[32]


def odd_sum(width: int, left: fp.Value, right: fp.Value) -> fp.Value:
    """The sum of two floats of 32 bits as one such float; `width` is not needed."""
    return _to_odd(fp.add(_flushed(left), _flushed(right)))


def odd_product(width: int, left: fp.Value, right: fp.Value) -> fp.Value:
    """The product of two bfloat16 as a float of 32 bits; `width` is not needed."""
    return _to_odd(fp.multiply(_flushed(left), _flushed(right)))


def _flushed(value: fp.Value) -> fp.Value:
    """A number below all normal ones counts as zero of its sign."""
    if isinstance(value, Fraction) and abs(value) < Fraction(2) ** _LOWEST:
        return math.copysign(0.0, value)
    return value


def _to_odd(value: fp.Value) -> fp.Value:
    value = _flushed(value)
    if not isinstance(value, Fraction):
        return value
    sign = -1 if value < 0 else 1
    exponent = fp.floor_log2(abs(value))
    if exponent > _HIGHEST:
        return sign * math.inf
    unit = Fraction(2) ** (exponent - _PRECISION + 1)
    whole, lost = divmod(abs(value), unit)
    return sign * (whole | (lost != 0)) * unit
