"""Sentences of whole rounds, word for word, for inputs that are easy to follow."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable

import pytest

from compiler_core.host.running.experiment import experiment_of
from compiler_core.host.stepping.record_steps import record_steps
from compiler_core.source import source_file
from tests.stepping.programs import SOURCES, SVE


def sentences(
    name: str, flags: str, settings: list[str], n: int, steps: int, bits: int = 128
) -> list[str]:
    """What the first steps of GCC's loop say."""
    experiment = experiment_of(name, n, 1, settings, bits)
    recording = record_steps((source_file(SOURCES[name]),), "gcc", flags, experiment, steps=steps)
    return [step.sentence for step in recording.steps]


def test_a_round_of_neon() -> None:
    assert sentences("axpy", "-O3", ["x=0.5", "y=1", "a=3"], 8, 7) == [
        "v1.4s = 4 floats from y[0..3]: 1, 1, 1, 1.",
        "v2.4s = 4 floats from x[0..3]: 0.5, 0.5, 0.5, 0.5.",
        "v1.4s = 2.5, 2.5, 2.5, 2.5: lane 0 is 1 + 0.5 * 3.",
        "y[0..3] = 2.5, 2.5, 2.5, 2.5 (was 1, 1, 1, 1).",
        "x3 = 0 + 16 = 16.",
        "x4 (32) against x3 (16): N=0 Z=0 C=1 V=0.",
        "Taken, to .L4 (line 3): x4 was not equal to x3 (32 against 16).",
    ]


def test_a_round_of_sve_with_a_tail() -> None:
    found = sentences("axpy", SVE, ["x=0.5", "y=1", "a=3"], 11, 14, 256)
    assert found[5:] == [
        "p0.s: 3 of 8 lanes active: 8 + i < 11 for i = 0…2; flags N=1 Z=0 C=1 V=0.",
        "Taken, to .L3 (line 3): at least one lane is active.",
        "z2.s = 3 floats from y[8..10]: 1, 1, 1; 5 lanes off, set to 0.",
        "z1.s = 3 floats from x[8..10]: 0.5, 0.5, 0.5; 5 lanes off, set to 0.",
        "z1.s = 2.5, 2.5, 2.5, 0, …: lane 0 is 1 + 0.5 * 3.",
        "y[8..10] = 2.5, 2.5, 2.5 (was 1, 1, 1); 5 lanes off, memory there stays.",
        "x3 = 8 + 8 = 16.",
        "p0.s: 0 of 8 lanes active: 16 + i < 11 for no i; flags N=0 Z=1 C=1 V=0.",
        "Not taken: no lane is active.",
    ]


def test_a_round_that_calls() -> None:
    found = sentences("called", "-O2", ["x=4", "y=0"], 2, 6)
    assert "twice was called and ran to its end: v0.2d = 9, 0." in found
    assert "d0 = 9 + 0.5 = 9.5." in found
    assert "y[0] = 9.5 (was 0)." in found


def test_a_round_without_optimisation() -> None:
    found = sentences("sum", "-O0", ["x=7"], 5, 30)
    assert "w0 = x[0] = 7." in found
    assert "w0 = 0 + 7 = 7, as before." in found or "w0 = 0 + 7 = 7." in found
    assert any(one.startswith("the stack at sp + ") for one in found)
    assert any(
        one.startswith("Taken, to .L3 (line 4): w1 was less than w0, signed (1 against 5)")
        for one in found
    )


def test_what_is_added_to_an_address_is_bytes() -> None:
    """In C `&c[0][1] + 64` would be 64 elements on: every sum that moves an address says bytes."""
    text = """void copy(int n, double c[n][n], double *restrict d) {
  for (int i = 0; i < n; i++) d[i] = c[i][1]; }"""
    recording = record_steps((source_file(text),), "gcc", "-O2", experiment_of("copy", 8), steps=12)
    found = [step.sentence for step in recording.steps]
    assert any(one.endswith(" = &c[0][1] + 64 bytes = &c[1][1].") for one in found), found
    sums = [one for one in found if re.search(r"= &\S+ [+-] ", one)]
    assert sums
    assert all("bytes = &" in one for one in sums)


def test_an_element_has_as_many_indices_as_the_array() -> None:
    text = """void set(int n, int t[][2][3]) {
  for (int i = 0; i < n; i++) t[i][1][2] = i; }"""
    recording = record_steps((source_file(text),), "gcc", "-O1", experiment_of("set", 8), steps=40)
    stored = [step.sentence for step in recording.steps if step.sentence.startswith("t[")]
    assert stored[3].startswith("t[3][1][2] = 3 (was ")


_WORKED_OUT = re.compile(
    r"^v\d+\.\d+[bhsd] = (-?\d+),.*: lane 0 is \(?(-?\d+)\)? (\+|-|\*|<<|>>) \(?(-?\d+)\)?\.$"
)
_WORKS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul,
    "<<": operator.lshift, ">>": operator.rshift,
}  # fmt: skip
_WIDENING = """\
void blur(TYPE *restrict out, const TYPE *in, int n) {
    for (int i = 1; i < n - 1; i++)
        out[i] = (in[i - 1] + 2 * in[i] + in[i + 1]) / 4;
}
"""


@pytest.mark.parametrize("kind", ["unsigned char", "signed char", "unsigned short", "short"])
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_what_is_said_of_a_lane_comes_to_its_value(compiler: str, kind: str) -> None:
    """Bytes that a copy moved have no sign of their own; a widening shift gives them one."""
    source = source_file(_WIDENING.replace("TYPE", kind))
    recording = record_steps((source,), compiler, "-O3", steps=200)
    bits = {"b": 8, "h": 16, "s": 32, "d": 64}
    worked = 0
    for step in recording.steps:
        told = _WORKED_OUT.match(step.sentence)
        if told is not None:
            result, left, sign, right = told.groups()
            size = bits[step.sentence.partition(" ")[0][-1]]
            difference = _WORKS[sign](int(left), int(right)) - int(result)
            assert difference % (1 << size) == 0, step.sentence
            worked += 1
    assert worked > 5
