"""What training has to keep of a network: all results, or only some and the others computed anew.

The way back through the kernels needs every result again. With checkpoints only what crosses a
border between segments is kept on the way forward; on the way back each segment is computed once
more from there. Liveness says what crosses: a result written before a border and read behind it.

Source: T. Chen, B. Xu, C. Zhang, C. Guestrin, "Training Deep Nets with Sublinear Memory Cost",
2016, section 4.1: segments of √n give memory of order √n for one more computation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import ceil, sqrt

from compiler_core.graph.planning.liveness import is_scratch
from compiler_core.graph.records import Buffer


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingMemory:
    """Bytes at most, of values of the types that the plan has; scratch memory left out."""

    segment: int
    """Kernels of a segment, √n rounded up; the last one may have fewer."""
    kept: int
    """Bytes of all results, where each is kept for the way back."""
    kept_with_checkpoints: int
    """Bytes of the checkpoints, and of the results of the segment that the way back is in."""
    with_gradients: int
    """All results, and the gradients of those through which the way back goes at that time."""
    with_checkpoints_and_gradients: int
    """Checkpoints, the results of one segment, and these gradients."""
    computed_anew: int
    """Kernels that run twice with checkpoints: those of all segments but the last."""


def training_memory(buffers: Iterable[Buffer], inputs: Collection[str]) -> TrainingMemory:
    """Of a network in this order of kernels. inputs: names of what no kernel writes.

    The gradient of a result is as large as itself. It is needed from the last kernel that reads the
    result back to the one that writes it, so while the result lives, the other way round. Inputs
    have none. Nothing is overwritten in place, for it would be missed.
    """
    results = [buffer for buffer in buffers if not buffer.inside and not is_scratch(buffer)]
    count = max((result.last + 1 for result in results), default=0)
    segment = max(ceil(sqrt(count)), 1)
    starts = range(0, count, segment)
    everything = [_written(results, kernel) for kernel in range(count)]
    checkpointed = [_held(results, inputs, starts, kernel) for kernel in range(count)]
    gradients = [_gradients(results, inputs, kernel) for kernel in range(count)]
    return TrainingMemory(
        segment=segment,
        kept=max(everything, default=0),
        kept_with_checkpoints=max(checkpointed, default=0),
        with_gradients=_most_together(everything, gradients),
        with_checkpoints_and_gradients=_most_together(checkpointed, gradients),
        computed_anew=starts[-1] if count else 0,
    )


def _written(results: list[Buffer], kernel: int) -> int:
    """On the way back at this kernel: what later ones wrote is not needed any more."""
    return sum(result.bytes for result in results if result.first <= kernel)


def _held(results: list[Buffer], inputs: Collection[str], starts: range, kernel: int) -> int:
    """The same with checkpoints: of earlier segments only what crosses a border up to here."""
    borders = [start for start in starts if start <= kernel]

    def is_held(buffer: Buffer) -> bool:
        crosses = any(buffer.first < border <= buffer.last for border in borders)
        return buffer.name in inputs or crosses or borders[-1] <= buffer.first <= kernel

    return sum(result.bytes for result in results if is_held(result))


def _gradients(results: list[Buffer], inputs: Collection[str], kernel: int) -> int:
    alive = (result for result in results if result.first <= kernel <= result.last)
    return sum(buffer.bytes for buffer in alive if buffer.name not in inputs)


def _most_together(activations: list[int], gradients: list[int]) -> int:
    return max((a + b for a, b in zip(activations, gradients, strict=True)), default=0)
