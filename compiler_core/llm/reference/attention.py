"""Attention of one layer: queries of new positions over all keys that the cache holds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.llm.cache.store import KeyValueStore
from compiler_core.llm.records import ModelConfiguration
from compiler_core.llm.reference.elementwise import root_mean_square_norm, softcapped, softmax
from compiler_core.llm.reference.model import ReferenceModel, layer_tensor
from compiler_core.llm.reference.products import Products
from compiler_core.llm.reference.rotary import rotated, rotation_of
from compiler_core.llm.windows import seen


@dataclass(frozen=True, slots=True)
class SeenByLayer:
    """What attention of one layer works on. queries: [new, heads, size], rotated. keys, values:
    [all, key heads, size], those of earlier positions too. allowed: boolean [new, all]."""

    queries: np.ndarray
    keys: np.ndarray
    values: np.ndarray
    allowed: np.ndarray


def attention(
    model: ReferenceModel, layer: int, x: np.ndarray, store: KeyValueStore, products: Products
) -> np.ndarray:
    """Normalised states x [new, hidden] to the layer's attention output [new, hidden].

    Keys and values of the new positions are written to the store at its length.
    """
    configuration = model.configuration
    on = queries_and_memory(model, layer, x, store, products)
    mixed = attended(configuration, on.queries, on.keys, on.values, on.allowed)
    name = layer_tensor(layer, "attn_output.weight")
    result = products.product(name, mixed.reshape(len(x), -1))
    if configuration.attention_output_bias:
        result = result + model.vector(layer, "attn_output.bias")
    return result


def queries_and_memory(
    model: ReferenceModel, layer: int, x: np.ndarray, store: KeyValueStore, products: Products
) -> SeenByLayer:
    """Keys and values of the new positions are written to the store at its length."""
    start = store.length
    end = start + len(x)
    queries, keys, values = (
        _projected(model, layer, part, x, products) for part in ("q", "k", "v")
    )
    rotation = rotation_of(model, layer, np.arange(start, end))
    store.write(layer, start, rotated(keys, rotation), values)
    all_keys, all_values = store.read(layer, end)
    allowed = seen(model.configuration, layer, start, end)
    return SeenByLayer(rotated(queries, rotation), all_keys, all_values, allowed)


def _projected(
    model: ReferenceModel, layer: int, part: str, x: np.ndarray, products: Products
) -> np.ndarray:
    """Queries, keys or values [new, heads, size], with the bias and the norm of those that have."""
    configuration = model.configuration
    heads = configuration.heads if part == "q" else configuration.key_value_heads
    projected = products.product(layer_tensor(layer, f"attn_{part}.weight"), x)
    if configuration.query_key_value_bias:
        projected = projected + model.vector(layer, f"attn_{part}.bias")
    projected = projected.reshape(len(x), heads, -1)
    if configuration.query_key_norm and part != "v":
        weight = model.vector(layer, f"attn_{part}_norm.weight")
        return root_mean_square_norm(projected, weight, configuration.norm_epsilon)
    return projected


def attended(
    configuration: ModelConfiguration,
    queries: np.ndarray,
    keys: np.ndarray,
    values: np.ndarray,
    allowed: np.ndarray,
) -> np.ndarray:
    """softmax(q·k · scale) · v by head: [new, heads, size] over [all, key heads, size].

    Queries h·group … share key head h. allowed: boolean [new, all].
    """
    new, heads, _ = queries.shape
    weights = softmax(masked_scores(configuration, queries, keys, allowed))
    mixed = weights @ values.transpose(1, 0, 2)[:, None]
    return mixed.transpose(2, 0, 1, 3).reshape(new, heads, -1)


def masked_scores(
    configuration: ModelConfiguration, queries: np.ndarray, keys: np.ndarray, allowed: np.ndarray
) -> np.ndarray:
    """q·k · scale by head [key heads, queries a key head, new, all]; hidden ones minus infinity."""
    new, heads, size = queries.shape
    shared = keys.shape[1]
    scale = np.float32(configuration.attention_scale or size**-0.5)
    grouped = queries.reshape(new, shared, heads // shared, size).transpose(1, 2, 0, 3)
    scores = grouped @ keys.transpose(1, 2, 0)[:, None] * scale
    scores = softcapped(scores, configuration.attention_softcap)
    return np.where(allowed, scores, np.float32(-np.inf))
