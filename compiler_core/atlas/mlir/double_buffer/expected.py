"""What a tiled loop should take, from its sizes alone: a sum with one buffer, a maximum with
two."""

from __future__ import annotations

from compiler_core.atlas.mlir.double_buffer.programs import VALUE_BYTES, TiledLoop
from compiler_core.soc.latency_hiding.costs import transfer_cycles
from compiler_core.soc.latency_hiding.records import ThreadedCore


def expected_cycles(loop: TiledLoop, each: int, buffers: int, machine: ThreadedCore) -> int:
    """each: elements of one transfer; buffers: 1 or 2 for what comes in.

    With one, a round takes read + compute + write. With two, the read of the next round goes on
    beside the computing of this one: fill + (rounds - 1) · (max(read, compute) + write), and the
    last round's compute + write. The fill is the first read; in the maximum a read counts without
    its latency, which has gone by when it is waited for.
    """
    repeats, rounds = _rounds(loop, each)
    busy = transfer_cycles(each * VALUE_BYTES, machine)
    moved = busy + machine.dma_latency_cycles
    work = _work(loop, each, machine)
    if buffers == 1 or rounds == 1:
        return repeats * rounds * (moved + work + moved)
    return repeats * (moved + (rounds - 1) * (max(busy, work) + moved) + work + moved)


def _rounds(loop: TiledLoop, each: int) -> tuple[int, int]:
    """How often the loop around the transfers is run, and its rounds."""
    if each == loop.elements:
        return 1, 1
    return (1, loop.tiles) if each == loop.tile else (loop.tiles, loop.tile)


def _work(loop: TiledLoop, each: int, machine: ThreadedCore) -> int:
    """Cycles for so many elements: each vector is loaded, multiplied and stored."""
    instructions = loop.operations + 2
    if each == 1:
        return instructions * machine.vector_cycles_per_instruction
    vectors = -(-loop.tile * VALUE_BYTES // machine.vector_bytes)
    in_vectors = vectors * instructions * machine.vector_cycles_per_instruction
    return each // loop.tile * (machine.tile_overhead_cycles + in_vectors)
