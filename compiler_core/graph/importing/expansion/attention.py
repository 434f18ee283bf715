"""Attention as products, a softmax and what lies between: scores, cap, mask, weights, values.

Query heads that share a key head stand on an axis of their own, so that keys are not copied for
each. 16-bit inputs are computed with in float32. Source: ONNX, Attention-25 and its function body.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
import onnx_ir as ir

from compiler_core.graph.importing.expansion.masks import Bias, written_bias
from compiler_core.graph.importing.expansion.writing import Writing
from compiler_core.graph.importing.inference.attention import (
    AttentionSizes,
    attention_sizes,
    is_half,
)
from compiler_core.graph.importing.value_facts import NodeFacts
from compiler_core.graph.rewriting import float_of

_RAW, _CAPPED, _BIASED, _WEIGHTS = range(4)


def expand_attention(writing: Writing, facts: NodeFacts) -> None:
    """Write the node out; its shapes are checked."""
    sizes, given = attention_sizes(facts), facts.input(0).element_type
    kind = ir.DataType.FLOAT if is_half(given) else given
    key, value = (_all_positions(writing, at, sizes) for at in (1, 2))
    query = _cast(writing, _by_head(writing, 0, sizes), given, kind, "query_wide")
    wide_key = _cast(writing, key, given, kind, "key_wide")
    stages = _scores(writing, facts, sizes, (query, wide_key), kind)
    bias = written_bias(writing, facts, sizes, kind)
    biased = stages[_CAPPED]
    if bias is not None:
        biased = writing.write("Add", biased, bias.value, part="biased")
    weights = _weights(writing, facts, biased, bias, kind)
    wide_value = _cast(writing, value, facts.input(2).element_type, kind, "value_wide")
    result = _weighted(writing, sizes, weights, wide_value)
    result = _cast(writing, result, kind, given, "result_narrow")
    if facts.input(0).rank == 3:
        result = writing.write("Transpose", result, part="by_position", perm=[0, 2, 1, 3])
        wide = sizes.heads * sizes.value_size
        result = writing.reshape(result, (sizes.batch, sizes.queries, wide), "joined")
    shown = (*stages, biased, weights)[facts.integer("qk_matmul_output_mode", _RAW)]
    wanted = len(writing.node.outputs) > 3
    scores = _cast(writing, shown, kind, given, "shown") if wanted else None
    writing.give((result, key, value, scores))


def _given(writing: Writing, index: int) -> ir.Value:
    value = writing.node.inputs[index]
    assert value is not None
    return value


def _by_head(writing: Writing, index: int, sizes: AttentionSizes) -> ir.Value:
    """Queries, keys or values as batch, heads, positions, size."""
    source, word = _given(writing, index), ("query", "key", "value")[index]
    assert source.shape is not None
    if len(source.shape) == 4:
        return source
    heads = sizes.key_value_heads if index else sizes.heads
    positions = sizes.keys if index else sizes.queries
    size = sizes.value_size if index == 2 else sizes.head_size
    split = writing.reshape(source, (sizes.batch, positions, heads, size), f"{word}_heads")
    return writing.write("Transpose", split, part=f"{word}_by_head", perm=[0, 2, 1, 3])


def _all_positions(writing: Writing, index: int, sizes: AttentionSizes) -> ir.Value:
    """Keys or values, those of the past in front."""
    now, inputs = _by_head(writing, index, sizes), writing.node.inputs
    past = inputs[index + 3] if index + 3 < len(inputs) else None
    if past is None:
        return now
    word = "keys" if index == 1 else "values"
    return writing.write("Concat", past, now, part=f"all_{word}", axis=2)


def _cast(
    writing: Writing, value: ir.Value, kind: ir.DataType, wanted: ir.DataType, word: str
) -> ir.Value:
    return value if kind == wanted else writing.cast(value, wanted, word)


def _scores(
    writing: Writing,
    facts: NodeFacts,
    sizes: AttentionSizes,
    operands: tuple[ir.Value, ir.Value],
    kind: ir.DataType,
) -> tuple[ir.Value, ir.Value]:
    """Scaled products of queries and keys, and the same after the cap."""
    query, key = operands
    scale = float_of(facts.node, "scale", 1 / sqrt(sizes.head_size))
    query = writing.write("Mul", query, writing.scalar(scale, kind, "scale"), part="scaled")
    group = sizes.heads // sizes.key_value_heads
    turned = writing.write("Transpose", key, part="key_turned", perm=[0, 1, 3, 2])
    if group > 1:
        query = writing.reshape(
            query,
            (sizes.batch, sizes.key_value_heads, group, sizes.queries, sizes.head_size),
            "query_groups",
        )
        axis = writing.integers([2])
        turned = writing.write("Unsqueeze", turned, axis, part="key_shared")
    raw = writing.write("MatMul", query, turned, part="scores")
    if group > 1:
        shape = (sizes.batch, sizes.heads, sizes.queries, sizes.total)
        raw = writing.reshape(raw, shape, "scores_by_head")
    return raw, _capped(writing, facts, raw, kind)


def _capped(writing: Writing, facts: NodeFacts, raw: ir.Value, kind: ir.DataType) -> ir.Value:
    """cap·tanh(score / cap), where there is a cap."""
    number = float_of(facts.node, "softcap", 0.0)
    if number <= 0:
        return raw
    cap = writing.scalar(number, kind, "cap")
    shrunk = writing.write("Div", raw, cap, part="uncapped")
    return writing.write("Mul", writing.write("Tanh", shrunk, part="tanh"), cap, part="capped")


def _weights(
    writing: Writing, facts: NodeFacts, biased: ir.Value, bias: Bias | None, kind: ir.DataType
) -> ir.Value:
    """The softmax of each row; zeros where a query sees no key."""
    precision = ir.DataType(facts.integer("softmax_precision", int(kind)))
    exact = precision if precision == ir.DataType.DOUBLE else kind
    if exact != kind:
        biased = writing.cast(biased, exact, "exact")
    weights = writing.write("Softmax", biased, part="softmax", axis=-1)
    if exact != kind:
        weights = writing.cast(weights, kind, "rounded")
    if bias is None or not bias.may_be_empty:
        return weights
    axes = writing.integers([-1])
    best = writing.write("ReduceMax", bias.value, axes, part="best", keepdims=1)
    nothing = writing.scalar(-np.inf, kind, "nothing")
    empty = writing.write("Equal", best, nothing, part="sees_none")
    zero = writing.scalar(0.0, kind, "zero")
    return writing.write("Where", empty, zero, weights, part="weights")


def _weighted(
    writing: Writing, sizes: AttentionSizes, weights: ir.Value, value: ir.Value
) -> ir.Value:
    """Sums of values by their weights."""
    group = sizes.heads // sizes.key_value_heads
    if group == 1:
        return writing.write("MatMul", weights, value, part="weighted")
    weights = writing.reshape(
        weights,
        (sizes.batch, sizes.key_value_heads, group, sizes.queries, sizes.total),
        "weight_groups",
    )
    shared = writing.write("Unsqueeze", value, writing.integers([2]), part="value_shared")
    summed = writing.write("MatMul", weights, shared, part="weighted")
    shape = (sizes.batch, sizes.heads, sizes.queries, sizes.value_size)
    return writing.reshape(summed, shape, "weighted_by_head")
