"""The partition problem as numbers: what each choice costs, and who reads what.

The cost of an assignment is the sum of its kernels' costs, of a start each time that work comes to
a unit from another one, and of moves. A tensor that some other unit reads is brought out of the
unit that made it once, and taken once by each other unit that reads it. Results end up with the
host, where the network's inputs are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf

from compiler_core.soc.mapping.graph import FROM_OUTSIDE

NO_HOST = -1


@dataclass(frozen=True, kw_only=True)
class Problem:
    """Costs in any one unit of measure, so that times and energies are two problems.

    kernels[kernel][unit]: inf where the unit cannot run it. starts[unit]. leaving[tensor][unit],
    arriving[tensor][unit]. producers, readers and results: of tensors, as in a kernel graph.
    """

    kernels: tuple[tuple[float, ...], ...]
    """Cost of a kernel on a unit: `kernels[kernel][unit]`, inf where it cannot run there."""
    starts: tuple[float, ...]
    """Of each unit, each time that work comes to it from another one."""
    leaving: tuple[tuple[float, ...], ...]
    """Of bringing a tensor out of a unit, once: `leaving[tensor][unit]`."""
    arriving: tuple[tuple[float, ...], ...]
    """Of taking a tensor on a unit, once: `arriving[tensor][unit]`."""
    producers: tuple[int, ...]
    """The kernel that makes each tensor, FROM_OUTSIDE for inputs of the network."""
    consumers: tuple[tuple[int, ...], ...]
    """The kernels that read each tensor."""
    results: tuple[bool, ...]
    """Whether each tensor is a result of the network, which ends up with the host."""
    host: int
    """Number of the unit that gives inputs and takes results, NO_HOST if moving them costs nothing.
    """

    @cached_property
    def reads(self) -> tuple[tuple[int, ...], ...]:
        """Tensors that each kernel reads."""
        tensors: list[list[int]] = [[] for _ in self.kernels]
        for tensor, consumers in enumerate(self.consumers):
            for kernel in consumers:
                tensors[kernel].append(tensor)
        return tuple(map(tuple, tensors))

    @cached_property
    def makes(self) -> tuple[tuple[int, ...], ...]:
        """Tensors that each kernel makes."""
        tensors: list[list[int]] = [[] for _ in self.kernels]
        for tensor, producer in enumerate(self.producers):
            if producer != FROM_OUTSIDE:
                tensors[producer].append(tensor)
        return tuple(map(tuple, tensors))

    def owner(self, tensor: int, units: Sequence[int]) -> int:
        """The unit that a tensor is on at first; NO_HOST if it is wherever it is needed."""
        producer = self.producers[tensor]
        return self.host if producer == FROM_OUTSIDE else units[producer]


@dataclass(frozen=True, slots=True)
class Move:
    """A tensor goes to a unit, before a kernel that needs it there; None: as a result.

    is_first: nobody took it before, so it has to be brought out too.
    """

    tensor: int
    source: int
    target: int
    kernel: int | None
    is_first: bool


def moves(problem: Problem, units: Sequence[int]) -> tuple[Move, ...]:
    """What an assignment moves, in order of tensors."""
    all_moves: list[Move] = []
    for tensor in range(len(problem.producers)):
        all_moves.extend(moves_of(problem, units, tensor))
    return tuple(all_moves)


def moves_in_order(problem: Problem, units: Sequence[int]) -> tuple[Move, ...]:
    """As they happen one after the other: before the kernel that waits, results after theirs."""
    producers = problem.producers
    return tuple(
        sorted(
            moves(problem, units),
            key=lambda move: producers[move.tensor] + 0.5 if move.kernel is None else move.kernel,
        )
    )


def moves_of(problem: Problem, units: Sequence[int], tensor: int) -> Iterator[Move]:
    """Of one tensor. A result goes to the host as soon as it is made."""
    owner = problem.owner(tensor, units)
    if owner == NO_HOST:
        return
    seen = {owner}
    for target, kernel in _needs(problem, units, tensor):
        if target not in seen:
            yield Move(tensor, owner, target, kernel, is_first=len(seen) == 1)
            seen.add(target)


def _needs(problem: Problem, units: Sequence[int], tensor: int) -> Iterator[tuple[int, int | None]]:
    if problem.results[tensor] and problem.host != NO_HOST:
        yield problem.host, None
    for kernel in problem.consumers[tensor]:
        yield units[kernel], kernel


def move_cost(problem: Problem, move: Move) -> float:
    """Taking it, and bringing it out if nobody did."""
    out = problem.leaving[move.tensor][move.source] if move.is_first else 0.0
    return out + problem.arriving[move.tensor][move.target]


def start_cost(problem: Problem, units: Sequence[int]) -> float:
    """Of work coming to units."""
    before = (None, *units[:-1])
    return sum(
        problem.starts[unit] for unit, other in zip(units, before, strict=True) if unit != other
    )


def total_cost(problem: Problem, units: Sequence[int]) -> float:
    """Of a whole assignment: a unit for each kernel. inf if one of them cannot run."""
    kernels = sum(problem.kernels[kernel][unit] for kernel, unit in enumerate(units))
    if kernels == inf:
        return inf
    moving = sum(move_cost(problem, move) for move in moves(problem, units))
    return kernels + start_cost(problem, units) + moving


def tensor_cost(problem: Problem, units: Sequence[int], tensor: int) -> float:
    """Of all moves of one tensor."""
    return sum(move_cost(problem, move) for move in moves_of(problem, units, tensor))


def all_on(problem: Problem, unit: int) -> tuple[int, ...]:
    """What the unit does not run goes to the first that does. Every kernel must run somewhere."""
    order = (unit, *range(len(problem.starts)))
    return tuple(next(choice for choice in order if row[choice] != inf) for row in problem.kernels)


def cheapest_each(problem: Problem) -> tuple[int, ...]:
    """Each kernel where it costs least by itself, as if nothing had to move."""
    return tuple(row.index(min(row)) for row in problem.kernels)
