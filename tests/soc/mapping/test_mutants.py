"""Wrong formulas and searches, put in on purpose: each fails a requirement that the real ones meet.

Every mutant is asked against all requirements: assignments against the walk, networks by numbers
that were worked out by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from compiler_core.errors import InputError
from compiler_core.soc.mapping import (
    costing,
    hand_over,
    kernel_costs,
    map_network,
    partition,
    problem,
    report,
    table_graphs,
    units,
)
from compiler_core.soc.mapping.hand_over import HandOver, MovingCost
from compiler_core.soc.mapping.problem import Problem
from compiler_core.soc.reading import soc_named
from tests.soc.mapping.networks import with_softmax_between
from tests.soc.mapping.walking import brute_force, random_problem, walked_cost
from tests.soc.mutants import Mutant, always, is_noticed

_ADVANCE, _STEP, _TAKEN, _MADE = (
    partition._advance,
    partition._step,
    partition._taken,
    partition._made,
)
_SEEN, _LEAVING, _ARRIVING, _FLUSH = (
    kernel_costs.seen_from,
    hand_over.leaving,
    hand_over.arriving,
    hand_over._flush,
)


def searched() -> Iterator[bool]:
    """Random graphs, in three sizes, against brute force."""
    random = Random(7)
    for _ in range(60):
        given = random_problem(random, random.randint(3, 5), random.choice((2, 3)))
        found = partition.best_partition(given)
        yield found.cost == walked_cost(given, found.units) == brute_force(given)
        yield problem.total_cost(given, found.units) == found.cost


def mapped() -> Iterator[bool]:
    """A network whose middle falls back, with round numbers for its moves."""
    soc, graph = soc_named("generic"), with_softmax_between()
    found = map_network.map_network(graph, soc, "int8", hand_over=HandOver(1e-6, 1e10, 20e9))
    size = 28 * 28 * 256
    memory, flush, link = size / (34.128e9 * 0.8), size / 1e10, size / 20e9
    given, out, back, last = found.transfers
    totals = found.totals
    assert totals is not None
    yield [kernel.unit for kernel in found.kernels] == ["npu", "cpu", "npu"]
    yield out.seconds == pytest.approx(1e-6 + flush + memory + link)
    yield back.seconds == pytest.approx(1e-6 + flush + memory + link)
    yield given.flush_seconds == pytest.approx(28 * 28 * 64 / 1e10)
    yield (last.before, last.target, last.bytes) == ("", "cpu", 28 * 28 * 32)
    yield totals.seconds == pytest.approx(
        sum(one.seconds for one in (*found.kernels, *found.transfers))
    )
    yield (totals.transfers, totals.crossings) == (4, 2)
    price = found.fallback_price
    (fallen,) = found.fallbacks
    moving = out.seconds + back.seconds
    assert price is not None
    yield price.extra_seconds == pytest.approx(moving + fallen.seconds - fallen.accelerator_seconds)


def costed() -> Iterator[bool]:
    """What kernels and whole networks come to."""
    soc = soc_named("generic")
    found = map_network.map_network(with_softmax_between(), soc, "int8")
    first, middle, second = found.kernels
    on = {option.unit: option for option in first.options}
    macs = 28 * 28 * 256 * 64 * 9
    moved = 28 * 28 * (64 + 256) + 64 * 256 * 9
    joules = macs * (0.23 + 70 / 16) + moved * 162.5
    yield on["cpu"].energy_joules == pytest.approx(joules * 1e-12)
    yield on["cpu"].seconds == pytest.approx(macs / 256e9 / 0.6, rel=0.1)
    yield on["npu"].seconds < on["cpu"].seconds
    yield middle.seconds == pytest.approx(2 * 28 * 28 * 256 / (34.128e9 * 0.8), rel=0.3)
    yield second.options[2].lacking == () and middle.options[2].lacking == ("Softmax",)
    yield found.needed_bytes == 64 * 256 * 9 + 256 * 32 * 9 + 2 * 28 * 28 * 256
    phone = map_network.map_network(with_softmax_between(), soc_named("snapdragon-865"), "int8")
    yield phone.units[0].name == "gold"
    one = map_network.map_network(table_graphs.table_graph("resnet-50"), soc, "int8")
    assert one.totals is not None
    yield one.alternatives[0].totals == one.totals
    yield all(one.totals.seconds <= other.totals.seconds for other in one.alternatives)
    yield [len(tensor.consumers) for tensor in _tensors()].count(2) == 16
    yield all("more" in kernel.reason or "Least" in kernel.reason for kernel in one.kernels)


def _tensors() -> tuple[Any, ...]:
    return table_graphs.table_graph("resnet-50").tensors


PARTS: tuple[Callable[[], Iterator[bool]], ...] = (searched, mapped, costed)


def holds() -> bool:
    """Whether every requirement is met; one that ends in an error of ours is not."""
    try:
        return all(all(part()) for part in PARTS)
    except (InputError, ValueError):
        return False


def test_the_real_formulas_meet_all_requirements() -> None:
    assert [name.__name__ for name in PARTS if not all(name())] == []


def _forgets_who_worked_last(given: Problem, step: Any, frontier: Any, most: float) -> Any:
    """States that differ in the last unit are one."""
    found = _ADVANCE(given, step, frontier, most)
    merged: dict[Any, Any] = {}
    for state, reached in found.items():
        key = (0, *state[1:])
        if key not in merged or reached.cost < merged[key].cost:
            merged[key] = reached
    return merged


def _keeps_the_dearest_way(given: Problem, step: Any, frontier: Any, most: float) -> Any:
    """Of all ways into a state, not the cheapest is kept."""
    found: dict[Any, Any] = {}
    for state, reached in frontier.items():
        for after, way in _ADVANCE(given, step, {state: reached}, most).items():
            if after not in found or way.cost > found[after].cost:
                found[after] = way
    return found


def _moves_again(given: Problem, step: Any, state: Any, unit: int) -> Any:
    """A tensor that was taken over is not remembered to be there."""
    return _TAKEN(given, step, state, unit)[0], list(state)


def _brings_out_again(given: Problem, step: Any, state: Any, unit: int) -> Any:
    cost, places = _TAKEN(given, step, state, unit)
    for position, tensor in step.reads:
        place = state[position]
        if not place >> unit & 1 and place & partition._HELD != 1 << (place >> 16):
            cost += given.leaving[tensor][place >> 16]
    return cost, places


def _never_brings_out(given: Problem, step: Any, state: Any, unit: int) -> Any:
    free = replace(given, leaving=tuple(tuple(0.0 for _ in row) for row in given.leaving))
    return _TAKEN(free, step, state, unit)


def _moves_to_all(given: Problem, step: Any, state: Any, unit: int) -> Any:
    """Once taken over, a tensor is taken to be on every unit."""
    cost, places = _TAKEN(given, step, state, unit)
    everywhere = (1 << len(given.starts)) - 1
    for position, _ in step.reads:
        if places[position] != state[position]:
            places[position] |= everywhere
    return cost, places


def _results_stay(given: Problem, step: Any, unit: int) -> Any:
    return _MADE(given, step, unit)[0], 0.0


def _drops_early(given: Problem, kernel: int, waiting: list[int], rest: float) -> Any:
    """Only the first reader of a tensor finds it where it is."""
    step, after = _STEP(given, kernel, waiting, rest)
    return replace(step, reads=step.reads[:1]), after


def _bounds_too_soon(given: Problem, step: Any, frontier: Any, most: float) -> Any:
    """States that could still become the best are given up."""
    return _ADVANCE(given, step, frontier, most - 4)


def _greedy(given: Problem, effort: int = 0) -> Any:
    chosen = tuple(row.index(min(row)) for row in given.kernels)
    return partition.Partition(chosen, problem.total_cost(given, chosen), 1, True)


def _starts_once(given: Problem, chosen: Any) -> float:
    return sum(given.starts[one] for one in set(chosen))


def _source_is_first(given: Problem, move: Any) -> float:
    return given.leaving[move.tensor][move.source] + given.arriving[move.tensor][move.target]


def _core_with_on_chip_memory(soc: Any, candidate: Any, precision: Any) -> Any:
    return replace(_SEEN(soc, candidate, precision), memories=soc.memories)


def _arrives_empty(size: float, side: Any, kept: float, way: Any) -> MovingCost:
    return _ARRIVING(size, side, 0.0, way)


def _leaves_empty(size: float, side: Any, kept: float, way: Any) -> MovingCost:
    return _LEAVING(size, side, 0.0, way)


def _waits_twice(size: float, side: Any, kept: float, way: Any) -> MovingCost:
    waited = _LEAVING(size, side, kept, way)
    return replace(waited, synchronisation=way.synchronisation_seconds)


def _link_for_the_host(size: float, side: Any, way: Any) -> float:
    return 0.0 if way.link_bytes_per_second is None else size / way.link_bytes_per_second


def _array_has_caches(size: float, side: Any, way: Any) -> float:
    return size / way.flushed_bytes_per_second


def _weights_only(layers: Any, precision: Any) -> float:
    return sum(layer.weight_elements for layer in layers)


def _slowest(soc: Any, kind: Any, precision: Any) -> Any:
    found = [units._candidate(soc, unit, precision) for unit in soc.units if unit.kind == kind]
    known = [one for one in found if one is not None]
    return min(known, key=lambda one: one.macs_per_second, default=None)


def _no_shortcuts(layers: Any) -> list[tuple[int, ...]]:
    return [(number - 1,) for number in range(len(layers))]


def _price_of_the_same(costs: Any) -> Problem:
    found = costing.time_problem(costs)
    return costing.as_supported(costs, found)


MUTANTS: dict[str, Mutant] = {
    "the last unit is forgotten": (partition, "_advance", _forgets_who_worked_last),
    "the dearest way is kept": (partition, "_advance", _keeps_the_dearest_way),
    "the bound is too tight": (partition, "_advance", _bounds_too_soon),
    "a second reader moves it again": (partition, "_taken", _moves_again),
    "brought out for each unit": (partition, "_taken", _brings_out_again),
    "bringing out is free": (partition, "_taken", _never_brings_out),
    "moved once, everywhere": (partition, "_taken", _moves_to_all),
    "results stay where they are": (partition, "_made", _results_stay),
    "one tensor is read": (partition, "_step", _drops_early),
    "greedy": (partition, "best_partition", _greedy),
    "inputs are on the first unit": (partition, "_outside", always(1)),
    "a unit starts once": (problem, "start_cost", _starts_once),
    "each move brings out": (problem, "move_cost", _source_is_first),
    "a CPU has the array's memory": (kernel_costs, "seen_from", _core_with_on_chip_memory),
    "instructions need no energy": (kernel_costs, "INSTRUCTION_PICOJOULES", 0),
    "activations need no memory": (map_network, "needed_bytes", _weights_only),
    "on-chip memory fills itself": (costing, "arriving", _arrives_empty),
    "on-chip memory is read by all": (costing, "leaving", _leaves_empty),
    "both sides wait": (costing, "leaving", _waits_twice),
    "the CPU is behind the link too": (hand_over, "_link", _link_for_the_host),
    "no link": (hand_over, "_link", always(0.0)),
    "an array has caches": (hand_over, "_flush", _array_has_caches),
    "caches clean themselves": (hand_over, "_flush", always(0.0)),
    "everything is supported": (costing, "lacking", always(())),
    "the slowest of its kind": (units, "_fastest", _slowest),
    "no shortcuts": (table_graphs, "_reads", _no_shortcuts),
    "the price is of nothing": (report, "time_problem", _price_of_the_same),
}  # fmt: skip


@pytest.mark.parametrize("name", MUTANTS)
def test_a_wrong_formula_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_noticed(MUTANTS[name], monkeypatch, holds), name
