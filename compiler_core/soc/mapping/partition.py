"""The best unit for each kernel, by dynamic programming over the order of execution.

After some kernels, the cost of the rest depends on the past only through the tensors that are
still to be read: where each was made, on which units it is by now, and which unit worked last. So
of all assignments of the kernels so far that leave the same such state, the cheapest is kept. The
number of states grows with the number of tensors that wait at once, not with the number of
kernels; a chain has as many as there are units.

A state is given up if the cheapest that could follow, every kernel where it costs least and no
moves, would cost more than an assignment that is known already. That loses nothing. Where so many
states are left that they would not fit the effort, the cheapest ones go on: the answer is then a
good assignment, and is not proven best. It bounds a second try, which often is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from compiler_core.errors import InputError
from compiler_core.soc.mapping.graph import FROM_OUTSIDE
from compiler_core.soc.mapping.problem import (
    NO_HOST,
    Problem,
    all_on,
    cheapest_each,
    total_cost,
)

# Steps of the innermost loop, about a microsecond each.
EFFORT = 400_000
MOST_STATES = 4096
LEAST_STATES = 8
WIDEST = 64
# Bounds are sums in another order.
_ROUNDING = 1 + 1e-9
_NOWHERE = -1

# A place of a tensor: units that hold it, and the one that made it, as one number.
_UNIT_BITS = 4
_HELD = (1 << (1 << _UNIT_BITS)) - 1
_MADE_SHIFT = 1 << _UNIT_BITS

State = tuple[int, ...]
"""The unit that worked last, then the place of each waiting tensor."""


@dataclass(frozen=True, slots=True)
class Partition:
    """units: a unit for each kernel. states: most that were kept at once. proven: no state was
    given up, so that no assignment is cheaper."""

    units: tuple[int, ...]
    cost: float
    states: int
    proven: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """One kernel."""

    kernel: int
    """Its number in the order of execution."""
    reads: tuple[tuple[int, int], ...]
    """Positions in a state, with the tensors there."""
    keeps: tuple[int, ...]
    """Positions in a state of the tensors that are still to be read."""
    makes: tuple[int, ...]
    """Tensors that it adds to the state."""
    returns: tuple[int, ...]
    """Results that nobody reads any more."""
    rest: float
    """What all later kernels cost at least, each on its cheapest unit and without moves."""
    effort: int
    """Steps of the innermost loop that one state takes."""


@dataclass(frozen=True, slots=True)
class _Reached:
    """The cheapest way into a state: its cost, the state before, the unit of the last kernel."""

    cost: float
    before: State
    unit: int


def best_partition(problem: Problem, effort: int = EFFORT) -> Partition:
    """The cheapest assignment of units to kernels.

    Raises InputError if a kernel can run nowhere, or more tensors wait at once than can be kept.
    """
    nowhere = next((kernel for kernel, row in enumerate(problem.kernels) if min(row) == inf), None)
    if nowhere is not None:
        raise InputError(f"No unit can run kernel {nowhere + 1}.")
    steps, start = _steps(problem)
    first = _search(problem, (steps, start), effort, _simple(problem))
    return first if first.proven else _search(problem, (steps, start), effort, first)


def _simple(problem: Problem) -> Partition:
    """The best of the assignments that need no search."""
    ways = [all_on(problem, unit) for unit in range(len(problem.starts))]
    cheapest = min([*ways, cheapest_each(problem)], key=lambda units: total_cost(problem, units))
    return Partition(cheapest, total_cost(problem, cheapest), 1, proven=False)


def _search(
    problem: Problem, plan: tuple[Sequence[_Step], State], effort: float, known: Partition
) -> Partition:
    """The cheapest assignment, or the known one if no other is cheaper."""
    steps, start = plan
    each = effort / sum(kernel_step.effort for kernel_step in steps)
    frontier: dict[State, _Reached] = {start: _Reached(0.0, start, _NOWHERE)}
    history: list[dict[State, _Reached]] = []
    most, proven = known.states, True
    for step in steps:
        effort -= len(frontier) * step.effort
        frontier = _advance(problem, step, frontier, known.cost * _ROUNDING - step.rest)
        limit = _limit(each, effort / step.effort)
        proven = proven and len(frontier) <= limit
        frontier = _cheapest(frontier, limit)
        most = max(most, len(frontier))
        history.append(frontier)
    state = min(frontier, key=lambda candidate: frontier[candidate].cost, default=None)
    if state is None or frontier[state].cost >= known.cost:
        return Partition(known.units, known.cost, most, proven)
    return Partition(_units(history, state), frontier[state].cost, most, proven)


def _limit(each: float, left: float) -> int:
    """States that may go on. each: if every step keeps as many. left: if the next step took all the
    effort that is left; it may take half, for most networks are wide in few places."""
    return max(LEAST_STATES, min(MOST_STATES, int(max(each, left / 2))))


def _units(history: Sequence[dict[State, _Reached]], state: State) -> tuple[int, ...]:
    """The way back from the last state."""
    units: list[int] = []
    for frontier in reversed(history):
        reached = frontier[state]
        units.append(reached.unit)
        state = reached.before
    return tuple(reversed(units))


def _cheapest(frontier: dict[State, _Reached], limit: int) -> dict[State, _Reached]:
    if len(frontier) <= limit:
        return frontier
    return dict(sorted(frontier.items(), key=lambda entry: entry[1].cost)[:limit])


def _steps(problem: Problem) -> tuple[list[_Step], State]:
    """What each kernel does to a state, and the state before the first."""
    waiting = [
        tensor
        for tensor, producer in enumerate(problem.producers)
        if producer == FROM_OUTSIDE and problem.consumers[tensor]
    ]
    outside = _outside(problem)
    start = (_NOWHERE, *(outside for _ in waiting))
    steps: list[_Step] = []
    rest = sum(map(min, problem.kernels))
    for kernel in range(len(problem.kernels)):
        rest -= min(problem.kernels[kernel])
        if len(waiting) > WIDEST:
            raise InputError(
                f"Before kernel {kernel + 1} wait {len(waiting)} tensors; at most {WIDEST} can.",
                "Take a network with fewer branches side by side.",
            )
        step, waiting = _step(problem, kernel, waiting, rest)
        steps.append(step)
    return steps, start


def _outside(problem: Problem) -> int:
    """The place of the network's inputs: with the host, or with all units."""
    if problem.host == NO_HOST:
        return (1 << len(problem.starts)) - 1
    return _place(problem.host)


