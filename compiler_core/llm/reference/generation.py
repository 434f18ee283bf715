"""Tokens out of a model: greedy continuation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from compiler_core.llm.cache.contiguous import contiguous_store
from compiler_core.llm.cache.store import KeyValueStore
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.reference.products import Products


def greedy_steps(
    model: ReferenceModel,
    prompt: Sequence[int],
    count: int,
    store: KeyValueStore | None = None,
    products: Products | None = None,
) -> Iterator[tuple[int, np.ndarray]]:
    """Each token with the logits [vocabulary] it was the greatest of (the first of equals).

    The prompt is one step of many tokens (prefill); then each token is a step of its own (decode).
    An end token does not stop it.
    """
    memory = store or contiguous_store(model.configuration, len(prompt) + count)
    logits = forward(model, prompt, memory, products)[-1]
    for step in range(count):
        token = int(np.argmax(logits))
        yield token, logits
        if step + 1 < count:
            logits = forward(model, [token], memory, products)[-1]


def greedy_tokens(
    model: ReferenceModel,
    prompt: Sequence[int],
    count: int,
    store: KeyValueStore | None = None,
    products: Products | None = None,
) -> tuple[int, ...]:
    """Exactly `count` tokens after the prompt."""
    return tuple(token for token, _ in greedy_steps(model, prompt, count, store, products))
