"""Why a kernel costs what it costs: what its shape fills of the array, what it moves, what binds.

utilisation = share of the rows · share of the columns · what is reached of that. The last is the
fitted efficiency, or what is left by blocks and seams where a document says how the array works.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import SocDescription
from compiler_core.soc.networks.array_use import ArrayShape, array_shape, filled
from compiler_core.soc.networks.cnn import (
    KernelBound,
    KernelCost,
    NetworkCost,
    network_unit,
)
from compiler_core.soc.networks.traffic import ELEMENT_BYTES


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelReason:
    """One kernel of a network cost."""

    kernel: KernelCost
    """Its row in the network's cost."""
    unit: str
    """Title of the unit that runs networks."""
    macs_per_second: float
    """Of the unit at most, at the network's precision."""
    array: ArrayShape
    """Shape of the array of the unit, by a document or assumed."""
    channels_seen: int
    """Input channels, which fill rows of the array; 1 of a depthwise layer."""
    channels_made: int
    """Output channels of one group, which fill columns of the array."""
    row_share: float
    """Share of the array's rows that `channels_seen` fill over whole rounds, 0 to 1."""
    column_share: float
    """Share of the array's columns that `channels_made` fill over whole rounds, 0 to 1."""
    reached: float
    """What the utilisation is of their product."""
    weight_bytes: float
    """Of the kernel, 0 without weights."""
    streamed: bool
    """Whether they come from main memory at each run."""
    activation_bytes: float
    """Of its inputs and outputs, each once."""
    outside: bool
    """Whether they go through main memory."""
    on_chip_bytes: float
    """Of the chip's SRAM, 0 if none is known."""
    network_weight_bytes: float
    """Of the whole network, which stay on the chip if they fit."""
    next_bound: KernelBound | None
    """What takes longest beside the bound, None where nothing else takes time."""
    headroom: float | None
    """How many times as long the bound takes as what would bind next, None where nothing else takes
    time."""


def kernel_reason(
    soc: SocDescription, cost: NetworkCost, kernel: KernelCost, layer: Layer
) -> KernelReason:
    """The kernel was found for this layer and is one of the cost's."""
    unit, element = network_unit(soc), ELEMENT_BYTES[cost.precision]
    array = array_shape(unit, cost.precision)
    seen = 1 if layer.kind == "depthwise" else layer.channels_in
    made = layer.channels_out if layer.kind == "depthwise" else layer.channels_out // layer.groups
    rows, columns = filled(seen, array.rows), filled(made, array.columns)
    weights = element * layer.weight_elements
    streamed = bool(weights) and not cost.weights_resident
    following = _next_bound(kernel)
    peak = unit.operations_per_second(cost.precision, soc.network_cores) or 0.0
    return KernelReason(
        kernel=kernel,
        unit=unit.title,
        macs_per_second=peak / 2,
        array=array,
        channels_seen=seen,
        channels_made=made,
        row_share=rows,
        column_share=columns,
        reached=kernel.utilisation / (rows * columns),
        weight_bytes=weights,
        streamed=streamed,
        activation_bytes=element * (layer.input_elements + layer.output_elements),
        outside=kernel.dram_bytes > (weights if streamed else 0.0),
        on_chip_bytes=soc.on_chip_bytes,
        network_weight_bytes=cost.weight_bytes,
        next_bound=following[0] if following else None,
        headroom=following[1] if following else None,
    )


def _next_bound(kernel: KernelCost) -> tuple[KernelBound, float] | None:
    """What takes the longest beside the bound, and how many times as long the bound takes."""
    parts: dict[KernelBound, float] = {
        "compute": kernel.compute_seconds,
        "sram": kernel.sram_seconds or 0.0,
        "dram": kernel.dram_seconds,
        "overhead": kernel.overhead_seconds,
    }
    longest = parts.pop(kernel.bound)
    name = max(parts, key=lambda bound: parts[bound])
    return (name, longest / parts[name]) if parts[name] else None
