"""The small graphs of the catalogue: each shows one fusion of a transformer, and little else."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx_ir as ir

from compiler_core.llm.block_graph.build import block_model
from compiler_core.llm.block_graph.kernels import QuerySpan
from compiler_core.llm.block_graph.regime import decode, prefill
from compiler_core.llm.block_graph.weights import random_weights
from compiler_core.llm.block_graph.writer import BlockWriter
from compiler_core.llm.records import ModelConfiguration

TOKENS, HIDDEN, HEADS, SHARED, HEAD, WIDE = 32, 64, 4, 2, 16, 128
_SMALL = ModelConfiguration(
    architecture="llama",
    layers=1,
    hidden=HIDDEN,
    feed_forward=WIDE,
    heads=HEADS,
    key_value_heads=SHARED,
    head_size=HEAD,
    vocabulary=256,
    context=256,
)
_SHAPES: dict[str, tuple[int, ...]] = {
    "blk.0.norm.weight": (HIDDEN,),
    "blk.0.attn_q.weight": (HEADS * HEAD, HIDDEN),
    "blk.0.attn_k.weight": (SHARED * HEAD, HIDDEN),
    "blk.0.attn_v.weight": (SHARED * HEAD, HIDDEN),
    "blk.0.ffn_gate.weight": (WIDE, HIDDEN),
    "blk.0.ffn_up.weight": (WIDE, HIDDEN),
    "blk.0.ffn_down.weight": (HIDDEN, WIDE),
}


def _writer() -> BlockWriter:
    return BlockWriter(0, random_weights(_SHAPES))


def _product(writer: BlockWriter, name: str, x: ir.Value) -> ir.Value:
    width, depth = _SHAPES[f"blk.0.{name}.weight"]
    matrix = writer.matrix(f"{name}.weight", (width, depth))
    return writer.node("MatMul", name, (x, matrix), (1, TOKENS, width))


def packed_products() -> ir.Model:
    """Queries, keys and values of the same input."""
    writer = _writer()
    x = writer.input("x", (1, TOKENS, HIDDEN))
    results = [_product(writer, name, x) for name in ("attn_q", "attn_k", "attn_v")]
    return writer.build("packed-qkv", list(zip(("q", "k", "v"), results, strict=True)))


def norm_and_product() -> ir.Model:
    """A norm and the product behind it."""
    writer = _writer()
    x = writer.input("x", (1, TOKENS, HIDDEN))
    weights = writer.vector("norm.weight", (HIDDEN,))
    normal = writer.node("RMSNormalization", "norm", (x, weights), (1, TOKENS, HIDDEN), axis=-1)
    return writer.build("norm-into-product", [("q", _product(writer, "attn_q", normal))])


def product_and_rotation() -> ir.Model:
    """Queries, by head, turned by their positions."""
    writer = _writer()
    x = writer.input("x", (1, TOKENS, HIDDEN))
    flat = _product(writer, "attn_q", x)
    split = writer.reshape("q_heads", flat, (1, TOKENS, HEADS, HEAD))
    heads = writer.node(
        "Transpose", "q_by_head", (split,), (1, HEADS, TOKENS, HEAD), perm=[0, 2, 1, 3]
    )
    angles = np.arange(TOKENS)[:, None] * 10000.0 ** (-np.arange(HEAD // 2) * 2 / HEAD)
    shape = (1, TOKENS, HEAD // 2)
    cosines = writer.constant("rope_cosines", shape, lambda: np.cos(angles)[None])
    sines = writer.constant("rope_sines", shape, lambda: np.sin(angles)[None])
    turned = writer.node(
        "RotaryEmbedding",
        "q_rope",
        (heads, cosines, sines),
        (1, HEADS, TOKENS, HEAD),
        interleaved=1,
    )
    return writer.build("rope-inline", [("q", turned)])


def attention_of_a_prompt() -> ir.Model:
    """Scores, mask, softmax and weighted values of 256 tokens."""
    tokens = 256
    writer = _writer()
    shape, square = (1, HEADS, tokens, HEAD), (1, HEADS, tokens, tokens)
    q, k, v = (writer.input(name, shape) for name in ("q", "k", "v"))
    turned = writer.node(
        "Transpose", "keys_turned", (k,), (1, HEADS, HEAD, tokens), perm=[0, 1, 3, 2]
    )
    scores = writer.node("MatMul", "scores", (q, turned), square)
    scale = writer.constant("scale", (), lambda: np.array(HEAD**-0.5))
    scaled = writer.node("Mul", "scaled", (scores, scale), square)
    mask = writer.constant("mask", (tokens, tokens), lambda: _causal(tokens))
    masked = writer.node("Add", "masked", (scaled, mask), square)
    weights = writer.softmax("softmax", masked, QuerySpan(0, 0))
    return writer.build(
        "flash-attention", [("y", writer.node("MatMul", "weighted", (weights, v), shape))]
    )


def _causal(tokens: int) -> np.ndarray:
    later = np.triu(np.ones((tokens, tokens), np.bool_), 1)
    return np.where(later, np.float32(-np.inf), np.float32(0))


def gated_feed_forward() -> ir.Model:
    """silu(gate)·up."""
    writer = _writer()
    x = writer.input("x", (1, TOKENS, HIDDEN))
    gate, up = (_product(writer, name, x) for name in ("ffn_gate", "ffn_up"))
    wide = (1, TOKENS, WIDE)
    sigmoid = writer.node("Sigmoid", "sigmoid", (gate,), wide)
    silu = writer.node("Mul", "silu", (gate, sigmoid), wide)
    return writer.build("swiglu", [("gated", writer.node("Mul", "product", (silu, up), wide))])


def product_and_residual() -> ir.Model:
    """The end of a half: what went around it is added."""
    writer = _writer()
    x, wide = writer.input("x", (1, TOKENS, HIDDEN)), writer.input("wide", (1, TOKENS, WIDE))
    shape = (1, TOKENS, HIDDEN)
    down = _product(writer, "ffn_down", wide)
    return writer.build("residual-add", [("y", writer.node("Add", "residual", (x, down), shape))])


def new_key_behind_old() -> ir.Model:
    """One new value row of each head behind 127 that the cache holds."""
    past = 127
    writer = BlockWriter(0, random_weights(_SHAPES))
    x = writer.input("x", (1, 1, HIDDEN))
    old = writer.input("past_value", (1, SHARED, past, HEAD))
    matrix = writer.matrix("attn_v.weight", (SHARED * HEAD, HIDDEN))
    row = writer.node("MatMul", "attn_v", (x, matrix), (1, 1, SHARED * HEAD))
    new = writer.reshape("v_heads", row, (1, SHARED, 1, HEAD))
    shape = (1, SHARED, past + 1, HEAD)
    both = writer.node("Concat", "append_value", (old, new), shape, axis=2)
    return writer.build("cache-append", [("values", both)])


def attention_half() -> ir.Model:
    """The whole attention half of a Llama block, for a token at position 100."""
    return block_model(_SMALL, decode(100), part="attention")


def wide_attention_half() -> ir.Model:
    """The same for a prompt and an output matrix of 1 MiB, which does not stay near the core."""
    wide = ModelConfiguration(
        architecture="llama",
        layers=1,
        hidden=512,
        feed_forward=WIDE,
        heads=8,
        key_value_heads=2,
        head_size=64,
        vocabulary=256,
        context=256,
    )
    return block_model(wide, prefill(64), part="attention")


SMALL_GRAPHS: dict[str, Callable[[], ir.Model]] = {
    "packed-qkv": packed_products,
    "norm-into-product": norm_and_product,
    "rope-inline": product_and_rotation,
    "flash-attention": attention_of_a_prompt,
    "swiglu": gated_feed_forward,
    "residual-add": product_and_residual,
    "cache-append": new_key_behind_old,
    "attention-half": attention_half,
    "wide-attention-half": wide_attention_half,
}
