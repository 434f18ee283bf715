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
    """Key within the chip."""
    title: str
    """As pages show it."""
    kind: UnitKind
    """CPU, GPU or NPU."""
    computes_at: Precision
    """The precision in which it computes, which may differ from the network's."""
    macs_per_second: float
    """At most, at the precision in `computes_at`."""
    is_host: bool
    """Inputs come from it and results go back to it."""
    kernels: int
    """How many kernels it got; 0 for a unit that was left out."""
    seconds: float
    """Of its kernels, without moves and starts."""


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
    """Of the fused layer."""
    kind: LayerKind
    """Of the layer."""
    operators: tuple[str, ...]
    """ONNX names of the operators that the kernel does."""
    unit: str
    """Name of the unit that it runs on."""
    seconds: float
    """On that unit, with its launch."""
    energy_joules: float | None
    """On that unit, None where energies are not known."""
    bound: KernelBound
    """What takes longest on that unit."""
    options: tuple[UnitOption, ...]
    """The kernel on every unit, the chosen one too."""
    reason_kind: ReasonKind
    """It costs least there, no other unit runs it, or another would for less."""
    reason: str
    """Why this one, a sentence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """A tensor that another unit takes over."""

    tensor: str
    """Name of the tensor in the graph."""
    source: str
    """Name of the unit that it comes from."""
    target: str
    """Name of the unit that takes it."""
    before: str
    """The kernel that waits for it, "" for a result that goes back."""
    bytes: float
    """Of the tensor at the network's precision."""
    seconds: float
    """The sum of the four parts: waiting for each other, cleaning caches, writing or filling
    on-chip memory, copying over the link."""
    synchronisation_seconds: float
    """In which the units wait for each other."""
    flush_seconds: float
    """In which caches are cleaned."""
    memory_seconds: float
    """In which on-chip memory is written out or filled."""
    link_seconds: float
    """In which the tensor is copied over the link; 0 where memory is shared."""
    energy_joules: float | None
    """Of its bytes between on-chip and main memory, None where not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MappingTotals:
    """Of one assignment, kernel after kernel."""

    seconds: float
    """Of kernels, transfers and starts together."""
    kernel_seconds: float
    """Of all kernels, launches included."""
    launch_seconds: float
    """The part of kernel_seconds in which kernels are started."""
    transfer_seconds: float
    """Of all moves of tensors."""
    start_seconds: float
    """Of starting programs on accelerators."""
    energy_joules: float | None
    """Of kernels and moves, None where energies are not known."""
    transfers: int
    """How often a unit takes a tensor of another."""
    transfer_bytes: float
    """Of the moved tensors together."""
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
    """Name of its layer."""
    lacking: tuple[str, ...]
    """ONNX names of the operators that the accelerator does not run."""
    unit: str
    """Name of the unit that runs the kernel instead."""
    seconds: float
    """On that unit."""
    accelerator_seconds: float
    """What it would take on the accelerator, if that ran it."""
    transfers: int
    """How many moves there are of what the kernel reads and makes."""
    transfer_seconds: float
    """Of the moves of what the kernel reads and makes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FallbackPrice:
    """The best mapping against the best one if the accelerator ran every operator. extra: the
    difference; of seconds never below 0 where time is minimised."""

    accelerator: str
    """Name of the NPU."""
    totals: MappingTotals
    """Of the best mapping."""
    if_supported: MappingTotals
    """Of the best mapping if the accelerator ran every operator."""
    extra_seconds: float
    """What the fallbacks cost; never below 0 where time is minimised."""
    extra_transfers: int
    """What the fallbacks cost in moves; may be below 0."""
    extra_crossings: int
    """What the fallbacks cost in changes of the unit; may be below 0."""
    extra_joules: float | None
    """What the fallbacks cost, None where energies are not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MappedSpan:
    """A kernel on a unit, a move to it, or its start."""

    kind: SpanKind
    """A kernel, a transfer or the start of a unit."""
    number: int
    """Of the kernel or of the transfer in the order of execution, from 0; -1 for a start."""
    unit: str
    """Name of the unit that works; of a transfer the one that takes the tensor."""
    source: str
    """Name of the unit that a transfer comes from, else `unit`."""
    begin: float
    """Seconds since the beginning of the run."""
    end: float
    """Seconds since the beginning of the run."""


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
    """Name of the kernel graph."""
    soc: str
    """Name of the chip."""
    precision: Precision
    """Of the network's weights and tensors."""
    objective: Objective
    """Whether time or energy is minimised."""
    fits: bool
    """Whether weights and the largest kernel's tensors fit in main memory; if not, nothing is
    mapped, totals and at_once are None."""
    needed_bytes: float
    """Of weights and the largest kernel's tensors."""
    units: tuple[MappedUnit, ...]
    """Every unit that could have got kernels; empty where the network does not fit."""
    kernels: tuple[MappedKernel, ...]
    """In order of execution; empty where the network does not fit."""
    transfers: tuple[Transfer, ...]
    """In the order in which they are needed."""
    totals: MappingTotals | None
    """Of the chosen assignment, kernel after kernel."""
    at_once: AtOnce | None
    """The same assignment with all units at work at the same time, for which it may not be best."""
    alternatives: tuple[Alternative, ...]
    """Other ways beside the best, which comes first."""
    fallbacks: tuple[Fallback, ...]
    """Kernels with operators that the NPU lacks; empty without an NPU."""
    fallback_price: FallbackPrice | None
    """None where nothing falls back."""
    states: int
    """Most that the search kept at once."""
    proven_optimal: bool
    """It gave none up, so that nothing is cheaper under the model."""
    assumptions: tuple[str, ...]
    """Sentences on what the numbers stand on."""
