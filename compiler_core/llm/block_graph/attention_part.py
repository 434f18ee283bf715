"""The attention half of a block: norm, three products, rotation, cache, attention, product, sum.

Queries that share a key head stand on an axis of their own, so that keys are not copied for each.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import onnx_ir as ir

from compiler_core.llm.block_graph.kernels import QuerySpan
from compiler_core.llm.block_graph.positions import Visible, rotary_tables, window_of
from compiler_core.llm.block_graph.regime import Regime
from compiler_core.llm.block_graph.writer import BlockWriter
from compiler_core.llm.records import ModelConfiguration


@dataclass(frozen=True, slots=True)
class AttentionPart:
    """Values that the half leaves: the sum with its input, and keys and values to keep."""

    result: ir.Value
    keys: ir.Value
    values: ir.Value


@dataclass(frozen=True, slots=True)
class _Setting:
    writer: BlockWriter
    configuration: ModelConfiguration
    regime: Regime
    layer: int


def write_attention(
    writer: BlockWriter,
    configuration: ModelConfiguration,
    regime: Regime,
    layer: int,
    x: ir.Value,
) -> AttentionPart:
    """Write the half; x is [1, tokens, hidden]."""
    setting = _Setting(writer, configuration, regime, layer)
    normal = norm(writer, configuration, "attn_norm", x)
    heads, shared = configuration.heads, configuration.key_value_heads
    queries = _rotated(setting, "q", _projected(setting, normal, "q", heads))
    keys = _rotated(setting, "k", _projected(setting, normal, "k", shared))
    values = _projected(setting, normal, "v", shared)
    keys = _kept(setting, "key", keys, configuration.head_size)
    values = _kept(setting, "value", values, configuration.size_of_values)
    weighted = _weighted(setting, _weights(setting, queries, keys), values)
    tokens, wide = regime.tokens, heads * configuration.size_of_values
    turned = writer.node(
        "Transpose",
        "by_token",
        (weighted,),
        (1, tokens, heads, configuration.size_of_values),
        perm=[0, 2, 1, 3],
    )
    joined = writer.reshape("joined", turned, (1, tokens, wide))
    result = product(setting.writer, "attn_output", joined, (configuration.hidden, wide))
    if configuration.attention_output_bias:
        result = add_bias(writer, "attn_output", result)
    if configuration.post_norms:
        result = norm(writer, configuration, "post_attention_norm", result)
    result = writer.node("Add", "attn_residual", (x, result), (1, tokens, configuration.hidden))
    return AttentionPart(result, keys, values)


def norm(
    writer: BlockWriter, configuration: ModelConfiguration, name: str, x: ir.Value
) -> ir.Value:
    """x / rms(x) · w along the last axis."""
    shape = _shape(x)
    weights = writer.vector(f"{name}.weight", shape[-1:])
    return writer.node(
        "RMSNormalization", name, (x, weights), shape, axis=-1, epsilon=configuration.norm_epsilon
    )


def product(writer: BlockWriter, name: str, x: ir.Value, shape: tuple[int, int]) -> ir.Value:
    """x · Wᵀ with W [out, in]."""
    result = (*_shape(x)[:-1], shape[0])
    return writer.node("MatMul", name, (x, writer.matrix(f"{name}.weight", shape)), result)


def add_bias(writer: BlockWriter, name: str, x: ir.Value) -> ir.Value:
    """x plus the bias of the product of this name."""
    shape = _shape(x)
    bias = writer.vector(f"{name}.bias", shape[-1:])
    return writer.node("Add", f"{name}_bias", (x, bias), shape)


def _shape(value: ir.Value) -> tuple[int, ...]:
    assert value.shape is not None
    return tuple(int(size) for size in value.shape.numpy())


def _projected(setting: _Setting, x: ir.Value, which: str, heads: int) -> ir.Value:
    """Queries, keys or values as [1, heads, tokens, size]."""
    writer, model, tokens = setting.writer, setting.configuration, setting.regime.tokens
    size = model.size_of_values if which == "v" else model.head_size
    wide = heads * size
    result = product(writer, f"attn_{which}", x, (wide, model.hidden))
    if model.query_key_value_bias:
        bias = writer.vector(f"attn_{which}.bias", (wide,))
        result = writer.node("Add", f"{which}_bias", (result, bias), _shape(result))
    result = writer.reshape(f"{which}_heads", result, (1, tokens, heads, size))
    if model.query_key_norm and which != "v":
        result = norm(writer, model, f"attn_{which}_norm", result)
    return writer.node(
        "Transpose", f"{which}_by_head", (result,), (1, heads, tokens, size), perm=[0, 2, 1, 3]
    )


def _rotated(setting: _Setting, which: str, x: ir.Value) -> ir.Value:
    model, regime = setting.configuration, setting.regime
    rotated = model.rotary_size or model.head_size
    shape = (1, regime.tokens, rotated // 2)
    tables = [
        setting.writer.constant(
            name, shape, lambda at=at: rotary_tables(model, regime, setting.layer)[at]
        )
        for at, name in enumerate(("rope_cosines", "rope_sines"))
    ]
    attributes = {"rotary_embedding_dim": rotated} if rotated < model.head_size else {}
    return setting.writer.node(
        "RotaryEmbedding",
        f"{which}_rope",
        (x, *tables),
        _shape(x),
        interleaved=int(model.rotary_pairing == "adjacent"),
        **attributes,
    )


def _kept(setting: _Setting, word: str, x: ir.Value, size: int) -> ir.Value:
    """Those of the cache in front."""
    regime, heads = setting.regime, setting.configuration.key_value_heads
    if not regime.position:
        return x
    past = setting.writer.input(f"past_{word}", (1, heads, regime.position, size))
    shape = (1, heads, regime.total, size)
    return setting.writer.node("Concat", f"append_{word}", (past, x), shape, axis=2)


def _weights(setting: _Setting, queries: ir.Value, keys: ir.Value) -> ir.Value:
    """The softmax of the scores: [1, heads, tokens, total], heads split by the key they share."""
    writer, model, regime = setting.writer, setting.configuration, setting.regime
    shared, size, total = model.key_value_heads, model.head_size, regime.total
    shape = (1, model.heads, regime.tokens, total)
    turned = writer.node(
        "Transpose", "keys_turned", (keys,), (1, shared, size, total), perm=[0, 1, 3, 2]
    )
    if model.group > 1:
        queries = writer.reshape("q_groups", queries, (1, shared, model.group, regime.tokens, size))
        turned = writer.reshape("keys_shared", turned, (1, shared, 1, size, total))
        shape = (1, shared, model.group, regime.tokens, total)
    scores = writer.node("MatMul", "scores", (queries, turned), shape)
    factor = model.attention_scale or 1 / sqrt(size)
    scale = writer.constant("scale", (), lambda: np.array(factor))
    scores = writer.node("Mul", "scaled", (scores, scale), shape)
    if model.attention_softcap:
        scores = _capped(setting, scores, model.attention_softcap)
    seen = Visible(model, regime, setting.layer)
    if not seen.everything:
        mask = writer.constant("mask", (regime.tokens, total), seen.bias)
        scores = writer.node("Add", "masked", (scores, mask), shape)
    return writer.softmax(
        "softmax", scores, QuerySpan(regime.position, window_of(model, setting.layer))
    )


def _capped(setting: _Setting, scores: ir.Value, number: float) -> ir.Value:
    """cap·tanh(scores / cap)."""
    writer, shape = setting.writer, _shape(scores)
    cap = writer.constant("softcap", (), lambda: np.array(number))
    shrunk = writer.node("Div", "cap_divide", (scores, cap), shape)
    bent = writer.node("Tanh", "cap_tanh", (shrunk,), shape)
    return writer.node("Mul", "capped", (bent, cap), shape)


def _weighted(setting: _Setting, weights: ir.Value, values: ir.Value) -> ir.Value:
    """Sums of values by their weights: [1, heads, tokens, size]."""
    writer, model, regime = setting.writer, setting.configuration, setting.regime
    size, shape = model.size_of_values, (1, model.heads, regime.tokens, model.size_of_values)
    if model.group == 1:
        return writer.node("MatMul", "weighted", (weights, values), shape)
    shared = writer.reshape(
        "values_shared", values, (1, model.key_value_heads, 1, regime.total, size)
    )
    grouped = (1, model.key_value_heads, model.group, regime.tokens, size)
    summed = writer.node("MatMul", "weighted", (weights, shared), grouped)
    return writer.reshape("weighted_heads", summed, shape)
