"""The energy ladder of a chip, and what each fusion saves in joules.

A byte costs the more the farther it comes from: a register, on-chip SRAM, main memory. Fusion keeps
what one operator hands to the next in registers, so the difference between two rungs is saved for
each byte. Bytes are those of `traffic`, as for the time of a kernel. Energies of kernels add up.
Where a chip's documents give no energy, those of the reference chip are assumed (Horowitz, ISSCC
2014, 45 nm), and said to be.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import Figure, Memory, Precision, SocDescription, Source
from compiler_core.soc.networks.cnn_fit import BANDWIDTH_SHARE
from compiler_core.soc.networks.places import Ends, ends_of
from compiler_core.soc.networks.traffic import (
    KernelTraffic,
    NetworkMemory,
    kernel_traffic,
    member_traffic,
    network_memory,
)
from compiler_core.soc.reading import soc_named

REFERENCE = "generic"
RungName = Literal["register", "sram", "dram"]
_JOULES = 1e-12


@dataclass(frozen=True, slots=True, kw_only=True)
class EnergyRung:
    """One memory of the ladder."""

    name: RungName
    """Place in the ladder: `register`, `sram` or `dram`."""
    title: str
    """Of the chip's memory, or what stands for it."""
    picojoules_per_byte: float
    """Of a byte that comes from there."""
    energy_source: Source
    """The documents; assumed where the figure is the reference chip's and not this chip's."""
    energy_assumed: bool
    """Whether the energy is the reference chip's and not this chip's."""
    latency_ns: float
    """Until a byte from there can be used; of a register one cycle."""
    latency_source: Source
    """The document of the latency; of the reference chip where `latency_assumed`."""
    latency_assumed: bool
    """Whether the latency is the reference chip's and not this chip's."""
    times_register: float
    """The energy of a byte as a multiple of a register's."""
    times_sram: float
    """The energy of a byte as a multiple of the on-chip memory's."""


@dataclass(frozen=True, slots=True)
class OperationCost:
    """One multiply-accumulate. assumed: the reference chip's."""

    precision: Precision
    picojoules: float
    source: Source
    assumed: bool


@dataclass(frozen=True, slots=True)
class KernelEnergy:
    """Joules of one kernel, by where they go. register: only what fusion keeps in registers."""

    name: str
    compute: float
    register: float
    sram: float
    dram: float

    @property
    def joules(self) -> float:
        return self.compute + self.register + self.sram + self.dram


@dataclass(frozen=True, slots=True)
class FusedEnergy:
    """One kernel, and those it is made of.

    kept_bytes: handed on in registers that went through memory before, written and read.
    inside_bytes, outside_bytes: that no longer go through on-chip memory, through main memory; more
    or less than what is kept where an array reads tensors again.
    """

    kernel: KernelEnergy
    members: tuple[KernelEnergy, ...]
    kept_bytes: float
    inside_bytes: float
    outside_bytes: float

    @property
    def before_joules(self) -> float:
        return sum(member.joules for member in self.members)

    @property
    def saved_joules(self) -> float:
        return self.before_joules - self.kernel.joules


@dataclass(frozen=True, slots=True)
class FusionEnergy:
    """Of a whole network. assumed: whether any energy is the reference chip's. in_blocks: whether
    tensors that an array reads again, block by block, count each time."""

    soc: str
    precision: Precision
    kernels: tuple[FusedEnergy, ...]
    assumed: bool
    in_blocks: bool

    @property
    def before_joules(self) -> float:
        return sum(kernel.before_joules for kernel in self.kernels)

    @property
    def after_joules(self) -> float:
        return sum(kernel.kernel.joules for kernel in self.kernels)

    @property
    def saved_joules(self) -> float:
        return self.before_joules - self.after_joules

    @property
    def before(self) -> KernelEnergy:
        """Everything that a run took before, added up."""
        return _sum_of("before", [member for kernel in self.kernels for member in kernel.members])

    @property
    def after(self) -> KernelEnergy:
        """Everything that a run takes with fused kernels, added up."""
        return _sum_of("after", [kernel.kernel for kernel in self.kernels])


