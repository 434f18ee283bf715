"""A model as Hugging Face publishes it: a directory of random weights, the inverse of converting.

Names, order of rows and offsets are undone here by code of the test's own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from safetensors.numpy import save_file

from compiler_core.llm.records import ModelConfiguration
from tests.llm.tiny_models import tiny_configuration, tiny_tensors

MODEL_TYPES = {"llama": "llama", "qwen2": "qwen2", "qwen3": "qwen3", "gemma": "gemma",
               "gemma2": "gemma2"}  # fmt: skip
NAMES = {
    "attn_norm": "input_layernorm", "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj", "attn_output": "self_attn.o_proj",
    "attn_q_norm": "self_attn.q_norm", "attn_k_norm": "self_attn.k_norm",
    "ffn_norm": "post_attention_layernorm", "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj", "ffn_gate_inp": "block_sparse_moe.gate",
}  # fmt: skip
FOUR_NORMS = {
    "ffn_norm": "pre_feedforward_layernorm",
    "post_attention_norm": "post_attention_layernorm",
    "post_ffw_norm": "post_feedforward_layernorm",
}
EXPERTS = {"ffn_gate_exps": "w1", "ffn_down_exps": "w2", "ffn_up_exps": "w3"}
Arrays = dict[str, np.ndarray]


def half_apart(rows: np.ndarray, heads: int) -> np.ndarray:
    """Row 2i of a head goes to i, row 2i + 1 to i + d/2: written out, row by row."""
    size = rows.shape[0] // heads
    found = np.empty_like(rows)
    for head in range(heads):
        for at in range(size // 2):
            found[head * size + at] = rows[head * size + 2 * at]
            found[head * size + at + size // 2] = rows[head * size + 2 * at + 1]
    return found


def published_tensors(configuration: ModelConfiguration, tensors: Arrays) -> Arrays:
    """Hugging Face's tensors of a model given with GGUF's."""
    found: Arrays = {}
    gemma = configuration.architecture.startswith("gemma")
    names = NAMES | (FOUR_NORMS if configuration.post_norms else {})
    for name, values in tensors.items():
        stem, kind = name.rsplit(".", 1)
        part = stem.split(".")[-1]
        if configuration.architecture == "llama" and part in ("attn_q", "attn_k"):
            heads = configuration.heads if part == "attn_q" else configuration.key_value_heads
            values = half_apart(values, heads)
        if gemma and part.endswith("norm"):
            values = values - 1
        found |= _named(stem, part, kind, names, values)
    return found


def _named(stem: str, part: str, kind: str, names: dict[str, str], values: np.ndarray) -> Arrays:
    outside = {"token_embd": "model.embed_tokens", "output_norm": "model.norm", "output": "lm_head"}
    if stem in outside:
        return {f"{outside[stem]}.{kind}": values}
    layer = f"model.layers.{stem.split('.')[1]}"
    if part in EXPERTS:
        return {
            f"{layer}.block_sparse_moe.experts.{at}.{EXPERTS[part]}.weight": value
            for at, value in enumerate(values)
        }
    return {f"{layer}.{names[part]}.{kind}": values}


def config_of(configuration: ModelConfiguration) -> dict[str, Any]:
    model_type = MODEL_TYPES[configuration.architecture]
    if model_type == "llama" and configuration.sliding_window:
        model_type = "mistral"  # Llama's class reads no window.
    found: dict[str, Any] = {
        "model_type": "mixtral" if configuration.experts else model_type,
        "hidden_size": configuration.hidden, "num_hidden_layers": configuration.layers,
        "num_attention_heads": configuration.heads,
        "num_key_value_heads": configuration.key_value_heads,
        "head_dim": configuration.head_size, "intermediate_size": configuration.feed_forward,
        "vocab_size": configuration.vocabulary, "max_position_embeddings": configuration.context,
        "rms_norm_eps": configuration.norm_epsilon, "rope_theta": configuration.rotary_base,
        "tie_word_embeddings": configuration.tied,
        "sliding_window": configuration.sliding_window or None,
        "attn_logit_softcapping": configuration.attention_softcap or None,
        "final_logit_softcapping": configuration.final_softcap or None,
    }  # fmt: skip
    if model_type not in ("mistral", "mixtral", "gemma2"):
        found = {key: value for key, value in found.items() if value is not None}
    if model_type == "gemma2":
        found["query_pre_attn_scalar"] = configuration.head_size
    if configuration.experts:
        found |= {
            "num_local_experts": configuration.experts,
            "num_experts_per_tok": configuration.experts_used,
        }
    return found


def write_published(folder: Path, kind: str, **changes: Any) -> tuple[ModelConfiguration, Arrays]:
    """A directory of this kind of model in F32; gives its shape and tensors as GGUF has them."""
    configuration = tiny_configuration(kind, **changes)
    tensors = tiny_tensors(configuration, 5)
    folder.mkdir(parents=True, exist_ok=True)
    saved = published_tensors(configuration, tensors)
    save_file(
        {name: np.ascontiguousarray(one) for name, one in saved.items()},
        folder / "model.safetensors",
    )
    (folder / "config.json").write_text(json.dumps(config_of(configuration)), encoding="utf-8")
    return configuration, tensors
