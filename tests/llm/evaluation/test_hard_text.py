"""On the hard text rounding shows: fewer bits cost more, by every measure."""

from __future__ import annotations

import pytest

from compiler_core.llm.evaluation.hard_text import WeightsPrice, hard_samples, price_of
from compiler_core.llm.evaluation.shipped import hard_text, shipped_language_model
from compiler_core.llm.evaluation.weight_methods import decoded_model
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from compiler_core.llm.weight_quantisation.quantise_model import (
    QuantisationRequest,
    quantise_model,
)

SHIPPED = shipped_language_model()
MODEL = load_reference(SHIPPED.path)
SAMPLES = hard_samples(tokeniser_of(read_header(SHIPPED.path).tokeniser), hard_text())


def _price(type_name: str) -> WeightsPrice:
    request = QuantisationRequest(type_name)
    rounded = quantise_model(MODEL.tensors, MODEL.configuration, request, {})
    return price_of(MODEL, decoded_model(MODEL, rounded), SAMPLES)


def test_the_model_hesitates_at_it() -> None:
    found = price_of(MODEL, MODEL, SAMPLES)
    assert found.perplexity == found.before > 1.5
    assert (found.divergence, found.agreement, found.chance) == (0, 1, 0)
    assert found.tokens > 2000
    assert not found.beyond_chance


@pytest.fixture(scope="module")
def prices() -> dict[str, WeightsPrice]:
    return {name: _price(name) for name in ("q8_0", "q4_k_m", "q4_0")}


def test_four_bits_cost_perplexity_beyond_chance(prices: dict[str, WeightsPrice]) -> None:
    for name in ("q4_k_m", "q4_0"):
        assert prices[name].perplexity > prices[name].before
        assert prices[name].beyond_chance
    assert prices["q4_0"].perplexity > prices["q4_k_m"].perplexity


def test_every_rounding_shows_in_divergence_and_in_tokens(prices: dict[str, WeightsPrice]) -> None:
    fine, middle, coarse = (prices[name] for name in ("q8_0", "q4_k_m", "q4_0"))
    assert 0 < 10 * fine.divergence < middle.divergence < coarse.divergence
    assert 1 > fine.agreement > middle.agreement > coarse.agreement > 0.9
