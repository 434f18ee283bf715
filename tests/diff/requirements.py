"""What every comparison must get right, each as a check of its own; `test_mutants` breaks them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from compiler_core.host.comparison.diff import SettingsComparison, compare
from compiler_core.host.compilation import Compilation
from compiler_core.host.compile import compile_source
from compiler_core.source import SourceFile
from tests.diff import sources
from tests.diff.recorded import RECORDED, compilation_of, function_of, local_labels, renamed


def kinds(comparison: SettingsComparison) -> Counter[str]:
    return Counter(row.kind for row in comparison.rows)


def other_registers_are_seen() -> bool:
    left = function_of("ldr w2, [x0]", "sub w0, w2, w1", "ret")
    right = function_of("ldr w2, [x0]", "sub w0, w1, w2", "ret")
    return kinds(compare(left, right)) == {"same": 3, "changed": 1}


def a_value_used_twice_is_seen() -> bool:
    left = function_of("ldr w3, [x0]", "ldr w4, [x1]", "add w5, w3, w4", "str w5, [x0]", "ret")
    right = function_of("ldr w3, [x0]", "ldr w4, [x1]", "add w5, w3, w3", "str w5, [x0]", "ret")
    return kinds(compare(left, right))["changed"] == 1


def a_number_is_seen() -> bool:
    left = function_of("add w0, w0, 4", "ret")
    right = function_of("add w0, w0, 8", "ret")
    comparison = compare(left, right)
    note = next(row.note for row in comparison.rows if row.kind == "changed")
    return not comparison.identical and note == "Now 8 instead of 4."


def another_target_is_seen() -> bool:
    body = (".L1:", "add w0, w0, 1", ".L2:", "add w0, w0, 2")
    left = function_of(*body, "cbnz w0, .L1", "cbnz w1, .L2", "ret")
    right = function_of(*body, "cbnz w0, .L2", "cbnz w1, .L1", "ret")
    return kinds(compare(left, right))["changed"] == 2


def other_constants_are_seen() -> bool:
    code = ("adrp x1, .LC0", "ldr s1, [x1, #:lo12:.LC0]", "fmul s0, s0, s1", "ret")
    left = function_of(*code, data=".LC0:\n\t.word\t1065353216\n")
    right = function_of(*code, data=".LC0:\n\t.word\t1073741824\n")
    equal = function_of(
        *(line.replace("LC0", "LCPI0_0") for line in code), data=".LCPI0_0:\n\t.word\t0x3f800000\n"
    )
    return not compare(left, right).identical and compare(left, equal).identical


def arguments_keep_their_registers() -> bool:
    left = function_of("mov w3, 1", "str w3, [x0]", "str w3, [x2]", "nop", "ret")
    right = function_of("mov w3, 1", "str w3, [x1]", "str w3, [x2]", "ret")
    return kinds(compare(left, right)) == {"same": 4, "changed": 1, "removed": 1}


def what_goes_to_a_call_keeps_its_register() -> bool:
    left = function_of("mov w0, 1", "mov w1, 2", "bl g", "nop", "b h")
    right = function_of("mov w1, 1", "mov w0, 2", "bl g", "b h")
    return kinds(compare(left, right)) == {"same": 4, "changed": 1, "removed": 1}


def a_renaming_of_arguments_is_said() -> bool:
    left = function_of("mov w0, 1", "mov w1, 2", "bl g", "ret")
    right = function_of("mov w1, 1", "mov w0, 2", "bl g", "ret")
    summary = compare(left, right).summary
    return summary[1:] == (
        "Arguments or results stand in other registers: x0 became x1 and x1 became x0.",
    )


def a_reordering_is_no_removal() -> bool:
    left = function_of("ldr w2, [x0]", "ldr w3, [x1]", "add w2, w2, 5", "add w0, w2, w3", "ret")
    right = function_of("ldr w4, [x1]", "ldr w2, [x0]", "add w2, w2, 5", "add w0, w2, w4", "ret")
    comparison = compare(left, right)
    return kinds(comparison) == {"same": 5, "moved": 2} and comparison.summary == (
        "Only the order differs: the same 5 instructions, 1 of them stands elsewhere.",
    )


def rows_repeat_both_sides() -> bool:
    left, right = _compiled(sources.SAXPY, "-O2"), _compiled(sources.SAXPY, "-O3")
    rows = compare(left, right).rows
    return _texts(left) == [row.left_text for row in rows if row.left_id is not None] and _texts(
        right
    ) == [row.right_text for row in rows if row.right_id is not None]


def _texts(compilation: Compilation) -> list[str]:
    return [line.text for function in compilation.functions for line in function.lines]


def counts_are_exact() -> bool:
    metrics = function_of(
        "stp x29, x30, [sp, -48]!",
        "mov x29, sp",
        "str x19, [sp, 16]",
        "ldr q0, [x0]",
        "ldr w1, [x0, 16]",
        "bl g",
        "cbz w0, .L2",
        "ldr x19, [sp, 16]",
        ".L2:",
        "ldp x29, x30, [sp], 48",
        "ret",
    ).functions[0].metrics  # fmt: skip
    expected = {
        "instructions": 10, "code_bytes": 40, "loads": 4, "stores": 2, "branches": 1, "calls": 1,
        "vector_instructions": 1, "sve_instructions": 0, "stack_loads": 2, "stack_stores": 2,
        "frame_bytes": 48, "frame_record": 1, "code_labels": 2, "innermost_loops": 0,
    }  # fmt: skip
    return {name: metrics[name] for name in expected} == expected


def a_stride_is_no_unrolling() -> bool:
    dense = "void f(int *a, int n)\n{\n    for (int i = 0; i < n; i++)\n        a[i] ^= 5;\n}\n"
    wide = dense.replace("a[i]", "a[2 * i]")
    summary = compare(_compiled(dense, "-O1"), _compiled(wide, "-O1")).summary
    return not [sentence for sentence in summary if "unrolled" in sentence]


def a_self_comparison_under_other_names_is_empty() -> bool:
    path = next(path for path in RECORDED if path.name == "saxpy.gcc-12.O3.s")
    text = path.read_text()
    labels = {label: 500 - number for number, label in enumerate(local_labels(text))}
    banks = {"x": [*range(28, -1, -1)], "v": [*range(31, -1, -1)], "p": [*range(15, -1, -1)]}
    left, right = (compilation_of(path, found) for found in (text, renamed(text, banks, labels)))
    comparison = compare(left, right)
    return comparison.identical and set(kinds(comparison)) == {"same"}


def a_subtraction_has_an_order() -> bool:
    left = function_of("ldr w2, [x0]", "ldr w3, [x0, 4]", "sub w0, w2, w3", "nop", "ret")
    right = function_of("ldr w2, [x0]", "ldr w3, [x0, 4]", "sub w0, w3, w2", "ret")
    changed = [row for row in compare(left, right).rows if row.kind == "changed"]
    return [row.note for row in changed] == ["Two operands have changed places."]


def _compiled(text: str, flags: str) -> Compilation:
    return compile_source([SourceFile("loop.c", text)], "gcc-12", flags)


REQUIREMENTS: tuple[Callable[[], bool], ...] = (
    other_registers_are_seen,
    a_value_used_twice_is_seen,
    a_number_is_seen,
    another_target_is_seen,
    other_constants_are_seen,
    arguments_keep_their_registers,
    what_goes_to_a_call_keeps_its_register,
    a_renaming_of_arguments_is_said,
    a_reordering_is_no_removal,
    rows_repeat_both_sides,
    counts_are_exact,
    a_stride_is_no_unrolling,
    a_self_comparison_under_other_names_is_empty,
    a_subtraction_has_an_order,
)
