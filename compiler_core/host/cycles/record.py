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
    """One instruction of the loop as a model sees it; None where it does not say.

    line: the line's id in the listing. latency: cycles until its result can be used. micro_ops: how
    many operations it is split into. pressure: busy cycles per iteration by unit name. known: False
    if the model has no entry for it, so that it cost nothing. on_critical_path: it is part of the
    chain of results that bounds the loop, as the model sees it. carried: of the longest chain that
    leads from one round into the next.
    """

    line: int
    text: str
    known: bool
    latency: float | None
    micro_ops: int | None
    pressure: dict[str, float]
    on_critical_path: bool
    carried: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry:
    """One instruction of one iteration in the simulated core; cycles count from 0.

    dispatched: it entered the core; ready: its operands were there; issued: a unit took it;
    executed: its result was there; retired: it left, in order.
    """

    iteration: int
    instruction: int
    dispatched: int
    ready: int
    issued: int
    executed: int
    retired: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalLink:
    """One step of the chain that bounds the loop: `before` delays `after` (instruction indexes).

    kind: `register`, `memory` or `unit`; through: the register or unit. carried: the delay reaches
    into the next iteration. share: how often the simulation saw a wait for a unit, in percent; None
    for dependencies.
    """

    before: int
    after: int
    kind: str
    through: str
    carried: bool
    share: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelAnswer:
    """One model's answer about one loop.

    cpu_used: the core whose model answered, empty if none did; message then says why.
    elements_per_iteration: iterations of the source loop that one iteration here does, and
    elements_reason how that was found. vector_bits: SVE length assumed, None where the code uses no
    SVE. unknown: instructions the model does not know; then cycles are a lower bound
    (is_lower_bound). statement: the sentence to show with every figure. sentences: what bounds the
    loop, in plain words. notes: what else to know.
    """

    model: str
    version: str
    cpu_asked: str
    cpu_used: str
    model_title: str
    message: str
    cycles_per_iteration: float | None
    elements_per_iteration: int | None
    cycles_per_element: float | None
    elements_reason: str
    vector_bits: int | None
    unknown: tuple[str, ...]
    is_lower_bound: bool
    statement: str
    sentences: tuple[str, ...]
    notes: tuple[str, ...]
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

    loop is its id in the function's listing; path says which instructions were taken. place: the
    source line in words; source_file: its file where that is a header; "" otherwise.
    """

    function: str
    symbol: str
    source_line: int | None
    loop: int
    role: str
    path: str
    models: tuple[ModelAnswer, ...]
    place: str = ""
    source_file: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CyclesReport:
    """Every innermost loop of one compilation, main bodies first within a source line.

    notes: what holds for all (an analyser that is not installed).
    """

    compiler: str
    version: str
    flags: tuple[str, ...]
    cpu: str
    loops: tuple[LoopCycles, ...]
    notes: tuple[str, ...]
