"""What the register map says of single registers, and the spills, on recorded code."""

from __future__ import annotations

import pytest

from compiler_core.host.assembly import read_assembly
from compiler_core.host.compilation import RegisterUse
from compiler_core.host.loop_analysis.blocks import find_blocks
from compiler_core.host.loop_analysis.loops import find_loops
from compiler_core.host.register_map.registers import register_uses, spills_of
from compiler_core.host.source_reading.signature import signatures_of
from compiler_core.source import SourceFile
from tests.analysis.reading import recorded


def rows(recording: str, symbol: str) -> list[tuple[str, str, str, str]]:
    """Register, role, phrase and lanes of all rows."""
    found = recorded(recording)[symbol].registers()
    return [(row.register, row.role, row.holds, row.lanes) for row in found]


@pytest.mark.parametrize(
    ("recording", "symbol", "row"),
    [
        (
            "simple.gcc-12.O3",
            "saxpy",
            ("x1", "argument", "x: argument 2, pointer to const float", ""),
        ),
        (
            "simple.gcc-12.O3",
            "saxpy",
            ("v3", "broadcast constant", "a in all 4 lanes, set before the loop", "4s"),
        ),
        (
            "simple.gcc-12.O3",
            "saxpy",
            ("x3", "induction variable", "index into the arrays, advances 16 per iteration", ""),
        ),
        (
            "simple.gcc-12.O3",
            "saxpy",
            ("x3", "loop bound", "bound of the loop, derived from n", ""),
        ),
        (
            "simple.gcc-12.O3",
            "saxpy",
            ("x3", "tail count", "n rounded down to a multiple of 4: where the tail starts", ""),
        ),
        ("simple.gcc-12.O3", "saxpy", ("v2", "loaded value", "4 lanes loaded from x", "4s")),
        ("simple.gcc-12.O3", "sum", ("v0", "accumulator", "accumulator of 4 lanes", "4s")),
        (
            "simple.gcc-12.O3",
            "sum",
            ("x2", "address", "address into a, advances 16 bytes per iteration", ""),
        ),
        (
            "simple.clang-19.O2",
            "saxpy",
            ("x12", "induction variable", "iterations left, counts down by 8", ""),
        ),
        ("simple.clang-19.O2", "saxpy", ("x8", "argument", "copy of n", "")),
        (
            "simple.gcc-12.O3-sve",
            "saxpy",
            ("p0", "lane mask", "predicate: which lanes still have an iteration to do", "s"),
        ),
        (
            "simple.gcc-12.O3-sve",
            "saxpy",
            ("x3", "induction variable", "index, advances by x4 per iteration", ""),
        ),
        (
            "simple.gcc-12.O3-sve",
            "saxpy",
            ("v0", "broadcast constant", "a in all lanes, set before the loop", "s"),
        ),
        (
            "control.gcc-12.O2",
            "list_max",
            ("x1", "address", "address into p, replaced by a loaded pointer each iteration", ""),
        ),
        (
            "nests.gcc-12.O3",
            "pairs",
            ("v0", "lane mask", "all ones in the lanes where the comparison holds", "4s"),
        ),
        ("calls.gcc-12.O2", "keep", ("x0", "call result", "result of work", "")),
        ("calls.gcc-12.O2", "keep", ("x20", "call result", "copy of the result of work", "")),
        (
            "calls.gcc-12.O2",
            "keep",
            ("x0", "call argument", "argument 1 of the call to work, from m", ""),
        ),
        ("calls.gcc-12.O2", "keep", ("x21", "argument", "copy of n", "")),
        (
            "calls.gcc-12.O2",
            "keep",
            ("x19", "saved", "the caller's x19, kept for its return", ""),
        ),
        (
            "calls.gcc-12.O2",
            "keep",
            ("x29", "saved", "frame pointer: the base of this function's frame", ""),
        ),
        ("calls.gcc-12.O2", "keep", ("x30", "saved", "return address: where ret goes", "")),
        (
            "calls.gcc-12.O2",
            "clear",
            ("x1", "call argument", "argument 2 of the call to memset: constant 0", ""),
        ),
        (
            "calls.gcc-12.O2",
            "apply",
            ("x2", "address", "address of the function that is called, from f", ""),
        ),
        (
            "calls.gcc-12.O2",
            "many",
            ("x0", "argument", "on_stack: argument 9, passed on the stack, integer (int)", ""),
        ),
        (
            "calls.gcc-12.O0",
            "many",
            ("x1", "argument", "on_stack: argument 9, passed on the stack, integer (int)", ""),
        ),
        (
            "calls.gcc-12.O0",
            "horner",
            ("x1", "argument", "copy of c, read from its stack slot", ""),
        ),
        (
            "calls.gcc-12.O2",
            "fill",
            ("x1", "loop bound", "bound of the loop, derived from out", ""),
        ),
    ],
)
def test_a_register_is_said_to_hold(
    recording: str, symbol: str, row: tuple[str, str, str, str]
) -> None:
    assert row in rows(recording, symbol)