def _step(
    problem: Problem, kernel: int, waiting: list[int], rest: float
) -> tuple[_Step, list[int]]:
    reads = tuple((1 + waiting.index(tensor), tensor) for tensor in problem.reads[kernel])
    stays = [tensor for tensor in waiting if problem.consumers[tensor][-1] > kernel]
    makes = tuple(tensor for tensor in problem.makes[kernel] if problem.consumers[tensor])
    returns = tuple(
        tensor
        for tensor in problem.makes[kernel]
        if problem.results[tensor] and not problem.consumers[tensor]
    )
    keeps = tuple(1 + waiting.index(tensor) for tensor in stays)
    effort = len(problem.starts) * (1 + len(keeps) + len(reads))
    return _Step(
        kernel=kernel,
        reads=reads,
        keeps=keeps,
        makes=makes,
        returns=returns,
        rest=rest,
        effort=effort,
    ), [*stays, *makes]


def _advance(
    problem: Problem, step: _Step, frontier: dict[State, _Reached], most: float
) -> dict[State, _Reached]:
    """All states after a kernel, from all before it, that cost no more than most."""
    states: dict[State, _Reached] = {}
    for unit, own in enumerate(problem.kernels[step.kernel]):
        made, back = _made(problem, step, unit)
        start = problem.starts[unit]
        for state, reached in frontier.items():
            cost = reached.cost + own + back + (start if state[0] != unit else 0.0)
            if cost > most:
                continue
            moved, places = _taken(problem, step, state, unit)
            cost += moved
            if cost > most:
                continue
            after = (unit, *[places[tensor] for tensor in step.keeps], *made)
            known = states.get(after)
            if known is None or cost < known.cost:
                states[after] = _Reached(cost, state, unit)
    return states


def _taken(problem: Problem, step: _Step, state: State, unit: int) -> tuple[float, list[int]]:
    """The cost of having all that the kernel reads on its unit, and the places after that."""
    cost, moved = 0.0, list(state)
    for position, tensor in step.reads:
        location = state[position]
        if location >> unit & 1:
            continue
        maker, held = location >> _MADE_SHIFT, location & _HELD
        cost += problem.arriving[tensor][unit]
        if held == 1 << maker:
            cost += problem.leaving[tensor][maker]
        moved[position] = location | 1 << unit
    return cost, moved


def _made(problem: Problem, step: _Step, unit: int) -> tuple[list[int], float]:
    """The places of what a unit makes, and the cost of giving results back."""
    cost, host = 0.0, problem.host
    away = host not in (NO_HOST, unit)
    places: list[int] = []
    for tensor in (*step.makes, *step.returns):
        back = away and problem.results[tensor]
        if back:
            cost += problem.leaving[tensor][unit] + problem.arriving[tensor][host]
        if tensor in step.makes:
            places.append(_place(unit) | (1 << host if back else 0))
    return places, cost


def _place(unit: int) -> int:
    return unit << _MADE_SHIFT | 1 << unit
