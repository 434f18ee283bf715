"""Cycles of one tile: its transfers and its instructions. Whole cycles, rounded up."""

from __future__ import annotations

from compiler_core.soc.latency_hiding.records import KernelWork, Rung, ThreadedCore


def transfer_cycles(size: int, machine: ThreadedCore) -> int:
    """How long the DMA engine is busy with one request of this many bytes."""
    return machine.dma_setup_cycles + streaming_cycles(size, machine)


def streaming_cycles(size: int, machine: ThreadedCore) -> int:
    """The bytes alone, at the rate that bus and bursts in flight allow.

    Little's law: with b bytes on their way and a latency of l cycles, no more than b / l bytes
    arrive per cycle, however wide the bus.
    """
    at_the_bus = -(-size * machine.clock_hz // machine.dma_bytes_per_second)
    in_flight = machine.outstanding_bursts * machine.burst_bytes
    return max(at_the_bus, -(-size * machine.dma_latency_cycles // in_flight))


def compute_cycles(count: int, work: KernelWork, machine: ThreadedCore, rung: Rung) -> int:
    """How long one context computes count elements that lie in the scratchpad.

    Each element, or vector of elements, is loaded value by value, computed and stored.
    """
    cost = instructions_of_one(work, machine, rung)
    if rung == "scalar":
        return machine.tile_overhead_cycles + count * cost * machine.scalar_cycles_per_instruction
    vectors = -(-count // lanes(work, machine))
    return machine.tile_overhead_cycles + vectors * cost * machine.vector_cycles_per_instruction


def instructions_of_one(work: KernelWork, machine: ThreadedCore, rung: Rung) -> int:
    """Instructions for one element, or for one vector of elements."""
    looped = machine.scalar_loop_instructions if rung == "scalar" else 0
    return work.operations + work.values_in + work.values_out + looped


def instructions_per_element(work: KernelWork, machine: ThreadedCore, rung: Rung) -> float:
    """The same for one element when vectors are full."""
    at_once = 1 if rung == "scalar" else lanes(work, machine)
    return instructions_of_one(work, machine, rung) / at_once


def lanes(work: KernelWork, machine: ThreadedCore) -> int:
    """Values of the kernel in one vector; at least one."""
    return max(1, machine.vector_bytes // work.value_bytes)
