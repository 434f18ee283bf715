"""bfloat16 and its rounding to odd, at the edges that no random lane meets."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler_core.host.formulas import exact_floats as fp
from compiler_core.host.formulas.odd_rounding import odd_product, odd_sum

_LOWEST = Fraction(2) ** -126


def bfloat16(bits: int) -> fp.Value:
    """The number that 16 bits are."""
    return fp.decode(bits, fp.BFLOAT16)


@given(st.integers(0, 0xFFFF))
def test_every_bfloat16_is_the_float_of_its_bits(bits: int) -> None:
    value = bfloat16(bits)
    assert fp.encode(value, fp.BFLOAT16) == (None if fp.is_nan(value) else bits)
    (beside,) = struct.unpack("<f", struct.pack("<I", bits << 16))
    assert math.isnan(beside) if fp.is_nan(value) else value == beside


@pytest.mark.parametrize(
    ("bits", "rounded"),
    [
        (0x3F808000, 0x3F80),  # half way: to the even one
        (0x3F818000, 0x3F82),
        (0x3F808001, 0x3F81),
        (0x7F7FFFFF, 0x7F80),  # the largest float is nearer to infinity
        (0x00018000, 0x0002),
        (0x80000000, 0x8000),
    ],
)
def test_a_float_is_rounded_to_the_nearest_bfloat16(bits: int, rounded: int) -> None:
    assert fp.encode(fp.decode(bits, 32), fp.BFLOAT16) == rounded


@pytest.mark.parametrize(
    ("left", "right", "total"),
    [
        (Fraction(1), Fraction(1, 1 << 30), 1 + Fraction(1, 1 << 23)),  # lost: the last bit is set
        (Fraction(-1), Fraction(-1, 1 << 30), -1 - Fraction(1, 1 << 23)),
        (Fraction(1), Fraction(2), Fraction(3)),  # nothing lost: as it is
        (Fraction(2) ** 127, Fraction(2) ** 127, math.inf),
        (_LOWEST * Fraction(3, 2), -_LOWEST, 0.0),  # below all normal numbers
        (_LOWEST / 2, Fraction(1), Fraction(1)),  # as an operand too
        (Fraction(1), Fraction(-1), 0.0),
    ],
)
def test_a_sum_is_rounded_to_odd(left: fp.Value, right: fp.Value, total: fp.Value) -> None:
    assert odd_sum(0, left, right) == total


def test_a_product_keeps_the_sign_of_what_becomes_zero() -> None:
    assert math.copysign(1, odd_product(0, -_LOWEST, Fraction(1, 2))) == -1
    assert odd_product(0, Fraction(3), Fraction(5)) == 15
    assert fp.is_nan(odd_product(0, math.inf, _LOWEST / 2))


@pytest.mark.parametrize(
    ("value", "held"),
    [
        (Fraction((1 << 31) - 1), (1 << 31) - 1), (Fraction(1 << 31), -(1 << 31)),
        (Fraction(-(1 << 31)), -(1 << 31)), (Fraction(-(1 << 31) - 1), -(1 << 31)),
        (math.nan, -(1 << 31)), (math.inf, -(1 << 31)), (-0.0, 0),
    ],
)  # fmt: skip
def test_what_32_bits_do_not_hold_becomes_the_lowest_number(value: fp.Value, held: int) -> None:
    assert fp.within(value, 32) == held
