"""What takes longer than the stages, added to their results when all of them are there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from compiler_core.llm.pipeline.decode_stage import DecodeDetails
from compiler_core.llm.pipeline.fusion_stage import FusionDetails, counted_fusion
from compiler_core.llm.pipeline.perplexities import measured_type
from compiler_core.llm.pipeline.rungs import rungs
from compiler_core.llm.pipeline.state import LanguageState
from compiler_core.llm.pipeline.weights_stage import WeightsDetails
from compiler_core.pipelines.stages import StageResult

Check = Callable[[LanguageState, StageResult], StageResult]


def with_rungs(state: LanguageState, result: StageResult) -> StageResult:
    """The last stage with what the ones before it bought."""
    details = result.details
    if not isinstance(details, DecodeDetails) or not details.ran:
        return result
    return replace(result, details=replace(details, rungs=rungs(state, details.tokens)))


def with_perplexity(state: LanguageState, result: StageResult) -> StageResult:
    """The weights with what they cost, where there is text to measure it on."""
    details = result.details
    if not isinstance(details, WeightsDetails) or state.compiled is None:
        return result
    if not state.source.trained:
        return result
    measured = measured_type(state, state.compiled)
    price = measured.price
    metrics = {
        "perplexity_before": price.before,
        "perplexity": price.perplexity,
        "divergence_nats": price.divergence,
        "same_top_token": price.agreement,
    }
    cost = (
        f" {1 - price.agreement:.1%} of the next tokens are others than before; perplexity goes "
        f"from {price.before:.3f} to {price.perplexity:.3f}"
        f"{'' if price.beyond_chance else ', no more than by chance'}."
    )
    return replace(
        result,
        sentence=result.sentence + cost,
        metrics=result.metrics | metrics,
        details=replace(details, measured=measured),
    )


def with_counts(state: LanguageState, result: StageResult) -> StageResult:
    """The fusions with what their kernels touched when they ran."""
    details = result.details
    if not isinstance(details, FusionDetails):
        return result
    return replace(result, details=counted_fusion(state.header.configuration, details))


# The stage, what is being done, and the function; in this order.
CHECKS: tuple[tuple[str, str, Check], ...] = (
    ("fusion", "counting what attention touches", with_counts),
    ("decode", "measuring what each stage bought", with_rungs),
    ("weights", "measuring perplexity", with_perplexity),
)
