"""What each kernel costs on each unit: `cnn.network_cost` as if the unit ran the whole network.

So a kernel has one time on one unit, whichever command asks. Where the chip's description says
that another unit runs networks, what was fitted on measurements of that one does not count here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf

from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import (
    ComputeUnit,
    Figure,
    Peak,
    Precision,
    SocDescription,
)
from compiler_core.soc.mapping.units import OPERATIONS_OF_MAC, CandidateUnit
from compiler_core.soc.networks.array_use import ArrayShape, array_shape
from compiler_core.soc.networks.cnn import (
    KernelBound,
    KernelCost,
    NetworkConstants,
    NetworkCost,
    network_cost,
    network_unit,
)
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.networks.traffic import ELEMENT_BYTES

# Assumed: fetching, decoding and scheduling one vector instruction, beside its arithmetic; a GPU
# shares it among the lanes that run together.
INSTRUCTION_PICOJOULES = 70
GPU_LANES = 32
_BITS_OF_BYTE = 8
_DERIVED = ""


@dataclass(frozen=True, slots=True)
class KernelOnUnit:
    """seconds: with the launch, which is launch_seconds of them. keeps_tensors: what it reads and
    writes stays in on-chip memory. energy_joules: None where energies are not known."""

    seconds: float
    launch_seconds: float
    bound: KernelBound
    energy_joules: float | None
    keeps_tensors: bool


@dataclass(frozen=True, slots=True)
class UnitCosts:
    """kernels: in order, supported or not. constants: of the unit; its overhead of a run counts
    each time that work comes to it. bytes_per_second: to the memory that it shares. fills: what
    shapes have to fill."""

    kernels: tuple[KernelOnUnit, ...]
    constants: NetworkConstants
    bytes_per_second: float
    fills: ArrayShape


def unit_costs(
    soc: SocDescription, candidate: CandidateUnit, layers: Sequence[Layer], precision: Precision
) -> UnitCosts:
    """Of all kernels on one unit. The network must fit in main memory."""
    seen = seen_from(soc, candidate, precision)
    constants = constants_for(seen)
    cost = network_cost(seen, layers, precision, constants)
    bandwidth = seen.main_memory.sustained_bytes_per_second or 0.0
    return UnitCosts(
        kernels=tuple(
            _kernel(seen, candidate, cost, (kernel, layer))
            for kernel, layer in zip(cost.per_kernel, layers, strict=True)
        ),
        constants=constants,
        bytes_per_second=bandwidth * constants.bandwidth_share,
        fills=array_shape(candidate.unit, candidate.computes_at),
    )


def needed_bytes(layers: Sequence[Layer], precision: Precision) -> float:
    """Of main memory: all weights, and what the largest kernel reads and writes."""
    weights = sum(layer.weight_elements for layer in layers)
    largest = max((layer.input_elements + layer.output_elements for layer in layers), default=0)
    return ELEMENT_BYTES[precision] * (weights + largest)


def smallest_capacity(soc: SocDescription) -> float:
    """Bytes of the smallest memory that a unit reaches beyond its own; inf if none is known."""
    memories = (soc.main_memory, *map(soc.memory_of, soc.units))
    return min((ram.capacity_bytes.value for ram in memories if ram.capacity_bytes), default=inf)


def seen_from(
    soc: SocDescription, candidate: CandidateUnit, precision: Precision
) -> SocDescription:
    """The chip as one of its units sees it: the memory it reaches first, and its own cores.

    On-chip memory belongs to the accelerator; a CPU or a GPU has caches, which do not count.
    """
    unit = candidate.unit
    on_chip = [memory for memory in soc.memories if memory.kind == "sram" and unit.kind == "npu"]
    memories = (*on_chip, soc.memory_of(unit))
    seen = replace(soc, units=(_converting(candidate, precision),), memories=memories)
    if unit.name == network_unit(soc).name:
        return seen
    return replace(
        seen,
        network_unit=unit.name,
        network_class="",
        network_cores=None,
        per_kernel_overhead_us=None,
        per_inference_overhead_us=None,
    )


def _converting(candidate: CandidateUnit, precision: Precision) -> ComputeUnit:
    """A unit that computes in a wider precision has that one's speed and vectors at the narrow; a
    rate that is assumed stands in the description."""
    unit = candidate.unit
    if candidate.computes_at == precision and not candidate.is_rate_assumed:
        return unit
    shape = array_shape(unit, candidate.computes_at)
    tera = OPERATIONS_OF_MAC * candidate.macs_per_second / 1e12
    return replace(
        unit,
        rates=(),
        peaks=(Peak(precision, Figure(tera, _DERIVED)),),
        array_rows=Figure(shape.rows, _DERIVED),
        array_columns=Figure(shape.columns, _DERIVED),
    )


def _kernel(
    seen: SocDescription,
    candidate: CandidateUnit,
    network: NetworkCost,
    pair: tuple[KernelCost, Layer],
) -> KernelOnUnit:
    cost, layer = pair
    held = ELEMENT_BYTES[network.precision] * (layer.input_elements + layer.output_elements)
    free = seen.on_chip_bytes - (network.weight_bytes if network.weights_resident else 0.0)
    core = candidate.unit.kind != "npu"
    return KernelOnUnit(
        seconds=cost.seconds,
        launch_seconds=cost.overhead_seconds,
        bound=cost.bound,
        energy_joules=_core_energy(seen, candidate, cost) if core else cost.energy_joules,
        keeps_tensors=not core and held <= free,
    )


def _core_energy(seen: SocDescription, candidate: CandidateUnit, cost: KernelCost) -> float | None:
    """Arithmetic, its share of an instruction, and bytes of main memory, added up."""
    unit, precision = candidate.unit, candidate.computes_at
    each = next((price.picojoules for price in seen.energies if price.precision == precision), None)
    outside = seen.main_memory.energy_pj_per_byte
    if each is None or outside is None or (unit.kind == "cpu" and unit.simd_bits is None):
        return None
    bits = _BITS_OF_BYTE * ELEMENT_BYTES[precision]
    lanes = unit.simd_bits.value / bits if unit.simd_bits else GPU_LANES
    product = each.value + INSTRUCTION_PICOJOULES / lanes
    return (cost.macs * product + cost.dram_bytes * outside.value) * 1e-12
