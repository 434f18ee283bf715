"""A model that decodes with a paged cache says bit for bit what it says with a contiguous one."""

from __future__ import annotations

import numpy as np
import pytest

from compiler_core.errors import InputError
from compiler_core.llm.cache.block_table import OutOfBlocks
from compiler_core.llm.cache.contiguous import contiguous_store
from compiler_core.llm.cache.store import KeyValueStore
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.model import ReferenceModel
from tests.llm.cache.paged import paged_memory
from tests.llm.tiny_models import tiny_configuration, tiny_tensors

PROMPT = [5, 300, 17, 42, 99, 7, 260]
NEXT = [11, 12, 500, 3, 77, 8, 9, 401, 33, 2, 64]


def small_model(kind: str) -> ReferenceModel:
    configuration = tiny_configuration(kind, hidden=64, feed_forward=64, head_size=16, heads=4)
    return ReferenceModel(configuration, tiny_tensors(configuration, 3))


def decode(model: ReferenceModel, store: KeyValueStore, tokens: list[int]) -> np.ndarray:
    return np.concatenate([forward(model, [token], store) for token in tokens])


@pytest.mark.parametrize("kind", ["llama", "llama-multi-query", "gemma2", "qwen3"])
@pytest.mark.parametrize("block_positions", [1, 3, 16])
@pytest.mark.parametrize("type_name", ["F32", "F16"])
def test_paged_is_contiguous(kind: str, block_positions: int, type_name: str) -> None:
    model = small_model(kind)
    plain = contiguous_store(model.configuration, 32, type_name)
    memory = paged_memory(model.configuration, 40, block_positions, type_name)
    other, paged = memory.start("other"), memory.start("paged")
    assert np.array_equal(forward(model, PROMPT, plain), forward(model, PROMPT, paged))
    for token in NEXT:
        # A neighbour that grows too takes blocks in between.
        forward(model, [token], other)
        assert np.array_equal(decode(model, plain, [token]), decode(model, paged, [token]))
    assert paged.length == plain.length == len(PROMPT) + len(NEXT)


def test_forks_go_their_own_ways() -> None:
    """Two that share a prompt, and one that branched off in the middle, as if each were alone."""
    model = small_model("llama")
    memory = paged_memory(model.configuration, 30, 4)
    first = memory.start("first")
    forward(model, PROMPT, first)
    second, third = memory.fork("first", "second", 7), memory.fork("first", "third", 5)
    plans = {"first": (first, NEXT), "second": (second, NEXT[::-1]), "third": (third, NEXT[3:])}
    answers: dict[str, list[np.ndarray]] = {name: [] for name in plans}
    for step in range(len(NEXT)):
        for name, (store, tokens) in plans.items():
            if step < len(tokens):
                answers[name].append(forward(model, [tokens[step]], store))
    for name, (_, tokens) in plans.items():
        alone = contiguous_store(model.configuration, 32)
        forward(model, PROMPT, alone)
        if name == "third":
            alone = _shortened(alone, 5, model)
        assert np.array_equal(np.concatenate(answers[name]), decode(model, alone, tokens))


def _shortened(store: KeyValueStore, positions: int, model: ReferenceModel) -> KeyValueStore:
    """Another store with only the first positions."""
    shorter = contiguous_store(model.configuration, 32)
    for layer in range(model.configuration.layers):
        keys, values = store.read(layer, positions)
        shorter.write(layer, 0, keys, values)
    shorter.advance(positions)
    return shorter


def test_half_precision_is_really_used() -> None:
    model = small_model("llama")
    exact, rounded = (contiguous_store(model.configuration, 8, one) for one in ("F32", "F16"))
    first, second = forward(model, PROMPT, exact), forward(model, PROMPT, rounded)
    assert not np.array_equal(first, second)
    assert np.abs(first - second).max() < 0.02


def test_a_contiguous_cache_that_is_full() -> None:
    model = small_model("llama")
    store = contiguous_store(model.configuration, 3)
    with pytest.raises(InputError, match="room for 3 positions"):
        forward(model, PROMPT, store)


def test_a_paged_cache_that_is_full() -> None:
    model = small_model("llama")
    store = paged_memory(model.configuration, 1, 4).start("A")
    with pytest.raises(OutOfBlocks):
        forward(model, PROMPT, store)
