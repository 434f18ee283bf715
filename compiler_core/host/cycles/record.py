"""What the analysers say about loops, as plain data: a page and its JSON both come from these."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResourceUse:
    """One unit of the modelled core: cycles per iteration it is busy.

    name is the model's own (`N1UnitV0`); group is shared by units of one kind.
    """

    name: str
    group: str
    pressure: float


@dataclass(frozen=True, slots=True, kw_only=True)
class InstructionCost:
    """One instruction of the loop as a model sees it; None where it does not say."""

    line: int
    """The line's id in the listing."""
    text: str
    known: bool
    """False if the model has no entry for it, so that it cost nothing."""
    latency: float | None
    """Cycles until its result can be used."""
    micro_ops: int | None
    """How many operations it is split into."""
    pressure: dict[str, float]
    """Busy cycles per iteration by unit name."""
    on_critical_path: bool
    """It is part of the chain of results that bounds the loop, as the model sees it."""
    carried: bool = False
    """Of the longest chain that leads from one round into the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry:
    """One instruction of one iteration in the simulated core; cycles count from 0."""

    iteration: int
    instruction: int
    dispatched: int
    """It entered the core."""
    ready: int
    """Its operands were there."""
    issued: int
    """A unit took it."""
    executed: int
    """Its result was there."""
    retired: int
    """It left, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalLink:
    """One step of the chain that bounds the loop: `before` delays `after` (instruction indexes)."""

    before: int
    after: int
    kind: str
    """`register`, `memory` or `unit`."""
    through: str
    """The register or unit."""
    carried: bool
    """The delay reaches into the next iteration."""
    share: int | None
    """How often the simulation saw a wait for a unit, in percent; None for dependencies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer:
    """One model's answer about one loop."""

    model: str
    version: str
    cpu_asked: str
    cpu_used: str
    """The core whose model answered, empty if none did; message then says why."""
    model_title: str
    message: str
    cycles_per_iteration: float | None
    elements_per_iteration: int | None
    """Iterations of the source loop that one iteration here does, and elements_reason how that was
    found."""
    cycles_per_element: float | None
    elements_reason: str
    vector_bits: int | None
    """SVE length assumed, None where the code uses no SVE."""
    unknown: tuple[str, ...]
    """Instructions the model does not know; then cycles are a lower bound (is_lower_bound)."""
    is_lower_bound: bool
    statement: str
    """The sentence to show with every figure."""
    sentences: tuple[str, ...]
    """What bounds the loop, in plain words."""
    notes: tuple[str, ...]
    """What else to know."""
    dispatch_width: int | None = None
    instructions_per_cycle: float | None = None
    throughput_bound: float | None = None
    dependency_bound: float | None = None
    resources: tuple[ResourceUse, ...] = ()
    instructions: tuple[InstructionCost, ...] = ()
    timeline: tuple[TimelineEntry, ...] = ()
    critical: tuple[CriticalLink, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopCycles:
    """All answers about one innermost loop.

    loop is its id in the function's listing; path says which instructions were taken.
    """

    function: str
    symbol: str
    source_line: int | None
    loop: int
    role: str
    path: str
    models: tuple[ModelAnswer, ...]
    place: str = ""
    """The source line in words."""
    source_file: str = ""
    """Its file where that is a header; "" otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CyclesReport:
    """Every innermost loop of one compilation, main bodies first within a source line."""

    compiler: str
    version: str
    flags: tuple[str, ...]
    cpu: str
    loops: tuple[LoopCycles, ...]
    notes: tuple[str, ...]
    """What holds for all (an analyser that is not installed)."""
