"""Cycles per element of the loop a trial is about, before and after, by the models that are here.

Only the loop that does most of the work is modelled: checks before it, leftover loops, caches and
branch misses are not in the figure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.errors import ToolMissing
from compiler_core.host.compilation import Compilation, FunctionListing, Loop
from compiler_core.host.compile import compile_source
from compiler_core.host.cycles.cycles import (
    Analysers,
    check_cpu,
    cycles_of_loop,
    installed_analysers,
)
from compiler_core.host.cycles.record import ModelAnswer
from compiler_core.host.trials.side import TrialSide
from compiler_core.host.verdicts.verdict import Verdict

# A smaller difference than this part is the models' rounding of start and end.
_SAME = 0.01


@dataclass(frozen=True, slots=True)
class LoopCost:
    """One model's cycles per element of one loop; None where it gives none, message
    then says why."""

    cycles_per_element: float | None
    """Modelled cycles for one iteration of the source's loop; None where the model gives none,
    as `message` then says."""
    is_lower_bound: bool
    """The model does not know some instruction of it."""
    message: str
    """Why there is no figure; empty where there is one."""
    elements_reason: str
    """How the elements per iteration were found, with the vector length that was taken where one
    had to be."""


@dataclass(frozen=True, slots=True)
class TrialCycles:
    """One model's answer about a loop before and after."""

    model: str
    """The analyser that answered: `llvm-mca` or `OSACA`."""
    cpu: str
    """The core that was asked for, as `-mcpu=` names it: `neoverse-n1`."""
    statement: str
    """Which model, and what it leaves out."""
    before: LoopCost
    """Cycles of the loop as it was."""
    after: LoopCost
    """Cycles of the loop after the suggestion."""
    sentence: str
    """The comparison, empty without two figures."""


def trial_cycles(before: TrialSide, after: TrialSide, cpu: str) -> tuple[TrialCycles, ...]:
    """One answer per installed model; none where no model is installed.

    Raises InputError for a core that no model here knows, and what `compile_source` raises.
    """
    try:
        analysers = installed_analysers()
    except ToolMissing:
        return ()
    check_cpu(cpu, analysers)
    base, two = _answers(before, cpu, analysers), _answers(after, cpu, analysers)
    names = dict.fromkeys([*(earlier.model for earlier in base), *(later.model for later in two)])
    return tuple(_compared(name, cpu, base, two) for name in names)


def _answers(side: TrialSide, cpu: str, analysers: Analysers) -> tuple[ModelAnswer, ...]:
    if side.verdict is None or not side.verdict.body:
        return ()
    compilation = compile_source((side.source,), side.compiler, side.flags)
    location = _place(compilation, side.verdict)
    if location is None:
        return ()
    return cycles_of_loop((side.source,), compilation, location, cpu, analysers).models


def _place(compilation: Compilation, verdict: Verdict) -> tuple[FunctionListing, Loop] | None:
    """The innermost loop whose instructions are the verdict's; None for a loop around another."""
    wanted = [_spaced(text) for text in verdict.body]
    for function in compilation.functions:
        for loop in function.loops:
            if loop.innermost and _instructions(function, loop) == wanted:
                return function, loop
    return None


def _instructions(function: FunctionListing, loop: Loop) -> list[str]:
    blocks = frozenset(loop.blocks)
    return [
        _spaced(line.text)
        for line in function.lines
        if line.kind == "instruction" and line.block in blocks
    ]


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _compared(
    name: str, cpu: str, before: Sequence[ModelAnswer], after: Sequence[ModelAnswer]
) -> TrialCycles:
    answer_before = next((earlier for earlier in before if earlier.model == name), None)
    two = next((later for later in after if later.model == name), None)
    statement = next(
        (answer.statement for answer in (answer_before, two) if answer and answer.statement), ""
    )
    costs = _cost(answer_before), _cost(two)
    return TrialCycles(name, cpu, statement, *costs, _sentence(*costs))


def _cost(answer: ModelAnswer | None) -> LoopCost:
    if answer is None:
        return LoopCost(None, False, "There is no innermost loop of its own to model.", "")
    message = answer.message
    if answer.cycles_per_element is None and not message:
        message = answer.elements_reason
    reason = answer.elements_reason
    return LoopCost(answer.cycles_per_element, answer.is_lower_bound, message, reason)


def _sentence(before: LoopCost, after: LoopCost) -> str:
    old, new = before.cycles_per_element, after.cycles_per_element
    if old is None or new is None or not old:
        return ""
    figures = f"{_least(before)}{old:.3g} cycles per element before, {_least(after)}{new:.3g} now"
    if abs(old - new) <= _SAME * old:
        return f"{figures}: the same within the model's rounding."
    if before.is_lower_bound or after.is_lower_bound:
        return f"{figures}. The model does not know every instruction."
    if new < old:
        return f"{figures}: {old / new:.3g} times as fast."
    return f"{figures}: {new / old:.3g} times as slow."


def _least(cost: LoopCost) -> str:
    return "at least " if cost.is_lower_bound else ""
