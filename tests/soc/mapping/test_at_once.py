"""Units that work at the same time: bounds on random graphs, and a schedule worked out by hand."""

from __future__ import annotations

from itertools import pairwise
from math import inf
from random import Random

import pytest

from compiler_core.soc.mapping import at_once as module
from compiler_core.soc.mapping.at_once import at_once
from compiler_core.soc.mapping.graph import FROM_OUTSIDE
from compiler_core.soc.mapping.map_network import map_network
from compiler_core.soc.mapping.partition import best_partition
from compiler_core.soc.mapping.problem import (
    NO_HOST,
    Move,
    Problem,
    move_cost,
    moves_in_order,
    total_cost,
)
from compiler_core.soc.mapping.records import AtOnce
from compiler_core.soc.mapping.schedule import schedule
from compiler_core.soc.mapping.table_graphs import table_graph
from compiler_core.soc.reading import soc_named
from tests.soc.mapping.walking import random_problem

_NAMES = ("a", "b", "c")
_GRAPHS = 60
_CLOSE = 1e-9
# a makes something for a long and a short branch, on a and b; a adds up what comes of them.
FORK = Problem(
    kernels=((4.0, inf), (10.0, inf), (inf, 5.0), (3.0, inf)),
    starts=(0.0, 1.0),
    leaving=((0.0, 0.0), (1.0, 1.0), (1.0, 1.0), (1.0, 1.0), (0.0, 0.0)),
    arriving=((0.0, 0.0), (1.0, 1.0), (1.0, 1.0), (1.0, 1.0), (0.0, 0.0)),
    producers=(FROM_OUTSIDE, 0, 1, 2, 3),
    consumers=((0,), (1, 2), (3,), (3,), ()),
    results=(False, False, False, False, True),
    host=NO_HOST,
)
FORKED = (0, 0, 1, 0)


def cases() -> list[tuple[Problem, tuple[int, ...]]]:
    """The best assignments, and any others."""
    found: list[tuple[Problem, tuple[int, ...]]] = [(FORK, FORKED)]
    for seed in range(_GRAPHS):
        random = Random(seed)
        problem = random_problem(random, random.randint(1, 8), random.choice((2, 3)))
        found.append((problem, best_partition(problem).units))
        any_of = ([unit for unit, cost in enumerate(row) if cost < inf] for row in problem.kernels)
        found.append((problem, tuple(map(random.choice, any_of))))
    return found


def mistakes(problem: Problem, units: tuple[int, ...], found: AtOnce) -> list[str]:
    """What a schedule must not do."""
    wrong: list[str] = []
    if found.seconds > total_cost(problem, units) + _CLOSE:
        wrong.append("slower than one after the other")
    if found.seconds < max(found.chain_seconds, found.busiest_seconds) - _CLOSE:
        wrong.append("faster than the chain or the busiest unit")
    if abs(found.chain_seconds - _longest_chain(problem, units)) > _CLOSE:
        wrong.append("another chain")
    if abs(sum(one.end - one.begin for one in found.spans) - total_cost(problem, units)) > _CLOSE:
        wrong.append("work is lost")
    for unit in set(units):
        own = [span for span in found.spans if span.unit == _NAMES[unit]]
        if any(one.end > other.begin + _CLOSE for one, other in pairwise(own)):
            wrong.append("two at once on one unit")
    return [*wrong, *_too_early(problem, units, found)]


def _too_early(problem: Problem, units: tuple[int, ...], found: AtOnce) -> list[str]:
    kernels = {one.number: one for one in found.spans if one.kind == "kernel"}
    moved = {one.number: one for one in found.spans if one.kind == "transfer"}
    moves = moves_in_order(problem, units)
    wrong: list[str] = []
    for number, span in kernels.items():
        for tensor in problem.reads[number]:
            producer = problem.producers[tensor]
            if producer != FROM_OUTSIDE and kernels[producer].end > span.begin + _CLOSE:
                wrong.append("before its input was made")
            came = [
                at
                for at, one in enumerate(moves)
                if (one.tensor, one.target) == (tensor, units[number])
            ]
            if any(moved[at].end > span.begin + _CLOSE for at in came):
                wrong.append("before its input was there")
    for at, move in enumerate(moves):
        producer = problem.producers[move.tensor]
        if producer != FROM_OUTSIDE and kernels[producer].end > moved[at].begin + _CLOSE:
            wrong.append("moved before it was made")
    return wrong


