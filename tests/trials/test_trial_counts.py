"""Counts before and after: real runs of known direction, bits compared, refusals in plain words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.loop.views.trial_counts import counts_line
from compiler_core.errors import ToolMissing
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.trials import trial_counts as module
from compiler_core.host.trials.trial import trial_of, with_counts
from compiler_core.host.trials.trial_counts import RunCost, TrialCounts
from compiler_core.source import SourceFile, source_file

AXPY = source_file(
    "void axpy(float *y, const float *x, float a, int n) {\n"
    "    for (int i = 0; i < n; i++)\n"
    "        y[i] += a * x[i];\n"
    "}\n"
)
SUM = source_file(
    "float sum(const float *x, int n) {\n"
    "    float s = 0;\n"
    "    for (int i = 0; i < n; i++)\n"
    "        s += x[i];\n"
    "    return s;\n"
    "}\n"
)
SUM_IN_MEMORY = source_file(
    "void first(int *x, int n) { for (int i = 0; i < n; i++) x[i] = i; }\n"
    "void total(int *s, const int *x, int n) {\n"
    "    for (int i = 0; i < n; i++)\n"
    "        *s += x[i];\n"
    "}\n"
)
OVERLOADS = source_file(
    "void twice(float *x, int n) {\n"
    "    for (int i = 0; i < n; i++) x[i] *= 2;\n"
    "}\n"
    "void twice(double *x, int n) {\n"
    "    for (int i = 0; i < n; i++) x[i] *= 2;\n"
    "}\n",
    "c++",
)
VARIADIC = source_file(
    "int f(int n, ...) {\n"
    "    int s = 0;\n"
    "    for (int i = 0; i < n; i++)\n"
    "        s += i * i;\n"
    "    return s;\n"
    "}\n"
)
TRAPPED = source_file(
    "void f(int *x, int n) {\n"
    "    for (int i = 0; i < n; i++) {\n"
    "        if (i == 40) __builtin_trap();\n"
    "        x[i] = 1;\n"
    "    }\n"
    "}\n"
)


def tried(
    source: SourceFile,
    setting: tuple[str, str],
    line: int,
    suggestion: str,
    experiment: Experiment | None = None,
) -> TrialCounts:
    trial = trial_of(source, *setting, line, suggestion)
    counts = with_counts(trial, source, *setting, experiment).counts
    assert counts is not None
    return counts


def test_a_reordered_sum_runs_fewer_instructions_and_has_other_bits() -> None:
    found = tried(SUM, ("gcc-12", "-O3"), 3, "omp_simd_reduction")
    assert found.before.loads == found.n
    assert found.before.loads_per_element == 1
    assert found.after.loads_per_element == pytest.approx(0.25, abs=0.01)
    assert (found.before.instructions or 0) / (found.after.instructions or 1) > 3
    assert found.same_bits is False
    assert found.largest_ulp
    assert "times fewer" in found.sentence
    assert f"differs by {found.largest_ulp} ULP" in found.output_sentences[0]


def test_a_loop_that_becomes_a_call_is_compared_with_what_it_calls() -> None:
    copy = source_file(
        "void copy(float *y, const float *x, int n) {\n"
        "    for (int i = 0; i < n; i++) y[i] = x[i];\n}\n"
    )
    found = tried(copy, ("gcc-12", "-O3"), 2, "restrict")
    before, after = found.before, found.after
    assert before.library == 0 < after.library
    assert before.instructions is not None
    assert after.instructions is not None
    whole = after.instructions + after.library
    assert found.compared == (before.instructions, whole)
    assert f"{whole:,} now (0 and {after.library:,} of them in library code" in found.sentence
    ratio = before.instructions / whole
    assert 1 < ratio < 10
    assert f"{ratio:.3g} times fewer" in found.sentence
    assert counts_line(found).rows[-1].after == f"{after.library:,}"


def test_the_sides_are_the_counts_of_their_own_source_and_flags() -> None:
    trial = trial_of(AXPY, "clang-19", "-O2", 2, "sve")
    found = with_counts(trial, AXPY, "clang-19", "-O2", Experiment(n=100, sve_bits=512)).counts
    assert found is not None
    experiment = Experiment(function="axpy", n=100, sve_bits=512)
    flags = " ".join(trial.flags)
    sides = (
        (count_source((AXPY,), "clang-19", "-O2", experiment), found.before),
        (
            count_source((trial.source,), "clang-19", flags, experiment),
            found.after,
        ),
    )
    for counts, cost in sides:
        assert cost.instructions == counts.totals.instructions
        assert cost.stores == counts.totals.stores
    assert found.before.instructions != found.after.instructions
    assert "SVE vectors of 512 bits" in found.statement


def test_a_sum_kept_out_of_memory_stores_once() -> None:
    found = tried(SUM_IN_MEMORY, ("gcc-12", "-O2"), 3, "local_sum")
    assert found.function == "total"
    assert found.before.stores == found.n
    assert found.after.stores == 1
    assert found.same_bits is True
    assert found.largest_ulp is None
    assert found.output_sentences == ("Both versions computed the same bits in every output.",)


def test_the_function_around_the_loop_runs_and_not_another_of_its_name() -> None:
    found = tried(OVERLOADS, ("gcc-12", "-O2"), 5, "optimize_o3")
    assert found.differences[0].type_name == "double"


def test_more_instructions_are_said_to_be_more() -> None:
    """Turned round, the same trial is a loss."""
    assert sentence(1047, 4101).endswith("3.92 times as many.")
    assert sentence(4101, 1047).endswith("3.92 times fewer.")
    assert sentence(9_000_000, 5).endswith("1,800,000 times fewer.")
    assert sentence(1000, 995).endswith("nearly the same.")
    assert sentence(1000, 1000).endswith(": the same.")


def sentence(*instructions: int) -> str:
    """Of two sides that call as much library code."""
    costs = (
        RunCost(
            instructions=count,
            loads=0,
            stores=0,
            instructions_per_element=None,
            loads_per_element=None,
            stores_per_element=None,
            message="",
            library=7,
        )
        for count in instructions
    )
    return module._sentence(*costs)


def test_a_function_that_cannot_run_says_why_and_the_trial_stands() -> None:
    trial = trial_of(VARIADIC, "gcc-12", "-O2", 3, "optimize_o3")
    found = with_counts(trial, VARIADIC, "gcc-12", "-O2")
    assert found.outcome.startswith(trial.outcome)
    assert found.outcome.endswith("could not be tried.")
    assert found.counts is not None
    assert "variable number of arguments" in found.counts.before.message
    assert found.counts.before.instructions is None
    assert found.counts.same_bits is None
    assert found.counts.sentence == ""
    assert found.counts.output_sentences == ()


def test_a_run_that_is_stopped_says_so() -> None:
    found = tried(TRAPPED, ("gcc-12", "-O2"), 2, "optimize_o3")
    assert found.n
    assert found.before.instructions is None
    assert "trap" in found.after.message
    assert found.same_bits is None


def test_a_version_that_does_not_compile_leaves_the_first_counted() -> None:
    trial = trial_of(SUM, "gcc-12", "-O3", 3, "fast_math")
    broken = replace(trial, source=source_file("int sum("), after=None, ok=False)
    found = with_counts(broken, SUM, "gcc-12", "-O3").counts
    assert found is not None
    assert found.before.instructions
    assert found.after.instructions is None
    assert found.after.message
    assert found.same_bits is None


def test_without_an_emulator_the_trial_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object) -> None:
        raise ToolMissing("qemu-aarch64", "qemu-user")

    monkeypatch.setattr(module, "counts_and_outputs", missing)
    found = tried(SUM, ("gcc-12", "-O3"), 3, "fast_math")
    assert "qemu-user" in found.before.message
