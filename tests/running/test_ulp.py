"""Distances in ULP against definitions of their own, for random numbers of three types."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from compiler_core.host.running.compare_outputs import difference_of
from compiler_core.host.running.outputs import OutputArray, exact_value
from compiler_core.host.running.ulp import (
    error_in_ulp,
    is_nan,
    ordinal,
    ulp_distance,
    unit_at,
)

FORMATS = {2: ("e", "h"), 4: ("f", "i"), 8: ("d", "q")}
sizes = st.sampled_from(tuple(FORMATS))


def bits_of(value: float, size: int) -> int:
    return int.from_bytes(struct.pack(f"<{FORMATS[size][0]}", value), "little")


def value_of(bits: int, size: int) -> float:
    return struct.unpack(f"<{FORMATS[size][0]}", bits.to_bytes(size, "little"))[0]


@st.composite
def numbers(draw: st.DrawFn) -> tuple[int, int, int]:
    """Size and the bits of two values, NaN and infinities included."""
    size = draw(sizes)
    patterns = st.integers(0, (1 << 8 * size) - 1)
    return size, draw(patterns), draw(patterns)


@given(numbers())
def test_distance_is_that_of_the_two_s_complement_order(
    given_numbers: tuple[int, int, int],
) -> None:
    """The usual trick: negative patterns mirrored in the integer of the same width."""
    size, left, right = given_numbers

    def mirrored(bits: int) -> int:
        (signed,) = struct.unpack(f"<{FORMATS[size][1]}", bits.to_bytes(size, "little"))
        return signed if signed >= 0 else -(1 << (8 * size - 1)) - signed

    nans = [math.isnan(value_of(bits, size)) for bits in (left, right)]
    expected = 0 if all(nans) else None if any(nans) else abs(mirrored(left) - mirrored(right))
    assert ulp_distance(left, right, size) == expected


@given(numbers())
def test_order_of_places_is_order_of_values(given_numbers: tuple[int, int, int]) -> None:
    size, left, right = given_numbers
    first, second = value_of(left, size), value_of(right, size)
    if math.isnan(first) or math.isnan(second):
        assert is_nan(left, size) == math.isnan(first)
        return
    places = ordinal(left, size), ordinal(right, size)
    assert (first < second) == (places[0] < places[1])
    assert (first == second) == (places[0] == places[1])


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(0, 20))
def test_steps_of_nextafter_are_counted(start: float, steps: int) -> None:
    value = start
    for _ in range(steps):
        value = math.nextafter(value, math.inf)
    if value < math.inf:
        assert ulp_distance(bits_of(start, 8), bits_of(value, 8), 8) == steps


def test_signs_zeros_infinities_and_nan() -> None:
    tiny = struct.unpack("<f", struct.pack("<I", 1))[0]
    assert ulp_distance(bits_of(0.0, 4), bits_of(-0.0, 4), 4) == 0
    assert ulp_distance(bits_of(tiny, 4), bits_of(-tiny, 4), 4) == 2
    largest = bits_of(math.inf, 4) - 1
    assert ulp_distance(largest, bits_of(math.inf, 4), 4) == 1
    assert ulp_distance(0x7FC00000, 0x7FC00001, 4) == 0
    assert ulp_distance(0x7FC00000, bits_of(1.0, 4), 4) is None


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_the_unit_is_python_s_own_for_doubles(value: float) -> None:
    assert unit_at(Fraction(value), 8) == Fraction(math.ulp(value))


@given(st.floats(allow_nan=False, allow_infinity=False), st.integers(-40, 40))
def test_errors_are_counted_in_units(value: float, quarters: int) -> None:
    exact = Fraction(value) + Fraction(quarters, 4) * Fraction(math.ulp(value))
    found = error_in_ulp(bits_of(value, 8), 8, exact)
    assert found is not None
    assert found * unit_at(exact, 8) == abs(Fraction(value) - exact)


@given(numbers())
def test_exact_values_are_python_s(given_numbers: tuple[int, int, int]) -> None:
    size, bits, _ = given_numbers
    value = value_of(bits, size)
    expected = Fraction(value) if math.isfinite(value) else None
    assert exact_value(bits, size) == expected


def test_quadruple_precision_is_read() -> None:
    one, third = 0x3FFF << 112, (0x3FFD << 112) | (1 << 112) // 3
    assert exact_value(one, 16) == 1
    array = OutputArray("x", "f", 16, one.to_bytes(16, "little") + third.to_bytes(16, "little"))
    assert array.values() == (1.0, 1 / 3)
    endless = OutputArray("x", "f", 16, (0x7FFF << 112).to_bytes(16, "little"))
    assert endless.values() == (math.inf,)


def floats(*values: float) -> OutputArray:
    return OutputArray("y", "f", 4, struct.pack(f"<{len(values)}f", *values))


def test_a_difference_names_place_values_and_kinds() -> None:
    step = math.nextafter(1.0, 2.0) - 1.0
    del step
    above = struct.unpack("<f", struct.pack("<I", bits_of(1.0, 4) + 3))[0]
    found = difference_of(floats(0.0, 1.0, 2.0), floats(-0.0, above, 2.0))
    assert (found.different, found.largest, found.index, found.zero_signs) == (2, 3, 1, 1)
    assert (found.left, found.right) == ("1", "1.00000036")
    odd = difference_of(floats(1.0, 5.0), floats(math.nan, 6.0))
    assert (odd.nan_mismatches, odd.index, odd.right) == (1, 0, "nan")


@given(st.lists(st.integers(-(2**31), 2**31 - 1), min_size=1, max_size=30), st.data())
def test_integers_differ_by_their_difference(left: list[int], data: st.DataObject) -> None:
    right = data.draw(
        st.lists(st.integers(-(2**31), 2**31 - 1), min_size=len(left), max_size=len(left))
    )
    arrays = [
        OutputArray("y", "i", 4, struct.pack(f"<{len(left)}i", *side)) for side in (left, right)
    ]
    found = difference_of(*arrays)
    gaps = [abs(one - other) for one, other in zip(left, right, strict=True)]
    assert found.largest == max(gaps)
    assert found.different == sum(gap > 0 for gap in gaps)
    if found.different:
        assert found.index == gaps.index(max(gaps))
