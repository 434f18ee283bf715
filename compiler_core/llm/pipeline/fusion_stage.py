"""Stage 5: one block's operators become few kernels, for the prompt and for one token."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from compiler_core.amounts import count, raised
from compiler_core.errors import InputError, ToolMissing
from compiler_core.llm.attention_fusion.counted import CountedAttention, count_attention
from compiler_core.llm.attention_fusion.fuse import BlockFusion, FusionOptions, fuse_block
from compiler_core.llm.attention_fusion.online_softmax import OnlineSoftmax, online_softmax_steps
from compiler_core.llm.block_graph.narrow import narrow, narrow_regime
from compiler_core.llm.block_graph.regime import decode, prefill
from compiler_core.llm.pipeline.state import Advance, LanguageState, StageEnd
from compiler_core.llm.records import ModelConfiguration
from compiler_core.pipelines.stages import StageResult

# A prompt at least so long is drawn, so that tiles mean something.
SHORTEST_PREFILL = 32
TILE = 8
SEED = 3
SCORES_SPREAD = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class FusionDetails:
    """What the stage that fuses a language model's block has to tell."""

    prefill: BlockFusion
    """The block for all tokens of the prompt at once."""
    decode: BlockFusion
    """The block for one token, with the positions before it in the cache."""
    softmax: OnlineSoftmax
    """One row of scores, drawn with a fixed seed, tile by tile."""
    part: str
    """"block", or "attention" for a mixture of experts."""
    counted: tuple[CountedAttention, ...] = ()
    """Both programs of the attention half, run after all stages; empty where there are none for
    such a model, and why stands in counted_on."""
    counted_on: str = ""
    """What the counts were made on, in words; why there are none where counted is empty."""


def fusion_stage(state: LanguageState, advance: Advance) -> StageEnd:
    """Fuse the first block in both regimes."""
    shape = state.header.configuration
    tokens = max(SHORTEST_PREFILL, len(state.tokens))
    options = FusionOptions(part="attention" if shape.experts else "block")
    advance("fusing for the prompt", 0, 2)
    first = fuse_block(shape, prefill(tokens), None, options)
    advance("fusing for one token", 1, 2)
    second = fuse_block(shape, decode(tokens), None, options)
    details = FusionDetails(
        prefill=first,
        decode=second,
        softmax=_softmax(tokens, shape.size_of_values),
        part=options.part,
    )
    metrics = {
        "kernels_before": float(len(first.kernels_before)),
        "kernels_after": float(len(first.kernels_after)),
        "prefill_bytes_before": float(first.activations_before),
        "prefill_bytes_after": float(first.activations_after),
        "decode_bytes_before": float(second.activations_before),
        "decode_bytes_after": float(second.activations_after),
    }
    checked = (
        f"Before and after, run by ONNX Runtime on {first.validated_on}: "
        f"{first.validation.sentence}{_tiles(first)}"
    )
    return StageEnd(
        state,
        StageResult(
            stage="fusion",
            sentence=_sentence(details),
            steps=first.steps,
            details=details,
            metrics=metrics,
            checked=checked,
            held=first.validation.equal,
        ),
    )


def _tiles(fusion: BlockFusion) -> str:
    """What ONNX Runtime cannot judge: it computes whole rows of scores."""
    if fusion.tiled_difference is None:
        return ""
    most = raised(f"{fusion.tiled_difference:.1e}")
    return f" Attention by tiles differs from whole rows by at most {most}."


def counted_fusion(configuration: ModelConfiguration, details: FusionDetails) -> FusionDetails:
    """The attention half of both regimes, run and counted on a narrow model of the same form."""
    regimes = (details.prefill.regime, details.decode.regime)
    shape = narrow(configuration)
    try:
        counted = tuple(count_attention(shape, narrow_regime(regime)) for regime in regimes)
    except (InputError, ToolMissing) as error:
        return replace(details, counted_on=error.message)
    words = (
        f"on a model of the same form with {shape.heads} query heads of {shape.head_size} and "
        f"{shape.hidden} wide"
    )
    return replace(details, counted=counted, counted_on=words)


def _softmax(tokens: int, size: int) -> OnlineSoftmax:
    """A row of scores and values, random but always the same."""
    if size < 1:
        raise InputError("The header does not say how large a head is.")
    generator = np.random.default_rng(SEED)
    count = min(tokens, 4 * TILE)
    scores = (SCORES_SPREAD * generator.standard_normal(count)).astype(np.float32)
    values = generator.standard_normal((count, min(size, 4))).astype(np.float32)
    return online_softmax_steps(scores, values, TILE)


def _sentence(details: FusionDetails) -> str:
    first, second = details.prefill, details.decode
    half = f", {first.attention_kernels} of them for attention" if first.attention_kernels else ""
    return (
        f"{len(first.kernels_before)} kernels of a block became {len(first.kernels_after)}{half}. "
        f"Activations to memory: {first.activations_before:,} → {first.activations_after:,} bytes "
        f"for a prompt of {count(first.regime.tokens, 'token')}, {second.activations_before:,} → "
        f"{second.activations_after:,} for one token."
    )
