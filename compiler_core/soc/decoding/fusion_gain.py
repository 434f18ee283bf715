"""What fusing the kernels of a language model's blocks is worth on a chip, modelled.

Bytes that stay near the core are not read from main memory, at the share of the bandwidth that
decoding reaches; kernels that are gone are not launched; each byte saved is an access to main
memory saved (`energy`).
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.soc.decode_engines import engine_of
from compiler_core.soc.decoding.decode import decode_unit
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.description import SocDescription
from compiler_core.soc.energy import energy_ladder

_JOULES = 1e-12


@dataclass(frozen=True, slots=True)
class FusionCount:
    """One block in one regime: kernels, and bytes between DRAM and the core."""

    regime: str
    kernels_before: int
    kernels_after: int
    bytes_before: int
    bytes_after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionGain:
    """Of all layers in one step."""

    count: FusionCount
    """Kernels and bytes of one block, before and after fusion."""
    layers: int
    """How many such blocks the model has."""
    saved_bytes: int
    """That need not go between main memory and the core."""
    memory_seconds: float
    """Saved by bytes that are not read."""
    launch_seconds: float
    """Saved by kernels that are not launched."""
    joules: float
    """Saved by bytes that are not read."""
    energy_assumed: bool
    """The energy of a byte is the reference chip's."""

    @property
    def seconds(self) -> float:
        return self.memory_seconds + self.launch_seconds


def fusion_gain(soc: SocDescription, count: FusionCount, layers: int) -> FusionGain:
    """For a model of so many equal blocks."""
    saved = (count.bytes_before - count.bytes_after) * layers
    kernels = (count.kernels_before - count.kernels_after) * layers
    bandwidth = share_for(soc) * (soc.main_memory.bytes_per_second or 0.0)
    dram = energy_ladder(soc)[-1]
    return FusionGain(
        count=count,
        layers=layers,
        saved_bytes=saved,
        memory_seconds=saved / bandwidth,
        launch_seconds=kernels * engine_of(soc, decode_unit(soc).kind).launch_seconds,
        joules=saved * dram.picojoules_per_byte * _JOULES,
        energy_assumed=dram.energy_assumed,
    )
