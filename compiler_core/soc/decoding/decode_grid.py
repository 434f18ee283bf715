"""A language model on one chip over contexts and batches: what it needs, how fast it is.

Everything is modelled by `decode`; whether it fits comes first, and what does not has no speed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from compiler_core.errors import InputError
from compiler_core.llm.cache.sizes import cache_size
from compiler_core.llm.reading.ggml_types import type_named
from compiler_core.llm.records import ModelConfiguration, ModelHeader, TensorEntry
from compiler_core.soc.decoding.decode import (
    SYSTEM_BYTES,
    DecodeSpeed,
    DecodeWork,
    decode_capacity,
    decode_speed,
)
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.description import Memory, SocDescription

_SHORTEST = 32
_MOST_LENGTHS = 12
_LONGEST = 1 << 30


@dataclass(frozen=True, slots=True)
class MemoryParts:
    """What must lie in main memory, in bytes: all weights, the caches of all sequences, and what
    the system needs itself. available: None where no size is stated."""

    weights: float
    caches: float
    system: float
    available: float | None

    @property
    def needed(self) -> float:
        return self.weights + self.caches + self.system

    @property
    def fits(self) -> bool:
        return self.available is not None and self.needed <= self.available


@dataclass(frozen=True, slots=True)
class GridCell:
    """Decode of so many sequences with so many positions each."""

    context: int
    batch: int
    speed: DecodeSpeed


@dataclass(frozen=True, slots=True)
class TypeSpeed:
    """The same shape with its weights in another type."""

    type: str
    memory: MemoryParts
    speed: DecodeSpeed


def memory_parts(soc: SocDescription, work: DecodeWork) -> MemoryParts:
    """The same sum as `decode_speed`'s."""
    caches = work.batch * work.cache_bytes
    return MemoryParts(work.resident_bytes, caches, SYSTEM_BYTES, decode_capacity(soc))


def context_lengths(configuration: ModelConfiguration) -> tuple[int, ...]:
    """The context a model was trained for, and its halves; shortest first."""
    longest = configuration.context or _SHORTEST
    halves = [longest >> shift for shift in range(_MOST_LENGTHS)]
    return tuple(sorted({half for half in halves if half >= _SHORTEST} or {longest}))


def decode_grid(
    soc: SocDescription, header: ModelHeader, contexts: Sequence[int], batches: Sequence[int]
) -> tuple[tuple[GridCell, ...], ...]:
    """One row for each context, one cell for each batch.

    Raises InputError for a header that says too little.
    """
    share, bare = share_for(soc), decode_work(header, 0)
    return tuple(
        tuple(
            GridCell(context, batch, decode_speed(soc, replace(longer, batch=batch), share))
            for batch in batches
        )
        for context in contexts
        for longer in [_with_cache(bare, header.configuration, context)]
    )


def longest_context(soc: SocDescription, header: ModelHeader, batch: int = 1) -> int:
    """Positions of each sequence until memory is full, beyond what the model was trained for too;
    0 if not even the weights fit. Raises InputError as `decode_grid`.
    """
    bare = replace(decode_work(header, 0), batch=batch)
    low, high = 0, _LONGEST
    if not memory_parts(soc, bare).fits:
        return 0
    while low < high:
        middle = (low + high + 1) // 2
        if memory_parts(soc, _with_cache(bare, header.configuration, middle)).fits:
            low = middle
        else:
            high = middle - 1
    return low


def cache_meets_weights(header: ModelHeader) -> int | None:
    """The positions at which a token of a single sequence reads as much cache as weights; None
    where no length does. Raises InputError for a header that says too little.
    """
    bare = decode_work(header, 0)
    low, high = 0, _LONGEST
    if _with_cache(bare, header.configuration, high).cache_bytes < bare.step_bytes:
        return None
    while low < high:
        middle = (low + high) // 2
        if _with_cache(bare, header.configuration, middle).cache_bytes >= bare.step_bytes:
            high = middle
        else:
            low = middle + 1
    return low


def touched_experts(work: DecodeWork) -> float:
    """The share of a mixture's experts that a step of this batch reads; 0 for a dense model."""
    if not work.expert_bytes:
        return 0.0
    others = work.read_bytes + work.batch * work.cache_bytes
    return (work.step_bytes - others) / work.expert_bytes


def holding_memories(soc: SocDescription, size: float) -> tuple[Memory, ...]:
    """Memories on the chip that so many bytes fit into, in the description's order."""
    return tuple(
        ram
        for ram in soc.memories
        if ram.kind in ("sram", "cache") and ram.capacity_bytes and ram.capacity_bytes.value >= size
    )


def chips_that_hold(socs: Sequence[SocDescription], work: DecodeWork) -> tuple[SocDescription, ...]:
    """Those in whose main memory all of it fits."""
    return tuple(soc for soc in socs if memory_parts(soc, work).fits)


def speeds_by_type(
    soc: SocDescription, configuration: ModelConfiguration, types: Sequence[str], context: int
) -> tuple[TypeSpeed, ...]:
    """One for each type that the model's rows are whole blocks of."""
    share = share_for(soc)
    works = [
        (name, decode_work(header_of(configuration, name), context))
        for name in possible_types(configuration, types)
    ]
    return tuple(
        TypeSpeed(name, memory_parts(soc, work), decode_speed(soc, work, share))
        for name, work in works
    )


def with_types(header: ModelHeader, types: Mapping[str, str]) -> ModelHeader:
    """The header with its tensors in other types, by name; others stay as they are.

    Raises ModelFileRefused for a type that GGML does not have.
    """
    entries = tuple(
        _retyped(information, types[information.name]) if information.name in types else information
        for information in header.tensors
    )
    return replace(header, tensors=entries)


def _retyped(entry: TensorEntry, name: str) -> TensorEntry:
    kind = type_named(name.upper())
    return replace(entry, type=kind.name, size=kind.bytes_of(entry.elements))


def possible_types(configuration: ModelConfiguration, types: Sequence[str]) -> tuple[str, ...]:
    """Those whose blocks divide the rows of such a model."""
    return tuple(name for name in types if _is_possible(configuration, name))


def _is_possible(configuration: ModelConfiguration, name: str) -> bool:
    try:
        header_of(configuration, name)
    except InputError:
        return False
    return True


def _with_cache(work: DecodeWork, configuration: ModelConfiguration, context: int) -> DecodeWork:
    cache = cache_size(configuration, context).total if context else 0
    return replace(work, cache_bytes=cache)
