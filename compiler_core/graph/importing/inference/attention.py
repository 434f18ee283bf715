"""Rules of attention and rotary embedding: shapes fit each other, and heads share keys evenly."""

from __future__ import annotations

from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.importing.value_facts import Fact, NodeFacts, Shape, broadcast


@dataclass(frozen=True, slots=True, kw_only=True)
class AttentionSizes:
    """Sizes of one Attention node."""

    batch: int
    """Sequences at a time."""
    heads: int
    """How many ask, each with queries of its own."""
    key_value_heads: int
    """Heads of keys and of values; it divides `heads`."""
    queries: int
    """Positions that ask, in each sequence."""
    past: int
    """Positions whose keys and values were kept before; 0 for none."""
    keys: int
    """Positions whose keys and values are given now."""
    head_size: int
    """Numbers of a query, and of a key, in one head."""
    value_size: int
    """Numbers of a value in one head."""

    @property
    def total(self) -> int:
        """Positions a query may attend to."""
        return self.past + self.keys


def attention(node: NodeFacts) -> tuple[Fact, ...]:
    """Attention: the result, keys and values of all positions, and the scores."""
    sizes = attention_sizes(node)
    kind, values = node.input(0).element_type, node.input(2).element_type
    scores = (sizes.batch, sizes.heads, sizes.queries, sizes.total)
    if node.has(3):
        _check_mask(node, scores)
    result = (sizes.batch, sizes.heads, sizes.queries, sizes.value_size)
    if node.input(0).rank == 3:
        result = (sizes.batch, sizes.queries, sizes.heads * sizes.value_size)
    cache = (sizes.batch, sizes.key_value_heads, sizes.total)
    return (Fact(kind, result), Fact(kind, (*cache, sizes.head_size)),
            Fact(values, (*cache, sizes.value_size)), Fact(kind, scores))  # fmt: skip


def attention_sizes(node: NodeFacts) -> AttentionSizes:
    """Raises InferenceRefused for shapes that do not fit, ShapeUnknown for unknown ones."""
    query, key, value = (_by_head(node, at) for at in range(3))
    node.require(query[0] == key[0] == value[0], "its batches differ")
    node.require(key[1] == value[1] and key[2] == value[2], "its keys and values differ")
    node.require(query[3] == key[3], "queries and keys differ in size")
    node.require(query[1] % key[1] == 0, "its query heads cannot share the key heads evenly")
    node.require(node.has(4) == node.has(5), "it needs past keys and past values, or neither")
    node.require(not (node.has(4) and node.has(6)), "it has two caches")
    past = _past(node, key, value)
    if node.has(6):
        node.require(node.input(6).shape == (query[0],), "it needs one length for each sample")
    return AttentionSizes(
        batch=query[0],
        heads=query[1],
        key_value_heads=key[1],
        queries=query[2],
        past=past,
        keys=key[2],
        head_size=query[3],
        value_size=value[3],
    )


def _by_head(node: NodeFacts, index: int) -> Shape:
    """The shape of queries, keys or values as batch, heads, positions, size."""
    shape = node.input(index).shape
    node.require(len(shape) in (3, 4), f"its input {index + 1} needs 3 or 4 axes")
    node.require(len(shape) == node.input(0).rank, "its inputs differ in their number of axes")
    node.require(all(size > 0 for size in shape), f"its input {index + 1} is empty")
    if len(shape) == 4:
        return shape
    heads = node.integer("kv_num_heads" if index else "q_num_heads", 0)
    node.require(heads > 0 and shape[2] % heads == 0, f"its input {index + 1} has no whole heads")
    return shape[0], heads, shape[1], shape[2] // heads


def _past(node: NodeFacts, key: Shape, value: Shape) -> int:
    if not node.has(4):
        return 0
    keys, values = node.input(4).shape, node.input(5).shape
    node.require(len(keys) == len(values) == 4, "a past needs 4 axes")
    node.require(keys[:2] == values[:2] == key[:2] and keys[2] == values[2], "its past differs")
    node.require(keys[3] == key[3] and values[3] == value[3], "its past differs in size")
    return keys[2]


def _check_mask(node: NodeFacts, scores: Shape) -> None:
    """A mask broadcasts to the scores; it may end before the last key."""
    shape = node.input(3).shape
    node.require(1 <= len(shape) <= 4, "its mask needs 1 to 4 axes")
    node.require(shape[-1] <= scores[-1], "its mask is longer than the keys")
    whole = broadcast(node, (*shape[:-1], scores[-1]), scores)
    node.require(whole == scores, "its mask is larger than the scores")


def rotary_embedding(node: NodeFacts) -> tuple[Fact, ...]:
    """RotaryEmbedding: the shape stays."""
    first = node.input(0)
    batch, positions, _, size = rotary_sizes(node)
    rotated = node.integer("rotary_embedding_dim", 0) or size
    node.require(0 < rotated <= size and rotated % 2 == 0, "it rotates no whole pairs")
    for at in (1, 2):
        table = node.input(at).shape
        node.require(table[-1:] == (rotated // 2,), f"its input {at + 1} has a wrong width")
        if node.has(3):
            node.require(len(table) == 2, f"its input {at + 1} needs 2 axes")
            node.require(node.input(3).shape == (batch, positions), "its positions differ")
        else:
            node.require(table[:-1] == (batch, positions), f"its input {at + 1} differs")
    return (Fact(first.element_type, first.shape),)


def rotary_sizes(node: NodeFacts) -> tuple[int, int, int, int]:
    """Batch, positions, heads and elements of a head."""
    shape = node.input(0).shape
    node.require(len(shape) in (3, 4) and all(size > 0 for size in shape), "it needs 3 or 4 axes")
    if len(shape) == 4:
        return shape[0], shape[2], shape[1], shape[3]
    heads = node.integer("num_heads", 0)
    node.require(heads > 0 and shape[2] % heads == 0, "it has no whole heads")
    return shape[0], shape[1], heads, shape[2] // heads


def is_half(kind: ir.DataType) -> bool:
    """Is it one of the 16-bit types, which are computed with in float32?"""
    return kind in (ir.DataType.FLOAT16, ir.DataType.BFLOAT16)
