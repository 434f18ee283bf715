"""What a source leaves undefined on its inputs is found by running it, with its place; what is
defined is not accused.
"""

from __future__ import annotations

import pytest

from compiler_core.host.running.compare_outputs import compare_settings
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.undefined import undefined_in
from compiler_core.source import SourceFile

FOUND = {
    "a sum of signed": "int f(int n) { int s = 2147483000; for (int i = 0; i < n; i++)\n s += i;"
                       " return s; }",
    "a difference of signed": "int f(int n) { int s = -2147483000; for (int i = 0; i < n; i++)\n"
                              " s -= i; return s; }",
    "a product of signed": "int f(int n) { int s = 1; for (int i = 1; i <= n; i++)\n s *= i;"
                           " return s; }",
    "the negative": "int f(int n) { int s = -2147483647 - 1; for (int i = 0; i < n; i++)\n s = -s;"
                    " return s; }",
    "a division by zero": "void f(int *a, int n) { for (int i = 0; i < n; i++)\n"
                          " a[i] = 100 / (i - 5); }",
    "a shift by": "void f(int *a, int n) { for (int i = 0; i < n; i++)\n a[i] = 1 << i; }",
    "an index lies outside": "int t[4]; int f(int n) { int s = 0; for (int i = 0; i < n; i++)\n"
                             " s ^= t[i]; return s; }",
    "a floating-point number": "void f(unsigned char *o, const float *x, int n) {"
                               " for (int i = 0; i < n; i++)\n o[i] = x[i] * 1000.0f; }",
    "an array gets a length": "int f(int n) { int s = 0; for (int i = 0; i < n; i++) {\n"
                              " int v[3 - i]; v[0] = i; s ^= v[0]; } return s; }",
    "a built-in": "int f(int n) { int s = 0; for (int i = 0; i < n; i++)\n"
                      " s ^= __builtin_ctz(i); return s; }",
}  # fmt: skip
DEFINED = (
    "void f(unsigned *a, int n) { for (int i = 0; i < n; i++) a[i] = (a[i] + 3000000000u) << 31; }",
    "void f(unsigned char *o, const float *x, int n) { for (int i = 0; i < n; i++)"
    " o[i] = x[i] > 0 ? x[i] < 1 ? x[i] * 255.0f : 255 : 0; }",
    "float f(const float *x, int n) { float s = 0; for (int i = 0; i < n; i++) s += x[i] / 0.0f;"
    " return s; }",
)


@pytest.mark.parametrize("words", FOUND)
@pytest.mark.parametrize("name", ["f.c", "f.cpp"])
def test_each_kind_is_found_with_its_line(words: str, name: str) -> None:
    found = undefined_in((SourceFile(name, FOUND[words]),), "-O3", Experiment())
    assert found is not None
    assert found.what.startswith(words)
    assert found.line == 2


@pytest.mark.parametrize("text", DEFINED)
def test_what_is_defined_is_not_accused(text: str) -> None:
    assert undefined_in((SourceFile("f.c", text),), "-O3", Experiment()) is None


def test_flags_that_define_it_count() -> None:
    source = SourceFile("f.c", FOUND["a product of signed"])
    assert undefined_in((source,), "-O3 -fwrapv", Experiment()) is None


def test_two_settings_that_disagree_are_told_why() -> None:
    source = SourceFile("f.c", FOUND["a floating-point number"])
    found = compare_settings((source,), ("gcc", "-O2"), ("gcc", "-O3"), Experiment())
    assert not found.equal
    assert "in line 2 a floating-point number is made an integer" in found.sentences[-1]
