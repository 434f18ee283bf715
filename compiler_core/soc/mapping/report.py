"""What is said of an assignment: totals, kernels, moves, fallbacks and their price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from compiler_core.soc.mapping.costing import Costing, as_supported, time_problem
from compiler_core.soc.mapping.partition import best_partition
from compiler_core.soc.mapping.problem import (
    Move,
    Problem,
    moves,
    moves_in_order,
    start_cost,
    total_cost,
)
from compiler_core.soc.mapping.reasons import reason_for
from compiler_core.soc.mapping.records import (
    Fallback,
    FallbackPrice,
    MappedKernel,
    MappedUnit,
    MappingTotals,
    Objective,
    Transfer,
    UnitOption,
)


@dataclass(frozen=True)
class Accounts:
    """The costs of a network on a chip. times: with support; energies: without, for they are only
    added up. objective: what is to be least."""

    costs: Costing
    times: Problem
    energies: Problem
    objective: Objective

    @cached_property
    def objective_problem(self) -> Problem:
        """With support."""
        if self.objective == "time":
            return self.times
        return as_supported(self.costs, self.energies)

    @cached_property
    def unlimited_problem(self) -> Problem:
        """As if every unit ran every operator."""
        return time_problem(self.costs) if self.objective == "time" else self.energies

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Of the units."""
        return tuple(candidate.unit.name for candidate in self.costs.candidates)

    def names_of(self, units: Sequence[int]) -> tuple[str, ...]:
        """Of the units of an assignment."""
        return tuple(self.names[unit] for unit in units)

    def transfer(self, move: Move) -> Transfer:
        """What one move is made of."""
        costs = self.costs
        parts = costs.arriving[move.tensor][move.target]
        if move.is_first:
            parts = parts.plus(costs.leaving[move.tensor][move.source])
        each = costs.picojoules
        layers = costs.graph.kernels
        return Transfer(
            tensor=costs.graph.tensors[move.tensor].name,
            source=self.names[move.source],
            target=self.names[move.target],
            before="" if move.kernel is None else layers[move.kernel].layer.name,
            bytes=costs.sizes[move.tensor],
            seconds=parts.seconds,
            synchronisation_seconds=parts.synchronisation,
            flush_seconds=parts.flush,
            memory_seconds=parts.memory,
            link_seconds=parts.link,
            energy_joules=parts.memory_bytes * each * 1e-12 if each is not None else None,
        )

    def totals(self, units: Sequence[int]) -> MappingTotals:
        """Of an assignment, supported or not."""
        costs = self.costs
        placed = [costs.kernels[kernel][unit] for kernel, unit in enumerate(units)]
        working = sum(cost.seconds for cost in placed)
        moved = [self.transfer(move) for move in moves(self.times, units)]
        moving = sum(transfer.seconds for transfer in moved)
        starting = start_cost(self.times, units)
        return MappingTotals(
            seconds=working + moving + starting,
            kernel_seconds=working,
            launch_seconds=sum(cost.launch_seconds for cost in placed),
            transfer_seconds=moving,
            start_seconds=starting,
            energy_joules=total_cost(self.energies, units) if costs.has_energies else None,
            transfers=len(moved),
            transfer_bytes=sum(transfer.bytes for transfer in moved),
            crossings=sum(1 for unit, other in pairwise(units) if unit != other),
        )


def units(accounts: Accounts, chosen: Sequence[int]) -> tuple[MappedUnit, ...]:
    """All that could take part."""
    costs = accounts.costs
    busy = [0.0] * len(costs.candidates)
    for kernel, unit in enumerate(chosen):
        busy[unit] += costs.kernels[kernel][unit].seconds
    return tuple(
        MappedUnit(
            name=candidate.unit.name,
            title=candidate.unit.title,
            kind=candidate.unit.kind,
            computes_at=candidate.computes_at,
            macs_per_second=candidate.macs_per_second,
            is_host=number == costs.host,
            kernels=list(chosen).count(number),
            seconds=busy[number],
        )
        for number, candidate in enumerate(costs.candidates)
    )


def kernels(accounts: Accounts, chosen: Sequence[int]) -> tuple[MappedKernel, ...]:
    """All, in order."""
    return tuple(_kernel(accounts, chosen, number) for number in range(len(chosen)))


def _kernel(accounts: Accounts, chosen: Sequence[int], number: int) -> MappedKernel:
    kernel, unit = accounts.costs.graph.kernels[number], chosen[number]
    own = accounts.costs.kernels[number][unit]
    problem, objective = accounts.objective_problem, accounts.objective
    kind, reason = reason_for(problem, chosen, accounts.names, number, objective)
    return MappedKernel(
        name=kernel.layer.name,
        kind=kernel.layer.kind,
        operators=kernel.operators,
        unit=accounts.names[unit],
        seconds=own.seconds,
        energy_joules=own.energy_joules,
        bound=own.bound,
        options=_options(accounts, number),
        reason_kind=kind,
        reason=reason,
    )


def _options(accounts: Accounts, number: int) -> tuple[UnitOption, ...]:
    costs = accounts.costs
    rows = zip(accounts.names, costs.kernels[number], costs.lacking[number], strict=True)
    return tuple(
        UnitOption(name, cost.seconds, cost.energy_joules, cost.bound, missing)
        for name, cost, missing in rows
    )


def transfers(accounts: Accounts, chosen: Sequence[int]) -> tuple[Transfer, ...]:
    """In the order in which they happen."""
    return tuple(accounts.transfer(move) for move in moves_in_order(accounts.times, chosen))


def fallbacks(accounts: Accounts, chosen: Sequence[int]) -> tuple[Fallback, ...]:
    """Kernels that the accelerator would have to run but does not."""
    npu = accounts.costs.accelerator
    if npu is None:
        return ()
    moved = moves(accounts.times, chosen)
    return tuple(
        _fallback(accounts, chosen, number, npu, moved)
        for number, row in enumerate(accounts.costs.lacking)
        if row[npu]
    )


def _fallback(
    accounts: Accounts, chosen: Sequence[int], number: int, npu: int, moved: Sequence[Move]
) -> Fallback:
    costs, problem = accounts.costs, accounts.times
    own = [
        accounts.transfer(move)
        for move in moved
        if number in (move.kernel, problem.producers[move.tensor])
    ]
    return Fallback(
        kernel=costs.graph.kernels[number].layer.name,
        lacking=costs.lacking[number][npu],
        unit=accounts.names[chosen[number]],
        seconds=costs.kernels[number][chosen[number]].seconds,
        accelerator_seconds=costs.kernels[number][npu].seconds,
        transfers=len(own),
        transfer_seconds=sum(transfer.seconds for transfer in own),
    )


def fallback_price(accounts: Accounts, chosen: Sequence[int]) -> FallbackPrice | None:
    """Against the best mapping if every operator were supported; None if all are."""
    npu = accounts.costs.accelerator
    if npu is None or not any(row[npu] for row in accounts.costs.lacking):
        return None
    with_all = best_partition(accounts.unlimited_problem)
    totals, other = accounts.totals(chosen), accounts.totals(with_all.units)
    joules = None
    if totals.energy_joules is not None and other.energy_joules is not None:
        joules = totals.energy_joules - other.energy_joules
    return FallbackPrice(
        accelerator=accounts.names[npu],
        totals=totals,
        if_supported=other,
        extra_seconds=totals.seconds - other.seconds,
        extra_transfers=totals.transfers - other.transfers,
        extra_crossings=totals.crossings - other.crossings,
        extra_joules=joules,
    )
