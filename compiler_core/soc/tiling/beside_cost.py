"""What the times of whole networks (`cnn`) say of a layer that is tiled: another model of it.

There input channels lie along the array's rows, each tensor is read once, weights and activations
stay on the chip where they fit, and three constants are fitted on measurements. Here pixels lie
along the rows, all operands come from DRAM and go there, and nothing is fitted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import SocDescription
from compiler_core.soc.networks.array_use import ShapeBasis, array_shape
from compiler_core.soc.networks.cnn import (
    Buffering,
    KernelCost,
    NetworkConstants,
    network_cost,
    network_unit,
)
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.tiling.chips import TilingChip


@dataclass(frozen=True, slots=True, kw_only=True)
class CostBeside:
    """What the model of whole networks says of a layer that is tiled."""

    kernel: KernelCost
    """The layer's, in a run of the whole network."""
    unit: str
    """Title of the unit that runs networks."""
    basis: ShapeBasis
    """What is known of its array."""
    in_blocks: bool
    """Whether a document says how it works through a layer."""
    constants: NetworkConstants
    """Fitted, that the cost was found with."""
    weights_resident: bool
    """On the chip between runs."""


def cost_beside(
    soc: SocDescription, layers: Sequence[Layer], name: str, chip: TilingChip
) -> CostBeside | None:
    """At the precision and with the buffers of the tiles; None for a layer that the network does
    not have, a network that does not fit, and a speed that is not known."""
    buffering: Buffering = "double" if chip.machine.buffers > 1 else "single"
    constants = constants_for(soc)
    try:
        cost = network_cost(soc, layers, chip.precision, constants, buffering)
    except InputError:
        return None
    kernel = next((candidate for candidate in cost.per_kernel if candidate.name == name), None)
    if kernel is None:
        return None
    unit = network_unit(soc)
    basis = array_shape(unit, chip.precision).basis
    return CostBeside(
        kernel=kernel,
        unit=unit.title,
        basis=basis,
        in_blocks=bool(unit.blocks),
        constants=constants,
        weights_resident=cost.weights_resident,
    )
