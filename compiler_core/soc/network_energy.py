"""All that is said of a network's energy on one chip: the ladder, an operation, every fusion."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.energy import (
    EnergyRung,
    FusionEnergy,
    OperationCost,
    energy_ladder,
    fusion_energy,
    operation_cost,
)
from compiler_core.soc.networks.layer_tables import TABLES, layer_table
from compiler_core.soc.work.records import NetworkWork


@dataclass(frozen=True, slots=True)
class NetworkEnergy:
    """ladder: register, on-chip SRAM, main memory. operation: one multiply-accumulate."""

    ladder: tuple[EnergyRung, ...]
    operation: OperationCost
    fusion: FusionEnergy


def network_energy(soc: SocDescription, work: NetworkWork, precision: Precision) -> NetworkEnergy:
    """Of a whole run; nothing is saved where only the fused kernels are known.

    Raises InputError for a precision that no energy is known of.
    """
    return NetworkEnergy(
        energy_ladder(soc),
        operation_cost(soc, precision),
        fusion_energy(soc, precision, members_of(work), work.layers),
    )


def network_work_of(name: str) -> NetworkWork:
    """Of a layer table, a network that ships, or an ONNX file.

    Raises UnknownName for none of them, InputError for a language model, ModelRefused for a file
    that cannot be read.
    """
    from compiler_core.soc.work.read import read_work

    if name in TABLES:
        return NetworkWork(layers=layer_table(name), nodes=())
    work = read_work(name)
    if not isinstance(work, NetworkWork):
        raise InputError("Energies are counted of networks.", "Give a network.")
    return work


def members_of(work: NetworkWork) -> tuple[tuple[Layer, ...], ...]:
    """For each kernel those it is made of; the kernel itself where only kernels are known."""
    if not work.members:
        return tuple((layer,) for layer in work.layers)
    nodes = {kernel.name: kernel for kernel in work.lowered}
    return tuple(tuple(nodes[name] for name in names) for names in work.members)
