"""Maps a network to the units of a chip: the best assignment, beside the simple ones.

Start reading here. Kernel times come from `kernel_costs`, moves from `hand_over`; `costing` makes
numbers of both, `partition` finds the best assignment, and what is said about it is put together
below and in `report`.
"""

from __future__ import annotations

from math import inf

from compiler_core.errors import InputError
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.mapping.assumptions import assumptions_of
from compiler_core.soc.mapping.at_once import at_once
from compiler_core.soc.mapping.costing import (
    Costing,
    as_supported,
    costing,
    energy_problem,
    time_problem,
)
from compiler_core.soc.mapping.graph import KernelGraph, check_graph
from compiler_core.soc.mapping.hand_over import HandOver, usual_hand_over
from compiler_core.soc.mapping.kernel_costs import needed_bytes, smallest_capacity
from compiler_core.soc.mapping.partition import Partition, best_partition
from compiler_core.soc.mapping.problem import all_on, cheapest_each, total_cost
from compiler_core.soc.mapping.records import Alternative, AlternativeId, Mapping, Objective
from compiler_core.soc.mapping.report import Accounts, fallback_price, fallbacks, kernels, transfers
from compiler_core.soc.mapping.report import units as unit_records

_TITLES: dict[AlternativeId, str] = {
    "best": "Best mapping",
    "all-cpu": "All on the CPU",
    "all-gpu": "All on the GPU",
    "all-npu": "The NPU where it can, the CPU elsewhere",
    "greedy": "Each kernel where it costs least, moves ignored",
}


def map_network(
    graph: KernelGraph,
    soc: SocDescription,
    precision: Precision,
    objective: Objective = "time",
    hand_over: HandOver | None = None,
) -> Mapping:
    """hand_over: what moving tensors costs; the usual of the chip if None.

    Raises InputError if the graph is none, no unit's speed is known at this precision, a kernel
    can run nowhere, too many tensors wait at once, or energies are asked for and not known.
    """
    check_graph(graph)
    needed = needed_bytes(graph.layers, precision)
    if needed > smallest_capacity(soc):
        return _unfit(graph, soc, precision, objective, needed)
    way = hand_over or usual_hand_over(soc)
    costs = costing(graph, soc, precision, way)
    accounts = _accounts(costs, soc, precision, objective)
    partition = best_partition(accounts.objective_problem)
    ways = _alternatives(accounts, partition)
    return Mapping(
        network=graph.name,
        soc=soc.name,
        precision=precision,
        objective=objective,
        fits=True,
        needed_bytes=needed,
        units=unit_records(accounts, partition.units),
        kernels=kernels(accounts, partition.units),
        transfers=transfers(accounts, partition.units),
        totals=ways[0].totals,
        at_once=at_once(accounts.times, partition.units, accounts.names),
        alternatives=ways,
        fallbacks=fallbacks(accounts, partition.units),
        fallback_price=fallback_price(accounts, partition.units),
        states=partition.states,
        proven_optimal=partition.proven,
        assumptions=assumptions_of(soc, costs, way, precision),
    )


def _accounts(
    costs: Costing, soc: SocDescription, precision: Precision, objective: Objective
) -> Accounts:
    """Raises InputError for energies that are not known, and a kernel that can run nowhere."""
    if objective == "energy" and not costs.has_energies:
        raise InputError(
            f"What operations cost {soc.title} in energy is not known at {precision}.",
            "Take the SoC generic, or the objective time.",
        )
    accounts = Accounts(
        costs, as_supported(costs, time_problem(costs)), energy_problem(costs), objective
    )
    _check_runs(accounts)
    return accounts


def _unfit(
    graph: KernelGraph,
    soc: SocDescription,
    precision: Precision,
    objective: Objective,
    needed: float,
) -> Mapping:
    return Mapping(
        network=graph.name,
        soc=soc.name,
        precision=precision,
        objective=objective,
        fits=False,
        needed_bytes=needed,
        units=(),
        kernels=(),
        transfers=(),
        totals=None,
        at_once=None,
        alternatives=(),
        fallbacks=(),
        fallback_price=None,
        states=0,
        proven_optimal=False,
        assumptions=(),
    )


def _check_runs(accounts: Accounts) -> None:
    """Raises InputError for the first kernel that no unit runs."""
    costs = accounts.costs
    for kernel, row in zip(costs.graph.kernels, accounts.times.kernels, strict=True):
        if min(row) == inf:
            names = ", ".join(candidate.unit.title for candidate in costs.candidates)
            raise InputError(
                f"No unit runs {kernel.layer.name} ({', '.join(kernel.operators)}): of this chip, "
                f"{names} is described.",
                "Take a SoC whose CPU is described.",
            )


def _simple(accounts: Accounts) -> dict[AlternativeId, tuple[int, ...]]:
    """All on one unit as far as it goes, for each unit; and each kernel where it costs least."""
    problem = accounts.objective_problem
    ids: dict[str, AlternativeId] = {"cpu": "all-cpu", "gpu": "all-gpu", "npu": "all-npu"}
    assignments: dict[AlternativeId, tuple[int, ...]] = {
        ids[candidate.unit.kind]: all_on(problem, unit)
        for unit, candidate in enumerate(accounts.costs.candidates)
    }
    assignments["greedy"] = cheapest_each(problem)
    return assignments


def _alternatives(accounts: Accounts, partition: Partition) -> tuple[Alternative, ...]:
    """The best first."""
    ways: dict[AlternativeId, tuple[int, ...]] = {"best": partition.units, **_simple(accounts)}
    problem = accounts.objective_problem
    return tuple(
        Alternative(
            id=name,
            title=_TITLES[name],
            units=accounts.names_of(units),
            totals=accounts.totals(units),
            times_as_much=_ratio(total_cost(problem, units), partition.cost),
        )
        for name, units in ways.items()
    )


def _ratio(cost: float, best: float) -> float:
    return cost / best if best else 1.0
