"""The feed-forward part: gate, up and down, of one network or of a few chosen experts."""

from __future__ import annotations

import numpy as np

from compiler_core.llm.reference.elementwise import activated, softmax
from compiler_core.llm.reference.model import ReferenceModel, layer_tensor
from compiler_core.llm.reference.products import Products


def feed_forward(
    model: ReferenceModel, layer: int, x: np.ndarray, products: Products
) -> np.ndarray:
    """Normalised states [positions, hidden] to [positions, hidden] (Shazeer, GLU variants)."""
    if model.configuration.experts:
        return _mixture(model, layer, x, products)
    return _gated(model, layer, x, products, "", None)


def _gated(
    model: ReferenceModel,
    layer: int,
    x: np.ndarray,
    products: Products,
    suffix: str,
    expert: int | None,
) -> np.ndarray:
    def product(part: str, values: np.ndarray) -> np.ndarray:
        name = layer_tensor(layer, f"ffn_{part}{suffix}.weight")
        result = products.product(name, values, expert)
        if not model.configuration.feed_forward_bias:
            return result
        return result + model.vector(layer, f"ffn_{part}.bias")

    gate = activated(product("gate", x), model.configuration.activation)
    return product("down", gate * product("up", x))


def _mixture(model: ReferenceModel, layer: int, x: np.ndarray, products: Products) -> np.ndarray:
    """The best experts of each position, weighted by a softmax over those alone (Mixtral), or
    over all of them (Qwen2)."""
    scores = products.product(layer_tensor(layer, "ffn_gate_inp.weight"), x)
    chosen = np.argsort(-scores, axis=-1, kind="stable")[:, : model.configuration.experts_used]
    if model.configuration.expert_weights_sum_to_one:
        weights = softmax(np.take_along_axis(scores, chosen, axis=-1))
    else:
        weights = np.take_along_axis(softmax(scores), chosen, axis=-1)
    result = np.zeros_like(x)
    for expert in np.unique(chosen):
        rows, places = np.nonzero(chosen == expert)
        answer = _gated(model, layer, x[rows], products, "_exps", int(expert))
        result[rows] += weights[rows, places, None] * answer
    return result
