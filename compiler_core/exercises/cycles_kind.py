"""Cycles per element of the loop that works most, by the model that the exercise names."""

from __future__ import annotations

from compiler_core.claims.case import Case, NothingThere
from compiler_core.claims.kinds.kind import Found
from compiler_core.errors import ToolMissing
from compiler_core.exercises.vocabulary import ModelledCycles
from compiler_core.host.counting.record import LoopCount
from compiler_core.host.cycles.cycles import cycles_of_source
from compiler_core.host.cycles.record import LoopCycles, ModelAnswer
from compiler_core.host.running.count_as import count_as
from compiler_core.host.running.experiment import experiment_of


def judge_cycles(case: Case, wanted: ModelledCycles) -> Found:
    """Raises NothingThere without a loop, ToolMissing without the model."""
    setting = case.setting
    report = cycles_of_source(setting.sources, case.compiler.name, setting.flags, wanted.cpu)
    busiest = _busiest(case)
    loop = next((candidate for candidate in report.loops if _is_same(candidate, busiest)), None)
    if loop is None:
        raise NothingThere("No model was asked about the loop that works most.")
    answer = _answer(loop, wanted.model)
    cycles = answer.cycles_per_element
    if cycles is None:
        return Found(False, f"{answer.model} has no answer: {answer.message}")
    words = f"{cycles:.2f} cycles per element on {answer.cpu_used}, modelled by {answer.model}"
    return Found(wanted.bound.holds(cycles), words)


def _busiest(case: Case) -> LoopCount:
    """Of the innermost loops of the code, the one with the most instructions in one run."""
    assert case.driven_as is not None
    setting = case.setting
    run = experiment_of(setting.function, case.length, case.seed)
    counted = count_as(case.driven_as, setting.sources, (case.compiler.name, setting.flags), run)
    loops = [loop for loop in counted.counts.loops if loop.innermost]
    if not loops:
        raise NothingThere("The code has no loop.")
    return max(loops, key=lambda loop: loop.totals.instructions)


def _is_same(loop: LoopCycles, counted: LoopCount) -> bool:
    return counted.function in (loop.function, loop.symbol) and counted.loop == loop.loop


def _answer(loop: LoopCycles, model: str) -> ModelAnswer:
    for answer in loop.models:
        if answer.model.lower() == model.lower() and answer.cpu_used:
            return answer
    raise ToolMissing(f"The model {model}", "see lowlab doctor")
