"""What is known of a system on a chip: its units, its memories, and who says so.

Units are part of the field names. A figure that no document gives is absent (None): the models
then say what they assume. Bandwidth is never a figure of its own: it is bus width times rate.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Literal

from compiler_core.content_files import ContentError
from compiler_core.errors import UnknownName

UnitKind = Literal["cpu", "gpu", "npu"]
MemoryKind = Literal["dram", "sram", "cache", "link"]
SourceState = Literal["opened", "not opened", "chosen"]
Precision = Literal["int4", "int8", "fp16", "fp32"]

_BITS_OF_BYTE = 8
_OPERATIONS_OF_MAC = 2


@dataclass(frozen=True, slots=True)
class Source:
    """A document that gives numbers.

    state: whether we had it open when the number was written down, know it only by name, or chose
    the number ourselves. address: of what was opened; it may quote the document it is named after.
    """

    title: str
    state: SourceState
    address: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and the key of the source it is from."""

    value: float
    source: str

    @classmethod
    def from_content(cls, location: str, value: object) -> Figure:
        """Of `[value, source]`. Raises ContentError."""
        if not isinstance(value, list) or len(value) != 2:
            raise ContentError(f"{location} needs a number and its source: [number, source].")
        number, source = value
        is_number = isinstance(number, int | float) and not isinstance(number, bool)
        if not is_number or not isfinite(number) or number <= 0:
            raise ContentError(f"{location} must be a number above 0, not {number!r}.")
        return cls(float(number), str(source))


@dataclass(frozen=True, slots=True)
class Rate:
    """Multiply-accumulates of one core in a cycle, at one precision."""

    precision: Precision
    macs_per_cycle: Figure