def _longest_chain(problem: Problem, units: tuple[int, ...]) -> float:
    """By walking back from each end."""
    moves = moves_in_order(problem, units)

    def made(tensor: int) -> float:
        producer = problem.producers[tensor]
        return 0.0 if producer == FROM_OUTSIDE else ended(producer)

    def there(tensor: int, unit: int) -> float:
        move = next((one for one in moves if (one.tensor, one.target) == (tensor, unit)), None)
        return made(tensor) if move is None else came(move)

    def came(move: Move) -> float:
        first = next(one for one in moves if one.tensor == move.tensor and one.is_first)
        out = 0.0 if move == first else problem.leaving[move.tensor][first.source]
        return made(move.tensor) + out + move_cost(problem, move)

    def ended(kernel: int) -> float:
        unit = units[kernel]
        begins = max((there(one, unit) for one in problem.reads[kernel]), default=0.0)
        starts = kernel == 0 or units[kernel - 1] != unit
        return begins + (problem.starts[unit] if starts else 0.0) + problem.kernels[kernel][unit]

    ends = [*map(ended, range(len(units))), *map(came, moves)]
    return max(ends, default=0.0)


def all_mistakes() -> set[str]:
    """Of the module as it is."""
    found: set[str] = set()
    for problem, units in cases():
        found.update(mistakes(problem, units, module.at_once(problem, units, _NAMES)))
    return found


def test_schedules_keep_every_bound() -> None:
    """Not later than one after the other, not before the longest chain or the busiest unit, nothing
    before what it needs, nothing twice at once on a unit."""
    assert all_mistakes() == set()


def test_a_fork_worked_out_by_hand() -> None:
    """a ends at 4 and goes on to 14; b takes the tensor to 6, starts to 7, ends at 12; a takes the
    sum's other half to 16 and ends at 19, where one after the other takes 27."""
    found = at_once(FORK, FORKED, _NAMES[:2])
    assert [(span.kind, span.unit, span.begin, span.end) for span in found.spans] == [
        ("kernel", "a", 0, 4),
        ("kernel", "a", 4, 14),
        ("transfer", "b", 4, 6),
        ("start", "b", 6, 7),
        ("kernel", "b", 7, 12),
        ("transfer", "a", 14, 16),
        ("kernel", "a", 16, 19),
    ]
    assert (found.seconds, found.chain_seconds) == (19, 17)
    assert (found.busiest, found.busiest_seconds) == ("a", 19)
    assert total_cost(FORK, FORKED) == 27


def _nothing_waits(clock: object, problem: object, job: object) -> float:
    return 0.0


def _moves_are_free(problem: Problem, move: Move) -> float:
    return 0.0


def _everything_waits(problem: Problem, jobs: object, *, one_by_one: bool) -> object:
    found = _PLACED(problem, jobs, one_by_one=one_by_one)  # pyright: ignore[reportArgumentType]
    return [(begin + 30, end + 30) for begin, end in found]


def _units_take_any_number(problem: Problem, jobs: object, *, one_by_one: bool) -> object:
    return _PLACED(problem, jobs, one_by_one=False)  # pyright: ignore[reportArgumentType]


_PLACED = module._placed
MUTANTS = {
    "nothing waits": (module._Clock, "ready", _nothing_waits),
    "moves are free": (module, "move_cost", _moves_are_free),
    "everything waits": (module, "_placed", _everything_waits),
    "units take any number": (module, "_placed", _units_take_any_number),
}


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_schedule_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*MUTANTS[name])
    assert all_mistakes()


@pytest.mark.parametrize("chip", ["generic", "tesla-fsd", "coral-edge-tpu"])
def test_of_a_chain_nothing_runs_at_the_same_time_and_no_work_is_lost(chip: str) -> None:
    mapping = map_network(table_graph("vgg-16"), soc_named(chip), "int8")
    assert mapping.at_once is not None
    assert mapping.totals is not None
    assert mapping.at_once.seconds == pytest.approx(mapping.totals.seconds)
    spans = schedule(mapping)
    assert [(span.kind, span.number, span.unit, span.source) for span in spans] == [
        (one.kind, one.number, one.unit, one.source) for one in mapping.at_once.spans
    ]
