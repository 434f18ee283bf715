"""An index that repeats itself, beside one that goes on, meets no element again."""

from __future__ import annotations

import pytest

from compiler_core.host.why import explain_loops
from compiler_core.source import source_file

GOES_ON = {
    "half beside it": "a[i + i / 2] += b[i];",
    "padded rows": "a[(i / 10) * 16 + i % 10] += b[i];",
    "masked beside it": "a[i + i % 7] += b[i];",
    "another dimension": "c[i / 2][i % 7] += b[i];",
    "two dimensions that repeat": "c[i % 7][i % 5] += b[i];",
}
RETURNS = {
    "half": "a[i / 2] += b[i];",
    "remainder": "a[i % 7] += b[i];",
}
HEAD = "void f(int *restrict a, int (*restrict c)[64], const int *restrict b, int n)\n"


def reason(statement: str, compiler: str) -> tuple[str, str]:
    source = source_file(f"{HEAD}{{ for (int i = 0; i < n; i++) {statement} }}")
    (loop,) = explain_loops(source, compiler, "-O3").loops
    return loop.reason_key, loop.sentence


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("statement", GOES_ON.values(), ids=GOES_ON)
def test_no_earlier_iteration_is_named(statement: str, compiler: str, jail: None) -> None:
    key, sentence = reason(statement, compiler)
    assert key not in ("flow_dependence", "data_dependence"), sentence
    assert "back" not in sentence


@pytest.mark.parametrize("statement", RETURNS.values(), ids=RETURNS)
def test_where_it_returns_the_dependence_is_told(statement: str, jail: None) -> None:
    """By Clang, which computes the distance; GCC does not take such an index apart."""
    assert reason(statement, "clang")[0] == "data_dependence"
