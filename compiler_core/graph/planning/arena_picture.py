"""The arena over time: which bytes are taken while each kernel runs."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.records import MemoryPlan, PlacedBuffer


@dataclass(frozen=True, slots=True)
class KernelMemory:
    """The arena while one kernel runs; bytes.

    alive_bytes: memory in use, counted once where buffers lie at one place or inside another. top:
    end of the highest buffer. gaps: bytes below it that nobody uses. buffers: lowest first.
    """

    kernel: int
    alive_bytes: int
    top: int
    gaps: int
    buffers: tuple[PlacedBuffer, ...]


@dataclass(frozen=True, slots=True)
class ArenaPicture:
    """All kernels in order. peak_kernel: the first with the most memory in use."""

    kernels: tuple[KernelMemory, ...]
    peak_kernel: int


def arena_picture(plan: MemoryPlan) -> ArenaPicture:
    """What is alive at each kernel, and where. A plan without buffers gives no kernels."""
    count = max((entry.buffer.last + 1 for entry in plan.placed), default=0)
    kernels = tuple(_memory_at(plan, kernel) for kernel in range(count))
    peak = max(kernels, key=lambda memory: memory.alive_bytes, default=None)
    return ArenaPicture(kernels, peak.kernel if peak else 0)


def _memory_at(plan: MemoryPlan, kernel: int) -> KernelMemory:
    alive = [entry for entry in plan.placed if entry.buffer.first <= kernel <= entry.buffer.last]
    alive.sort(key=lambda entry: (entry.offset, entry.buffer.first))
    ends: dict[int, int] = {}
    for entry in alive:
        if entry.buffer.inside:
            continue
        ends[entry.offset] = max(ends.get(entry.offset, 0), entry.buffer.bytes)
    used = sum(ends.values())
    top = max((entry.offset + entry.buffer.bytes for entry in alive), default=0)
    return KernelMemory(kernel, used, top, top - used, tuple(alive))
