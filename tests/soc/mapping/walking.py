"""An assignment's cost once more: a walk through the kernels that knows where each tensor is.

Nothing here is shared with the code under test but the record of costs. Brute force tries every
assignment with it.
"""

from __future__ import annotations

from itertools import product
from math import inf
from random import Random

from compiler_core.soc.mapping.graph import FROM_OUTSIDE
from compiler_core.soc.mapping.problem import NO_HOST, Problem


def walked_cost(problem: Problem, units: tuple[int, ...]) -> float:
    """Kernel after kernel: fetch what it reads, start the unit if it was not the last one, run."""
    everywhere = set(range(len(problem.starts)))
    at: dict[int, set[int]] = {}
    made_on: dict[int, int] = {}
    for tensor, producer in enumerate(problem.producers):
        if producer == FROM_OUTSIDE:
            at[tensor] = everywhere if problem.host == NO_HOST else {problem.host}
            made_on[tensor] = problem.host
    cost, last = 0.0, None
    for kernel, unit in enumerate(units):
        for tensor, consumers in enumerate(problem.consumers):
            if kernel in consumers:
                cost += _fetched(problem, tensor, unit, (at, made_on))
        cost += problem.kernels[kernel][unit] + (problem.starts[unit] if last != unit else 0.0)
        last = unit
        for tensor, producer in enumerate(problem.producers):
            if producer == kernel:
                at[tensor], made_on[tensor] = {unit}, unit
                if problem.results[tensor] and problem.host != NO_HOST:
                    cost += _fetched(problem, tensor, problem.host, (at, made_on))
    return cost


def _fetched(
    problem: Problem,
    tensor: int,
    unit: int,
    places: tuple[dict[int, set[int]], dict[int, int]],
) -> float:
    """The cost of having a tensor on a unit, which then has it."""
    at, made_on = places
    if unit in at[tensor]:
        return 0.0
    nobody_took_it = len(at[tensor]) == 1
    at[tensor] = at[tensor] | {unit}
    out = problem.leaving[tensor][made_on[tensor]] if nobody_took_it else 0.0
    return out + problem.arriving[tensor][unit]


def brute_force(problem: Problem) -> float:
    """The least cost of all assignments."""
    choices = [[unit for unit, cost in enumerate(row) if cost != inf] for row in problem.kernels]
    return min(walked_cost(problem, units) for units in product(*choices))


def random_problem(random: Random, kernels: int, units: int) -> Problem:
    """A random graph in which tensors are shared, some are results, and some kernels cannot run on
    some units. Costs are small whole numbers, so that sums are exact and ties are frequent."""
    producers = [FROM_OUTSIDE] * random.randint(1, 2)
    consumers: list[list[int]] = [[] for _ in producers]
    for kernel in range(kernels):
        for tensor in random.sample(
            range(len(producers)), min(random.randint(1, 3), len(producers))
        ):
            consumers[tensor].append(kernel)
        for _ in range(random.choice((1, 1, 1, 2))):
            producers.append(kernel)
            consumers.append([])
    results = [
        producer != FROM_OUTSIDE and (not read or random.random() < 0.15)
        for producer, read in zip(producers, consumers, strict=True)
    ]
    dear = random.choice((2, 6, 20))
    return Problem(
        kernels=tuple(_row(random, units) for _ in range(kernels)),
        starts=tuple(float(random.choice((0, 0, 3))) for _ in range(units)),
        leaving=_moving(random, len(producers), units, dear),
        arriving=_moving(random, len(producers), units, dear),
        producers=tuple(producers),
        consumers=tuple(map(tuple, consumers)),
        results=tuple(results),
        host=random.choice((NO_HOST, 0, 0, 0, units - 1)),
    )


def _row(random: Random, units: int) -> tuple[float, ...]:
    row = [inf if random.random() < 0.2 else float(random.randint(1, 20)) for _ in range(units)]
    if all(one == inf for one in row):
        row[random.randrange(units)] = float(random.randint(1, 20))
    return tuple(row)


def _moving(random: Random, tensors: int, units: int, dear: int) -> tuple[tuple[float, ...], ...]:
    return tuple(
        tuple(float(random.randint(0, dear)) for _ in range(units)) for _ in range(tensors)
    )
