"""Decode for several sequences at once: the weights are read once for all, each cache for one."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.llm.cache.sizes import cache_size
from compiler_core.llm.engine.records import EngineRun
from compiler_core.llm.pipeline.state import LanguageState

BATCHES = (1, 2, 4, 8, 16, 32, 64, 128)
OPERATIONS_A_WEIGHT = 2
# Scores and values: two operations each, for every element of keys and of values.
OPERATIONS_A_CACHED_ELEMENT = 2


@dataclass(frozen=True, slots=True)
class BatchRow:
    """One step of decode for so many sequences. operations, bytes: of the whole step, computed.

    weight_share: of the bytes that are weights; the rest is caches, which nobody shares.
    """

    sequences: int
    operations: int
    bytes: int
    weight_share: float

    @property
    def operations_a_byte(self) -> float:
        return self.operations / self.bytes


def batch_rows(state: LanguageState, run: EngineRun) -> tuple[BatchRow, ...]:
    """At the position where this run ended; by formula."""
    shape = state.header.configuration
    positions = len(state.tokens) + len(run.tokens)
    assert state.engine is not None
    weights, kind = state.engine.bytes_per_token, state.engine.cache_type
    cache = cache_size(shape, positions, kind, kind).total
    element = OPERATIONS_A_WEIGHT * state.source.inspection.active_parameters
    attention = (
        OPERATIONS_A_CACHED_ELEMENT
        * positions
        * shape.layers
        * shape.heads
        * (shape.head_size + shape.size_of_values)
    )
    return tuple(
        BatchRow(
            count,
            count * (element + attention),
            weights + count * cache,
            weights / (weights + count * cache),
        )
        for count in BATCHES
    )
