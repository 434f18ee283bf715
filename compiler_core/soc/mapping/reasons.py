"""Why a kernel runs where it does, in one sentence computed from the costs."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from compiler_core.amounts import energy_text, time_text
from compiler_core.soc.mapping.problem import Problem, start_cost, tensor_cost
from compiler_core.soc.mapping.records import Objective, ReasonKind

# Differences below this share of a cost are rounding.
_EQUAL = 1e-9
# Half of the last digit of µs and µJ.
_LEAST_SHOWN = 0.05e-6


def reason_for(
    problem: Problem, units: Sequence[int], names: Sequence[str], kernel: int, objective: Objective
) -> tuple[ReasonKind, str]:
    """problem: with support; units: the assignment; names: of the units."""
    costs = problem.kernels[kernel]
    chosen = units[kernel]
    others = [unit for unit, cost in enumerate(costs) if unit != chosen and cost != inf]
    if not others:
        alone = len(costs) == 1
        sentence = "The only unit whose speed is known." if alone else "The only unit that runs it."
        return "only", sentence
    best = min(others, key=lambda candidate: costs[candidate])
    if costs[chosen] <= costs[best]:
        return "least", (
            f"Least here: {_shown(costs[chosen], objective)}, "
            f"{_shown(costs[best], objective)} on {names[best]}."
        )
    return "despite", _despite(problem, units, names[best], (kernel, best), objective)


def _despite(
    problem: Problem,
    units: Sequence[int],
    name: str,
    change: tuple[int, int],
    objective: Objective,
) -> str:
    """Of a kernel that another unit would run for less."""
    kernel, other = change
    costs = problem.kernels[kernel]
    saved = _shown(costs[units[kernel]] - costs[other], objective)
    lost = extra_cost(problem, units, kernel, other)
    if lost < -_EQUAL * costs[other]:
        return f"{name} would take {saved} less here; the search was cut short before it saw."
    if lost < _LEAST_SHOWN:
        return f"{name} would take {saved} less here, but its moves use that up."
    whole = _shown(lost, objective)
    return f"{name} would take {saved} less here, but with its moves the whole {whole} more."


def extra_cost(problem: Problem, units: Sequence[int], kernel: int, other: int) -> float:
    """What the whole costs more with one kernel on another unit; below 0 if less."""
    changed = [*units[:kernel], other, *units[kernel + 1 :]]
    around = slice(max(kernel - 1, 0), kernel + 2)
    touched = (*problem.reads[kernel], *problem.makes[kernel])
    moving = sum(
        tensor_cost(problem, changed, edge) - tensor_cost(problem, units, edge) for edge in touched
    )
    starting = start_cost(problem, changed[around]) - start_cost(problem, list(units[around]))
    costs = problem.kernels[kernel]
    return costs[other] - costs[units[kernel]] + moving + starting


def _shown(value: float, objective: Objective) -> str:
    return time_text(value) if objective == "time" else energy_text(value)
