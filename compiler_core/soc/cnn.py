"""What a network costs on an accelerator: each kernel by its slowest part, plus overheads.

Of each kernel: compute, on-chip memory and main memory take their own time; they overlap when
buffers are double, so the longest counts, else they add up. Compute is multiply-accumulates over
peak, over what the shape fills of the array (`array_use`), over what is reached of that (fitted,
`cnn_fit`). Weights stay on the chip if all of them fit; activations go through main memory if a
kernel's input and output do not fit into what the weights leave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.soc.array_use import array_use
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.layers import Layer, LayerKind

KernelBound = Literal["compute", "sram", "dram", "overhead"]
Buffering = Literal["single", "double"]
ELEMENT_BYTES: dict[Precision, float] = {"int4": 0.5, "int8": 1, "fp16": 2, "fp32": 4}


@dataclass(frozen=True, slots=True)
class NetworkConstants:
    """What no document gives. efficiency: of compute, beside what shapes fill. bandwidth_share: of
    the main memory's. kernel_seconds, inference_seconds: overheads of each kernel and each run."""

    efficiency: float
    bandwidth_share: float
    kernel_seconds: float
    inference_seconds: float


@dataclass(frozen=True, slots=True)
class KernelCost:
    """One kernel, with the columns that Arm's Vela prints, in seconds and in cycles.

    macs, utilisation: the share of the peak that the kernel reaches while it computes, from 0 to
    1. compute, sram, dram: seconds of each, None where no document gives that memory's speed;
    cycles of the unit's clock, None where the clock is not known either. share: of the whole
    latency. energy_joules: None where energies are not known.
    """

    name: str
    kind: LayerKind
    macs: int
    utilisation: float
    sram_bytes: float
    dram_bytes: float
    compute_seconds: float
    sram_seconds: float | None
    dram_seconds: float
    overhead_seconds: float
    seconds: float
    bound: KernelBound
    share: float
    energy_joules: float | None
    npu_cycles: float | None
    sram_cycles: float | None
    dram_cycles: float | None


@dataclass(frozen=True, slots=True)
class NetworkCost:
    """fits: whether weights and the largest kernel's activations fit in memory; if not, there is
    no latency. weights_resident: on the chip, so that they are not read at each run."""

    soc: str
    precision: Precision
    fits: bool
    needed_bytes: float
    latency_ms: float | None
    weights_resident: bool
    weight_bytes: float
    macs: int
    energy_joules: float | None
    per_kernel: tuple[KernelCost, ...]
    assumptions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Machine:
    """What a description and the constants come to."""

    soc: SocDescription
    precision: Precision
    constants: NetworkConstants
    macs_per_second: float
    array: tuple[int, int]
    dram_bandwidth: float
    sram_bandwidth: float | None
    free_sram: float
    buffering: Buffering
    reads_weights: bool
    clock: float | None

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
    element = ELEMENT_BYTES[precision]
    weights = element * sum(one.weight_elements for one in layers)
    largest = max((one.input_elements + one.output_elements for one in layers), default=0)
    needed = weights + element * largest
    machine = _machine(soc, precision, constants, weights, buffering)
    capacity = soc.main_memory.capacity_bytes
    fits = capacity is None or needed <= capacity.value
    kernels = tuple(_kernel(machine, one) for one in layers) if fits else ()
    total = sum(one.seconds for one in kernels) + constants.inference_seconds
    energies = [one.energy_joules for one in kernels]
    return NetworkCost(
        soc=soc.name,
        precision=precision,
        fits=fits,
        needed_bytes=needed,
        latency_ms=total * 1e3 if fits else None,
        weights_resident=not machine.reads_weights,
        weight_bytes=weights,
        macs=sum(one.macs for one in layers),
        energy_joules=_sum_of(energies) if fits else None,
        per_kernel=tuple(_with_share(one, total) for one in kernels),
        assumptions=_assumptions(soc, machine),
    )


