"""A broken promise of restrict: wrong where code works on vectors, right where it does not."""

from __future__ import annotations

import struct

import pytest

from compiler_core.errors import InputError
from compiler_core.examples import find_example
from compiler_core.host.running.experiment import Experiment, experiment_of
from compiler_core.host.running.overlap import run_overlap
from compiler_core.host.running.restrict_removal import without_restrict
from compiler_core.source import SourceFile
from tests.running.asking import c_source, cpp_source, inputs_of, run, scalar_of

SMALL = experiment_of(n=64)
BREAKS = (
    ("axpy-restrict", "gcc", "-O3"),
    ("axpy-restrict", "clang", "-O2"),
    ("stencil-3", "gcc", "-O3"),
    ("stencil-3", "clang", "-O3"),
    ("saturating-add", "gcc", "-O3"),
    ("convolution-3x3", "clang", "-O3"),
    ("template-axpy", "gcc", "-O3"),
    ("transpose", "clang", "-O3"),
)
STAYS_RIGHT = (
    ("axpy-restrict", "gcc", "-O0"),
    ("axpy-restrict", "gcc", "-O2 -fno-tree-vectorize"),
    ("stencil-3", "clang", "-O0"),
    ("matrix-multiply", "gcc", "-O3"),
)


@pytest.mark.parametrize(("name", "compiler", "flags"), BREAKS)
def test_vector_code_breaks(name: str, compiler: str, flags: str) -> None:
    found = run_overlap((find_example(name).source,), compiler, flags, SMALL, 1)
    assert found.broke
    assert found.first_wrong is not None
    assert 0 < found.wrong < found.count
    shown = next(row for row in found.rows if row.index == found.first_wrong)
    assert shown.wrong
    assert shown.with_promise != shown.without_promise
    assert any("relied on it" in sentence for sentence in found.sentences)


@pytest.mark.parametrize(("name", "compiler", "flags"), STAYS_RIGHT)
def test_code_in_source_order_stays_right_and_says_so(name: str, compiler: str, flags: str) -> None:
    found = run_overlap((find_example(name).source,), compiler, flags, SMALL, 1)
    assert not found.broke
    assert found.first_wrong is None
    assert not any(row.wrong for row in found.rows)
    assert "right all the same" in found.sentences[1]


def test_the_right_column_is_what_c_says() -> None:
    """y begins one element after x: computed here in the order of the source, in binary32."""
    n = 64
    source = find_example("axpy-restrict").source
    found = run_overlap((source,), "gcc", "-O3 -ffp-contract=off", SMALL, 1)
    plan, _ = run(source, experiment=SMALL)
    a = scalar_of(plan, "a")
    x0 = inputs_of(", int n", "x", n, "float")[0]
    # The memory holds what y was filled with, and before it the first element of x.
    memory = [float(x0), *map(float, inputs_of(", int n", "y", n, "float"))]
    for i in range(n):
        memory[i + 1] = _single(_single(a * memory[i]) + memory[i + 1])
    assert [row.without_promise for row in found.rows] == [
        f"{value:.9g}" for value in memory[1 : 1 + len(found.rows)]
    ]


def _single(value: float) -> float:
    """Rounded to binary32; a double holds sums and products of two of them well enough."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def test_an_offset_of_zero_is_the_same_array() -> None:
    found = run_overlap((find_example("axpy-restrict").source,), "gcc", "-O3", SMALL, 0)
    assert not found.broke
    assert "begins where “x” does" in found.sentences[0]


def test_a_large_offset_leaves_vectors_right() -> None:
    """GCC's loop takes four elements at once: from four elements on nothing is missed."""
    source = (find_example("axpy-restrict").source,)
    broke = [run_overlap(source, "gcc", "-O3", SMALL, offset).broke for offset in range(1, 6)]
    assert broke == [True, True, True, False, False]


REVERSE = c_source(
    "void f(int *restrict y, const int *restrict x, int n) {"
    " for (int i = n - 1; i >= 0; i--) y[i] = x[i] + 1; }"
)
SWAPPED = c_source(
    "void f(const int *restrict x, int *restrict y, int n) {"
    " for (int i = n - 1; i >= 0; i--) y[i] = x[i] + 1; }"
)


def test_an_array_that_begins_before_the_other_reads_ahead() -> None:
    """y begins one element before x: each element is read before it is written over."""
    n = 64
    source = find_example("axpy-restrict").source
    found = run_overlap((source,), "gcc", "-O3 -ffp-contract=off", SMALL, -1)
    plan, _ = run(source, experiment=SMALL)
    a = scalar_of(plan, "a")
    last = inputs_of(", int n", "x", n, "float")[n - 1]
    memory = [*map(float, inputs_of(", int n", "y", n, "float")), float(last)]
    for i in range(n):
        memory[i] = _single(_single(a * memory[i + 1]) + memory[i])
    assert not found.broke
    shown = [row.without_promise for row in found.rows]
    assert shown == [f"{value:.9g}" for value in memory[: len(shown)]]
    assert "one element before where “x” does" in found.sentences[0]


@pytest.mark.parametrize("source", [REVERSE, SWAPPED])
def test_a_loop_that_runs_down_breaks_where_the_written_array_begins_before(
    source: SourceFile,
) -> None:
    assert run_overlap((source,), "gcc", "-O3", SMALL, -1).broke
    assert not run_overlap((source,), "gcc", "-O3", SMALL, 1).broke


@pytest.mark.parametrize("offset", [-64, -5, 64])
def test_every_offset_up_to_the_limit_runs_on_small_and_large_arrays(offset: int) -> None:
    for n in (1, 20000):
        found = run_overlap((REVERSE,), "clang", "-O2", experiment_of(n=n), offset)
        assert found.offset == offset


REFUSED = (
    (c_source("void f(int *a, const int *b, int n) { for (int i = 0; i < n; i++) a[i] = b[i]; }"),
     1, "No parameter of f is restrict"),
    (c_source("void f(int *restrict a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }"),
     1, "no two arrays of one type"),
    (c_source("void f(int *restrict a, const char *restrict b, int n) { while (n--) *a = *b; }"),
     1, "no two arrays of one type"),
    (find_example("axpy-restrict").source, -65, "cannot lie -65 elements apart"),
    (find_example("axpy-restrict").source, 65, "from -64 to 64"),
)  # fmt: skip


@pytest.mark.parametrize(("source", "offset", "words"), REFUSED)
def test_what_cannot_overlap_says_why(source: SourceFile, offset: int, words: str) -> None:
    with pytest.raises(InputError, match=words):
        run_overlap((source,), "gcc", "-O3", Experiment(), offset)


def test_restrict_is_cut_out_and_nothing_else() -> None:
    source = c_source(
        "#define NOALIAS __restrict__\n/* restrict */\n"
        "void f(float *restrict y, const float *__restrict x, float m[restrict][4], int n) {\n"
        "    float *restrict p = y; float *NOALIAS q = y;\n}\n"
    )
    assert without_restrict(source).text == (
        "#define NOALIAS \n/* restrict */\n"
        "void f(float *y, const float *x, float m[][4], int n) {\n"
        "    float *p = y; float *NOALIAS q = y;\n}\n"
    )
    text = (
        "template <class T> void f(T *__restrict y, T *__restrict__ x) { auto restricted = y; }\n"
    )
    assert without_restrict(cpp_source(text)).text == (
        "template <class T> void f(T *y, T *x) { auto restricted = y; }\n"
    )
