"""What is to be said of a language model on a chip, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator

from app.words import count
from compiler_core.llm.cache.sizes import cache_size
from compiler_core.llm.records import ModelHeader
from compiler_core.llm.weight_quantisation.published_recipes import type_title as published_title
from compiler_core.sizes import size_text
from compiler_core.soc.decode_engines import engine_of
from compiler_core.soc.decoding.decode import DecodeWork, decode_unit
from compiler_core.soc.decoding.decode_grid import (
    cache_meets_weights,
    holding_memories,
    longest_context,
    touched_experts,
)
from compiler_core.soc.description import SocDescription

_OF_FILE = "file"


def rate_text(rate: float) -> str:
    """Tokens a second with about three digits."""
    digits = 0 if rate >= 100 else 1 if rate >= 10 else 2
    return f"{rate:,.{digits}f}"


def launch_words(soc: SocDescription) -> str:
    """What a step does beside reading and multiplying."""
    return "Wait for the CPU" if _waits(soc) else "Start kernels"


def launch_noun(soc: SocDescription) -> str:
    """The same beside a bar."""
    return "waits" if _waits(soc) else "launches"


def between_words(soc: SocDescription) -> str:
    """The same in a sentence."""
    return "waiting for the CPU" if _waits(soc) else "starting its kernels"


def _waits(soc: SocDescription) -> bool:
    return engine_of(soc, decode_unit(soc).kind).waits is not None


def type_title(name: str) -> str:
    """A type of weights in a sentence."""
    return "as in its file" if name == _OF_FILE else published_title(name)


def context_sentence(soc: SocDescription, header: ModelHeader, batch: int) -> str:
    """The longest context that fits, beside what the model was trained for."""
    longest, trained = longest_context(soc, header, batch), header.configuration.context
    each = f" for each of {batch} sequences" if batch > 1 else ""
    if longest == 0:
        return "Not even its weights fit beside the system, with no context at all."
    if trained and longest >= trained:
        return (
            f"Memory would hold {longest:,} positions{each}; the model was trained for "
            f"{trained:,}, so all of its context fits."
        )
    return (
        f"The longest context that fits is {count(longest, 'position')}{each}; the model was "
        f"trained for {trained:,}."
    )


def special_sentences(
    soc: SocDescription, header: ModelHeader, work: DecodeWork, context: int
) -> tuple[str, ...]:
    """What this model has that others have not."""
    return (
        *cached_sentences(soc, work),
        *_experts(work),
        *_tied(header),
        *_windows(header, context),
        *_long(header, work),
    )


def cached_sentences(soc: SocDescription, work: DecodeWork) -> tuple[str, ...]:
    """Where the weights would stay on the chip, which is not modelled."""
    near = holding_memories(soc, work.resident_bytes)
    if not near:
        return ()
    return (
        f"All its weights would fit into {near[0].title}, so they need not come from main memory "
        "for each token. That is not modelled: the real speed would be higher.",
    )


def _experts(work: DecodeWork) -> Iterator[str]:
    if not work.experts:
        return
    touched = touched_experts(work)
    yield (
        f"It is a mixture: {size_text(work.resident_bytes)} must lie in memory, but each token "
        f"takes only {work.experts_used} of {work.experts} experts. A step of "
        f"{count(work.batch, 'sequence')} reads {touched:.0%} of the experts, if each token "
        "chooses at random: more sequences touch more of them, so a batch helps less than in a "
        "dense model."
    )


def _tied(header: ModelHeader) -> Iterator[str]:
    if not header.configuration.tied:
        return
    embedding = next((tensor for tensor in header.tensors if "embd" in tensor.name), None)
    if embedding is not None:
        yield (
            f"Its output head is the input embedding: {size_text(embedding.size)}, kept once, and "
            "read whole for every token. A model with two would read only its head."
        )


def _windows(header: ModelHeader, context: int) -> Iterator[str]:
    size = cache_size(header.configuration, context)
    if not size.windowed_layers:
        return
    window = header.configuration.sliding_window
    yield (
        f"{size.windowed_layers} of its {count(header.configuration.layers, 'layer')} look back "
        f"{window:,} positions at most, so their cache stops growing there: "
        f"{size_text(size.total)} instead of {size_text(size.without_window)} at this length."
    )


def _long(header: ModelHeader, work: DecodeWork) -> Iterator[str]:
    meets, trained = cache_meets_weights(header), header.configuration.context
    if meets is None or not trained or meets > trained:
        return
    yield (
        f"Its context is long: from {meets:,} positions on, a token reads more of the cache than "
        f"of the weights. Here the cache of one sequence is {size_text(work.cache_bytes)}."
    )
