"""Values made from NaN: no formula says which bits it has, and the proof goes on all the same."""

from __future__ import annotations

import pytest

from compiler_core.host.running.experiment import Experiment
from compiler_core.host.slicing.explained_value import explain_value
from compiler_core.source import source_file

pytestmark = pytest.mark.usefixtures("jail", "emulator")

ROOT = """void f(float *y, const float *x, int n) {
    for (int i = 0; i < n; i++) y[i] = __builtin_sqrtf(x[i]); }"""
QUOTIENT = """void f(double *y, const double *x, int n) {
    for (int i = 0; i < n; i++) y[i] = (x[i] - x[i]) / (x[i] - x[i]) + 1; }"""
SKIPPED = """float f(const float *x, int n) {
    float sum = 0;
    for (int i = 0; i < n; i++) {
        float root = __builtin_sqrtf(x[i]);
        if (root != root) continue;
        sum += root;
    }
    return sum; }"""
SIGN = """double f(const double *a, const double *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum = sum * 0.5 + __builtin_copysign(a[i], b[i]);
    return sum; }"""


@pytest.mark.parametrize(("compiler", "flags"), [("gcc", "-O1"), ("clang", "-O2")])
@pytest.mark.parametrize(
    ("text", "element", "is_nan"),
    [(ROOT, "y[0]", True), (QUOTIENT, "y[2]", True), (SKIPPED, "return", False),
     (SIGN, "return", False)],
)  # fmt: skip
def test_a_nan_does_not_end_the_proof(
    compiler: str, flags: str, text: str, element: str, is_nan: bool
) -> None:
    """As an element, in a lane beside one, before a branch, and as a mask of signs."""
    sources = (source_file(text),)
    asked = Experiment(n=8)
    answer = explain_value(sources, compiler, f"{flags} -fno-math-errno", element, asked)
    assert answer.ok, answer.message
    assert (answer.value == "nan") == is_nan
    assert answer.replay.verdict == "same", answer.replay.sentence
    if is_nan:
        assert "those of the machine are taken" in answer.replay.sentence
