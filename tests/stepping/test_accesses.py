"""Addresses of instruction forms, checked against what the emulator itself touches.

Each form runs with known registers over a block of memory whose bytes tell their own offsets; what
the recorder reads at the planned address has to be what the instruction loaded.
"""

from __future__ import annotations

import pytest

from compiler_core.host.instruction import parse_instruction
from compiler_core.host.stepping.accesses import access_of
from compiler_core.toolchain.recorder.plan import NO_REGISTER, STACK_POINTER, RecordedAccess

VECTOR = 32


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ldr q1, [x0, x3]", RecordedAccess(False, 0, 3, 16)),
        ("ldr s0, [x1, x3, lsl #2]", RecordedAccess(False, 1, 3, 4, shift=2)),
        ("ldr d0, [x1, w4, sxtw #3]", RecordedAccess(False, 1, 4, 8, extend=-32, shift=3)),
        ("ldrb w2, [x5, w6, uxtw]", RecordedAccess(False, 5, 6, 1, extend=32)),
        ("str w1, [sp, #12]", RecordedAccess(True, STACK_POINTER, NO_REGISTER, 4, 12)),
        ("ldr x1, [x0, #-8]!", RecordedAccess(False, 0, NO_REGISTER, 8, -8)),
        ("ldr x1, [x0], #8", RecordedAccess(False, 0, NO_REGISTER, 8)),
        ("ld1 {v0.4s}, [x0], x2", RecordedAccess(False, 0, NO_REGISTER, 16)),
        ("ldp q0, q1, [x0, #32]", RecordedAccess(False, 0, NO_REGISTER, 32, 32)),
        ("stp x29, x30, [sp, #-32]!", RecordedAccess(True, STACK_POINTER, NO_REGISTER, 16, -32)),
        ("ld4 {v0.4s - v3.4s}, [x3], #64", RecordedAccess(False, 3, NO_REGISTER, 64)),
        ("ld1r {v0.4s}, [x3]", RecordedAccess(False, 3, NO_REGISTER, 4)),
        ("ld1 {v0.s}[1], [x3]", RecordedAccess(False, 3, NO_REGISTER, 4)),
        ("ldrsw x0, [x1, #4]", RecordedAccess(False, 1, NO_REGISTER, 4, 4)),
        ("ldadd w0, w1, [x2]", RecordedAccess(True, 2, NO_REGISTER, 4)),
        ("stlxr w0, x1, [x2]", RecordedAccess(True, 2, NO_REGISTER, 8)),
        ("ld1w {z0.s}, p0/z, [x0, x1, lsl #2]", RecordedAccess(False, 0, 1, VECTOR, shift=2)),
        (
            "ld1w {z0.s}, p0/z, [x0, #-1, mul vl]",
            RecordedAccess(False, 0, NO_REGISTER, VECTOR, -VECTOR),
        ),
        ("ld1b {z0.s}, p0/z, [x0, #2, mul vl]", RecordedAccess(False, 0, NO_REGISTER, 8, 16)),
        ("st2w {z0.s, z1.s}, p0, [x0, #2, mul vl]", RecordedAccess(True, 0, NO_REGISTER, 64, 64)),
        ("ld1rw {z0.s}, p0/z, [x0, #4]", RecordedAccess(False, 0, NO_REGISTER, 4, 4)),
        ("ld1rqw {z0.s}, p0/z, [x0, #16]", RecordedAccess(False, 0, NO_REGISTER, 16, 16)),
        ("ldr z3, [x0, #3, mul vl]", RecordedAccess(False, 0, NO_REGISTER, VECTOR, 96)),
        ("str p3, [sp, #7, mul vl]", RecordedAccess(True, STACK_POINTER, NO_REGISTER, 4, 28)),
        (
            "ld1w {z0.d}, p0/z, [x0, z1.d, sxtw #2]",
            RecordedAccess(False, 0, 1, 4, extend=-32, shift=2, lane_bytes=8),
        ),
        (
            "st1w {z0.s}, p0, [x0, z1.s, uxtw #2]",
            RecordedAccess(True, 0, 1, 4, extend=32, shift=2, lane_bytes=4),
        ),
        (
            "ld1d {z0.d}, p0/z, [z1.d, #8]",
            RecordedAccess(False, NO_REGISTER, 1, 8, 8, lane_bytes=8),
        ),
        (
            "ld1w {z0.s}, p0/z, [z1.s]",
            RecordedAccess(False, NO_REGISTER, 1, 4, extend=32, lane_bytes=4),
        ),
    ],
)
def test_forms(text: str, expected: RecordedAccess) -> None:
    assert access_of(parse_instruction(text), 0x1000, 0, VECTOR) == expected


def test_a_symbols_low_bits_come_from_the_linked_word() -> None:
    # ldr q4, [x0, #1072] as the linker leaves `ldr q4, [x0, #:lo12:.LC1]`
    assert access_of(
        parse_instruction("ldr q4, [x0, #:lo12:.LC1]"), 0, 0x3DC10C04, 16
    ) == RecordedAccess(False, 0, NO_REGISTER, 16, 1072)
    # ldr x0, [x1, #8]
    assert access_of(
        parse_instruction("ldr x0, [x1, #:lo12:v]"), 0, 0xF9400420, 16
    ) == RecordedAccess(False, 1, NO_REGISTER, 8, 8)
    # The linker made an add of it: nothing is loaded from memory any more.
    assert access_of(parse_instruction("ldr x0, [x0, #:got_lo12:v]"), 0, 0x91000400, 16) is None


def test_a_literal_lies_at_a_distance() -> None:
    # ldr s0, .+8 and ldr x1, .-4
    assert access_of(parse_instruction("ldr s0, .LC0"), 0x1000, 0x1C000040, 16) == RecordedAccess(
        False, NO_REGISTER, NO_REGISTER, 4, 0x1008
    )
    assert access_of(parse_instruction("ldr x1, .LC0"), 0x1000, 0x58FFFFE1, 16) == RecordedAccess(
        False, NO_REGISTER, NO_REGISTER, 8, 0x0FFC
    )


@pytest.mark.parametrize("text", ["add x0, x1, x2", "prfm pldl1keep, [x0]", "b.ne .L3", "nop"])
def test_others_touch_nothing(text: str) -> None:
    assert access_of(parse_instruction(text), 0, 0, VECTOR) is None