def test_an_argument_in_a_loop_is_an_argument_before_it_and_an_address_in_it() -> None:
    found = [row for row in rows("calls.gcc-12.O2", "fill") if row[0] == "x0"]
    assert [row[1] for row in found] == ["argument", "address"]


def test_without_a_signature_arguments_are_not_named() -> None:
    text = "\t.text\n\t.type f, %function\nf:\n\tadd w0, w0, w1\n\tret\n\t.size f, .-f\n"
    function = read_assembly(text).functions[0]
    found = register_uses(function, find_blocks(function), (), None)
    named = [row.holds for row in found if row.role == "argument"]
    assert named == ["an argument; the source does not show this function"] * 2


def test_members_and_arguments_after_a_structure_are_named() -> None:
    held = [row[2] for row in rows("calls.gcc-12.O2", "after_struct") if row[1] == "argument"]
    assert "first: argument 1, integer (int)" in held
    assert "all of p (p.x, p.y): argument 2, point" in held
    assert "last: argument 3, integer (int)" in held


def test_arguments_after_one_of_unknown_layout_are_not_named() -> None:
    text = "\t.text\n\t.type f, %function\nf:\n\tadd w0, w0, w2\n\tret\n\t.size f, .-f\n"
    source = "struct s { int a : 3; };\nint f(int a, struct s p, int b) { return a + b; }\n"
    function = read_assembly(text).functions[0]
    (signature,) = signatures_of(SourceFile("f.c", source))
    found = register_uses(function, find_blocks(function), (), signature)
    named = {row.register: row.holds for row in found if row.role == "argument"}
    assert named["x0"].startswith("a: argument 1")
    assert named["x2"] == (
        "part of `p` or an argument after it: how struct s is passed cannot be told, because it "
        "has bit-fields"
    )


def test_spilled_values_are_listed_and_saved_registers_are_not() -> None:
    code = recorded("calls.gcc-12.O2")["crowded"]
    spills = spills_of(code.function)
    assert [spill.slot for spill in spills[:3]] == ["[sp, 100]", "[sp, 104]", "[sp, 108]"]
    assert all(spill.reloaded and min(spill.reloaded) > spill.stored for spill in spills)
    assert not {spill.register for spill in spills} & {"x19", "x20", "x29", "x30"}


def test_a_function_without_stack_use_has_no_spills() -> None:
    assert spills_of(recorded("simple.gcc-12.O3")["saxpy"].function) == ()


def test_variables_of_unoptimised_code_are_home_slots() -> None:
    spills = spills_of(recorded("simple.gcc-12.O0")["sum"].function)
    assert spills
    assert all("home slot of a variable" in spill.slot for spill in spills)


def test_an_array_on_the_stack_is_no_spill() -> None:
    text = (
        "\t.text\n\t.type f, %function\nf:\n\tsub sp, sp, #32\n\tstr w0, [sp, 8]\n"
        "\tadd x1, sp, 8\n\tbl g\n\tldr w0, [sp, 8]\n\tmul w0, w0, w1\n\tadd w0, w0, w1\n"
        "\tadd w0, w0, w2\n\tadd w0, w0, w3\n\tadd sp, sp, 32\n\tret\n\t.size f, .-f\n"
    )
    assert spills_of(read_assembly(text).functions[0]) == ()


UNROLLED = """
	.text
	.type f, %function
f:
	cmp x3, x0
	b.hi .LV
.LU:
	ldr s0, [x1], #4
	ldr s1, [x1], #4
	fadd s0, s0, s1
	str s0, [x2], #8
	subs x0, x0, #2
	b.gt .LU
.LS:
	ldr s0, [x1], #4
	fadd s0, s0, s0
	str s0, [x2], #4
	subs x0, x0, #1
	b.gt .LS
	ret
.LV:
	ldr q0, [x1], #16
	fadd v0.4s, v0.4s, v0.4s
	str q0, [x2], #16
	subs x0, x0, #4
	b.gt .LV
	ret
	.size f, .-f
"""


def test_a_scalar_loop_that_does_two_iterations_at_once_is_an_unrolled_copy() -> None:
    marked = UNROLLED.replace("f:\n", 'f:\n\t.file 1 "f.c"\n\t.loc 1 3 5\n')
    function = read_assembly(marked).functions[0]
    loops = find_loops(function, find_blocks(function))
    assert [(loop.role, loop.step_bytes) for loop in loops] == [
        ("unrolled copy", 8),
        ("versioned copy", 4),
        ("main", 16),
    ]


def test_rows_are_ordered_by_line() -> None:
    found: tuple[RegisterUse, ...] = recorded("calls.gcc-12.O2")["crowded"].registers()
    assert [row.first for row in found] == sorted(row.first for row in found)
