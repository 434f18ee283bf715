"""The legend shows what is on screen and nothing else."""

from __future__ import annotations

import pytest

from compiler_core.host.instruction import parse_instruction
from compiler_core.host.legend import _ENTRIES, MAXIMUM_ENTRIES, legend_of
from tests.explain.corpus import corpus

pytestmark = pytest.mark.usefixtures("emulator")


def _notations(*lines: str) -> set[str]:
    return {entry.notation for entry in legend_of([parse_instruction(line) for line in lines])}


@pytest.mark.parametrize(
    ("lines", "notation"),
    [
        (("fadd v0.4s, v1.4s, v2.4s",), "vN.4s"),
        (("fadd v0.2d, v1.2d, v2.2d",), "vN.2d"),
        (("fadd s0, s1, s2",), "hN, sN, dN"),
        (("ldr q0, [x0]",), "qN"),
        (("add w0, w1, 1", "add x0, x1, 1"), "wN, xN"),
        (("ldr w0, [x1], 4",), "[xN], 16"),
        (("ldr w0, [x1, 4]!",), "[xN, 16]!"),
        (("cmp x0, x1", "b.ne .L1"), "cmp + b.cond"),
        (("subs x0, x0, 1", "bne .L1"), "subs + b.ne"),
        (("cbz x0, .L1",), "cbz, cbnz"),
        (("tbz x0, 1, .L1",), "tbz, tbnz"),
        (("whilelo p0.s, w0, w1",), "whilelo"),
        (("b.any .L1",), "b.any, b.none"),
        (("fadd z0.s, p0/m, z0.s, z1.s",), "pN/m"),
        (("ld1w z0.s, p0/z, [x0]",), "pN/z"),
        (("add z0.s, z1.s, z2.s",), "zN.s"),
        (("fmla v0.4s, v1.4s, v2.4s",), "fmla"),
        (("fmadd s0, s1, s2, s3",), "fmadd"),
        (("ldr w0, [x1, x2, lsl 2]",), "xN, lsl 2"),
        (("adrp x0, a",), "adrp + :lo12:"),
        (("mov w0, wzr",), "xzr, wzr"),
        (("stp x29, x30, [sp, -16]!",), "sp, x29, x30"),
        (("mov w0, v1.s[1]",), "vN.s[2]"),
        (("subs w2, w3, w2",), "old(xN)"),
        (("paciasp",), "signed(xN, xM)"),
        (("retaa",), "signed(xN, xM)"),
        (("bfdot v0.4s, v1.8h, v2.8h",), "odd_sum(a, b)"),
        (("bfmlalb v0.4s, v1.8h, v2.8h",), "bfloat16(vN.h[i])"),
    ],
)
def test_notation_that_occurs_is_explained(lines: tuple[str, ...], notation: str) -> None:
    assert notation in _notations(*lines)


def test_nothing_else_is_shown() -> None:
    assert _notations("add x0, x1, x2", "ret") == set()
    assert _notations("cmp x0, x1") == set()
    assert _notations() == set()


def test_a_long_listing_gets_a_short_legend() -> None:
    entries = legend_of([parse_instruction(line) for line in corpus()])
    assert len(entries) == MAXIMUM_ENTRIES < len(_ENTRIES)
    assert len({entry.notation for entry in entries}) == len(entries)
    assert all(entry.meaning.endswith(".") for entry in entries)
