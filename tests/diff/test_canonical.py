"""Two spellings of one instruction have one shape; two instructions have two."""

from __future__ import annotations

import pytest

from compiler_core.host.canonical import (
    Canonical,
    canonical_instruction,
    constants_of,
    first_appearance_texts,
)
from compiler_core.host.compilation import LineKind, ListingLine
from compiler_core.host.instruction import parse_instruction

SAME = (
    ("bne .L3", "b.ne .LBB0_1"),
    ("b.hs .L3", "b.cs .L3"),
    ("b.any .L3", "b.ne .L3"),
    ("cset w0, hs", "cset w0, cs"),
    ("add x0, x1, x2, lsl 2", "add x0, x1, x2, lsl #2"),
    ("add w0, w0, 4", "add w0, w0, #4"),
    ("add w0, w0, 16", "add w0, w0, #0x10"),
    ("and x0, x1, -4", "and x0, x1, #0xfffffffffffffffc"),
    ("and w0, w1, -4", "and w0, w1, #0xfffffffc"),
    ("mov x0, 0", "mov x0, xzr"),
    ("mov w0, 0", "mov w0, wzr"),
    ("ldr w0, [x1, 0]", "ldr w0, [x1]"),
    ("ldr w0, [x1], 4", "ldr w0, [x1], #4"),
    ("ld1w z0.s, p0/z, [x0, x1, lsl 2]", "ld1w { z0.s }, p0/z, [x0, x1, lsl #2]"),
    ("movi v0.4s, 0", "movi v0.2d, #0000000000000000"),
    ("fmov s0, 1.0e+0", "fmov s0, #1.00000000"),
    ("umov w0, v0.s[0]", "mov w0, v0.s[0]"),
    ("ldp x29, x30, [sp], 16", "ldp fp, lr, [sp], #16"),
)
DIFFERENT = (
    ("add x0, x1, x2", "add w0, w1, w2"),
    ("add w0, w0, 4", "add w0, w0, 8"),
    ("b.ne .L3", "b.eq .L3"),
    ("ldr q0, [x0]", "ldr d0, [x0]"),
    ("ldr w0, [x1], 4", "ldr w0, [x1, 4]"),
    ("ldr w0, [x1, 4]!", "ldr w0, [x1, 4]"),
    ("str w0, [sp, 4]", "str w0, [x1, 4]"),
    ("stp x29, x30, [sp, -16]!", "stp x19, x20, [sp, -16]!"),
    ("str wzr, [x0]", "str w1, [x0]"),
    ("fmla v0.4s, v1.4s, v2.4s", "fmla v0.2d, v1.2d, v2.2d"),
    ("mov v0.s[1], w1", "mov v0.s[2], w1"),
    ("add z0.s, p0/m, z0.s, z1.s", "mov z0.s, p0/z, z1.s"),
    ("bl f", "bl g"),
    ("csel w0, w1, w2, gt", "csel w0, w1, w2, ge"),
)


def shape(text: str) -> str:
    return canonical_instruction(parse_instruction(text)).shape


@pytest.mark.parametrize(("one", "other"), SAME)
def test_two_spellings_one_shape(one: str, other: str) -> None:
    assert shape(one) == shape(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_two_instructions_two_shapes(one: str, other: str) -> None:
    assert shape(one) != shape(other)


def test_registers_and_labels_fill_slots_in_order() -> None:
    form = canonical_instruction(parse_instruction("cbz w3, .L7"))
    assert form == Canonical("cbz {w}, @", ("x3",), (".L7",))


def test_one_register_in_two_views_is_one_register() -> None:
    forms = [
        canonical_instruction(parse_instruction(text)) for text in ("mov w1, 0", "add x2, x1, x1")
    ]
    assert first_appearance_texts(forms) == ["mov {w}, 0 | 0", "add {x}, {x}, {x} | 1 0 0"]


def test_swapped_registers_are_not_a_renaming() -> None:
    one = [canonical_instruction(parse_instruction("sub w0, w0, w1"))]
    other = [canonical_instruction(parse_instruction("sub w0, w1, w0"))]
    assert first_appearance_texts(one) != first_appearance_texts(other)


def line(kind: LineKind, text: str) -> ListingLine:
    return ListingLine(
        id=0,
        text=text,
        kind=kind,
        source_file="",
        source_line=None,
        source_column=None,
        source_reason="",
        explanation="",
        formula="",
        specific=True,
        mnemonic="",
        block=None,
        loop=None,
        labels=(),
        reads=(),
        writes=(),
    )


def test_a_label_of_constants_stands_for_its_contents() -> None:
    data = (
        line("label", ".LC0:"),
        line("data", ".word 0x3f800000"),
        line("data", ".word 2"),
        line("label", ".LC1:"),
        line("data", ".word 7"),
    )
    assert constants_of(data) == {".LC0": "<.word 1065353216><.word 2>", ".LC1": "<.word 7>"}
