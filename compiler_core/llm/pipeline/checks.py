"""What takes longer than the stages, added to their results when all of them are there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from compiler_core.llm.pipeline.decode_stage import DecodeDetails
from compiler_core.llm.pipeline.fusion_stage import FusionDetails, counted_fusion
from compiler_core.llm.pipeline.perplexities import measured_types
from compiler_core.llm.pipeline.rungs import rungs
from compiler_core.llm.pipeline.state import LanguageState
from compiler_core.llm.pipeline.weights_stage import WeightsDetails
from compiler_core.stages import StageResult

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
    measured = measured_types(state, state.compiled)
    first, last = measured[0], measured[-1]
    metrics = {"perplexity_before": first.perplexity, "perplexity": last.perplexity}
    cost = f" Perplexity goes from {first.perplexity:.3f} to {last.perplexity:.3f}."
    return replace(
        result, sentence=result.sentence + cost, metrics=result.metrics | metrics,
        details=replace(details, measured=measured),
    )  # fmt: skip


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
