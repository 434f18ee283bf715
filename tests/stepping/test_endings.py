"""What students' functions do, recorded from their source: each end has its sentence."""

from __future__ import annotations

import pytest

from compiler_core.errors import InputError
from compiler_core.host.formulas.agreement import Agreement, Verdict
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.stepping.executed_formulas import executed_sentence
from compiler_core.host.stepping.record import Recording
from compiler_core.host.stepping.record_steps import record_steps
from compiler_core.source import source_file
from tests.stepping.programs import SOURCES


def record(
    text: str, *, n: int = 8, line: int | None = None, arrival: int = 1, steps: int = 300
) -> Recording:
    """The recording of a source's first function with a loop, GCC -O1."""
    source = source_file(text)
    return record_steps((source,), "gcc", "-O1", Experiment(n=n), line, arrival, steps)


def test_the_function_returns() -> None:
    recording = record(SOURCES["sum"])
    assert recording.ending.reason == "returned"
    assert recording.ending.sentence == "The function returned."
    assert recording.steps[-1].sentence == "Return to the caller."


def test_the_steps_asked_for_are_recorded() -> None:
    recording = record(SOURCES["sum"], steps=7)
    assert len(recording.steps) == 7
    assert recording.ending.sentence == "7 steps are recorded, as asked; the function goes on."
    alone = record(SOURCES["sum"], steps=1)
    assert alone.ending.sentence == "1 step is recorded, as asked; the function goes on."


@pytest.mark.parametrize(
    ("verdicts", "words"),
    [
        (["agrees"], "the formula of 1 step, which agrees."),
        (["differs"], "the formula of 1 step, which differs."),
        (["agrees", "differs"], "the formulas of 2 steps, of which 1 differs."),
        (["differs", "differs", "not executed"], "of which 2 differ; 1 could not be worked out."),
    ],
)
def test_few_formulas_are_told_in_the_singular(verdicts: list[Verdict], words: str) -> None:
    assert executed_sentence([Agreement(verdict) for verdict in verdicts]).endswith(words)


def test_recording_starts_at_the_round_asked_for() -> None:
    first, third = record(SOURCES["sum"]), record(SOURCES["sum"], arrival=3)
    start = third.steps[0].position
    rounds = [step.index for step in first.steps if step.position == start]
    assert [step.sentence for step in first.steps[rounds[2] :]] == [
        step.sentence for step in third.steps
    ]


def test_round_0_is_the_functions_entry() -> None:
    recording = record(SOURCES["sum"], arrival=0)
    assert recording.steps[0].position == min(line.position for line in recording.code)


def test_a_round_that_never_comes() -> None:
    recording = record(SOURCES["sum"], arrival=50)
    assert not recording.ok
    assert recording.ending.sentence == (
        "The loop ran only 8 rounds, so there is no round 50 to start at."
    )


def test_a_loop_that_is_not_reached() -> None:
    text = """\
int count(const int *x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  if (n > 1000)
    for (int i = 0; i < n; i++)
      s ^= x[i] * 3;
  return s;
}
"""
    recording = record(text, line=6)
    assert not recording.ok
    assert recording.ending.reason == "not reached"
    assert "without reaching the loop" in recording.ending.sentence


def test_a_fault_says_which_memory() -> None:
    text = """\
long follow(const long *x, int n) {
  long s = 0;
  for (int i = 0; i < n; i++)
    s += *(const long *)(8 * (x[i] & 7) + 8);
  return s;
}
"""
    recording = record(text)
    assert recording.ok
    assert recording.ending.reason == "signal"
    assert "SIGSEGV" in recording.ending.sentence
    last = recording.steps[-1]
    assert last.sentence == f"Not done: it was to load from {last.memory[0].place}."
    assert last.memory[0].place in [f"address {8 * k + 8:#x}" for k in range(8)]
    assert last.memory[0].after == (None,)


def test_a_function_that_ends_the_program() -> None:
    text = """\
#include <stdlib.h>
int leave(const int *x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (i == 4) exit(3);
    s += x[i];
  }
  return s;
}
"""
    recording = record(text)
    assert recording.ending.sentence == (
        "The program ended itself with exit status 3 while it was recorded."
    )


