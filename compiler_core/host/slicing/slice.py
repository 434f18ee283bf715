"""The dynamic slice: the steps that a value depends on, and how.

From the value backwards: where each place was last written, what that was made from, and which
branch let the writing instruction run. Three kinds of ways are told apart, and a step counts as the
first of them by which it is reached: through data alone, through an address, through a branch.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from compiler_core.host.slicing.control import ControlFlow
from compiler_core.host.slicing.locations import BRANCH, Bank, Location, address_of, bank_of
from compiler_core.host.slicing.recorded_run import RecordedRun
from compiler_core.host.slicing.traced_steps import TracedSteps
from compiler_core.host.work import spend

Kind = Literal["data", "address", "branch"]
KINDS: tuple[Kind, ...] = ("data", "address", "branch")


@dataclass(frozen=True, slots=True)
class Slice:
    """What a value depends on in one run.

    steps: each with the first way by which it is reached. inputs: places that held what is needed
    before the run wrote them, likewise. unknown: steps whose effect no formula tells, with the
    reason; what they depend on is then guessed from the registers that they name.
    """

    steps: Mapping[int, Kind]
    inputs: Mapping[Location, Kind]
    unknown: Mapping[int, str]


@dataclass(slots=True, kw_only=True)
class _Search:
    run: RecordedRun
    """The recording that is searched."""
    flow: ControlFlow
    """Which branch decides whether an instruction runs."""
    traces: TracedSteps
    """What each step read for what it wrote, found once when asked for."""
    waiting: tuple[list[tuple[int, Location]], ...] = field(default_factory=lambda: ([], [], []))
    """By rank (data, address, branch): steps to follow, each with the place needed of it."""
    seen: set[tuple[int, int]] = field(default_factory=set)
    """(step, group of places written together) that were followed already."""
    steps: dict[int, Kind] = field(default_factory=dict)
    """Steps of the slice, with the first kind of dependence that reached them."""
    inputs: dict[Location, Kind] = field(default_factory=dict)
    """Places that no step wrote, with the first kind of dependence that reached them."""
    looked_at: dict[tuple[Bank, int], int] = field(default_factory=dict)
    """(register, step since when) to the step up to which branches were looked at."""


def slice_of(run: RecordedRun, flow: ControlFlow, wanted: Iterable[Location], before: int) -> Slice:
    """The slice of what these places hold before step `before`. Raises TooLargeToAnalyse."""
    search = _Search(run=run, flow=flow, traces=TracedSteps(run))
    for location in wanted:
        _demand(search, location, before, 0)
    for rank in range(len(KINDS)):
        while search.waiting[rank]:
            step, location = search.waiting[rank].pop()
            _follow(search, step, location, rank)
    unknown = {step: search.traces.of(step).unknown for step in search.steps}
    return Slice(search.steps, search.inputs, {step: why for step, why in unknown.items() if why})


def _demand(search: _Search, location: Location, before: int, rank: int) -> None:
    """Whoever wrote it last is needed; and the branches since then that might have written it."""
    run = search.run
    step = run.definition(location, before)
    if address_of(location) is None:
        _demand_undone(search, bank_of(location), -1 if step is None else step, before)
    if step is None:
        search.inputs.setdefault(location, KINDS[rank])
    else:
        search.waiting[rank].append((step, location))


def _demand_undone(search: _Search, bank: Bank, since: int, before: int) -> None:
    """Branches that might have written the register since; those looked at before are left out."""
    first = search.looked_at.get((bank, since), since + 1)
    if before <= first:
        return
    search.looked_at[bank, since] = before
    branches = search.flow.undone_between(bank, first, before)
    spend(len(branches))
    search.waiting[2].extend((branch, BRANCH) for branch in branches)


def _follow(search: _Search, step: int, location: Location, rank: int) -> None:
    trace = search.traces.of(step)
    group = trace.written.get(location)
    if group is None:
        # It may have written the register, but left this part of it alone.
        _demand(search, location, step, rank)
        return
    if (step, group) in search.seen:
        return
    search.seen.add((step, group))
    reads = trace.reads[group]
    spend(len(reads.data) + len(reads.addresses) + 1)
    for source in reads.data:
        _demand(search, source, step, rank)
    for source in reads.addresses:
        _demand(search, source, step, max(rank, 1))
    if step in search.steps:
        return
    search.steps[step] = KINDS[rank]
    decider = search.flow.decided_by(search.run.steps[step].address, step)
    if decider is not None:
        search.waiting[2].append((decider, BRANCH))
