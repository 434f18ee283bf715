"""A figure for each round is told only where the code makes rounds."""

from __future__ import annotations

import pytest

from command_line.count_text import count_lines
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment
from compiler_core.source import source_file

pytestmark = pytest.mark.usefixtures("emulator")

GONE = {
    "memset": "void f(int *a, int n) { for (int i = 0; i < n; i++) a[i] = 0; }",
    "memcpy": "void f(int *restrict a, const int *restrict b, int n)"
    " { for (int i = 0; i < n; i++) a[i] = b[i]; }",
    "memmove": "void *memmove(void *, const void *, unsigned long);\n"
    "void f(int *a, const int *b, int n) { memmove(a, b, 4 * n); }",
    "nothing": "int f(const int *a, int n)"
    " { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return 7; }",
}
ROWS = (
    "void f(int n, int m, int a[n][m])"
    " { for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) a[i][j] = 0; }"
)
LEFT = {
    "sum": "int f(const int *a, int n)"
    " { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }",
    "cleared each round": "int f(const unsigned char *x, int n) { int s = 0;\n"
    "for (int i = 0; i < n; i++) { int h[256] = {0}; h[x[i]]++;\n"
    "s += h[x[n - 1 - i]]; } return s; }",
    "own call": "void *memcpy(void *, const void *, unsigned long);\n"
    "void f(char *restrict a, const char *restrict b, int n)"
    " { for (int i = 0; i < n; i++) memcpy(a, b, n); }",
}


def _told(text: str, compiler: str) -> list[str]:
    counts = count_source((source_file(text),), compiler, "-O3", Experiment(function="f", n=64))
    assert counts.ok, counts.message
    return count_lines(counts)


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("name", GONE)
def test_without_a_loop_no_round_is_told(name: str, compiler: str) -> None:
    lines = _told(GONE[name], compiler)
    assert not [line for line in lines if "for each of" in line]
    (said,) = [line for line in lines if "A figure for each round would say nothing." in line]
    by_routine = name in ("memset", "memcpy")
    assert (f"{name} does its work" in said) == by_routine
    assert said.startswith("There is no loop" if name == "memmove" else "No loop is left")


def test_a_loop_around_the_call_makes_other_rounds() -> None:
    lines = _told(ROWS, "gcc")
    assert not [line for line in lines if "for each of" in line]
    gone = "The inner loop is gone from the code: memset does its work."
    assert [line for line in lines if line.startswith(gone)]


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("name", LEFT)
def test_rounds_that_are_made_are_told(name: str, compiler: str) -> None:
    lines = _told(LEFT[name], compiler)
    assert [line for line in lines if "for each of 64 rounds" in line]
    assert not [line for line in lines if "would say nothing" in line]
