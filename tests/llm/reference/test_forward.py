"""The forward pass against a second, plain one, and against what must hold of any such model."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from compiler_core.errors import InputError
from compiler_core.llm.cache.contiguous import contiguous_store
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.model import ReferenceModel
from script.training.language.export import neighbouring
from tests.llm.reference.plain_model import plain_logits
from tests.llm.reference.small_models import NAMES, TOKENS, small_configuration, small_model
from tests.llm.tiny_models import tiny_tensors


@pytest.mark.parametrize("name", NAMES)
def test_logits_are_those_of_the_plain_model(name: str) -> None:
    model = small_model(name)
    expected = plain_logits(model.configuration, model.tensors, TOKENS)
    found = forward(model, TOKENS)
    assert found.dtype == np.float32
    assert expected.std() > 0.05
    np.testing.assert_allclose(found, expected, rtol=0, atol=2e-5)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("first", [1, 6])
def test_decode_continues_prefill(name: str, first: int) -> None:
    model = small_model(name)
    store = contiguous_store(model.configuration, len(TOKENS))
    parts = [forward(model, TOKENS[:first], store)]
    parts += [forward(model, [token], store) for token in TOKENS[first:]]
    np.testing.assert_allclose(np.concatenate(parts), forward(model, TOKENS), rtol=0, atol=1e-5)
    assert store.length == len(TOKENS)


def test_chunks_of_a_prompt() -> None:
    model = small_model("mistral")
    store = contiguous_store(model.configuration, len(TOKENS))
    parts = [forward(model, TOKENS[start : start + 3], store) for start in range(0, 10, 3)]
    np.testing.assert_allclose(np.concatenate(parts), forward(model, TOKENS), rtol=0, atol=1e-5)


def test_what_comes_later_changes_nothing() -> None:
    model = small_model("llama")
    other = [*TOKENS[:-1], 1]
    assert np.array_equal(forward(model, TOKENS)[:-1], forward(model, other)[:-1])


def test_a_window_forgets() -> None:
    """Two layers with a window of 4 reach back 6 positions."""
    model = small_model("mistral")
    other = [1, 2, *TOKENS[2:]]
    first, second = forward(model, TOKENS), forward(model, other)
    np.testing.assert_allclose(first[8:], second[8:], rtol=0, atol=1e-6)
    assert np.abs(first[7] - second[7]).max() > 1e-4


def test_shared_key_heads_are_copies() -> None:
    """Grouped queries are multi-head attention whose keys and values are repeated."""
    grouped = small_model("llama")
    configuration = replace(grouped.configuration, key_value_heads=4)
    tensors = dict(grouped.tensors)
    for layer in range(configuration.layers):
        for part in ("k", "v"):
            name = f"blk.{layer}.attn_{part}.weight"
            heads = tensors[name].reshape(2, 16, 32)
            tensors[name] = heads.repeat(2, axis=0).reshape(64, 32)
    repeated = forward(ReferenceModel(configuration, tensors), TOKENS)
    np.testing.assert_allclose(forward(grouped, TOKENS), repeated, rtol=0, atol=1e-5)


def test_reordered_rows_rotate_in_the_other_pairing() -> None:
    """What conversion to GGUF does to queries and keys of Llama."""
    halves = replace(small_configuration("llama"), rotary_pairing="halves")
    tensors = tiny_tensors(halves, 3)
    expected = forward(ReferenceModel(halves, tensors), TOKENS)
    for layer in range(halves.layers):
        for part, heads in (("q", 4), ("k", 2)):
            name = f"blk.{layer}.attn_{part}.weight"
            tensors[name] = neighbouring(tensors[name], heads)
    adjacent = ReferenceModel(replace(halves, rotary_pairing="adjacent"), tensors)
    np.testing.assert_allclose(forward(adjacent, TOKENS), expected, rtol=0, atol=1e-5)


def test_equal_experts_are_one_network() -> None:
    mixture = small_model("mixtral")
    configuration = replace(mixture.configuration, experts=0, experts_used=0)
    same, dense = dict(mixture.tensors), dict(mixture.tensors)
    for layer in range(configuration.layers):
        for part in ("gate", "up", "down"):
            name = f"blk.{layer}.ffn_{part}"
            experts = mixture.tensors[f"{name}_exps.weight"]
            same[f"{name}_exps.weight"] = np.broadcast_to(experts[:1], experts.shape)
            dense[f"{name}.weight"] = experts[0]
    found = forward(ReferenceModel(mixture.configuration, same), TOKENS)
    expected = forward(ReferenceModel(configuration, dense), TOKENS)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-5)


def test_frequency_factors_of_llama_3() -> None:
    """rope_freqs.weight divides the frequencies: with 4 everywhere it is a linear scaling by 4."""
    scaled = small_model("linear-rotary-scaling")
    plain = replace(scaled.configuration, rotary_scaling="llama3", rotary_scale=1.0)
    tensors = {**scaled.tensors, "rope_freqs.weight": np.full(8, 4, np.float32)}
    found = forward(ReferenceModel(plain, tensors), TOKENS)
    np.testing.assert_allclose(found, forward(scaled, TOKENS), rtol=0, atol=1e-6)


@pytest.mark.parametrize("tokens", [[], [100], [-1], [3, 1 << 40]])
def test_tokens_that_are_none(tokens: list[int]) -> None:
    with pytest.raises(InputError):
        forward(small_model("llama"), tokens)


def test_models_that_are_not_computed() -> None:
    model = small_model("llama")
    with pytest.raises(InputError, match="yarn"):
        ReferenceModel(replace(model.configuration, rotary_scaling="yarn"), model.tensors)
    shared = {**model.tensors, "blk.0.ffn_gate_inp_shexp.weight": np.ones(1, np.float32)}
    with pytest.raises(InputError, match="shared experts"):
        ReferenceModel(model.configuration, shared)