def _sum_of(name: str, kernels: Sequence[KernelEnergy]) -> KernelEnergy:
    return KernelEnergy(
        name,
        sum(kernel.compute for kernel in kernels),
        sum(kernel.register for kernel in kernels),
        sum(kernel.sram for kernel in kernels),
        sum(kernel.dram for kernel in kernels),
    )


@dataclass(frozen=True, slots=True)
class _Prices:
    """Picojoules: of a multiply-accumulate, and of a byte of each rung."""

    operation: float
    register: float
    sram: float
    dram: float

    def of(self, layer: Layer, traffic: KernelTraffic) -> KernelEnergy:
        """Of a kernel by itself: nothing is handed on in registers."""
        return KernelEnergy(
            layer.name,
            layer.macs * self.operation * _JOULES,
            0.0,
            traffic.sram_bytes * self.sram * _JOULES,
            traffic.dram_bytes * self.dram * _JOULES,
        )

    def fused(
        self, layer: Layer, members: Sequence[Layer], traffic: KernelTraffic, kept_bytes: float
    ) -> KernelEnergy:
        """Of a fused kernel: it computes what its members do."""
        alone = self.of(layer, traffic)
        macs = sum(member.macs for member in members)
        return replace(
            alone,
            compute=macs * self.operation * _JOULES,
            register=kept_bytes * self.register * _JOULES,
        )


def energy_ladder(soc: SocDescription) -> tuple[EnergyRung, EnergyRung, EnergyRung]:
    """Register, on-chip SRAM, main memory, the cheapest first."""
    reference = soc_named(REFERENCE)
    register = _registers(soc, reference)
    sram = _of_memory("sram", soc, reference)
    dram = _of_memory("dram", soc, reference)
    return (
        _rung("register", register, register, sram),
        _rung("sram", sram, register, sram),
        _rung("dram", dram, register, sram),
    )


def operation_cost(soc: SocDescription, precision: Precision) -> OperationCost:
    """Raises InputError for a precision that even the reference chip has no energy of."""
    for chip in (soc, soc_named(REFERENCE)):
        for operation in chip.energies:
            if operation.precision == precision:
                figure, assumed = operation.picojoules, chip is not soc and soc.name != REFERENCE
                return OperationCost(precision, figure.value, chip.source_of(figure), assumed)
    known = ", ".join(energy.precision for energy in soc_named(REFERENCE).energies)
    raise InputError(f"No document gives the energy of {precision}.", f"Choose one of {known}.")


def fusion_energy(
    soc: SocDescription,
    precision: Precision,
    before: Sequence[Sequence[Layer]],
    after: Sequence[Layer],
    bandwidth_share: float = BANDWIDTH_SHARE,
) -> FusionEnergy:
    """What each kernel saves. before: for each kernel of `after` the kernels it is made of, alone
    its own one where nothing was fused.

    bandwidth_share: of the main memory's, as for the network's time. Raises InputError if the two
    are not of the same network.
    """
    _check_pairs(before, after)
    rungs = energy_ladder(soc)
    operation = operation_cost(soc, precision)
    prices = _Prices(operation.picojoules, *(rung.picojoules_per_byte for rung in rungs))
    memory = network_memory(soc, after, precision, bandwidth_share)
    return FusionEnergy(
        soc=soc.name,
        precision=precision,
        kernels=tuple(
            _fused(prices, memory, members, kernel, ends_of(index, len(after)))
            for index, (members, kernel) in enumerate(zip(before, after, strict=True))
        ),
        assumed=operation.assumed or any(rung.energy_assumed for rung in rungs),
        in_blocks=memory.blocks is not None,
    )


def _fused(
    prices: _Prices, memory: NetworkMemory, members: Sequence[Layer], kernel: Layer, ends: Ends
) -> FusedEnergy:
    whole = kernel_traffic(memory, kernel, ends)
    alone = member_traffic(memory, kernel, members, ends)
    kept_bytes = memory.element_bytes * (sum(map(_elements, members)) - _elements(kernel))
    return FusedEnergy(
        kernel=prices.fused(kernel, members, whole, kept_bytes),
        members=tuple(map(prices.of, members, alone)),
        kept_bytes=kept_bytes,
        inside_bytes=sum(traffic.sram_bytes for traffic in alone) - whole.sram_bytes,
        outside_bytes=sum(traffic.dram_bytes for traffic in alone) - whole.dram_bytes,
    )


