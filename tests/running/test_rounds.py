"""Counts are shared out over the rounds that a loop really made."""

from __future__ import annotations

import pytest

from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import experiment_of
from compiler_core.host.running.rounds import marked_source
from tests.running.asking import c_source, cpp_source

# A loop's body is `x[0]++`, so that the source's rounds follow from its text alone.
ROUNDS = {
    "for (int i = 0; i < n; i++) x[0]++;": 20,
    "for (int i = 0; i < n; i += 3) x[0]++;": 7,
    "for (int i = 2; i < n; i++) { x[0]++; }": 18,
    "for (int i = n; i > 0; i -= 4) x[0]++;": 5,
    "for (int i = 1; i <= n; i++) x[0]++;": 20,
    "for (int i = 1; i < n; i *= 2) x[0]++;": 5,
    "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) x[0]++;": 400,
    "for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) x[0]++;": 190,
    "for (int i = 0; i < n; i++) { if (i == 9) break; x[0]++; }": 10,
    "int i = 0; while (i < n) { x[0]++; i += 5; }": 4,
    "int i = 0; do x[0]++; while (++i < n / 2);": 10,
}


@pytest.mark.parametrize(("body", "rounds"), ROUNDS.items())
@pytest.mark.parametrize(("compiler", "flags"), [("gcc", "-O3"), ("clang", "-O2")])
def test_rounds_are_those_of_the_source(body: str, rounds: int, compiler: str, flags: str) -> None:
    source = c_source(f"void f(int *x, int n) {{ {body} }}")
    counts = count_source((source,), compiler, flags, experiment_of(n=20))
    assert counts.elements == rounds
    assert counts.per_element is not None
    assert counts.per_element.instructions == counts.instructions / rounds


def test_recursion_is_no_round() -> None:
    source = c_source("int f(int n) { return n < 2 ? n : f(n - 1) + f(n - 2); }")
    counts = count_source((source,), "gcc", "-O1", experiment_of(n=12))
    assert counts.ok
    assert counts.elements is None
    assert counts.per_element is None


def test_a_function_that_only_the_driver_calls_is_counted_too() -> None:
    source = cpp_source(
        "namespace a { static void g(float *x, int n) { for (int i = 0; i < n; i += 2) x[i]++; } }"
    )
    counts = count_source((source,), "gcc", "-O2", experiment_of(n=20))
    assert counts.elements == 10


def test_marks_leave_every_line_where_it_was() -> None:
    source = c_source("void f(int *x, int n) {\n  while (n--)\n    x[n] = 0;\n}\n")
    marked = marked_source(source, 1)
    assert marked is not None
    assert marked.text.count("\n") == source.text.count("\n")
    assert marked.text.count("hint #64") == 1
    assert marked_source(source, 2) is None
