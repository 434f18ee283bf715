"""What a row of the comparison of weight types says is what happens to the model."""

from __future__ import annotations

import pytest

from compiler_core.llm.evaluation.documents import document_tokens
from compiler_core.llm.evaluation.perplexity import perplexity
from compiler_core.llm.evaluation.shipped import (
    calibration_text,
    evaluation_text,
    shipped_language_model,
)
from compiler_core.llm.evaluation.weight_methods import measure_method
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reference.activations import matmul_inputs
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from compiler_core.llm.weight_quantisation.quantise_model import QuantisationRequest
from tests.llm.tiny_models import tiny_configuration, tiny_tensors

TEXT = [5, 300, 17, 42, 99, 7, 260, 11, 12, 500, 3, 77]
CONFIGURATION = tiny_configuration("llama-untied")
MODEL = ReferenceModel(CONFIGURATION, tiny_tensors(CONFIGURATION, 2))


def test_more_bits_change_less_and_cost_more() -> None:
    types = ("f16", "q8_0", "q4_0")
    rows = [measure_method(MODEL, TEXT, QuantisationRequest(name), {}) for name in types]
    changes, sizes = zip(*((row.divergence, row.bytes_per_token) for row in rows), strict=True)
    assert changes[0] < 1e-6 < changes[1] < changes[2] / 20
    assert sizes[0] > 1.8 * sizes[1] > 3 * sizes[2]
    assert rows[0].perplexity == pytest.approx(perplexity(MODEL, TEXT).value, rel=2e-3)
    assert rows[0].eight_bit_perplexity == rows[0].perplexity
    assert rows[2].eight_bit_perplexity != rows[2].perplexity


def test_an_embedding_that_is_only_looked_up_is_not_counted() -> None:
    row = measure_method(MODEL, TEXT, QuantisationRequest("q8_0"), {})
    layer = 2 * 256 * 256 + 2 * 128 * 256 + 3 * 512 * 256
    matrices = 2 * layer + 512 * 256
    assert row.bytes_per_token == matrices // 32 * 34 + 5 * 256 * 4


@pytest.mark.slow
@pytest.mark.parametrize("group", [64, 128])
def test_gptq_changes_the_shipped_model_less_than_rounding_on_the_same_grid(group: int) -> None:
    path = shipped_language_model().path
    model, tokeniser = load_reference(path), tokeniser_of(read_header(path).tokeniser)
    inputs = matmul_inputs(model, document_tokens(tokeniser, calibration_text())[:4000], 2000)
    text = document_tokens(tokeniser, evaluation_text())[:1500]
    requests = (QuantisationRequest("q4_0", name, group) for name in ("grouped rtn", "gptq"))
    rounded, fitted = (measure_method(model, text, request, inputs) for request in requests)
    assert fitted.divergence < rounded.divergence
