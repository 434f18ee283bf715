"""A network's cost before and after a stage of its compilation, on the unit that can run it.

Float32 comes first and is often not what an accelerator takes: then the fastest unit that does runs
the network, from the memory that it reaches and without the accelerator's, as in a mapping.
Energies that a chip's documents lack are the reference chip's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.energy import energy_ladder, operation_cost
from compiler_core.soc.mapping.kernel_costs import seen_from
from compiler_core.soc.mapping.units import OPERATIONS_OF_MAC, CandidateUnit
from compiler_core.soc.networks.cnn import NetworkCost, network_cost, network_unit
from compiler_core.soc.networks.cnn_fit import constants_for

_JOULES = 1e-12


@dataclass(frozen=True, slots=True)
class EnergyParts:
    """Joules of a run by where they go. assumed: whether some are the reference chip's."""

    compute: float
    sram: float
    dram: float
    assumed: bool

    @property
    def joules(self) -> float:
        return self.compute + self.sram + self.dram


@dataclass(frozen=True, slots=True)
class PlacedCost:
    """A network on one unit. soc: the chip as that unit sees it. dram_bytes:
    through main memory in a run. energy: None if the network does not fit."""

    soc: SocDescription
    unit: str
    cost: NetworkCost
    dram_bytes: float
    energy: EnergyParts | None


def placed_cost(soc: SocDescription, layers: Sequence[Layer], precision: Precision) -> PlacedCost:
    """Double-buffered. Raises InputError if no unit of the chip computes at this precision."""
    chip = soc_for(soc, precision)
    cost = network_cost(chip, layers, precision, constants_for(chip))
    return PlacedCost(
        soc=chip,
        unit=network_unit(chip).title,
        cost=cost,
        dram_bytes=sum(kernel.dram_bytes for kernel in cost.per_kernel),
        energy=energy_parts(soc, cost) if cost.fits else None,
    )


def soc_for(soc: SocDescription, precision: Precision) -> SocDescription:
    """The chip as the unit sees it that runs networks at this precision: its usual one if that can.

    Raises InputError if none can.
    """
    if network_unit(soc).operations_per_second(precision) is not None:
        return soc
    speeds = {unit.name: unit.operations_per_second(precision) or 0.0 for unit in soc.units}
    name = max(speeds, key=lambda candidate: speeds[candidate])
    if not speeds[name]:
        raise InputError(
            f"How fast {soc.title} is at {precision} is not known.", "Choose another chip."
        )
    return seen_from(
        soc, CandidateUnit(soc.unit(name), precision, speeds[name] / OPERATIONS_OF_MAC), precision
    )


def energy_parts(soc: SocDescription, cost: NetworkCost) -> EnergyParts:
    """Each multiply-accumulate and each byte by its own energy, added up over the kernels."""
    operation = operation_cost(soc, cost.precision)
    _, sram, dram = energy_ladder(soc)
    kernels = cost.per_kernel
    return EnergyParts(
        compute=sum(kernel.macs for kernel in kernels) * operation.picojoules * _JOULES,
        sram=sum(kernel.sram_bytes for kernel in kernels) * sram.picojoules_per_byte * _JOULES,
        dram=sum(kernel.dram_bytes for kernel in kernels) * dram.picojoules_per_byte * _JOULES,
        assumed=operation.assumed or sram.energy_assumed or dram.energy_assumed,
    )
