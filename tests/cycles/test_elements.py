"""Source iterations per assembly iteration, on gallery loops and traps."""

from __future__ import annotations

import pytest

from compiler_core.host.compile import compile_source
from compiler_core.host.rounds.elements import ElementCounter
from compiler_core.source import source_file
from tests.cycles.asking import example

pytestmark = pytest.mark.usefixtures("emulator")

SVE = "-O3 -march=armv8-a+sve"

# (source, compiler, flags, SVE bits) and for each innermost loop, by role, the elements per round.
KNOWN = (
    ("axpy_restrict.c", "gcc", "-O1", 128, {"main": [1]}),
    ("axpy_restrict.c", "gcc", "-O3", 128, {"main": [4]}),
    ("axpy_restrict.c", "clang", "-O2", 128, {"main": [8], "remainder": [1]}),
    ("axpy_restrict.c", "clang", "-O2 -funroll-loops -fno-vectorize", 128, None),
    ("axpy_restrict.c", "gcc", SVE, 128, {"main": [4]}),
    ("axpy_restrict.c", "gcc", SVE, 256, {"main": [8]}),
    ("axpy_restrict.c", "gcc", SVE, 512, {"main": [16]}),
    ("axpy_restrict.c", "clang", SVE, 256, {"main": [16], "remainder": [1]}),
    ("axpy_restrict.c", "gcc", "-O0", 128, {"main": [1]}),
    ("brightness.c", "gcc", "-O3", 128, {"main": [16]}),
    ("brightness.c", "clang", SVE, 256, {"main": [32], "epilogue": [8], "remainder": [1]}),
    ("array_of_structs.c", "clang", "-O2", 128, {"main": [2], "remainder": [1]}),
    ("struct_of_arrays.c", "gcc", "-O2", 128, {"main": [1]}),
    ("struct_of_arrays.c", "gcc", "-O3", 128, {"main": [4]}),
    ("struct_of_arrays.c", "clang", "-O2", 128, {"main": [8], "remainder": [1]}),
    ("strided_copy.c", "gcc", "-O2", 128, {"main": [1]}),
    ("strided_copy.c", "clang", "-O2", 128, {"main": [8], "remainder": [1]}),
    ("collatz.c", "gcc", "-O3", 128, {"main": [1]}),
    ("histogram.c", "clang", "-O2", 128, {"main": [1]}),
    ("string_length.c", "gcc", "-O2", 128, {"main": [1]}),
    ("fixed_point_q15.c", "gcc", "-O3", 128, {"main": [8]}),
    ("fixed_point_q15.c", "clang", "-O2", 128, {"main": [16], "remainder": [1]}),
    ("count_character.c", "gcc", "-O3", 128, {"main": [16]}),
    ("count_character.c", "gcc", SVE, 256, {"main": [32]}),
    ("column_sweep.c", "clang", "-O2", 128, {"main": [2], "remainder": [1]}),
    ("column_sweep.c", "gcc", SVE, 256, {"main": [4]}),
    ("stencil_5.c", "gcc", "-O2", 128, {"main": [2]}),
    ("sum.c", "clang", "-O2", 128, {"main": [8], "remainder": [1]}),
    ("range_for.cpp", "gcc", "-O2", 128, {"main": [4]}),
    ("scale_lambda.cpp", "gcc", "-O3", 128, {"main": [4]}),
    ("template_axpy.cpp", "gcc", "-O3", 128, {"main": [4, 2]}),
    ("saxpy.c", "gcc", "-O3", 128, {"main": [4], "versioned copy": [1]}),
    ("lookup_table.c", "clang", "-O2", 128, {"main": [2], "remainder": [1]}),
    ("transpose.c", "clang", "-O2", 128, {"main": [2], "remainder": [1]}),
)


def counts(source_name: str, compiler: str, flags: str, bits: int) -> dict[str, list[int | None]]:
    source = example(source_name)
    compilation = compile_source((source,), compiler, flags)
    counter = ElementCounter((source,), compilation)
    found: dict[str, list[int | None]] = {}
    for function in compilation.functions:
        for loop in function.loops:
            if loop.innermost:
                count = counter.elements(function, loop, bits // 8).count
                found.setdefault(loop.role, []).append(count)
    return found


@pytest.mark.parametrize(
    ("name", "compiler", "flags", "bits", "expected"),
    [known for known in KNOWN if known[4] is not None],
)
def test_elements_per_iteration(
    name: str, compiler: str, flags: str, bits: int, expected: dict[str, list[int]]
) -> None:
    assert counts(name, compiler, flags, bits) == expected


def elements_of(text: str, compiler: str, flags: str) -> list[int | None]:
    source = source_file(text)
    compilation = compile_source((source,), compiler, flags)
    counter = ElementCounter((source,), compilation)
    return [
        counter.elements(function, loop, 16).count
        for function in compilation.functions
        for loop in function.loops
        if loop.innermost and loop.role == "main"
    ]


def test_a_loop_unrolled_by_hand_counts_source_iterations_not_values() -> None:
    text = """void f(int *a, int n) {
    for (int i = 0; i < n; i += 2) { a[i] *= 3; a[i + 1] *= 5; }
}"""
    assert elements_of(text, "gcc", "-O2 -fno-tree-vectorize") == [1]
    assert elements_of(text, "gcc", "-O3") == [2]


def test_mixed_types_agree_on_one_count() -> None:
    text = """void f(float *restrict out, const signed char *restrict in, int n) {
    for (int i = 0; i < n; i++) out[i] = in[i];
}"""
    assert elements_of(text, "gcc", "-O3") == [16]
    assert elements_of(text, "gcc", "-O1") == [1]


def test_a_backwards_loop_counts_too() -> None:
    text = "void f(int *a, int n) { for (int i = n - 1; i >= 0; i--) a[i] += 7; }"
    assert elements_of(text, "gcc", "-O3") == [4]


def test_a_linked_list_has_no_count_and_says_why() -> None:
    source = source_file(
        "struct node { struct node *next; int value; };\n"
        "int sum(struct node *n) { int s = 0; while (n) { s += n->value; n = n->next; } return s; }"
    )
    compilation = compile_source((source,), "gcc", "-O2")
    function = compilation.functions[0]
    found = ElementCounter((source,), compilation).elements(function, function.loops[0], 16)
    assert found.count is None
    assert "known amount" in found.reason


def test_the_most_frequent_stream_may_be_another_one_without_optimisation() -> None:
    """There f is read and written four times in a round, here once."""
    text = """void f(float *restrict f, double *restrict c, short *restrict e, int n) {
    for (int i = 0; i < n; i++) {
        f[i] = c[i]; f[i] += 1; f[i] *= 3; e[i] = 7; c[i] += f[i];
    }
}"""
    assert elements_of(text, "clang", "-O2 -fno-vectorize -fno-unroll-loops") == [1]
    assert elements_of(text, "gcc", "-O2 -fno-tree-vectorize") == [1]
