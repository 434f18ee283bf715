"""Attention by tiles for whole tensors in numpy: what the emitted kernel does, to compare it with.

Queries that share a key head are in one tile; keys that no query of a tile sees are left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod, sqrt

import numpy as np
import onnx_ir as ir

from compiler_core.llm.attention_fusion.rewriting import shape_of
from compiler_core.llm.block_graph.kernels import QuerySpan, Tiles, span_of, tiles_of

# Of a head, when only tiles, sharing and span matter.
_SIZE = 16


@dataclass(frozen=True, slots=True)
class Operands:
    """queries [heads, tokens, size], keys [key heads, total, size], values [key heads, total, size
    of values]; float32. scale: of the scores; softcap: c·tanh(score / c), 0 for none."""

    queries: np.ndarray
    keys: np.ndarray
    values: np.ndarray
    scale: float
    softcap: float = 0.0

    @property
    def group(self) -> int:
        return len(self.queries) // len(self.keys)

    def scores(self, head: int, queries: slice, keys: slice) -> np.ndarray:
        """Scaled and capped scores [queries, keys] of one head."""
        product = self.queries[head, queries] @ self.keys[head // self.group, keys].T
        scaled = product * np.float32(self.scale)
        cap = np.float32(self.softcap)
        return cap * np.tanh(scaled / cap) if self.softcap else scaled


def plain_attention(operands: Operands, span: QuerySpan) -> np.ndarray:
    """[heads, tokens, size of values] by the softmax over whole rows."""
    heads, tokens, _ = operands.queries.shape
    total = operands.keys.shape[1]
    hidden = ~visible(span, range(tokens), range(total))
    rows = []
    for head in range(heads):
        scores = operands.scores(head, slice(None), slice(None))
        scores = np.where(hidden, np.float32(-np.inf), scores)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        rows.append(weights @ operands.values[head // operands.group])
    return np.stack(rows)


def tiled_attention(operands: Operands, span: QuerySpan, tiles: Tiles) -> np.ndarray:
    """The same with no more than one tile of scores at a time."""
    heads, tokens, _ = operands.queries.shape
    result = np.zeros((heads, tokens, operands.values.shape[2]), np.float32)
    for first in range(0, tokens, tiles.queries):
        queries = range(first, min(first + tiles.queries, tokens))
        for head in range(heads):
            result[head, queries.start : queries.stop] = _tile(operands, span, tiles, head, queries)
    return result


def _tile(
    operands: Operands, span: QuerySpan, tiles: Tiles, head: int, queries: range
) -> np.ndarray:
    """All keys that one tile of queries of one head sees, tile by tile."""
    values = operands.values[head // operands.group]
    maximum = np.full((len(queries), 1), -np.inf, np.float32)
    total = np.zeros((len(queries), 1), np.float32)
    output = np.zeros((len(queries), values.shape[1]), np.float32)
    end = span.last(queries[-1])
    for start in range(span.first(queries[0]), end, tiles.keys):
        keys = range(start, min(start + tiles.keys, end))
        scores = operands.scores(
            head, slice(queries.start, queries.stop), slice(keys.start, keys.stop)
        )
        scores = np.where(visible(span, queries, keys), scores, np.float32(-np.inf))
        grown = np.maximum(maximum, scores.max(axis=1, keepdims=True))
        # A row that has seen no key yet keeps its zeros.
        safe = np.where(np.isneginf(grown), np.float32(0), grown)
        rescale, weights = np.exp(maximum - safe), np.exp(scores - safe)
        total = total * rescale + weights.sum(axis=1, keepdims=True)
        output = output * rescale + weights @ values[keys.start : keys.stop]
        maximum = grown
    return output / total


def tiled_difference(model: ir.Model) -> float | None:
    """By how much attention by the model's tiles differs from attention over whole rows, on random
    numbers of its shapes, relative to the largest result; None without a softmax by tiles."""
    softmax = next((node for node in model.graph if tiles_of(node)), None)
    tiles = tiles_of(softmax) if softmax is not None else None
    if softmax is None or tiles is None:
        return None
    *heads, tokens, total = shape_of(softmax.outputs[0])
    shared = heads[1]
    generator = np.random.default_rng(0)
    queries = generator.standard_normal((prod(heads), tokens, _SIZE), np.float32)
    keys, values = generator.standard_normal((2, shared, total, _SIZE), np.float32)
    operands = Operands(queries, keys, values, 1 / sqrt(_SIZE))
    plain = plain_attention(operands, span_of(softmax))
    tiled = tiled_attention(operands, span_of(softmax), tiles)
    return float(np.abs(plain - tiled).max() / np.abs(plain).max())


def visible(span: QuerySpan, queries: range, keys: range) -> np.ndarray:
    """Truth values [queries, keys]."""
    key = np.array(keys)[None, :]
    first = np.array([span.first(query) for query in queries])[:, None]
    last = np.array([span.last(query) for query in queries])[:, None]
    return (key >= first) & (key < last)
