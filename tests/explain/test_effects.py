"""Effects of chosen lines, written by hand from the Arm manual."""

from __future__ import annotations

import pytest

from compiler_core.host.effects import CALL_CLOBBERS, effects_of
from compiler_core.host.instruction import parse_instruction


@pytest.mark.parametrize(
    ("line", "reads", "writes"),
    [
        ("add x0, x1, x2", {"x1", "x2"}, {"x0"}),
        ("add w0, w0, 1", {"x0"}, {"x0"}),
        ("mov w0, wzr", set(), {"x0"}),
        ("subs w1, w1, 1", {"x1"}, {"x1", "nzcv"}),
        ("cmp x0, x1", {"x0", "x1"}, {"nzcv"}),
        ("csel w0, w1, wzr, ne", {"x1", "nzcv"}, {"x0"}),
        ("ccmp w1, 0, 4, ne", {"x1", "nzcv"}, {"nzcv"}),
        ("movk x0, 5, lsl 16", {"x0"}, {"x0"}),
        ("bfi w0, w1, 3, 4", {"x0", "x1"}, {"x0"}),
        ("ldr q1, [x0, x3]", {"x0", "x3"}, {"v1"}),
        ("ldr x0, [x1], 8", {"x1"}, {"x0", "x1"}),
        ("ldp x29, x30, [sp], 32", {"sp"}, {"x29", "x30", "sp"}),
        ("stp x29, x30, [sp, -32]!", {"x29", "x30", "sp"}, {"sp"}),
        ("str wzr, [sp, 12]", {"sp"}, set()),
        ("ld2 {v0.4s - v1.4s}, [x1], 32", {"x1"}, {"v0", "v1", "x1"}),
        ("ld1 {v0.h}[3], [x1]", {"v0", "x1"}, {"v0"}),
        ("fmla v0.4s, v1.4s, v2.s[0]", {"v0", "v1", "v2"}, {"v0"}),
        ("fmadd d0, d1, d2, d3", {"v1", "v2", "v3"}, {"v0"}),
        ("mov v0.s[1], w2", {"v0", "x2"}, {"v0"}),
        ("tbl v0.16b, {v1.16b - v2.16b}, v3.16b", {"v1", "v2", "v3"}, {"v0"}),
        ("whilelo p0.s, w3, w2", {"x2", "x3"}, {"p0", "nzcv"}),
        ("ld1w z1.s, p0/z, [x0, x3, lsl 2]", {"p0", "x0", "x3"}, {"v1"}),
        ("ld1w z0.s, p0/z, [x1, z2.s, sxtw 2]", {"p0", "x1", "v2"}, {"v0"}),
        ("st1w z0.s, p0, [x1]", {"v0", "p0", "x1"}, set()),
        ("fmad z0.s, p0/m, z1.s, z2.s", {"v0", "p0", "v1", "v2"}, {"v0"}),
        ("mov z0.s, p1/m, #1", {"v0", "p1"}, {"v0"}),
        ("mov z0.s, p1/z, #1", {"p1"}, {"v0"}),
        ("fadda s0, p0, s0, z1.s", {"v0", "p0", "v1"}, {"v0"}),
        ("cntw x0", set(), {"x0"}),
        ("incw x0", {"x0"}, {"x0"}),
        ("casal w1, w3, [x0]", {"x1", "x3", "x0"}, {"x1"}),
        ("b.ne .L3", {"nzcv"}, set()),
        ("cbz w0, .L3", {"x0"}, set()),
        ("ret", {"x30"}, set()),
        ("br x8", {"x8"}, set()),
        ("bl f", set(), set(CALL_CLOBBERS)),
        ("blr x19", {"x19"}, set(CALL_CLOBBERS)),
        ("nop", set(), set()),
        ("paciasp", {"x30", "sp"}, {"x30"}),
        ("hint 28", {"x30"}, {"x30"}),
        ("hint 8", {"x16", "x17"}, {"x17"}),
        ("brkn p2.b, p1/z, p4.b, p2.b", {"p1", "p4", "p2"}, {"p2"}),
        ("brkpas p2.b, p1/z, p4.b, p5.b", {"p1", "p4", "p5"}, {"p2", "nzcv"}),
    ],
)
def test_registers(line: str, reads: set[str], writes: set[str]) -> None:
    effects = effects_of(parse_instruction(line))
    assert set(effects.reads) == reads
    assert set(effects.writes) == writes


@pytest.mark.parametrize(
    ("line", "memory", "size"),
    [
        ("ldrb w0, [x1]", "load", 1),
        ("ldrsw x0, [x1]", "load", 4),
        ("ldr q0, [x1]", "load", 16),
        ("ldp q0, q1, [x1]", "load", 32),
        ("ldpsw x0, x1, [x2]", "load", 8),
        ("stp xzr, xzr, [x0]", "store", 16),
        ("strh w0, [x1]", "store", 2),
        ("ld3 {v0.16b - v2.16b}, [x1]", "load", 48),
        ("ld1r {v0.4s}, [x1]", "load", 4),
        ("st1 {v0.s}[1], [x8]", "store", 4),
        ("stlxr w2, x0, [x1]", "store", 8),
        ("ldaddal w0, w1, [x2]", "store", 4),
        ("ld1w z1.s, p0/z, [x0]", "load", None),
        ("ld1rw z1.s, p0/z, [x0]", "load", 4),
        ("str z3, [x8, #-1, mul vl]", "store", None),
        ("prfm PLDL1KEEP, [x0]", "prefetch", None),
        ("add x0, x1, x2", "", None),
    ],
)
def test_memory(line: str, memory: str, size: int | None) -> None:
    effects = effects_of(parse_instruction(line))
    assert (effects.memory, effects.memory_bytes) == (memory, size)


@pytest.mark.parametrize(
    ("line", "branch", "target"),
    [
        ("b .L2", "unconditional", ".L2"),
        ("beq .L2", "conditional", ".L2"),
        ("b.any .L2", "conditional", ".L2"),
        ("tbnz x0, 3, .L2", "conditional", ".L2"),
        ("cbnz x0, .L2", "conditional", ".L2"),
        ("bl memcpy", "call", "memcpy"),
        ("blr x1", "call", ""),
        ("br x1", "indirect", ""),
        ("ret", "return", ""),
        ("adrp x0, table", "", ""),
    ],
)
def test_branches(line: str, branch: str, target: str) -> None:
    effects = effects_of(parse_instruction(line))
    assert (effects.branch, effects.target) == (branch, target)


def test_an_unknown_instruction_is_guessed_to_write_its_first_operand() -> None:
    effects = effects_of(parse_instruction("frobnicate x0, x1, [x2], 8"))
    assert set(effects.reads) == {"x1", "x2"}
    assert set(effects.writes) == {"x0", "x2"}
