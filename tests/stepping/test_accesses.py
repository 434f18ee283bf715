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
        ("ldr q1, [x0, x3]", RecordedAccess(store=False, base=0, index=3, size=16)),
        ("ldr s0, [x1, x3, lsl #2]", RecordedAccess(store=False, base=1, index=3, size=4, shift=2)),
        (
            "ldr d0, [x1, w4, sxtw #3]",
            RecordedAccess(store=False, base=1, index=4, size=8, extend=-32, shift=3),
        ),
        (
            "ldrb w2, [x5, w6, uxtw]",
            RecordedAccess(store=False, base=5, index=6, size=1, extend=32),
        ),
        (
            "str w1, [sp, #12]",
            RecordedAccess(store=True, base=STACK_POINTER, index=NO_REGISTER, size=4, offset=12),
        ),
        (
            "ldr x1, [x0, #-8]!",
            RecordedAccess(store=False, base=0, index=NO_REGISTER, size=8, offset=-8),
        ),
        ("ldr x1, [x0], #8", RecordedAccess(store=False, base=0, index=NO_REGISTER, size=8)),
        ("ld1 {v0.4s}, [x0], x2", RecordedAccess(store=False, base=0, index=NO_REGISTER, size=16)),
        (
            "ldp q0, q1, [x0, #32]",
            RecordedAccess(store=False, base=0, index=NO_REGISTER, size=32, offset=32),
        ),
        (
            "stp x29, x30, [sp, #-32]!",
            RecordedAccess(store=True, base=STACK_POINTER, index=NO_REGISTER, size=16, offset=-32),
        ),
        (
            "ld4 {v0.4s - v3.4s}, [x3], #64",
            RecordedAccess(store=False, base=3, index=NO_REGISTER, size=64),
        ),
        ("ld1r {v0.4s}, [x3]", RecordedAccess(store=False, base=3, index=NO_REGISTER, size=4)),
        ("ld1 {v0.s}[1], [x3]", RecordedAccess(store=False, base=3, index=NO_REGISTER, size=4)),
        (
            "ldrsw x0, [x1, #4]",
            RecordedAccess(store=False, base=1, index=NO_REGISTER, size=4, offset=4),
        ),
        ("ldadd w0, w1, [x2]", RecordedAccess(store=True, base=2, index=NO_REGISTER, size=4)),
        ("stlxr w0, x1, [x2]", RecordedAccess(store=True, base=2, index=NO_REGISTER, size=8)),
        (
            "ld1w {z0.s}, p0/z, [x0, x1, lsl #2]",
            RecordedAccess(store=False, base=0, index=1, size=VECTOR, shift=2),
        ),
        (
            "ld1w {z0.s}, p0/z, [x0, #-1, mul vl]",
            RecordedAccess(store=False, base=0, index=NO_REGISTER, size=VECTOR, offset=-VECTOR),
        ),
        (
            "ld1b {z0.s}, p0/z, [x0, #2, mul vl]",
            RecordedAccess(store=False, base=0, index=NO_REGISTER, size=8, offset=16),
        ),
        (
            "st2w {z0.s, z1.s}, p0, [x0, #2, mul vl]",
            RecordedAccess(store=True, base=0, index=NO_REGISTER, size=64, offset=64),
        ),
        (
            "ld1rw {z0.s}, p0/z, [x0, #4]",
            RecordedAccess(store=False, base=0, index=NO_REGISTER, size=4, offset=4),
        ),
        (
            "ld1rqw {z0.s}, p0/z, [x0, #16]",
            RecordedAccess(store=False, base=0, index=NO_REGISTER, size=16, offset=16),
        ),
        (
            "ldr z3, [x0, #3, mul vl]",
            RecordedAccess(store=False, base=0, index=NO_REGISTER, size=VECTOR, offset=96),
        ),
        (
            "str p3, [sp, #7, mul vl]",
            RecordedAccess(store=True, base=STACK_POINTER, index=NO_REGISTER, size=4, offset=28),
        ),
        (
            "ld1w {z0.d}, p0/z, [x0, z1.d, sxtw #2]",
            RecordedAccess(store=False, base=0, index=1, size=4, extend=-32, shift=2, lane_bytes=8),
        ),
        (
            "st1w {z0.s}, p0, [x0, z1.s, uxtw #2]",
            RecordedAccess(store=True, base=0, index=1, size=4, extend=32, shift=2, lane_bytes=4),
        ),
        (
            "ld1d {z0.d}, p0/z, [z1.d, #8]",
            RecordedAccess(store=False, base=NO_REGISTER, index=1, size=8, offset=8, lane_bytes=8),
        ),
        (
            "ld1w {z0.s}, p0/z, [z1.s]",
            RecordedAccess(store=False, base=NO_REGISTER, index=1, size=4, extend=32, lane_bytes=4),
        ),
    ],
)
def test_forms(text: str, expected: RecordedAccess) -> None:
    assert access_of(parse_instruction(text), 0x1000, 0, VECTOR) == expected


def test_a_symbols_low_bits_come_from_the_linked_word() -> None:
    # ldr q4, [x0, #1072] as the linker leaves `ldr q4, [x0, #:lo12:.LC1]`
    assert access_of(
        parse_instruction("ldr q4, [x0, #:lo12:.LC1]"), 0, 0x3DC10C04, 16
    ) == RecordedAccess(store=False, base=0, index=NO_REGISTER, size=16, offset=1072)
    # ldr x0, [x1, #8]
    assert access_of(
        parse_instruction("ldr x0, [x1, #:lo12:v]"), 0, 0xF9400420, 16
    ) == RecordedAccess(store=False, base=1, index=NO_REGISTER, size=8, offset=8)
    # The linker made an add of it: nothing is loaded from memory any more.
    assert access_of(parse_instruction("ldr x0, [x0, #:got_lo12:v]"), 0, 0x91000400, 16) is None


def test_a_literal_lies_at_a_distance() -> None:
    # ldr s0, .+8 and ldr x1, .-4
    assert access_of(parse_instruction("ldr s0, .LC0"), 0x1000, 0x1C000040, 16) == RecordedAccess(
        store=False, base=NO_REGISTER, index=NO_REGISTER, size=4, offset=0x1008
    )
    assert access_of(parse_instruction("ldr x1, .LC0"), 0x1000, 0x58FFFFE1, 16) == RecordedAccess(
        store=False, base=NO_REGISTER, index=NO_REGISTER, size=8, offset=0x0FFC
    )


@pytest.mark.parametrize("text", ["add x0, x1, x2", "prfm pldl1keep, [x0]", "b.ne .L3", "nop"])
def test_others_touch_nothing(text: str) -> None:
    assert access_of(parse_instruction(text), 0, 0, VECTOR) is None
