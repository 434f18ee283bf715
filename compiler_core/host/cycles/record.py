"""What the analysers say about loops, as plain data: a page and its JSON both come from these."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ResourceUse:
    """One unit of the modelled core: cycles per iteration it is busy.

    name is the model's own (`N1UnitV0`); group is shared by units of one kind.
    """

    name: str
    """The unit or port as the model calls it: `N1UnitV0`, `N1UnitL.1`. Keys of
    `InstructionCost.pressure` are these names."""
    group: str
    """What units of one kind have in common: `N1UnitV` for `N1UnitV0`. OSACA has no groups:
    there it is the name."""
    pressure: float
    """Cycles of one iteration in which it is busy, 0 for a unit that the loop does not use."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstructionCost:
    """One instruction of the loop as a model sees it; None where it does not say."""

    line: int
    """The line's id in the listing."""
    text: str
    """As it was analysed: without comment, single spaces (`ldr s1, [x10], #4`), and `symbol` for
    a name no assembler takes."""
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
    """It belongs to the longest chain of results that leads from one round into the next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEntry:
    """One instruction of one iteration in the simulated core; cycles count from 0."""

    iteration: int
    """From 0, at most 3."""
    instruction: int
    """An index of `ModelAnswer.instructions`."""
    dispatched: int
    """It entered the core."""
    ready: int
    """The cycle at which its operands were there."""
    issued: int
    """A unit took it."""
    executed: int
    """The cycle at which its result was there."""
    retired: int
    """It left, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriticalLink:
    """One step of the chain that bounds the loop: `before` delays `after` (instruction indexes)."""

    before: int
    """The instruction that is waited for, an index of `ModelAnswer.instructions`."""
    after: int
    """The instruction that waits, an index of `ModelAnswer.instructions`; the same one where it
    waits for itself of the round before."""
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
    """The analyser that was asked: `llvm-mca` or `OSACA`."""
    version: str
    """The analyser's, as it prints it itself (`19.1.7`)."""
    cpu_asked: str
    """The core that the request named (`neoverse-n1`)."""
    cpu_used: str
    """The core whose model answered, empty if none did; message then says why."""
    model_title: str
    """The table that answered, for a sentence, such as `LLVM's Neoverse N1 model`; empty if none
    did."""
    message: str
    """Why there is no answer, in a sentence; then figures of cycles are None and lists are
    empty. Empty where it answered."""
    cycles_per_iteration: float | None
    """Of the assembly's loop: llvm-mca's mean over 100, or OSACA's larger bound; None without an
    answer."""
    elements_per_iteration: int | None
    """Iterations of the source loop that one iteration here does, and elements_reason how that was
    found."""
    cycles_per_element: float | None
    """Those of an iteration divided by elements_per_iteration; None where either is None."""
    elements_reason: str
    """How elements_per_iteration was found, or why it was not, as a phrase without a full stop."""
    vector_bits: int | None
    """SVE length assumed, None where the code uses no SVE."""
    unknown: tuple[str, ...]
    """Instructions the model does not know; then cycles are a lower bound (is_lower_bound)."""
    is_lower_bound: bool
    """True if unknown lists instructions, which cost nothing in the figures."""
    statement: str
    """The sentence to show with every figure."""
    sentences: tuple[str, ...]
    """What bounds the loop, in plain words."""
    notes: tuple[str, ...]
    """What else to know."""
    dispatch_width: int | None = None
    """How many operations the core takes in per cycle at most; None from OSACA and without an
    answer."""
    instructions_per_cycle: float | None = None
    """Over the whole simulation, unknown ones left out; None from OSACA and without an answer."""
    throughput_bound: float | None = None
    """Cycles that an iteration needs at least if no result is waited for; None without an
    answer."""
    dependency_bound: float | None = None
    """Cycles per iteration that the chain of results from round to round takes. None without an
    answer; without such a chain None from llvm-mca and 0 from OSACA."""
    resources: tuple[ResourceUse, ...] = ()
    """The units of the core in the model's order, from llvm-mca idle ones too; empty without an
    answer."""
    instructions: tuple[InstructionCost, ...] = ()
    """In the order of the code, without calls and hints such as `nop`; timeline and critical
    name them by index. Empty without an answer."""
    timeline: tuple[TimelineEntry, ...] = ()
    """The first iterations, at most 4, one after the other, each in the order of the code
    without unknown ones. Empty from OSACA and without an answer."""
    critical: tuple[CriticalLink, ...] = ()
    """The chain from round to round, link by link. Where llvm-mca finds none, what delayed its
    simulation instead; empty without either."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopCycles:
    """All answers about one innermost loop.

    loop is its id in the function's listing; path says which instructions were taken.
    """

    function: str
    """Name of the function it stands in, as the source writes it, in C++ with its parameters."""
    symbol: str
    """That function's label in the assembly, in C++ the mangled name."""
    source_line: int | None
    """Line of the loop statement it was made from, else the first line of its code, from 1. None
    where the compiler named no line."""
    loop: int
    """Its id in the function's listing."""
    role: str
    """What it is for: `main`, or beside a main loop of one statement `unrolled copy`,
    `epilogue`, `remainder`, `versioned copy`."""
    path: str
    """Which instructions were analysed and what was left out, in one or more sentences (`The 9
    instructions of the loop, in order.` for a simple loop)."""
    models: tuple[ModelAnswer, ...]
    """The answer of llvm-mca, then that of OSACA where it is installed; one that has none says
    why in its message."""
    place: str = ""
    """The source line in words."""
    source_file: str = ""
    """The file of source_line where that is a header; "" otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CyclesReport:
    """Every innermost loop of one compilation, main bodies first within a source line."""

    compiler: str
    """Which one made the code, by the name to ask for it (`gcc-12`, `clang-19`)."""
    version: str
    """The compiler's, as it prints it itself (`19.1.7`)."""
    flags: tuple[str, ...]
    """Those the source was compiled with, in normal form; empty where none was given."""
    cpu: str
    """The core that was asked for (`neoverse-n1`); `ModelAnswer.cpu_used` says whose model
    answered."""
    loops: tuple[LoopCycles, ...]
    """By function, then by source line, main bodies first, at most 32. Empty where the code has
    no loop, as notes then say."""
    notes: tuple[str, ...]
    """What holds for all (an analyser that is not installed)."""
