"""Tokens out of the reference, and what its products are told about."""

from __future__ import annotations

import numpy as np
import pytest

from compiler_core.llm.reference.activations import matmul_inputs
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.generation import greedy_steps, greedy_tokens
from compiler_core.llm.reference.products import FloatProducts, ObservedProducts
from tests.llm.reference.small_models import TOKENS, small_model


@pytest.mark.parametrize("name", ["llama-untied", "mixtral", "gemma2", "qwen2"])
def test_greedy_tokens_are_the_greatest_of_the_whole_text(name: str) -> None:
    model = small_model(name)
    text = list(TOKENS)
    for token, logits in greedy_steps(model, TOKENS, 6):
        whole = forward(model, text)[-1]
        np.testing.assert_allclose(logits, whole, rtol=0, atol=1e-5)
        assert token == np.argmax(whole)
        text.append(token)
    assert greedy_tokens(model, TOKENS, 6) == tuple(text[len(TOKENS) :])


def test_no_token_asked_for() -> None:
    assert greedy_tokens(small_model("llama"), TOKENS, 0) == ()


def test_every_matrix_is_observed_once_a_pass() -> None:
    model = small_model("qwen3")
    seen: list[tuple[str, tuple[int, ...]]] = []
    products = ObservedProducts(
        FloatProducts(model.tensors), lambda name, x: seen.append((name, x.shape))
    )
    forward(model, TOKENS, products=products)
    matrices = {name for name, values in model.tensors.items() if values.ndim > 1}
    assert sorted(name for name, _ in seen) == sorted(matrices)
    assert all(shape == (10, model.tensors[name].shape[1]) for name, shape in seen)


def test_samples_are_what_the_matrices_saw() -> None:
    model = small_model("llama")
    seen: dict[str, np.ndarray] = {}
    products = ObservedProducts(FloatProducts(model.tensors), seen.__setitem__)
    forward(model, TOKENS, products=products)
    samples = matmul_inputs(model, TOKENS, rows=100)
    assert samples.keys() == seen.keys()
    for name, x in seen.items():
        assert np.array_equal(samples[name], x)


def test_samples_come_from_all_of_a_long_text() -> None:
    model = small_model("llama")
    text = [(TOKENS[position % 10] + position // 100) % 100 for position in range(700)]
    samples = matmul_inputs(model, text, rows=70)["blk.0.attn_q.weight"]
    firsts = [matmul_inputs(model, text[at : at + 1])["blk.0.attn_q.weight"][0] for at in (0, 690)]
    assert samples.shape == (70, 32)
    for place, expected in zip((0, 69), firsts, strict=True):
        np.testing.assert_allclose(samples[place], expected, rtol=0, atol=1e-5)
