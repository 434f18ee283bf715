"""What a network costs on an accelerator: each kernel by its slowest part, plus overheads.

Of each kernel: compute, on-chip memory and main memory take their own time; they overlap when
buffers are double, so the longest counts, else they add up. Compute is multiply-accumulates over
peak, over what the shape fills of the array (`array_use`), over what is reached of that (fitted,
`cnn_fit`). Bytes are those of `traffic`. Where a document says how the array works through a layer,
`blocks` counts its cycles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from compiler_core.amounts import time_text
from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer, LayerKind
from compiler_core.soc.description import ComputeUnit, Precision, SocDescription
from compiler_core.soc.networks.array_use import ArrayShape, ShapeBasis, array_shape, array_use
from compiler_core.soc.networks.places import Ends, ends_of
from compiler_core.soc.networks.traffic import (
    KernelTraffic,
    NetworkMemory,
    kernel_traffic,
    network_memory,
)

KernelBound = Literal["compute", "sram", "dram", "overhead"]
Buffering = Literal["single", "double"]
_SHAPE_SENTENCES: dict[ShapeBasis, str] = {
    "described": "",
    "vector": "One vector instruction takes {rows} input by {columns} output channels.",
    "none": "No array is assumed for a GPU: every shape fills it.",
    "assumed": "The array's shape is not published: {rows} input by {columns} output channels.",
}


@dataclass(frozen=True, slots=True)
class NetworkConstants:
    """What no document gives. efficiency: of compute, beside what shapes fill. bandwidth_share: of
    the main memory's. kernel_seconds, inference_seconds: overheads of each kernel and each run."""

    efficiency: float
    bandwidth_share: float
    kernel_seconds: float
    inference_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelCost:
    """One kernel, with the columns that Arm's Vela prints, in seconds and in cycles."""

    name: str
    """Of the fused layer."""
    kind: LayerKind
    """Of the layer."""
    macs: int
    """The share of the peak that the kernel reaches while it computes, from 0 to 1. compute, sram,
    dram: seconds of each, None where no document gives that memory's speed; cycles of the unit's
    clock, None where the clock is not known either."""
    utilisation: float
    """Share of the peak that it reaches while it computes, 0 to 1; 0.0 without products."""
    sram_bytes: float
    """That go through on-chip memory."""
    dram_bytes: float
    """That go through main memory."""
    compute_seconds: float
    """Of the multiply-accumulates alone."""
    sram_seconds: float | None
    """Of on-chip memory alone, None where no document gives its speed."""
    dram_seconds: float
    """Of main memory alone."""
    overhead_seconds: float
    """To start the kernel."""
    seconds: float
    """The longest of the parts, or their sum with single buffers, and the overhead."""
    bound: KernelBound
    """The longest of the parts, `overhead` where that is longer than all of them."""
    share: float
    """Of the whole latency, 0 to 1."""
    energy_joules: float | None
    """None where energies are not known."""
    npu_cycles: float | None
    """Compute in cycles of the unit's clock, None where the clock is not known."""
    sram_cycles: float | None
    """On-chip memory in cycles of the unit's clock, None where its speed or the clock is not
    known."""
    dram_cycles: float | None
    """Main memory in cycles of the unit's clock, None where the clock is not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkCost:
    """What a network costs on an accelerator."""

    soc: str
    """Name of the chip."""
    precision: Precision
    """Of weights and tensors."""
    fits: bool
    """Whether weights and the largest kernel's activations fit in memory; if not, there is no
    latency."""
    needed_bytes: float
    """Of weights and of the largest kernel's inputs and outputs."""
    latency_ms: float | None
    """Of one run with its overhead, None where the network does not fit."""
    weights_resident: bool
    """On the chip, so that they are not read at each run."""
    weight_bytes: float
    """Of all weights."""
    macs: int
    """Multiply-accumulates of one run."""
    energy_joules: float | None
    """Of one run, None where energies are not known or it does not fit."""
    per_kernel: tuple[KernelCost, ...]
    """In order of execution; empty where the network does not fit."""
    assumptions: tuple[str, ...]
    """Sentences on what the numbers stand on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Machine:
    """What a description and the constants come to."""

    soc: SocDescription
    """The chip's description."""
    precision: Precision
    """Of weights and tensors."""
    constants: NetworkConstants
    """What no document gives, fitted or chosen by the reader."""
    macs_per_second: float
    """At most, of the cores that run a network."""
    array: ArrayShape
    """What a cycle's products are for: input by output channels."""
    memory: NetworkMemory
    """What stays on the chip and what does not."""
    dram_bandwidth: float
    """Bytes a second of main memory that are reached."""
    sram_bandwidth: float | None
    """Bytes a second of on-chip memory, None where no document gives it."""
    buffering: Buffering
    """Whether computing and moving overlap: `double`, or `single` where they add up."""
    clock: float | None
    """Of the unit in hertz, None where no document gives it."""

    def cycles(self, seconds: float | None) -> float | None:
        """Of the unit's clock."""
        return seconds * self.clock if seconds is not None and self.clock else None


