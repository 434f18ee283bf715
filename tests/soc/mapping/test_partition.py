"""The search against all assignments of random graphs, and what it does when it cannot see all."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from random import Random

import pytest

from compiler_core.errors import InputError
from compiler_core.soc.mapping import partition
from compiler_core.soc.mapping.partition import LEAST_STATES, best_partition
from compiler_core.soc.mapping.problem import Problem, total_cost
from tests.soc.mapping.walking import brute_force, random_problem, walked_cost

GRAPHS = 300


def problems() -> list[Problem]:
    """From two kernels on two units to six on three, a few of seven; the same in every run."""
    random = Random(40)
    sizes = [(random.randint(2, 6), random.choice((2, 3))) for _ in range(GRAPHS - 12)]
    return [random_problem(random, *size) for size in [*sizes, *[(7, 3)] * 12]]


def test_no_assignment_of_random_graphs_is_cheaper(capsys: pytest.CaptureFixture[str]) -> None:
    optimal = shared = moved = 0
    for problem in problems():
        found = best_partition(problem)
        assert found.proven
        assert walked_cost(problem, found.units) == found.cost == total_cost(problem, found.units)
        least = brute_force(problem)
        optimal += found.cost == least
        shared += any(len(consumer) > 1 for consumer in problem.consumers)
        moved += len(set(found.units)) > 1
    with capsys.disabled():
        print(
            f"\n{optimal} of {GRAPHS} random graphs are mapped at the least cost "
            f"({shared} share tensors, {moved} use several units)"
        )
    assert optimal == GRAPHS >= 200
    assert shared > 200
    assert moved > 100


def test_assignments_cost_what_a_walk_says() -> None:
    """Also those that are not the best, and infinity where a kernel cannot run."""
    random = Random(41)
    for problem in problems()[:100]:
        units = tuple(random.randrange(len(problem.starts)) for _ in problem.kernels)
        assert total_cost(problem, units) == walked_cost(problem, units)


def test_cheaper_moves_never_make_it_dearer() -> None:
    for problem in problems()[:100]:
        half = tuple(tuple(one / 2 for one in row) for row in problem.arriving)
        cheaper = replace(problem, arriving=half)
        assert best_partition(cheaper).cost <= best_partition(problem).cost


def test_giving_up_states_by_bounds_loses_nothing() -> None:
    """On graphs that are too large for brute force, against the same search without a bound."""
    random = Random(43)
    for _ in range(20):
        given = random_problem(random, random.randint(9, 12), 3)
        unbounded = partition._search(
            given, partition._steps(given), 1e12, partition.Partition((), inf, 1, False)
        )
        found = best_partition(given, 1 << 40)
        assert (found.proven, found.cost) == (True, unbounded.cost)
        assert found.states <= unbounded.states
        assert walked_cost(given, found.units) == found.cost


def fork(width: int) -> Problem:
    """So many kernels that read one input, and one that reads what they all make: all wait."""
    random = Random(width)
    last = width
    return Problem(
        kernels=tuple(
            (float(random.randint(1, 9)), float(random.randint(1, 9)), 5.0)
            for _ in range(width + 1)
        ),
        starts=(0.0, 0.0, 0.0),
        leaving=((1.0, 1.0, 1.0),) * (width + 1),
        arriving=((1.0, 2.0, 1.0),) * (width + 1),
        producers=(-1, *range(width)),
        consumers=(tuple(range(width)), *((last,) for _ in range(width))),
        results=(False,) * (width + 1),
        host=0,
    )


def test_what_is_too_wide_is_cut_short_and_says_so() -> None:
    narrow = best_partition(fork(5))
    assert narrow.proven
    assert narrow.cost == brute_force(fork(5))
    cut = best_partition(fork(5), effort=1)
    assert (cut.proven, cut.states) == (False, LEAST_STATES)
    assert cut.cost == walked_cost(fork(5), cut.units) >= narrow.cost
    wide = best_partition(fork(40))
    assert not wide.proven
    assert walked_cost(fork(40), wide.units) == wide.cost


def test_what_cannot_be_mapped_is_refused() -> None:
    with pytest.raises(InputError, match="at most 64"):
        best_partition(fork(70))
    nowhere = replace(fork(2), kernels=((1.0, 1.0, 1.0), (inf, inf, inf), (1.0, 1.0, 1.0)))
    with pytest.raises(InputError, match="No unit can run kernel 2"):
        best_partition(nowhere)
