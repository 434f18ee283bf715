"""Cycles before and after: the figures of the cycles account itself, for the right loop."""

from __future__ import annotations

from dataclasses import replace

import pytest

from compiler_core.errors import InputError, ToolMissing
from compiler_core.host.cycles.cycles import cycles_of_source
from compiler_core.host.trials import trial_cycles as module
from compiler_core.host.trials.trial import SuggestionTrial, trial_of, with_cycles
from compiler_core.source import SourceFile, source_file

SAXPY = source_file(
    "void saxpy(float *y, const float *x, float a, int n) {\n"
    "    for (int i = 0; i < n; i++)\n"
    "        y[i] = a * x[i] + y[i];\n"
    "}\n"
    "int total(const int *x, int n) {\n"
    "    int s = 0;\n"
    "    for (int i = 0; i < n; i++)\n"
    "        s += x[i];\n"
    "    return s;\n"
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
NEST = source_file(
    "void scale(float x[64][64], float a) {\n"
    "    for (int i = 0; i < 64; i++)\n"
    "        for (int j = 0; j < 64; j++)\n"
    "            x[i][j] *= a;\n"
    "}\n"
)


def tried(
    source: SourceFile, compiler: str, flags: str, line: int, suggestion: str, cpu: str = ""
) -> SuggestionTrial:
    trial = trial_of(source, compiler, flags, line, suggestion)
    return with_cycles(trial, source, compiler, flags, *([cpu] if cpu else []))


def main_figure(source: SourceFile, compiler: str, flags: str, line: int, cpu: str) -> float:
    report = cycles_of_source((source,), compiler, flags, cpu)
    loop = next(
        found for found in report.loops if found.role == "main" and found.source_line == line
    )
    figure = loop.models[0].cycles_per_element
    assert figure is not None
    return figure


@pytest.mark.parametrize("compiler", ["gcc-12", "clang-19"])
@pytest.mark.parametrize("cpu", ["neoverse-n1", "cortex-a55"])
def test_the_figures_are_those_of_the_cycles_account(compiler: str, cpu: str) -> None:
    trial = tried(SUM, compiler, "-O3", 3, "fast_math", cpu)
    first = trial.cycles[0]
    assert first.before.cycles_per_element == main_figure(SUM, compiler, "-O3", 3, cpu)
    flags = " ".join(trial.flags)
    assert first.after.cycles_per_element == main_figure(trial.source, compiler, flags, 3, cpu)
    assert "as fast" in first.sentence
    assert "modelled" in first.statement


def test_the_loop_of_the_trial_is_modelled_and_no_other() -> None:
    one = tried(SAXPY, "gcc-12", "-O3", 2, "restrict").cycles[0]
    assert one.before.cycles_per_element == main_figure(SAXPY, "gcc-12", "-O3", 2, "neoverse-n1")
    other = main_figure(SAXPY, "gcc-12", "-O3", 7, "neoverse-n1")
    assert one.before.cycles_per_element != other


def test_the_same_loop_costs_the_same() -> None:
    """`restrict` removes the check in front of the loop; the loop itself stays."""
    sentence = tried(SAXPY, "gcc-12", "-O3", 2, "restrict").cycles[0].sentence
    assert "the same within the model's rounding" in sentence


def test_an_unknown_instruction_makes_a_lower_bound() -> None:
    first = tried(SAXPY, "gcc-12", "-O3", 2, "sve").cycles[0]
    assert first.after.is_lower_bound
    assert "at least" in first.sentence
    assert "times as" not in first.sentence
    assert "bits" in first.after.elements_reason


def test_a_loop_around_another_is_not_modelled() -> None:
    trial = trial_of(NEST, "gcc-12", "-O2", 3, "optimize_o3")
    outer = next(loop for loop in trial.before_loops if loop.source_line == 2)
    about_outer = replace(trial, before=outer, after=None)
    costs = with_cycles(about_outer, NEST, "gcc-12", "-O2").cycles
    assert all(cost.before.cycles_per_element is None for cost in costs)
    assert all(not cost.sentence for cost in costs)


def test_an_unknown_core_is_refused() -> None:
    with pytest.raises(InputError, match="No model here knows"):
        tried(SUM, "gcc-12", "-O3", 3, "fast_math", "abacus")


def test_without_a_model_there_are_no_cycles(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ToolMissing("llvm-mca", "llvm-19")

    monkeypatch.setattr(module, "installed_analysers", missing)
    assert tried(SUM, "gcc-12", "-O3", 3, "fast_math").cycles == ()


def test_a_swap_of_the_sides_is_noticed() -> None:
    trial = tried(SUM, "gcc-12", "-O3", 3, "fast_math").cycles[0]
    turned = module._sentence(trial.after, trial.before)
    assert "as slow" in turned
    assert turned != trial.sentence