def network_cost(
    soc: SocDescription,
    layers: Sequence[Layer],
    precision: Precision,
    constants: NetworkConstants,
    buffering: Buffering = "double",
) -> NetworkCost:
    """All kernels one after another.

    Raises InputError if the speed of the unit that runs networks is not known at this precision.
    """
    machine = _machine(soc, precision, constants, layers, buffering)
    memory = machine.memory
    largest = max((layer.input_elements + layer.output_elements for layer in layers), default=0)
    needed = memory.weight_bytes + memory.element_bytes * largest
    capacity = soc.main_memory.capacity_bytes
    fits = capacity is None or needed <= capacity.value
    kernels = tuple(
        _kernel(machine, layer, ends_of(index, len(layers)))
        for index, layer in enumerate(layers if fits else ())
    )
    total = sum(kernel.seconds for kernel in kernels) + constants.inference_seconds
    energies = [kernel.energy_joules for kernel in kernels]
    return NetworkCost(
        soc=soc.name,
        precision=precision,
        fits=fits,
        needed_bytes=needed,
        latency_ms=total * 1e3 if fits else None,
        weights_resident=memory.resident,
        weight_bytes=memory.weight_bytes,
        macs=sum(layer.macs for layer in layers),
        energy_joules=_sum_of(energies) if fits else None,
        per_kernel=tuple(_with_share(kernel, total) for kernel in kernels),
        assumptions=_assumptions(soc, machine),
    )


def network_unit(soc: SocDescription) -> ComputeUnit:
    """What runs a network: the unit that the description names, else its first."""
    return soc.main_unit


def _machine(
    soc: SocDescription,
    precision: Precision,
    constants: NetworkConstants,
    layers: Sequence[Layer],
    buffering: Buffering,
) -> _Machine:
    unit = network_unit(soc)
    peak = unit.operations_per_second(precision, soc.network_cores)
    if peak is None:
        raise InputError(
            f"How fast {unit.title} of {soc.title} is at {precision} is not known.",
            f"Known: {', '.join(unit.precisions) or 'none'}.",
        )
    sram = next((memory for memory in soc.memories if memory.kind == "sram"), None)
    bandwidth = soc.main_memory.sustained_bytes_per_second or 0.0
    return _Machine(
        soc=soc,
        precision=precision,
        constants=constants,
        macs_per_second=peak / 2,
        array=array_shape(unit, precision),
        memory=network_memory(soc, layers, precision, constants.bandwidth_share),
        dram_bandwidth=bandwidth * constants.bandwidth_share,
        sram_bandwidth=sram.sustained_bytes_per_second if sram else None,
        buffering=buffering,
        clock=unit.clock_ghz.value * 1e9 if unit.clock_ghz else None,
    )


