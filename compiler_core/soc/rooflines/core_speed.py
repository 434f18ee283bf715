"""One core of a CPU as its description has it: what it starts, computes and takes from memory.

Vector instructions go through pipelines, each as wide as a vector register: there are as many as
make the multiply-accumulates that the description gives. Of memory, a core is taken to reach what
engines on CPU cores reach when they decode (`decode_fit`). How fast its caches are, and how long a
result takes, no description says.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from compiler_core.soc.decoding.decode_fit import share_of_engine
from compiler_core.soc.description import ComputeUnit, Precision, SocDescription
from compiler_core.soc.measurements import decode_measurements

CPU_ENGINE = "llama.cpp-cpu"
_LANE_BITS: dict[Precision, int] = {"fp16": 16, "fp32": 32}


@dataclass(frozen=True, slots=True)
class CoreSpeed:
    """clock: cycles a second. pipelines: vector instructions a cycle, each of simd_bits.
    memory_bytes_per_second: that it reaches; memory_share: of the bandwidth."""

    clock: float
    simd_bits: float
    pipelines: float
    memory_bytes_per_second: float
    memory_share: float

    def vector_seconds(self, instructions: Iterable[tuple[int, float]]) -> float:
        """instructions: width in bits and how many; a wider one than a register takes longer."""
        slots = sum(max(1.0, bits / self.simd_bits) * number for bits, number in instructions)
        return slots / self.pipelines / self.clock


def core_speed(
    soc: SocDescription, unit: ComputeUnit, precision: Precision = "fp32"
) -> CoreSpeed | None:
    """None where the description lacks the clock, the width of vectors, or the rate at fp16 or
    fp32, whichever is asked for."""
    rate = next((row.macs_per_cycle for row in unit.rates if row.precision == precision), None)
    memory = soc.memory_of(unit)
    bandwidth, reached = memory.bytes_per_second, memory.sustained_bytes_per_second
    if rate is None or unit.clock_ghz is None or unit.simd_bits is None:
        return None
    if bandwidth is None or reached is None:
        return None
    share = share_of_engine(CPU_ENGINE, decode_measurements())
    return CoreSpeed(
        clock=unit.clock_ghz.value * 1e9,
        simd_bits=unit.simd_bits.value,
        pipelines=rate.value * _LANE_BITS[precision] / unit.simd_bits.value,
        memory_bytes_per_second=share * reached,
        memory_share=share * reached / bandwidth,
    )
