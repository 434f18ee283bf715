"""Bytes to lanes: order, types, the shortest floats, predicates."""

from __future__ import annotations

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compiler_core.host.instruction import parse_instruction
from compiler_core.host.stepping.lane_typing import usual_type
from compiler_core.host.stepping.lanes import active_lanes, flag_lanes, lanes_of, signed


@pytest.mark.parametrize(
    ("content", "lane_type", "lanes"),
    [
        ("000080bf0000003f", "float", (-1.0, 0.5)),
        ("cdcccc3d", "float", (0.1,)),
        ("9a9999999999b93f", "double", (0.1,)),
        ("003c00b8", "half", (1.0, -0.5)),
        ("66 2e", "half", (0.1,)),
        ("01000000ffffffff", "int32", (1, -1)),
        ("0100ffff", "uint16", (1, 65535)),
        ("80ff7f", "int8", (-128, -1, 127)),
        ("0000c07f000080ff", "float", ("nan", "-inf")),
        ("ffff7f7f", "float", (3.4028235e38,)),
        ("01000000", "float", (1e-45,)),
        ("0102", "int32", ()),
    ],
)
def test_known_bytes(content: str, lane_type: str, lanes: tuple[object, ...]) -> None:
    assert lanes_of(bytes.fromhex(content), lane_type) == lanes


@given(st.lists(st.floats(width=32, allow_nan=False, allow_infinity=False), max_size=8))
def test_a_shown_float_is_the_float(values: list[float]) -> None:
    content = struct.pack(f"<{len(values)}f", *values)
    shown = lanes_of(content, "float")
    assert all(isinstance(value, float) for value in shown)
    assert struct.pack(f"<{len(values)}f", *shown) == content


@given(st.binary(min_size=1, max_size=64))
def test_integers_are_little_endian(content: bytes) -> None:
    for lane, value in enumerate(lanes_of(content, "uint8")):
        assert value == content[lane]
    whole = len(content) - len(content) % 8
    expected = [
        int.from_bytes(content[at : at + 8], "little", signed=True) for at in range(0, whole, 8)
    ]
    assert list(lanes_of(content, "int64")) == expected


def test_a_predicate_has_one_bit_per_byte_of_the_vector() -> None:
    predicate = bytes([0b0001_0001, 0b0000_0001, 0, 0])
    assert active_lanes(predicate, 4, 8) == (1, 1, 1, 0, 0, 0, 0, 0)
    assert active_lanes(predicate, 8, 4) == (1, 1, 0, 0)
    assert sum(active_lanes(predicate, 1, 32)) == 3


def test_flags_and_signs() -> None:
    assert flag_lanes(0b1010) == (1, 0, 1, 0)
    assert signed(0xFFFFFFFF, 32) == -1
    assert signed(0xFFFFFFFF, 64) == 0xFFFFFFFF
    assert math.isclose(signed(1 << 63, 64), -(2.0**63))


@pytest.mark.parametrize(
    ("line", "lane_type"),
    [
        ("bfcvtn v0.4h, v1.4s", "uint16"),
        ("bfdot v0.4s, v1.8h, v2.8h", "float"),
        ("fmlal v0.4s, v1.4h, v2.4h", "float"),
        ("fcvtn v0.4h, v1.4s", "half"),
    ],
)
def test_lanes_of_bfloat16_are_no_halves(line: str, lane_type: str) -> None:
    assert usual_type([parse_instruction(line)]) == lane_type