def _compute_seconds(machine: _Machine, layer: Layer, traffic: KernelTraffic) -> float:
    """By the cycles of its blocks, else by the array's share that the shape fills."""
    efficiency = machine.constants.efficiency
    if traffic.array_cycles is not None and machine.clock is not None:
        return traffic.array_cycles / machine.clock / efficiency
    shape = machine.array.rows, machine.array.columns
    return layer.macs / machine.macs_per_second / (array_use(layer, shape) * efficiency)


def _kernel(machine: _Machine, layer: Layer, ends: Ends) -> KernelCost:
    traffic = kernel_traffic(machine.memory, layer, ends)
    compute = _compute_seconds(machine, layer, traffic)
    dram = traffic.dram_bytes / machine.dram_bandwidth
    sram = traffic.sram_bytes / machine.sram_bandwidth if machine.sram_bandwidth else None
    parts = (compute, sram or 0.0, dram)
    busy = max(parts) if machine.buffering == "double" else sum(parts)
    overhead = machine.constants.kernel_seconds
    return KernelCost(
        name=layer.name,
        kind=layer.kind,
        macs=layer.macs,
        utilisation=_utilisation(machine, layer, compute),
        sram_bytes=traffic.sram_bytes,
        dram_bytes=traffic.dram_bytes,
        compute_seconds=compute,
        sram_seconds=sram,
        dram_seconds=dram,
        overhead_seconds=overhead,
        seconds=busy + overhead,
        bound=_bound(parts, overhead),
        share=0.0,
        energy_joules=_energy(machine, layer.macs, traffic),
        npu_cycles=machine.cycles(compute),
        sram_cycles=machine.cycles(sram),
        dram_cycles=machine.cycles(dram),
    )


def _utilisation(machine: _Machine, layer: Layer, compute: float) -> float:
    """What is reached of the peak while the kernel computes."""
    return layer.macs / machine.macs_per_second / compute if layer.macs else 0.0


def _bound(parts: tuple[float, float, float], overhead: float) -> KernelBound:
    names: tuple[KernelBound, ...] = ("compute", "sram", "dram")
    if overhead > max(parts):
        return "overhead"
    return names[parts.index(max(parts))]


def _energy(machine: _Machine, macs: int, traffic: KernelTraffic) -> float | None:
    """Each multiply-accumulate and each byte by its own energy, added up."""
    soc = machine.soc
    each = next(
        (price.picojoules for price in soc.energies if price.precision == machine.precision), None
    )
    sram = next((ram.energy_pj_per_byte for ram in soc.memories if ram.kind == "sram"), None)
    dram = soc.main_memory.energy_pj_per_byte
    if each is None or sram is None or dram is None:
        return None
    moved = traffic.sram_bytes * sram.value + traffic.dram_bytes * dram.value
    return (macs * each.value + moved) * 1e-12


def _sum_of(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if len(known) == len(values) else None


def _with_share(cost: KernelCost, total: float) -> KernelCost:
    return replace(cost, share=cost.seconds / total if total else 0.0)


def _assumptions(soc: SocDescription, machine: _Machine) -> tuple[str, ...]:
    constants = machine.constants
    sentences = [
        f"Compute reaches {constants.efficiency:.0%} of what the shape fills of the array.",
        f"Each kernel costs {time_text(constants.kernel_seconds)} beside its work, each run "
        f"{time_text(constants.inference_seconds)}.",
        f"{constants.bandwidth_share:.0%} of the main memory's bandwidth is reached.",
    ]
    shape = _SHAPE_SENTENCES[machine.array.basis]
    if machine.memory.blocks is not None:
        shape = "Blocks of each layer are chosen by search; inputs and weights are read again."
    if shape:
        sentences.append(shape.format(rows=machine.array.rows, columns=machine.array.columns))
    if machine.sram_bandwidth is None:
        sentences.append("The speed of on-chip memory is not published and is not counted.")
    return tuple(sentences)
