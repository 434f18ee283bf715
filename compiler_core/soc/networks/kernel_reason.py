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
    """One kernel of a network cost.

    unit: its title. macs_per_second: of the unit at most. channels_seen, channels_made: that fill
    rows and columns of the array; row_share, column_share: so much of them in whole rounds.
    reached: what the utilisation is of their product. weight_bytes: 0 without weights; streamed:
    whether they come from main memory at each run. activation_bytes: read and written; outside:
    whether they go through main memory. headroom: how many times as long the bound takes as what
    would bind next, None where nothing else takes time.
    """

    kernel: KernelCost
    unit: str
    macs_per_second: float
    array: ArrayShape
    channels_seen: int
    channels_made: int
    row_share: float
    column_share: float
    reached: float
    weight_bytes: float
    streamed: bool
    activation_bytes: float
    outside: bool
    on_chip_bytes: float
    network_weight_bytes: float
    next_bound: KernelBound | None
    headroom: float | None


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
    name = max(parts, key=lambda one: parts[one])
    return (name, longest / parts[name]) if parts[name] else None
