"""Kernels and machines that hypothesis draws: small, uneven, and with every cost zero at times."""

from __future__ import annotations

from hypothesis import strategies

from compiler_core.soc.latency_hiding.records import KernelWork, ThreadedCore

KERNELS = strategies.builds(
    KernelWork,
    name=strategies.just("drawn"),
    elements=strategies.integers(1, 700),
    values_in=strategies.integers(1, 3),
    values_out=strategies.integers(1, 3),
    value_bytes=strategies.sampled_from((1, 2, 4, 8)),
    operations=strategies.integers(1, 60),
    tile=strategies.integers(8, 64),
)
MACHINES = strategies.builds(
    ThreadedCore,
    name=strategies.just("drawn"),
    clock_hz=strategies.just(10**9),
    vector_bytes=strategies.sampled_from((4, 16, 64)),
    contexts=strategies.integers(1, 5),
    scratchpad_bytes=strategies.just(1 << 20),
    dma_bytes_per_second=strategies.integers(10**9 // 3, 40 * 10**9),
    dma_setup_cycles=strategies.integers(0, 30),
    dma_latency_cycles=strategies.integers(0, 80),
    outstanding_bursts=strategies.integers(1, 8),
    burst_bytes=strategies.sampled_from((16, 64, 256)),
    thread_launch_cycles=strategies.integers(0, 40),
    thread_join_cycles=strategies.integers(0, 40),
    scalar_cycles_per_instruction=strategies.integers(1, 5),
    scalar_loop_instructions=strategies.integers(0, 3),
    vector_cycles_per_instruction=strategies.integers(1, 3),
    tile_overhead_cycles=strategies.integers(0, 20),
)