def test_an_endless_loop_is_cut_at_the_steps() -> None:
    recording = record("void wait(volatile int *x, int n) { for (;;) x[0] = n; }\n")
    assert recording.ending.reason == "steps"


def test_abort_is_named() -> None:
    text = """\
#include <stdlib.h>
int stop(const int *x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (i == 2) abort();
    s += x[i];
  }
  return s;
}
"""
    assert "abort" in record(text).ending.sentence


def test_a_source_that_does_not_compile() -> None:
    recording = record(
        "int f(const int *x, int n) { for (int i = 0; i < n; i++) x[i] = 0; return y; }"
    )
    assert not recording.ok
    assert recording.ending.reason == "not started"
    assert recording.ending.sentence


def test_a_cold_part_of_the_function_is_part_of_it() -> None:
    text = """\
void report(int);
__attribute__((noinline, cold)) void report(int v) { __asm__ volatile("" :: "r"(v)); }
int check(const int *x, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) {
    if (__builtin_expect(x[i] < 0, 0)) { report(x[i]); s -= x[i]; }
    s += x[i];
  }
  return s;
}
"""
    recording = record(text)
    assert recording.ending.reason == "returned"
    assert any(step.called == "report" for step in recording.steps)


@pytest.mark.parametrize(
    ("steps", "arrival", "line"), [(0, 1, None), (501, 1, None), (5, -1, None), (5, 1, 99)]
)
def test_numbers_outside_the_limits_are_refused(steps: int, arrival: int, line: int | None) -> None:
    with pytest.raises(InputError):
        record(SOURCES["sum"], steps=steps, arrival=arrival, line=line)


def test_c_plus_plus_functions_are_found_by_their_names() -> None:
    text = """\
namespace shapes {
template <typename T> void scale(T *x, T k, int n) {
  for (int i = 0; i < n; i++)
    x[i] *= k;
}
template void scale<float>(float *, float, int);
}
"""
    source = source_file(text, "c++")
    recording = record_steps((source,), "gcc", "-O1", Experiment(n=6))
    assert recording.ok
    assert recording.ending.reason == "returned"
    assert any(touch.place == "x[5]" for step in recording.steps for touch in step.memory)


@pytest.mark.parametrize(
    ("callee", "reason", "last"),
    [
        ("exit(3)", "exited", "Call exit, which did not come back."),
        (
            "__builtin_trap()",
            "trap",
            "Stop the program with a trap: this place should never be reached.",
        ),
        ("abort()", "trap", "Call abort, which did not come back."),
        ("*(volatile int *)0 = 1", "signal", "Not done: it was to store to address 0x0."),
    ],
)
def test_a_step_that_did_not_end_contradicts_no_formula(
    callee: str, reason: str, last: str
) -> None:
    recording = record(
        "#include <stdlib.h>\n"
        "int sum(int *x, int n) {\n"
        f"    int s = 0;\n    for (int i = 0; i < n; i++) {{ s += x[i]; if (i == 2) {callee}; }}\n"
        "    return s;\n}\n"
    )
    assert recording.ending.reason == reason
    assert recording.steps[-1].sentence == last
    assert [step.agreement.verdict for step in recording.steps[-2:]] == ["agrees", "not executed"]


@pytest.mark.parametrize(
    ("line", "flags"),
    [
        ("mov x8, 172\\nsvc 0", "-O1"),
        ("dup z0.d, z1.d[5]", "-O1 -march=armv8-a+sve"),
        ("ext z0.b, z0.b, z1.b, 200", "-O1 -march=armv8-a+sve"),
    ],
)
def test_a_step_whose_formula_cannot_be_worked_out_is_recorded(line: str, flags: str) -> None:
    """A call of the system, and lanes that a vector of this length does not have: legal code."""
    text = (
        "int sum(int *x, int n) {\n    int s = 0;\n    for (int i = 0; i < n; i++) {\n"
        f'        s += x[i]; __asm__ volatile("{line}" ::: "x0", "x8", "v0");\n    }}\n'
        "    return s;\n}\n"
    )
    recording = record_steps((source_file(text),), "gcc", flags, Experiment(n=4))
    assert recording.ending.reason == "returned"
    assert "not executed" in {step.agreement.verdict for step in recording.steps}
