"""Predictions against counts, and what happens on the wrong core."""

from __future__ import annotations

import signal

import pytest

from compiler_core.graph.kernels.registry import TACTICS, refusal
from compiler_core.graph.records import ConvolutionShape
from compiler_core.graph.selection.choose import choose_kernel
from compiler_core.graph.selection.cores import CORES
from compiler_core.graph.selection.costs import cost_of
from compiler_core.graph.selection.measure import (
    build_cases,
    measure_program,
    results_of,
    run_cases,
)
from compiler_core.toolchain.discovery import find_compiler
from tests.graph.kernels.layers import difference, in_float, sample_of, shape_of
from tests.graph.kernels.programs import case_of, kernel_of

pytestmark = pytest.mark.usefixtures("emulator")

_BORDER = (1, 1, 1, 1)
A72, A76, V1 = CORES
# The formula knows loads and multiplications; what a compiler adds it knows on average.
_TOLERANCE = 0.3
# How much more than the best tactic the chosen one may execute.
_SLACK = 1.1
LAYERS = {
    "depthwise": shape_of(64, 64, (8, 8), (3, 3), pads=_BORDER, groups=64),
    "pointwise": shape_of(64, 64, (8, 8)),
    "three by three": shape_of(32, 32, (8, 8), (3, 3), pads=_BORDER),
    "first layer": shape_of(3, 16, (32, 32), (3, 3), strides=(2, 2), pads=_BORDER),
}


def counts(shape: ConvolutionShape) -> dict[str, tuple[int, int]]:
    """Predicted and executed instructions of every legal tactic but those far off."""
    sample = sample_of(shape, 2)
    tactics = [tactic for tactic in TACTICS if not refusal(tactic, shape)]
    if shape.groups > 1:
        tactics = [tactic for tactic in tactics if tactic.algorithm == "depthwise"]
    cases = tuple(
        case_of(sample, kernel_of(sample, tactic, f"kernel_{number}"))
        for number, tactic in enumerate(tactics)
    )
    program = build_cases(cases, V1, find_compiler("gcc"))
    return {
        tactic.name: (
            cost_of(tactic, shape).instructions,
            measure_program(cases, number, program, V1).instructions,
        )
        for number, tactic in enumerate(tactics)
    }


@pytest.mark.parametrize("name", LAYERS)
def test_predictions_are_near_and_the_chosen_is_near_the_best(name: str) -> None:
    for shape in (LAYERS[name], in_float(LAYERS[name])):
        found = counts(shape)
        off = {
            tactic: predicted / executed
            for tactic, (predicted, executed) in found.items()
            if abs(predicted / executed - 1) > _TOLERANCE
        }
        assert off == {}
        chosen = choose_kernel(sample_of(shape, 2).layer, V1).tactic
        best = min(executed for _, executed in found.values())
        assert found[chosen][1] <= best * _SLACK


def test_sdot_does_sixteen_products_per_instruction() -> None:
    """Far below one instruction per multiply-accumulate, loads and stores included."""
    shape = LAYERS["pointwise"]
    found = counts(shape)
    assert found["gemm-sdot"][1] < shape.multiplies * 0.125
    assert found["gemm-smmla"][1] < shape.multiplies * 0.11
    assert found["gemm-smlal"][1] < shape.multiplies * 0.40


def test_a_program_with_sdot_dies_on_a_core_without_it() -> None:
    sample = sample_of(shape_of(16, 16, (4, 4)), 2)
    for core, tactic in ((A76, "gemm-sdot"), (A72, "gemm-smlal")):
        assert choose_kernel(sample.layer, core).tactic == tactic
    case = (case_of(sample, kernel_of(sample, _tactic("gemm-sdot"), "kernel")),)
    program = build_cases(case, A76, find_compiler("gcc"))
    there, here = run_cases(case, program, A76), run_cases(case, program, A72)
    assert difference(sample, results_of(case, there)[0]) == 0
    assert (here.ok, here.signal_number) == (False, signal.SIGILL)
    assert "instruction that does not exist" in here.message


def test_the_plan_for_a_small_core_runs_there() -> None:
    sample = sample_of(shape_of(16, 16, (4, 4)), 2)
    case = (case_of(sample, kernel_of(sample, _tactic("gemm-smlal"), "kernel")),)
    run = run_cases(case, build_cases(case, A72, find_compiler("gcc")), A72)
    assert difference(sample, results_of(case, run)[0]) == 0


def _tactic(name: str):
    return next(tactic for tactic in TACTICS if tactic.name == name)
