"""Tiny models with random weights of every kind the compiler reads, for tests and benchmarks.

Weights are drawn so that activations keep their size from layer to layer, as in trained models:
attention attends, gates open and close, logits differ. The tokeniser is a real byte-level BPE.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from compiler_core.llm.records import ModelConfiguration, TokeniserData
from script.training.language.gguf_file import write_gguf
from script.training.language.stories import text_of
from script.training.language.tokeniser import learn_tokeniser, tokeniser_data

TINY = ModelConfiguration(
    architecture="llama",
    layers=2,
    hidden=256,
    feed_forward=512,
    heads=4,
    key_value_heads=2,
    head_size=64,
    vocabulary=512,
    context=512,
    rotary_size=64,
    tied=True,
)

# One of each kind; windows are short so that tests of 40 positions pass them.
KINDS: dict[str, dict[str, Any]] = {
    "llama": {},
    "llama-untied": {"tied": False},
    "llama-multi-query": {"key_value_heads": 1},
    "llama-multi-head": {"key_value_heads": 4},
    "mixtral": {"experts": 4, "experts_used": 2, "tied": False},
    "mistral": {"sliding_window": 16, "tied": False},
    "qwen2": {
        "architecture": "qwen2",
        "query_key_value_bias": True,
        "rotary_pairing": "halves",
        "rotary_base": 1e6,
        "norm_epsilon": 1e-6,
    },
    "qwen3": {
        "architecture": "qwen3",
        "query_key_norm": True,
        "rotary_pairing": "halves",
        "rotary_base": 1e6,
        "norm_epsilon": 1e-6,
        "head_size": 32,
        "heads": 16,
    },
    "gemma": {
        "architecture": "gemma",
        "activation": "gelu",
        "embedding_scale": 16.0,
        "rotary_pairing": "halves",
        "key_value_heads": 1,
        "norm_epsilon": 1e-6,
    },
    "gemma2": {
        "architecture": "gemma2",
        "activation": "gelu",
        "embedding_scale": 16.0,
        "rotary_pairing": "halves",
        "post_norms": True,
        "final_softcap": 30.0,
        "attention_softcap": 50.0,
        "sliding_window": 16,
        "windowed_layers": (0,),
        "norm_epsilon": 1e-6,
    },
}


def tiny_configuration(kind: str = "llama", **changes: Any) -> ModelConfiguration:
    """The shape of a tiny model of a kind of `KINDS`, with fields of the record replaced."""
    configuration = replace(TINY, **{**KINDS[kind], **changes})
    return replace(configuration, rotary_size=changes.get("rotary_size", configuration.head_size))


def tiny_gguf(
    path: Path, seed: int = 1, matrix_type: str = "F16", kind: str = "llama", **changes: Any
) -> Path:
    """Write a GGUF of random weights; `matrix_type` is "F16" or "F32"; `path` is given back."""
    configuration = tiny_configuration(kind, **changes)
    tokeniser = tiny_tokeniser(configuration.vocabulary)
    tensors = tiny_tensors(configuration, seed)
    return write_gguf(path, f"tiny {kind}", configuration, tensors, tokeniser, matrix_type)


@cache
def tiny_tokeniser(vocabulary: int) -> TokeniserData:
    """A tokeniser learnt from our stories; at least 258 tokens."""
    return tokeniser_data(learn_tokeniser([text_of("train", 1, 60_000)], vocabulary).to_str())


def tiny_tensors(configuration: ModelConfiguration, seed: int) -> dict[str, np.ndarray]:
    """Float32 tensors by GGUF's names; matrices are [out, in], experts [expert, out, in]."""
    random = np.random.default_rng(seed)
    embedding = 0.05 * random.standard_normal((configuration.vocabulary, configuration.hidden))
    tensors = {"token_embd.weight": embedding}
    for layer in range(configuration.layers):
        for name, values in _layer_tensors(configuration, random).items():
            tensors[f"blk.{layer}.{name}"] = values
    tensors["output_norm.weight"] = _norm(random, configuration.hidden)
    if not configuration.tied:
        tensors["output.weight"] = _matrix(random, configuration.vocabulary, configuration.hidden)
    return {name: values.astype(np.float32) for name, values in tensors.items()}


def _layer_tensors(
    configuration: ModelConfiguration, random: np.random.Generator
) -> dict[str, np.ndarray]:
    hidden, head = configuration.hidden, configuration.head_size
    queries = configuration.heads * head
    keys = configuration.key_value_heads * head
    values = configuration.key_value_heads * configuration.size_of_values
    attended = configuration.heads * configuration.size_of_values
    tensors = {
        "attn_norm.weight": _norm(random, hidden),
        "attn_q.weight": 1.7 * _matrix(random, queries, hidden),
        "attn_k.weight": 1.7 * _matrix(random, keys, hidden),
        "attn_v.weight": _matrix(random, values, hidden),
        "attn_output.weight": _matrix(random, hidden, attended),
        "ffn_norm.weight": _norm(random, hidden),
    }
    if configuration.query_key_value_bias:
        for part, size in (("q", queries), ("k", keys), ("v", values)):
            tensors[f"attn_{part}.bias"] = 0.3 * random.standard_normal(size)
    if configuration.query_key_norm:
        tensors |= {f"attn_{part}_norm.weight": _norm(random, head) for part in "qk"}
    if configuration.post_norms:
        tensors["post_attention_norm.weight"] = _norm(random, hidden)
        tensors["post_ffw_norm.weight"] = _norm(random, hidden)
    return tensors | _feed_forward_tensors(configuration, random)


def _feed_forward_tensors(
    configuration: ModelConfiguration, random: np.random.Generator
) -> dict[str, np.ndarray]:
    hidden, inner = configuration.hidden, configuration.feed_forward
    shapes = {"gate": (inner, hidden), "up": (inner, hidden), "down": (hidden, inner)}
    if not configuration.experts:
        return {f"ffn_{name}.weight": _matrix(random, *shape) for name, shape in shapes.items()}
    tensors = {"ffn_gate_inp.weight": 2 * _matrix(random, configuration.experts, hidden)}
    for name, (rows, columns) in shapes.items():
        experts = [_matrix(random, rows, columns) for _ in range(configuration.experts)]
        tensors[f"ffn_{name}_exps.weight"] = np.stack(experts)
    return tensors


def _matrix(random: np.random.Generator, rows: int, columns: int) -> np.ndarray:
    return random.standard_normal((rows, columns)) / np.sqrt(columns)


def _norm(random: np.random.Generator, size: int) -> np.ndarray:
    return 1 + 0.2 * random.standard_normal(size)