def _machine(
    soc: SocDescription,
    precision: Precision,
    constants: NetworkConstants,
    weights: float,
    buffering: Buffering,
) -> _Machine:
    unit = soc.unit(soc.network_unit) if soc.network_unit else soc.units[0]
    peak = unit.operations_per_second(precision, soc.network_cores)
    if peak is None:
        raise InputError(
            f"How fast {unit.title} of {soc.title} is at {precision} is not known.",
            f"Known: {', '.join(unit.precisions) or 'none'}.",
        )
    sram = next((one for one in soc.memories if one.kind == "sram"), None)
    resident = weights <= soc.on_chip_bytes
    bandwidth = soc.main_memory.sustained_bytes_per_second or 0.0
    rows, columns = unit.array_rows, unit.array_columns
    return _Machine(
        soc=soc,
        precision=precision,
        constants=constants,
        macs_per_second=peak / 2,
        array=(int(rows.value), int(columns.value)) if rows and columns else (0, 0),
        dram_bandwidth=bandwidth * constants.bandwidth_share,
        sram_bandwidth=sram.sustained_bytes_per_second if sram else None,
        free_sram=soc.on_chip_bytes - (weights if resident else 0),
        buffering=buffering,
        reads_weights=not resident,
        clock=unit.clock_ghz.value * 1e9 if unit.clock_ghz else None,
    )


def _kernel(machine: _Machine, layer: Layer) -> KernelCost:
    element = ELEMENT_BYTES[machine.precision]
    activations = element * (layer.input_elements + layer.output_elements)
    weights = element * layer.weight_elements
    outside = activations if activations > machine.free_sram else 0.0
    dram_bytes = outside + (weights if machine.reads_weights else 0.0)
    sram_bytes = activations + weights
    use = array_use(layer, machine.array) * machine.constants.efficiency
    compute = layer.macs / machine.macs_per_second / use
    dram = dram_bytes / machine.dram_bandwidth
    sram = sram_bytes / machine.sram_bandwidth if machine.sram_bandwidth else None
    parts = (compute, sram or 0.0, dram)
    busy = max(parts) if machine.buffering == "double" else sum(parts)
    overhead = machine.constants.kernel_seconds
    return KernelCost(
        name=layer.name,
        kind=layer.kind,
        macs=layer.macs,
        utilisation=use if layer.macs else 0.0,
        sram_bytes=sram_bytes,
        dram_bytes=dram_bytes,
        compute_seconds=compute,
        sram_seconds=sram,
        dram_seconds=dram,
        overhead_seconds=overhead,
        seconds=busy + overhead,
        bound=_bound(parts, overhead),
        share=0.0,
        energy_joules=_energy(machine, layer.macs, sram_bytes, dram_bytes),
        npu_cycles=machine.cycles(compute),
        sram_cycles=machine.cycles(sram),
        dram_cycles=machine.cycles(dram),
    )


def _bound(parts: tuple[float, float, float], overhead: float) -> KernelBound:
    names: tuple[KernelBound, ...] = ("compute", "sram", "dram")
    if overhead > max(parts):
        return "overhead"
    return names[parts.index(max(parts))]


def _energy(machine: _Machine, macs: int, sram_bytes: float, dram_bytes: float) -> float | None:
    """Each multiply-accumulate and each byte by its own energy, added up."""
    soc = machine.soc
    each = next(
        (one.picojoules for one in soc.energies if one.precision == machine.precision), None
    )
    sram = next((one.energy_pj_per_byte for one in soc.memories if one.kind == "sram"), None)
    dram = soc.main_memory.energy_pj_per_byte
    if each is None or sram is None or dram is None:
        return None
    return (macs * each.value + sram_bytes * sram.value + dram_bytes * dram.value) * 1e-12


def _sum_of(values: Sequence[float | None]) -> float | None:
    known = [one for one in values if one is not None]
    return sum(known) if len(known) == len(values) else None


def _with_share(cost: KernelCost, total: float) -> KernelCost:
    return replace(cost, share=cost.seconds / total if total else 0.0)


def _assumptions(soc: SocDescription, machine: _Machine) -> tuple[str, ...]:
    constants = machine.constants
    found = [
        f"Compute reaches {constants.efficiency:.0%} of what the shape fills of the array.",
        f"Each kernel costs {constants.kernel_seconds * 1e6:.1f} µs beside its work, each run "
        f"{constants.inference_seconds * 1e6:.1f} µs.",
        f"{constants.bandwidth_share:.0%} of the main memory's bandwidth is reached.",
    ]
    if machine.array == (0, 0):
        found.append("The array's shape is not published: 32 input by 32 output channels.")
    if machine.sram_bandwidth is None:
        found.append("The speed of on-chip memory is not published and is not counted.")
    return tuple(found)