@dataclass(frozen=True, slots=True)
class Peak:
    """Operations a second of the whole unit, for units whose insides are not published."""

    precision: Precision
    tera_operations_per_second: Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockFigures:
    """How an array works through a layer, one block of its output after the other."""

    pixel_rows: Figure
    """Outputs of a picture that it makes at once, beside the output channels."""
    pixel_columns: Figure
    """Columns of a picture's outputs that it makes at once, beside `pixel_rows`."""
    round_cycles: Figure
    """Cycles of one round; in each a cell adds as many products as the array has rows."""
    weight_cycles: Figure
    """Between two rounds at least, for weights to be decoded."""
    outputs_per_cycle: Figure
    """Finished elements that leave."""
    buffer_bytes: Figure
    """For two blocks of 32-bit sums and two of inputs."""
    largest_rows: Figure
    """Rows of output that a block has at most."""
    largest_columns: Figure
    """Columns of output that a block has at most."""
    largest_channels: Figure
    """Output channels that a block has at most."""
    access_bytes: Figure
    """Lie beside each other where an output is written."""
    scale_bytes: Figure
    """Bytes of scale and bias for each output channel."""
    scale_access_bytes: Figure
    """Bytes of scales that come at once, each time with the memory's latency."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitFacts:
    """What a chip's file says of a unit as its record has it."""

    name: str
    """Key within the chip: `cpu`; see `SocDescription.network_unit`."""
    title: str
    """As pages show it."""
    kind: UnitKind
    """Decides which fitted constants the models take."""
    cores: Figure
    """How many there are of this kind."""
    clock_ghz: Figure | None = None
    """Of each core, None where no document gives it; `rates` then say no speed."""
    simd_bits: Figure | None = None
    """Width of a vector register, None where not known."""
    instructions_per_cycle: Figure | None = None
    """That one core of a CPU takes in at most."""
    array_rows: Figure | None = None
    """Input channels that a multiply-accumulate array takes at once, None without an array."""
    array_columns: Figure | None = None
    """Output channels that a multiply-accumulate array makes at once, None without an array."""
    blocks: BlockFigures | None = None
    """Where a document says how the array works through a layer."""
    memory: str = ""
    """What it reaches beyond its own, "" for the main memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputeUnit(UnitFacts):
    """Cores of one kind."""

    rates: tuple[Rate, ...] = ()
    """Where the cores' insides are known, else peaks."""
    peaks: tuple[Peak, ...] = ()
    """For units whose insides are not published; empty where `rates` say the speed."""
    operators: tuple[str, ...] = ()
    """ONNX names of those it runs, and the source that lists them; none where no document does."""
    operators_source: str = ""
    """The document that lists `operators`, empty where no document does."""

    @property
    def precisions(self) -> tuple[Precision, ...]:
        """Those with a known speed."""
        return tuple(speed.precision for speed in (*self.rates, *self.peaks))

    def operations_per_second(self, precision: Precision, cores: int | None = None) -> float | None:
        """At most, two for a multiply-accumulate; of all cores, or of so many. None: not known."""
        share = 1.0 if cores is None else cores / self.cores.value
        for rate in self.rates:
            if rate.precision == precision and self.clock_ghz is not None:
                macs = rate.macs_per_cycle.value * self.cores.value
                return _OPERATIONS_OF_MAC * macs * self.clock_ghz.value * 1e9 * share
        for peak in self.peaks:
            if peak.precision == precision:
                return peak.tera_operations_per_second.value * 1e12 * share
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One memory or link.

    For DRAM and links bus_width_bits and transfer_rate_mtps (million transfers a second) are there.
    """

    name: str
    """Key within the chip, which `ComputeUnit.memory` names."""
    title: str
    """As pages show it."""
    kind: MemoryKind
    """Models are kept in the first `dram` or `link`; a program decides about `sram` only."""
    bus_width_bits: Figure | None = None
    """There for DRAM and links; of all channels together."""
    transfer_rate_mtps: Figure | None = None
    """Million transfers a second; there for DRAM and links."""
    capacity_bytes: Figure | None = None
    """None where no document gives it."""
    latency_ns: Figure | None = None
    """From a request to its data, None where no document gives it."""
    burst_bytes: Figure | None = None
    """Bytes of one access, None where no document gives them."""
    outstanding_requests: Figure | None = None
    """How many may be under way."""
    energy_pj_per_byte: Figure | None = None
    """Picojoules of a byte read or written, None where no document gives it."""

    @property
    def bytes_per_second(self) -> float | None:
        """Bus width times rate; None if one of them is not known."""
        if self.bus_width_bits is None or self.transfer_rate_mtps is None:
            return None
        return self.bus_width_bits.value / _BITS_OF_BYTE * self.transfer_rate_mtps.value * 1e6

    @property
    def sustained_bytes_per_second(self) -> float | None:
        """What the requests under way can keep moving: outstanding · burst / latency, at most the
        bandwidth (Little's law). The bandwidth where those figures are not known."""
        peak = self.bytes_per_second
        known = (self.outstanding_requests, self.burst_bytes, self.latency_ns)
        if peak is None or any(figure is None for figure in known):
            return peak
        requests, burst, latency = (speed.value for speed in known if speed is not None)
        return min(peak, requests * burst / (latency * 1e-9))


@dataclass(frozen=True, slots=True)
class OperationEnergy:
    """Of one multiply-accumulate."""

    precision: Precision
    picojoules: Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class SocFacts:
    """What a chip's file says as its description has it."""

    title: str
    """As pages show it."""
    sources: dict[str, Source]
    """By the key that figures name."""
    decode_engine: str = ""
    """What its published decode rows were measured with (`decode_engines`)."""
    network_class: str = ""
    """Which network rows it is fitted on; "" for none."""
    network_unit: str = ""
    """Name of the unit that runs networks and decodes; empty for the first."""
    network_weights: str = ""
    """"streamed" where they come from main memory at each run, however few."""
    network_ends: str = ""
    """"outside" where a network's input and result lie in main memory, however small."""
    network_cores: int | None = None
    """How many of the unit's cores run a network, None for all."""
    register_energy_pj_per_byte: Figure | None = None
    """Picojoules of a byte in a register, None where no document gives it."""
    per_kernel_overhead_us: Figure | None = None
    """Microseconds to start a kernel by a document; goes before what is fitted."""
    per_inference_overhead_us: Figure | None = None
    """Microseconds to start a run by a document; goes before what is fitted."""
    hand_over_us: Figure | None = None
    """Until another unit may use a tensor, beside moving it."""
    notes: tuple[str, ...] = ()
    """Sentences on what the documents leave open."""
    yardstick: bool = False
    """Shown only for comparison."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SocDescription(SocFacts):
    """One chip, or the board it is on."""

    name: str
    """In addresses and of the description's file: `generic`."""
    units: tuple[ComputeUnit, ...]
    """The first runs networks and decodes where `network_unit` is empty."""
    memories: tuple[Memory, ...]
    """At least one is `dram` or `link`; the first such is the main memory."""
    energies: tuple[OperationEnergy, ...] = ()
    """Of one operation at each precision; empty where no document gives them."""

    @property
    def main_memory(self) -> Memory:
        """What models are kept in: the DRAM, or the link to a host's."""
        return next(memory for memory in self.memories if memory.kind in ("dram", "link"))

    def source_of(self, figure: Figure) -> Source:
        """The document that a figure is from; a number that a reader put in is chosen."""
        return self.sources.get(figure.source) or Source(figure.source, "chosen")

    def unit(self, name: str) -> ComputeUnit:
        """The unit of this name. Raises UnknownName."""
        named = next((candidate for candidate in self.units if candidate.name == name), None)
        if named is None:
            names = ", ".join(known_unit.name for known_unit in self.units)
            raise UnknownName(f"{self.title} has no unit {name!r}.", f"It has: {names}.")
        return named

    @property
    def main_unit(self) -> ComputeUnit:
        """What runs networks and decodes: the unit that the description names, else its first."""
        return self.unit(self.network_unit) if self.network_unit else self.units[0]

    def memory(self, name: str) -> Memory:
        """The memory of this name. Raises UnknownName."""
        named = next((candidate for candidate in self.memories if candidate.name == name), None)
        if named is None:
            names = ", ".join(known_memory.name for known_memory in self.memories)
            raise UnknownName(f"{self.title} has no memory {name!r}.", f"It has: {names}.")
        return named

    def memory_of(self, unit: ComputeUnit) -> Memory:
        """What the unit reaches beyond its own memory. Raises UnknownName."""
        return self.memory(unit.memory) if unit.memory else self.main_memory

    @property
    def on_chip_bytes(self) -> float:
        """SRAM that a program decides about; caches do not count. 0 if none is known."""
        return sum(
            memory.capacity_bytes.value
            for memory in self.memories
            if memory.kind == "sram" and memory.capacity_bytes is not None
        )
