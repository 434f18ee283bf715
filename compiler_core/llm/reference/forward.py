"""The forward pass of every model kind we read, in numpy: tokens to logits.

One function for prefill and decode: new tokens continue where the cache ends. Start reading here.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.cache.contiguous import contiguous_store
from compiler_core.llm.cache.store import KeyValueStore
from compiler_core.llm.reference.attention import attention
from compiler_core.llm.reference.elementwise import root_mean_square_norm, softcapped
from compiler_core.llm.reference.feed_forward import feed_forward
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.reference.products import FloatProducts, Products


def forward(
    model: ReferenceModel,
    tokens: Sequence[int] | np.ndarray,
    store: KeyValueStore | None = None,
    products: Products | None = None,
) -> np.ndarray:
    """Logits float32 [new, vocabulary]: row i is about the token after tokens[i].

    The store, if given, holds what came before and is longer afterwards. Raises InputError for a
    token outside the vocabulary or no token at all.
    """
    ids = _checked(model, tokens)
    memory = store or contiguous_store(model.configuration, len(ids))
    multiply = products or FloatProducts(model.tensors)
    states = _embedded(model, ids)
    for layer in range(model.configuration.layers):
        states = _block(model, layer, states, memory, multiply)
    memory.advance(len(ids))
    states = _normed(model, states, "output_norm.weight")
    logits = multiply.product(model.output_head, states)
    return softcapped(logits, model.configuration.final_softcap)


def _checked(model: ReferenceModel, tokens: Sequence[int] | np.ndarray) -> np.ndarray:
    ids = np.asarray(tokens, dtype=np.int64)
    if not ids.size:
        raise InputError("There is no token to start from.", "Give a prompt of at least one token.")
    if ids.min() < 0 or ids.max() >= model.configuration.vocabulary:
        raise InputError(
            f"A token is outside the vocabulary of {model.configuration.vocabulary}.",
            "Use the tokeniser of the same file.",
        )
    return ids


def _embedded(model: ReferenceModel, ids: np.ndarray) -> np.ndarray:
    rows = model.tensors["token_embd.weight"][ids]
    return rows * np.float32(model.configuration.embedding_scale)


def _block(
    model: ReferenceModel,
    layer: int,
    states: np.ndarray,
    memory: KeyValueStore,
    products: Products,
) -> np.ndarray:
    """One layer: attention and the feed-forward part, each added to what came in."""
    normed = _normed(model, states, f"blk.{layer}.attn_norm.weight")
    change = attention(model, layer, normed, memory, products)
    states = states + _after(model, change, f"blk.{layer}.post_attention_norm.weight")
    normed = _normed(model, states, f"blk.{layer}.ffn_norm.weight")
    change = feed_forward(model, layer, normed, products)
    return states + _after(model, change, f"blk.{layer}.post_ffw_norm.weight")


def _after(model: ReferenceModel, change: np.ndarray, norm: str) -> np.ndarray:
    return _normed(model, change, norm) if model.configuration.post_norms else change


def _normed(model: ReferenceModel, states: np.ndarray, name: str) -> np.ndarray:
    return root_mean_square_norm(states, model.tensors[name], model.configuration.norm_epsilon)
