"""The weights of one block: their GGUF names and shapes, and random ones to run a shape with."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from math import sqrt
from typing import Literal

import numpy as np

from compiler_core.llm.records import ModelConfiguration

Part = Literal["block", "attention"]
Weights = Callable[[str], np.ndarray]
"""From a GGUF name to float32 values, matrices [out, in]."""


def weight_shapes(
    configuration: ModelConfiguration, layer: int, part: Part = "block"
) -> dict[str, tuple[int, ...]]:
    """The block's tensors by GGUF name; matrices [out, in]."""
    shapes = _attention_shapes(configuration)
    if part == "block":
        shapes |= _feed_forward_shapes(configuration)
    return {f"blk.{layer}.{name}": shape for name, shape in shapes.items()}


def _attention_shapes(configuration: ModelConfiguration) -> dict[str, tuple[int, ...]]:
    hidden, one = configuration.hidden, configuration
    wide = one.heads * one.head_size
    keys, values = (one.key_value_heads * size for size in (one.head_size, one.size_of_values))
    shapes: dict[str, tuple[int, ...]] = {
        "attn_norm.weight": (hidden,),
        "attn_q.weight": (wide, hidden),
        "attn_k.weight": (keys, hidden),
        "attn_v.weight": (values, hidden),
        "attn_output.weight": (hidden, one.heads * one.size_of_values),
    }
    if one.query_key_value_bias:
        shapes |= {"attn_q.bias": (wide,), "attn_k.bias": (keys,), "attn_v.bias": (values,)}
    if one.query_key_norm:
        shapes |= {f"attn_{name}_norm.weight": (one.head_size,) for name in ("q", "k")}
    if one.post_norms:
        shapes["post_attention_norm.weight"] = (hidden,)
    return shapes


def _feed_forward_shapes(configuration: ModelConfiguration) -> dict[str, tuple[int, ...]]:
    hidden, wide = configuration.hidden, configuration.feed_forward
    shapes: dict[str, tuple[int, ...]] = {
        "ffn_norm.weight": (hidden,),
        "ffn_gate.weight": (wide, hidden),
        "ffn_up.weight": (wide, hidden),
        "ffn_down.weight": (hidden, wide),
    }
    if configuration.post_norms:
        shapes["post_ffw_norm.weight"] = (hidden,)
    return shapes


def random_weights(shapes: dict[str, tuple[int, ...]]) -> Weights:
    """Weights around those of a trained model: norms near 1, products that keep their scale.

    The same name and shape give the same values.
    """

    def drawn(name: str) -> np.ndarray:
        shape = shapes[name]
        generator = np.random.default_rng(zlib.crc32(name.encode()))
        values = generator.standard_normal(shape, np.float32)
        if name.endswith("norm.weight"):
            return 1 + values / 8
        return values / np.float32(sqrt(shape[-1]))

    return drawn
