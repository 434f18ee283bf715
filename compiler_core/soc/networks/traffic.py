"""What each kernel of a network moves on a chip: bytes of on-chip memory and of main memory.

There is one count for all that is said of a kernel: its time (`cnn`) and its joules (`energy`).
Without further documents all data passes through on-chip memory once, and through main memory too
where it does not stay on the chip. Where a document says how the array works through a layer,
`blocks` counts what is read again; then the array reads each memory by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import ComputeUnit, Precision, SocDescription
from compiler_core.soc.networks.blocks import (
    BlockMachine,
    best_schedule,
    figures_of,
    path_of,
    products_at_once,
)
from compiler_core.soc.networks.places import (
    OUTSIDE,
    Ends,
    TensorPlace,
    ends_of_member,
    place_at,
    place_that_fits,
)

ELEMENT_BYTES: dict[Precision, float] = {"int4": 0.5, "int8": 1, "fp16": 2, "fp32": 4}


@dataclass(frozen=True, slots=True)
class KernelTraffic:
    """Bytes of a run. array_cycles: of the best schedule in blocks; None where no document says
    how the array works through a layer."""

    sram_bytes: float
    dram_bytes: float
    array_cycles: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NetworkMemory:
    """A network's data on a chip."""

    element_bytes: float
    """Of a weight or of an element of a tensor, 0.5 in int4."""
    weight_bytes: float
    """Of the whole network."""
    resident: bool
    """Weights stay on the chip between runs."""
    free_bytes: float
    """What they leave of on-chip memory."""
    ends_outside: bool
    """The network's input and result lie outside."""
    blocks: BlockMachine | None
    """The array with its memories, None where no document says how it works through a layer."""

    @property
    def room(self) -> float:
        """Elements that fit beside the weights that stay."""
        return self.free_bytes / self.element_bytes


def network_memory(
    soc: SocDescription, layers: Sequence[Layer], precision: Precision, bandwidth_share: float
) -> NetworkMemory:
    """Of a whole network. bandwidth_share: of the main memory's, that is reached; the best blocks
    depend on it."""
    element = ELEMENT_BYTES[precision]
    weights = element * sum(layer.weight_elements for layer in layers)
    resident = weights <= soc.on_chip_bytes and soc.network_weights != "streamed"
    free = soc.on_chip_bytes - (weights if resident else 0.0)
    return NetworkMemory(
        element_bytes=element,
        weight_bytes=weights,
        resident=resident,
        free_bytes=free,
        ends_outside=soc.network_ends == "outside",
        blocks=_block_machine(soc, precision, bandwidth_share, free, streamed=not resident),
    )


def kernel_traffic(memory: NetworkMemory, layer: Layer, ends: Ends) -> KernelTraffic:
    """Of one kernel. ends: which of the network's ends it has."""
    return _moved(memory, layer, kernel_place(memory, layer, ends))


def kernel_place(memory: NetworkMemory, layer: Layer, ends: Ends) -> TensorPlace:
    """Where the kernel's tensors lie."""
    wished = place_at(ends if memory.ends_outside else "between")
    return place_that_fits(layer, wished, memory.room)


def member_traffic(
    memory: NetworkMemory, kernel: Layer, members: Sequence[Layer], ends: Ends
) -> tuple[KernelTraffic, ...]:
    """Of the kernels that a fused one is made of, run one by one.

    Tensors at its border lie where they lie for the fused kernel: what does not fit beside each
    other there did not fit before either, for each waits for the others. What is handed on between
    the members lies on the chip if it fits.
    """
    if len(members) == 1:
        return (kernel_traffic(memory, members[0], ends),)
    wished = place_at(ends if memory.ends_outside else "between")
    fits = place_that_fits(kernel, wished, memory.room) == wished
    return tuple(
        kernel_traffic(memory, member, ends_of_member(ends, index, len(members)))
        if fits
        else _moved(memory, member, OUTSIDE)
        for index, member in enumerate(members)
    )


def _moved(memory: NetworkMemory, layer: Layer, placement: TensorPlace) -> KernelTraffic:
    if memory.blocks is not None:
        schedule = best_schedule(layer, memory.blocks, placement)
        return KernelTraffic(schedule.sram_bytes, schedule.dram_bytes, schedule.cycles)
    element = memory.element_bytes
    weights = element * layer.weight_elements
    outside = element * placement.elements_in("dram", layer)
    return KernelTraffic(
        sram_bytes=element * (layer.input_elements + layer.output_elements) + weights,
        dram_bytes=outside + (0.0 if memory.resident else weights),
    )


def _block_machine(
    soc: SocDescription, precision: Precision, share: float, free: float, *, streamed: bool
) -> BlockMachine | None:
    """None where no document says how the array works through a layer, or how fast its memories
    are."""
    unit = soc.main_unit
    array_figures, clock = figures_of(unit), unit.clock_ghz
    sram = next((memory for memory in soc.memories if memory.kind == "sram"), None)
    if array_figures is None or sram is None or clock is None:
        return None
    inner = path_of(sram, clock.value * 1e9)
    outer = path_of(soc.main_memory, clock.value * 1e9, share)
    if inner is None or outer is None:
        return None
    figures, rows, columns = array_figures
    return BlockMachine(
        rows=rows,
        columns=columns,
        figures=figures,
        sram=inner,
        dram=outer,
        spare_bytes=free,
        streamed=streamed,
        element_bytes=ELEMENT_BYTES[precision],
        pace=_pace(soc, unit, precision),
    )


def _pace(soc: SocDescription, unit: ComputeUnit, precision: Precision) -> float:
    """Rounds in the time of one; 1 where the unit's speed at this precision is not known."""
    array_figures, clock = figures_of(unit), unit.clock_ghz
    peak = unit.operations_per_second(precision, soc.network_cores)
    if array_figures is None or clock is None or peak is None:
        return 1.0
    return peak / 2 / (clock.value * 1e9) / products_at_once(*array_figures)
