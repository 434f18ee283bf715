"""No text that a user can bring into a compiler's output stops its reader or keeps it busy."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.host.assembly_numbers import line_number, real_number, whole_number, wrapped
from compiler_core.host.comparison.diff import compare
from compiler_core.host.diagnostics import parse_diagnostics
from compiler_core.host.explain import explain
from compiler_core.host.instruction import parse_instruction
from compiler_core.host.passes.gcc_dumps import gimple_line, rtl_line
from compiler_core.host.passes.llvm_lines import LineReader
from compiler_core.host.work import limited_to
from tests.analysis.hostile import (
    DIRECTIVES,
    NUMBERS,
    SAMPLES,
    compilation_of,
    function_text,
    read_everything,
    step_over,
    variants,
)

PLAIN = function_text(["nop"])
# A function of sixty short lines takes some ten thousand operations.
WORK_OF_SIXTY_LINES = 200_000
SAMPLED = [sample for sample in SAMPLES if sample]


@st.composite
def hostile_lines(draw: st.DrawFn) -> list[str]:
    """Instructions with hostile operands in some places, and hostile directives between them."""
    samples = draw(st.lists(st.sampled_from(SAMPLED), min_size=1, max_size=20))
    lines = [draw(st.sampled_from(variants(sample))) for sample in samples]
    lines += draw(st.lists(st.sampled_from(DIRECTIVES), max_size=4))
    return draw(st.permutations(lines))


@given(hostile_lines())
@settings(max_examples=150, deadline=None)
def test_hostile_lines_are_read_to_the_end_with_little_work(lines: list[str]) -> None:
    with limited_to(WORK_OF_SIXTY_LINES):
        read_everything(function_text(lines), PLAIN)
    step_over(lines)


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read(text: str) -> None:
    read_everything(text, function_text([text]))
    parse_diagnostics(text)
    gimple_line(text)
    rtl_line(text, {})


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_in_a_dump_is_a_line_or_none(number: str) -> None:
    parse_diagnostics(f"a.c:{number}:{number}: error: x")
    gimple_line(f"  [a.c:{number}:{number}] x = y;")
    rtl_line(f"  {number}: x:SI=y:SI", {})
    reader = LineReader(file="a.c")
    metadata = f"!1 = !DILocation(line: {number}, column: {number}, scope: !2)"
    assert reader.ir_lines("  ret void, !dbg !1", metadata)
    assert reader.machine_lines(f"  RET debug-location !1; a.c:{number}:{number}") is not None


@pytest.mark.parametrize(
    "text",
    [
        "lsl w0, w1, #99999999999", "lsl w0, w1, #-1", "add x0, x1, x2, lsl #64",
        "ubfiz x0, x1, #70, #2", "shl v0.4s, v1.4s, #33", "mov v0.s[999], w1", "dup v0.4s, v1.s[4]",
        "fmov s0, #1e999", "ldr x0, [x1, x2, lsl #99]", "bfi w0, w1, #-1, #99999999",
        "scvtf s0, w1, #900", "mov x0, #18446744073709551616",
    ],
)  # fmt: skip
def test_what_no_instruction_can_hold_gets_the_sentence_for_an_unknown_form(text: str) -> None:
    explanation = explain(parse_instruction(text))
    assert not explanation.specific
    assert "has no explanation" in explanation.sentence


@given(st.integers())
def test_numbers_are_read_exactly_or_not_at_all(number: int) -> None:
    expected = number if -(1 << 63) <= number < 1 << 64 else None
    assert whole_number(str(number)) == expected
    assert whole_number(hex(number)) == expected
    assert wrapped(number) % (1 << 64) == number % (1 << 64)
    assert line_number(str(number)) == (number if 0 < number < 1 << 31 else 0)


@given(st.floats())
def test_fractions_are_finite(number: float) -> None:
    text = repr(number)
    finite = text.lstrip("-")[0].isdigit()
    assert real_number(text) == (number if finite else None)


def computed_gotos(count: int) -> str:
    """Every one of `count` blocks may go to every other."""
    labels = [f".L{number}" for number in range(1, count + 1)]
    blocks = "".join(
        f"{label}:\n\tldr w3, [x0, {4 * number}]\n\tadd w1, w1, w3\n"
        "\tldr x4, [x5, w1, sxtw 3]\n\tbr x4\n"
        for number, label in enumerate(labels)
    )
    table = "".join(f"\t.xword {label}\n" for label in labels)
    return (
        "\t.text\n\t.type\tf, %function\nf:\n\tadrp x5, .LT\n\tadd x5, x5, :lo12:.LT\n"
        f"{blocks}\tret\n\t.size\tf, .-f\n\t.section .rodata\n.LT:\n{table}"
    )


def loops_in_a_row(count: int) -> str:
    """Loops that leave for a common end."""
    loops = "".join(
        f"\tmov x3, 0\n.L{number}:\n\tldr w4, [x0, x3]\n\tadd x3, x3, 4\n\tadd w2, w2, w4\n"
        f"\tcbz w4, .LE\n\tcmp x3, x1\n\tbne .L{number}\n"
        for number in range(count)
    )
    return f"\t.text\n\t.type\tf, %function\nf:\n{loops}.LE:\n\tret\n\t.size\tf, .-f\n"


def chain(count: int) -> str:
    """One loop whose value is made of itself, link by link."""
    links = "\tmul w2, w2, w3\n\teor w2, w2, w2, lsr 3\n\tadd x5, x2, x5\n" * count
    return (
        f"\t.text\n\t.type\tf, %function\nf:\n.L1:\n{links}\tsub x0, x0, 1\n\tcbnz x0, .L1\n"
        "\tret\n\t.size\tf, .-f\n"
    )


def stack_slots(count: int) -> str:
    """Unoptimised code: one variable, stored and read again and again."""
    lines = "\tldr w0, [sp, 12]\n\tadd w0, w0, 1\n\tstr w0, [sp, 12]\n" * count
    return f"\t.text\n\t.type\tf, %function\nf:\n{lines}\tret\n\t.size\tf, .-f\n"


def work_of(text: str) -> int:
    """Operations for listing and difference."""
    with limited_to(10**9) as budget:
        found = compilation_of(text)
        compare(found, found)
    assert found.functions[0].note == ""
    return budget.limit - budget.left


@pytest.mark.parametrize("shape", [loops_in_a_row, chain, stack_slots])
def test_work_stays_far_below_quadratic(shape: Callable[[int], str]) -> None:
    # Four times the code; quadratic work would be sixteen times as much.
    assert work_of(shape(240)) < 10 * work_of(shape(60))


def test_work_on_computed_gotos_grows_with_their_edges() -> None:
    assert work_of(computed_gotos(80)) < 5 * work_of(computed_gotos(40)) + 20_000


def test_a_function_too_large_has_its_listing_and_its_neighbour_keeps_its_explanations() -> None:
    found = compilation_of(computed_gotos(1200).replace("f,", "big,").replace("f:", "big:") + PLAIN)
    big, small = found.functions
    assert "too large to analyse" in big.note
    assert big.loops == ()
    assert len(big.lines) > 4800
    assert not any(line.explanation for line in big.lines)
    assert small.note == ""
    assert small.loops
    assert all(line.explanation for line in small.lines)
