"""AWQ against a loop over exponents on the real outputs; its folds against whole models."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from compiler_core.errors import InputError
from compiler_core.llm.reference.activations import matmul_inputs
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.weight_quantisation import awq_model
from compiler_core.llm.weight_quantisation.awq import (
    ALPHAS,
    ScaledReader,
    scales_at,
    search_scales,
)
from compiler_core.llm.weight_quantisation.awq_model import (
    FoldContext,
    FoldedModel,
    fold_layer,
    fold_model,
)
from compiler_core.llm.weight_quantisation.folds import FOLD_RULES, shared_scales
from compiler_core.llm.weight_quantisation.grids import grid_family
from compiler_core.llm.weight_quantisation.round_to_nearest import round_to_nearest
from tests.llm.tiny_models import KINDS, tiny_configuration, tiny_tensors
from tests.llm.weight_quantisation.layers import layer, lost

TOKENS = tuple(int(token) for token in np.random.default_rng(4).integers(0, 300, 96))


def lost_at(alpha: float, weights: np.ndarray, inputs: np.ndarray, group: int) -> float:
    """The output error of one exponent: scaled weights rounded, scaled inputs multiplied."""
    magnitudes = np.abs(inputs).mean(axis=0).astype(np.float64)
    powers = magnitudes**alpha
    scales = (powers / np.sqrt(powers.max() * powers.min())).astype(np.float32)
    family = grid_family("Q4_0", group, weights.shape[1])
    rounded = round_to_nearest(weights * scales, family).values
    wanted = inputs.astype(np.float64) @ weights.T
    found = (inputs / scales).astype(np.float64) @ rounded.T
    return float(((found - wanted) ** 2).sum() / (wanted**2).sum())


@pytest.mark.parametrize("group", [32, 64, 128])
def test_the_search_finds_what_trying_finds(group: int) -> None:
    weights, inputs = layer()
    family = grid_family("Q4_0", group, 256)
    found = search_scales(inputs, [ScaledReader(weights, family)])
    tried = [lost_at(alpha, weights, inputs, group) for alpha in ALPHAS]
    assert [point.error for point in found.points] == pytest.approx(tried, rel=1e-3)
    assert found.alpha == ALPHAS[int(np.argmin(tried))]
    assert min(tried) < 0.8 * tried[0]


def test_an_exponent_of_zero_is_rounding_to_nearest() -> None:
    weights, inputs = layer()
    family = grid_family("Q4_0", 64, 256)
    found = search_scales(inputs, [ScaledReader(weights, family)])
    plain = lost(weights, round_to_nearest(weights, family).values, inputs)
    assert found.points[0].alpha == 0
    assert found.points[0].error == pytest.approx(plain, rel=1e-5)
    assert np.all(scales_at(found.magnitudes, 0.0) == 1)


def test_scales_are_centred_and_follow_the_magnitudes() -> None:
    magnitudes = np.array([0.0, 0.01, 1.0, 4.0, 100.0], np.float32)
    scales = scales_at(magnitudes, 0.5)
    assert np.sqrt(scales.max() * scales.min()) == pytest.approx(1)
    assert np.all(np.diff(scales) > 0)
    assert scales[3] / scales[2] == pytest.approx(2)


@cache
def context(kind: str) -> FoldContext:
    configuration = tiny_configuration(kind)
    tensors = tiny_tensors(configuration, 3)
    inputs = matmul_inputs(ReferenceModel(configuration, tensors), TOKENS, 96)
    return FoldContext(tensors, configuration, dict.fromkeys(tensors, "Q4_0"), 64, inputs)


@pytest.mark.parametrize("kind", list(KINDS))
def test_folding_alone_changes_no_logit(kind: str) -> None:
    """Every kind of model: the scales that are multiplied in come out again."""
    asked = context(kind)
    folded = FoldedModel()
    fold_layer(1, asked, folded)
    plain = ReferenceModel(asked.configuration, asked.tensors)
    scaled = ReferenceModel(asked.configuration, {**asked.tensors, **folded.tensors})
    wanted, found = forward(plain, TOKENS[:32]), forward(scaled, TOKENS[:32])
    assert np.allclose(found, wanted, rtol=0, atol=2e-4)
    assert any(np.abs(scales - 1).max() > 0.1 for scales in folded.scales.values())
    assert len(folded.curves) == len(FOLD_RULES)


def test_a_gate_may_not_be_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rule names up and not gate for a reason: with gate the model is another one."""
    asked = context("llama")
    rule = next(rule for rule in FOLD_RULES if rule.source == "ffn_up")
    monkeypatch.setattr(awq_model, "FOLD_RULES", (replace(rule, source="ffn_gate"),))
    folded = FoldedModel()
    fold_layer(1, asked, folded)
    plain = ReferenceModel(asked.configuration, asked.tensors)
    scaled = ReferenceModel(asked.configuration, {**asked.tensors, **folded.tensors})
    difference = forward(scaled, TOKENS[:32]) - forward(plain, TOKENS[:32])
    assert np.abs(difference).max() > 0.01


def test_heads_that_share_values_share_their_scales() -> None:
    configuration = tiny_configuration("llama-multi-query")
    random = np.random.default_rng(2)
    size = configuration.heads * configuration.head_size
    scales = np.exp(random.standard_normal(size)).astype(np.float32)
    rule = next(rule for rule in FOLD_RULES if rule.kind == "value rows")
    shared = shared_scales(rule, scales, configuration).reshape(configuration.heads, -1)
    assert np.all(shared == shared[0])
    wanted = np.exp(np.log(scales.reshape(configuration.heads, -1)).mean(axis=0))
    assert np.allclose(shared[0], wanted, rtol=1e-5)
    with pytest.raises(InputError, match="channels"):
        shared_scales(rule, scales[:-1], configuration)


def test_experts_are_not_scaled() -> None:
    folded = FoldedModel()
    fold_layer(0, context("mixtral"), folded)
    refused = [curve for curve in folded.curves if not curve.points]
    assert {curve.folded_into.split(".")[2] for curve in refused} == {"ffn_norm", "ffn_up"}
    assert all("router" in curve.reason for curve in refused)
    assert not any("ffn" in name for name in folded.tensors)


def test_without_inputs_or_quantised_readers_nothing_is_folded() -> None:
    asked = context("llama")
    bare = FoldContext(asked.tensors, asked.configuration, asked.types, 64, {})
    exact = FoldContext(
        asked.tensors,
        asked.configuration,
        dict.fromkeys(asked.tensors, "F16"),
        64,
        asked.activations,
    )
    for model, words in ((fold_model(bare), "calibration"), (fold_model(exact), "not quantised")):
        assert isinstance(model, FoldedModel)
        assert not model.tensors
        assert len(model.curves) == 2 * len(FOLD_RULES)
        assert all(words in curve.reason for curve in model.curves)