def _elements(layer: Layer) -> int:
    """All that a kernel reads and writes once."""
    return layer.input_elements + layer.output_elements + layer.weight_elements


def _check_pairs(before: Sequence[Sequence[Layer]], after: Sequence[Layer]) -> None:
    if len(before) != len(after):
        raise InputError("Each fused kernel needs the kernels that it is made of.")
    for members, kernel in zip(before, after, strict=True):
        if not members or sum(map(_elements, members)) < _elements(kernel):
            raise InputError(f"{kernel.name} moves more than the kernels that it is made of.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """A rung before it is compared with others."""

    title: str
    """Of the chip's memory, or what stands for it."""
    energy: float
    """Picojoules of a byte."""
    energy_source: Source
    """The document of the energy."""
    energy_assumed: bool
    """Whether the energy is the reference chip's."""
    latency: float
    """In nanoseconds."""
    latency_source: Source
    """The document of the latency."""
    latency_assumed: bool
    """Whether the latency is the reference chip's."""


def _rung(name: RungName, known: _Known, register: _Known, sram: _Known) -> EnergyRung:
    return EnergyRung(
        name=name,
        title=known.title,
        picojoules_per_byte=known.energy,
        energy_source=known.energy_source,
        energy_assumed=known.energy_assumed,
        latency_ns=known.latency,
        latency_source=known.latency_source,
        latency_assumed=known.latency_assumed,
        times_register=known.energy / register.energy,
        times_sram=known.energy / sram.energy,
    )


def _registers(soc: SocDescription, reference: SocDescription) -> _Known:
    """A register is read in one cycle of the unit that runs networks."""
    energy, energy_source, energy_assumed = _chosen(
        soc, reference, soc.register_energy_pj_per_byte, reference.register_energy_pj_per_byte
    )
    cycle, latency_source, latency_assumed = _chosen(soc, reference, _clock(soc), _clock(reference))
    return _Known(
        title="Registers",
        energy=energy,
        energy_source=energy_source,
        energy_assumed=energy_assumed,
        latency=1 / cycle,
        latency_source=latency_source,
        latency_assumed=latency_assumed,
    )


def _of_memory(name: Literal["sram", "dram"], soc: SocDescription, of: SocDescription) -> _Known:
    own, other = _memory(name, soc), _memory(name, of)
    energy, energy_source, energy_assumed = _chosen(
        soc, of, own and own.energy_pj_per_byte, other and other.energy_pj_per_byte
    )
    latency, latency_source, latency_assumed = _chosen(
        soc, of, own and own.latency_ns, other and other.latency_ns
    )
    title = own.title if own else "On-chip SRAM, which its documents do not describe"
    return _Known(
        title=title,
        energy=energy,
        energy_source=energy_source,
        energy_assumed=energy_assumed,
        latency=latency,
        latency_source=latency_source,
        latency_assumed=latency_assumed,
    )


def _chosen(
    soc: SocDescription, of: SocDescription, own: Figure | None, other: Figure | None
) -> tuple[float, Source, bool]:
    """The chip's own figure, else the reference's, which is then assumed."""
    if own is not None:
        return own.value, soc.source_of(own), False
    if other is None:
        raise InputError(f"{of.title} must give an energy and a latency for each rung.")
    return other.value, of.source_of(other), True


def _memory(name: Literal["sram", "dram"], soc: SocDescription) -> Memory | None:
    if name == "dram":
        return soc.main_memory
    memories = [memory for memory in soc.memories if memory.kind in ("sram", "cache")]
    return next((ram for ram in memories if ram.kind == "sram"), memories[0] if memories else None)


def _clock(soc: SocDescription) -> Figure | None:
    return soc.main_unit.clock_ghz
