"""Stage 4: how large the key and value cache becomes, and what pages make of its memory."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.llm.cache.moments import CacheRun
from compiler_core.llm.cache.requests import Request, drawn_requests
from compiler_core.llm.cache.simulation import serve_contiguous, serve_paged
from compiler_core.llm.cache.sizes import CacheSize, cache_size
from compiler_core.llm.pipeline.state import Advance, LanguageState, StageEnd
from compiler_core.llm.records import ModelConfiguration
from compiler_core.pipelines.stages import StageResult

CACHE_TYPES = ("F32", "F16", "Q8_0")
SHORTEST_SHOWN = 512
LENGTHS_SHOWN = 6
# What the picture shows: so many requests compete for so much memory, drawn with one seed.
REQUESTS, CAPACITY, SEED, LONGEST_ANSWER = 12, 256, 7, 64


@dataclass(frozen=True, slots=True)
class TypeSize:
    """The cache in one element type; size is None where rows are no whole blocks of it."""

    type: str
    size: CacheSize | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CacheDetails:
    """What the stage of the key-value cache has to tell."""

    configuration: ModelConfiguration
    """Of the model."""
    context: int
    """Positions for which `types` are computed: the model's context, or the longest shown."""
    types: tuple[TypeSize, ...]
    """At the model's context, or the longest shown."""
    lengths: tuple[CacheSize, ...]
    """In F16, shortest first."""
    requests: tuple[Request, ...]
    """Those that were served, the same for both runs."""
    contiguous: CacheRun
    """The requests served with one region of memory each."""
    paged: CacheRun
    """The requests served with blocks of `page` positions."""
    page: int
    """Positions of a block."""


def cache_stage(state: LanguageState, _: Advance) -> StageEnd:
    """Apply the formula, and serve the same requests with both layouts."""
    configuration = state.header.configuration
    context = configuration.context or SHORTEST_SHOWN
    requests = drawn_requests(SEED, REQUESTS, LONGEST_ANSWER)
    page = state.settings.page
    details = CacheDetails(
        configuration=configuration,
        context=context,
        types=tuple(TypeSize(name, _size(configuration, context, name)) for name in CACHE_TYPES),
        lengths=tuple(cache_size(configuration, length) for length in _lengths(context)),
        requests=requests,
        contiguous=serve_contiguous(requests, CAPACITY),
        paged=serve_paged(requests, CAPACITY, page),
        page=page,
    )
    full = details.lengths[-1]
    metrics = {"cache_bytes": float(full.total), "context": float(context)}
    return StageEnd(
        state,
        StageResult(
            stage="cache",
            sentence=_sentence(details, full),
            details=details,
            metrics=metrics,
        ),
    )


def _lengths(context: int) -> tuple[int, ...]:
    """Halves of the context, longest last."""
    halves = [context >> shift for shift in range(LENGTHS_SHOWN)]
    return tuple(sorted(length for length in halves if length >= min(context, SHORTEST_SHOWN // 8)))


def _size(configuration: ModelConfiguration, positions: int, name: str) -> CacheSize | None:
    try:
        return cache_size(configuration, positions, name, name)
    except InputError:
        return None


def _sentence(details: CacheDetails, full: CacheSize) -> str:
    shared = (
        f", {full.without_sharing // full.total} times less than with a key head for each query"
        if full.without_sharing > full.total
        else ""
    )
    return (
        f"At {details.context:,} positions the cache takes {full.total:,} bytes in F16{shared}. "
        f"With pages of {details.page} positions {details.paged.used_share:.0%} of the reserved "
        f"memory holds something; reserved in one piece, {details.contiguous.used_share:.0%}."
    )
