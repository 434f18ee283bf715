"""The same assignment if units worked at the same time: a list schedule in the graph's order.

Each unit does its kernels, moves and starts one after the other, in the order in which they come
when everything does. A kernel begins when its unit is free and all that it reads is there; a move
begins when its tensor is made, and keeps the unit that takes it. So nothing begins later than one
after the other, and the end is never later. The assignment is the best for work one after the other
and need not be the best here; and units that work at the same time would share main memory, while
here each has all of its bandwidth. What a chip would reach lies between the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from compiler_core.soc.mapping.graph import FROM_OUTSIDE
from compiler_core.soc.mapping.problem import Move, Problem, move_cost, moves_in_order
from compiler_core.soc.mapping.records import AtOnce, MappedSpan, SpanKind


@dataclass(frozen=True, slots=True, kw_only=True)
class _Job:
    """Work of one unit."""

    kind: SpanKind
    """A kernel, a move or the start of a unit."""
    number: int
    """Of the kernel or of the move, from 0; -1 for a start."""
    unit: int
    """Number of the unit that works; of a move the one that takes the tensor."""
    source: int
    """Number of the unit that a move brings the tensor from, else `unit`."""
    seconds: float
    """That it keeps its unit busy."""
    needs: tuple[tuple[int, int], ...] = ()
    """Tensors that have to be there, each on a unit."""
    moved: int | None = None
    """The tensor of a move."""
    leaving: float | None = None
    """Seconds of it that bring the tensor out, for the first that takes it."""


@dataclass(slots=True)
class _Clock:
    """free: when each unit has done all that was given to it. made: when each kernel ended. taken:
    when a tensor was on a unit that did not make it. out: when a tensor was brought out of its own.
    """

    free: list[float]
    made: dict[int, float] = field(default_factory=dict)
    taken: dict[tuple[int, int], float] = field(default_factory=dict)
    out: dict[int, float] = field(default_factory=dict)

    def there(self, problem: Problem, tensor: int, unit: int) -> float:
        producer = problem.producers[tensor]
        made = 0.0 if producer == FROM_OUTSIDE else self.made[producer]
        return self.taken.get((tensor, unit), made)

    def ready(self, problem: Problem, job: _Job) -> float:
        """When nothing that the job needs is missing."""
        there = [self.there(problem, tensor, unit) for tensor, unit in job.needs]
        if job.moved is not None and job.leaving is None:
            there.append(self.out[job.moved])
        return max(there, default=0.0)

    def ended(self, job: _Job, begin: float) -> float:
        """Note what the job made, and when."""
        end = begin + job.seconds
        self.free[job.unit] = end
        if job.kind == "kernel":
            self.made[job.number] = end
        if job.moved is not None:
            self.taken[job.moved, job.unit] = end
        if job.moved is not None and job.leaving is not None:
            self.out[job.moved] = begin + job.leaving
        return end


def at_once(problem: Problem, units: Sequence[int], names: Sequence[str]) -> AtOnce:
    """problem: in seconds. units: one for each kernel. names: of the units."""
    jobs = tuple(_jobs(problem, units))
    spans = _placed(problem, jobs, one_by_one=True)
    chain = _placed(problem, jobs, one_by_one=False)
    work = [sum(job.seconds for job in jobs if job.unit == unit) for unit in range(len(names))]
    return AtOnce(
        seconds=max((end for _, end in spans), default=0.0),
        chain_seconds=max((end for _, end in chain), default=0.0),
        busiest_seconds=max(work),
        busiest=names[work.index(max(work))],
        spans=tuple(
            MappedSpan(
                kind=job.kind,
                number=job.number,
                unit=names[job.unit],
                source=names[job.source],
                begin=begin,
                end=end,
            )
            for job, (begin, end) in zip(jobs, spans, strict=True)
        ),
    )


def _jobs(problem: Problem, units: Sequence[int]) -> Iterator[_Job]:
    """One after the other."""
    waiting = list(enumerate(moves_in_order(problem, units)))
    before = None
    for kernel, unit in enumerate(units):
        while waiting and _place_of(problem, waiting[0][1]) <= kernel:
            yield _moving(problem, *waiting.pop(0))
        needs = tuple((tensor, unit) for tensor in problem.reads[kernel])
        if unit != before and problem.starts[unit]:
            yield _Job(
                kind="start",
                number=-1,
                unit=unit,
                source=unit,
                seconds=problem.starts[unit],
                needs=needs,
            )
        yield _Job(
            kind="kernel",
            number=kernel,
            unit=unit,
            source=unit,
            seconds=problem.kernels[kernel][unit],
            needs=needs,
        )
        before = unit
    for number, move in waiting:
        yield _moving(problem, number, move)


def _place_of(problem: Problem, move: Move) -> float:
    """Before this kernel it happens."""
    return problem.producers[move.tensor] + 0.5 if move.kernel is None else move.kernel


def _moving(problem: Problem, number: int, move: Move) -> _Job:
    leaving = problem.leaving[move.tensor][move.source] if move.is_first else None
    return _Job(
        kind="transfer",
        number=number,
        unit=move.target,
        source=move.source,
        seconds=move_cost(problem, move),
        needs=((move.tensor, move.source),),
        moved=move.tensor,
        leaving=leaving,
    )


def _placed(
    problem: Problem, jobs: Sequence[_Job], *, one_by_one: bool
) -> tuple[tuple[float, float], ...]:
    """Begin and end of each. one_by_one: a unit does one job at a time; else as many as come, and
    only a start waits before its kernel, so that the end is that of the longest chain."""
    clock = _Clock([0.0] * len(problem.starts))
    spans: list[tuple[float, float]] = []
    started = 0.0
    for job in jobs:
        begin = max(clock.ready(problem, job), clock.free[job.unit] if one_by_one else started)
        end = clock.ended(job, begin)
        started = end if job.kind == "start" else 0.0
        spans.append((begin, end))
    return tuple(spans)
