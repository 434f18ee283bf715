"""Why a nest is not affine is said of what stands in it, and the advice makes it affine."""

from __future__ import annotations

import re

import pytest

from compiler_core.atlas.mlir.from_loop.module import LoopModule, module_of
from compiler_core.source import SourceFile

BOTH = "for ({0} i = 0; i < n; i++) for ({0} j = 0; j < m; j++)"


def module(head: str, statement: str, counter: str = "int") -> LoopModule:
    return module_of(
        SourceFile("l.c", f"void f({head}) {{\n{BOTH.format(counter)}\n{statement} }}")
    )


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("a[i * m + j] = 1;", "multiplies i by m"), ("a[p[i]] = j;", "comes out of memory"),
        ("a[i * i] = j;", "multiplies i by i"), ("a[i % 3] = j;", "is computed with %"),
        ("a[(unsigned)i + 1u] = j;", "is computed with unsigned ints"),
        ("a[(i >> 1) + j] = 1;", "is computed with >>"),
    ],
)  # fmt: skip
def test_what_is_no_sum_is_named_with_its_line(statement: str, says: str) -> None:
    written = module("float *restrict a, const int *restrict p, int n, int m", statement)
    assert written.linear == 0
    assert all(one.startswith("line 3: a subscript of a ") for one in written.not_linear)
    assert says in written.not_linear[0]


def test_the_end_of_a_loop_is_named() -> None:
    statement = "for (int k = 0; k < i * m; k++) a[k] += j;"
    found = module("float *a, int n, int m", statement).not_linear[0]
    assert found.startswith("line 3: the end of the loop multiplies i by m")


@pytest.mark.parametrize("counter", ["int", "long", "unsigned long"])
@pytest.mark.parametrize("subscript", ["i * m + j", "j + i * m", "m * i + j", "i * m"])
def test_who_follows_the_advice_has_an_affine_nest(subscript: str, counter: str) -> None:
    flat = module(f"{counter} n, {counter} m, double *a", f"a[{subscript}] = 1;", counter)
    advice = re.search(r"write (\S+) of (.+), with m before it$", flat.not_linear[0])
    assert advice
    rows = module(f"{counter} n, {counter} m, {advice[2]}", f"{advice[1]} = 1;", counter)
    assert (flat.linear, rows.linear, rows.not_linear) == (0, 1, ())


def test_no_advice_is_given_that_would_not_help() -> None:
    squares = module("int n, int m, float *a", "a[i * i + j] = 1;")
    rows = module("int n, int m, float a[n][m]", "a[i * n][j] = 1;")
    assert "write" not in squares.not_linear[0] + rows.not_linear[0]
