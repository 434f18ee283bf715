"""From a model's shape and a regime to the graph of one block.

A model of standard operators only, which ONNX Runtime runs. Inputs: x [1, tokens, hidden] and, if
the cache holds something, past_key and past_value [1, key heads, position, size]. Outputs: y, and
the keys and values of all positions.
"""

from __future__ import annotations

import numpy as np
import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.llm.block_graph.attention_part import (
    add_bias,
    norm,
    product,
    write_attention,
)
from compiler_core.llm.block_graph.regime import Regime
from compiler_core.llm.block_graph.weights import Part, Weights, random_weights, weight_shapes
from compiler_core.llm.block_graph.writer import BlockWriter
from compiler_core.llm.records import ModelConfiguration
from compiler_core.llm.reference.elementwise import QUICK_SLOPE


def block_model(
    configuration: ModelConfiguration,
    regime: Regime,
    layer: int = 0,
    weights: Weights | None = None,
    part: Part = "block",
) -> ir.Model:
    """One block, or its attention half.

    weights: from a GGUF name to values; None draws them when they are asked for. Raises InputError
    for a shape that is no block, and for the feed-forward half of a mixture of experts.
    """
    _check(configuration, layer, part)
    given = weights or random_weights(weight_shapes(configuration, layer, part))
    writer = BlockWriter(layer, given)
    x = writer.input("x", (1, regime.tokens, configuration.hidden))
    attention = write_attention(writer, configuration, regime, layer, x)
    result = attention.result
    if part == "block":
        result = _write_feed_forward(writer, configuration, result)
    outputs = (("y", result), ("keys", attention.keys), ("values", attention.values))
    return writer.build(f"blk.{layer}", outputs)


def _check(configuration: ModelConfiguration, layer: int, part: Part) -> None:
    model = configuration
    sizes = (model.hidden, model.heads, model.key_value_heads, model.head_size)
    if min(sizes) < 1 or model.heads % model.key_value_heads:
        raise InputError(
            f"The header of this {model.architecture} model does not give the shape of a block.",
            "Heads, key heads, head size and width must be known.",
        )
    if model.head_size % 2 or (model.rotary_size or model.head_size) % 2:
        raise InputError("The rotary embedding turns pairs; a head must have an even size.")
    if not 0 <= layer < max(model.layers, 1):
        raise InputError(f"There is no block {layer}.", f"Blocks go from 0 to {model.layers - 1}.")
    if part == "block" and (model.experts or model.feed_forward < 1):
        raise InputError(
            "Which experts a token uses is known only when the model runs, so their half of the "
            "block has no fixed graph.",
            "Ask for the attention half.",
        )


def _write_feed_forward(
    writer: BlockWriter, configuration: ModelConfiguration, x: ir.Value
) -> ir.Value:
    """down(activation(gate(n)) · up(n)) + x, n being the norm of x."""
    model = configuration
    assert x.shape is not None
    tokens = int(x.shape.numpy()[1])
    shape, back = (model.feed_forward, model.hidden), (model.hidden, model.feed_forward)
    wide = (1, tokens, model.feed_forward)
    normal = norm(writer, model, "ffn_norm", x)
    gate = _biased(writer, model, "ffn_gate", product(writer, "ffn_gate", normal, shape))
    up = _biased(writer, model, "ffn_up", product(writer, "ffn_up", normal, shape))
    gated = writer.node("Mul", "gated", (_activated(writer, model, gate, wide), up), wide)
    result = _biased(writer, model, "ffn_down", product(writer, "ffn_down", gated, back))
    if model.post_norms:
        result = norm(writer, model, "post_ffw_norm", result)
    return writer.node("Add", "ffn_residual", (x, result), (1, tokens, model.hidden))


def _biased(
    writer: BlockWriter, configuration: ModelConfiguration, name: str, x: ir.Value
) -> ir.Value:
    if not configuration.feed_forward_bias:
        return x
    return add_bias(writer, name, x)


_GELUS = {"gelu": "tanh", "gelu_exact": "none"}


def _activated(
    writer: BlockWriter, configuration: ModelConfiguration, gate: ir.Value, shape: tuple[int, ...]
) -> ir.Value:
    if configuration.activation in _GELUS:
        formula = _GELUS[configuration.activation]
        return writer.node("Gelu", "gelu", (gate,), shape, approximate=formula)
    if configuration.activation == "relu":
        return writer.node("Relu", "relu", (gate,), shape)
    if configuration.activation == "gelu_quick":
        slope = writer.constant("quick_slope", (), lambda: np.array(QUICK_SLOPE))
        steep = writer.node("Mul", "steeper", (gate, slope), shape)
        rise = writer.node("Sigmoid", "sigmoid", (steep,), shape)
        return writer.node("Mul", "gelu", (gate, rise), shape)
    swish = writer.node("Sigmoid", "sigmoid", (gate,), shape)
    return writer.node("Mul", "silu", (gate, swish), shape)
