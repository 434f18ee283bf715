"""Scores of attention by head, and what their softmax makes of the values: for pictures and claims.

The same functions that a forward pass uses, given the states that reached one layer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.cache.contiguous import contiguous_store
from compiler_core.llm.reference.activations import matmul_inputs
from compiler_core.llm.reference.attention import masked_scores, queries_and_memory
from compiler_core.llm.reference.elementwise import softmax
from compiler_core.llm.reference.model import ReferenceModel, layer_tensor
from compiler_core.llm.reference.products import FloatProducts


@dataclass(frozen=True, slots=True)
class HeadScores:
    """scores: float32 [heads, tokens, tokens], minus infinity for keys that are hidden. weights:
    their softmax, each row adds up to 1. values: float32 [heads, tokens, size].
    """

    scores: np.ndarray
    weights: np.ndarray
    values: np.ndarray


def head_scores(model: ReferenceModel, tokens: Sequence[int], layer: int) -> HeadScores:
    """Of one layer for a whole prompt. Raises InputError for a layer that there is not."""
    shape = model.configuration
    if not 0 <= layer < shape.layers:
        raise InputError(f"There is no layer {layer}.", f"Layers are 0 to {shape.layers - 1}.")
    inputs = matmul_inputs(model, tokens, len(tokens))
    states = inputs[layer_tensor(layer, "attn_q.weight")]
    store = contiguous_store(shape, len(tokens))
    seen = queries_and_memory(model, layer, states, store, FloatProducts(model.tensors))
    scores = masked_scores(shape, seen.queries, seen.keys, seen.allowed)
    weights = softmax(scores)
    heads = (shape.heads, len(tokens), len(tokens))
    shared = np.repeat(seen.values.transpose(1, 0, 2), shape.group, axis=0)
    return HeadScores(scores.reshape(heads), weights.reshape(heads), shared)
