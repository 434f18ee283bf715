"""What a mapping says: units, kernels with their choices, moves, fallbacks, what else was possible.

Seconds and joules are modelled. Energies are None where the chip's are not known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from compiler_core.graph.layers.layer import LayerKind
from compiler_core.soc.description import Precision, UnitKind
from compiler_core.soc.networks.cnn import KernelBound

Objective = Literal["time", "energy"]
SpanKind = Literal["kernel", "transfer", "start"]
ReasonKind = Literal["least", "only", "despite"]
AlternativeId = Literal["best", "all-cpu", "all-gpu", "all-npu", "greedy"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedUnit:
    """A unit that took part."""

    name: str
    title: str
    kind: UnitKind
    computes_at: Precision
    """Its precision."""
    macs_per_second: float
    """Peak."""
    is_host: bool
    """Inputs come from it and results go back to it."""
    kernels: int
    """That it got, and worked."""
    seconds: float
    """That it got, and worked."""


@dataclass(frozen=True, slots=True)
class UnitOption:
    """A kernel on one of the units, chosen or not. lacking: operators that the unit does not run;
    if any, the figures say what it would cost if it did."""

    unit: str
    seconds: float
    energy_joules: float | None
    bound: KernelBound
    lacking: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedKernel:
    """One kernel, in order of execution."""

    name: str
    kind: LayerKind
    operators: tuple[str, ...]
    unit: str
    seconds: float
    energy_joules: float | None
    bound: KernelBound
    options: tuple[UnitOption, ...]
    """All units."""
    reason_kind: ReasonKind
    """It costs least there, no other unit runs it, or another would for less."""
    reason: str
    """Why this one, a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """A tensor that another unit takes over."""

    tensor: str
    source: str
    target: str
    before: str
    """The kernel that waits for it, "" for a result that goes back."""
    bytes: float
    seconds: float
    """The sum of the four parts: waiting for each other, cleaning caches, writing or filling
    on-chip memory, copying over the link."""
    synchronisation_seconds: float
    flush_seconds: float
    memory_seconds: float
    link_seconds: float
    energy_joules: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MappingTotals:
    """Of one assignment, kernel after kernel."""

    seconds: float
    kernel_seconds: float
    launch_seconds: float
    """The part of kernel_seconds in which kernels are started."""
    transfer_seconds: float
    start_seconds: float
    """Of programs started on accelerators."""
    energy_joules: float | None
    transfers: int
    transfer_bytes: float
    crossings: int
    """How often the next kernel runs on another unit."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another way to assign. units: one for each kernel. times_as_much: time or energy, whichever
    was minimised, against the best."""

    id: AlternativeId
    title: str
    units: tuple[str, ...]
    totals: MappingTotals
    times_as_much: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Fallback:
    """A kernel that the accelerator does not run."""

    kernel: str
    lacking: tuple[str, ...]
    unit: str
    seconds: float
    accelerator_seconds: float
    """If it did."""
    transfers: int
    """Of what the kernel reads and makes."""
    transfer_seconds: float
    """Of what the kernel reads and makes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FallbackPrice:
    """The best mapping against the best one if the accelerator ran every operator. extra: the
    difference; of seconds never below 0 where time is minimised."""

    accelerator: str
    totals: MappingTotals
    if_supported: MappingTotals
    extra_seconds: float
    extra_transfers: int
    extra_crossings: int
    extra_joules: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedSpan:
    """A kernel on a unit, a move to it, or its start."""

    kind: SpanKind
    number: int
    """Of the kernel or of the transfer, -1 for a start."""
    unit: str
    source: str
    """Of a move, else the unit."""
    begin: float
    """Seconds from the first on."""
    end: float
    """Seconds from the first on."""


@dataclass(frozen=True, slots=True)
class AtOnce:
    """The best mapping if its units worked at the same time, where no tensor makes them wait.

    chain_seconds: of the longest chain of kernels and moves that wait for each other;
    busiest_seconds: of all work of the unit that has most of it. Neither can be undercut by the
    same assignment.
    """

    seconds: float
    chain_seconds: float
    busiest_seconds: float
    busiest: str
    spans: tuple[MappedSpan, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mapping:
    """A mapping of a network to the units of a chip."""

    network: str
    soc: str
    precision: Precision
    objective: Objective
    fits: bool
    """Whether weights and the largest kernel's tensors fit in main memory; if not, nothing is
    mapped, totals and at_once are None."""
    needed_bytes: float
    units: tuple[MappedUnit, ...]
    kernels: tuple[MappedKernel, ...]
    transfers: tuple[Transfer, ...]
    totals: MappingTotals | None
    at_once: AtOnce | None
    """Of the same assignment, which is the best for kernels one after the other."""
    alternatives: tuple[Alternative, ...]
    fallbacks: tuple[Fallback, ...]
    fallback_price: FallbackPrice | None
    """None where nothing falls back."""
    states: int
    """Most that the search kept at once."""
    proven_optimal: bool
    """It gave none up, so that nothing is cheaper under the model."""
    assumptions: tuple[str, ...]
