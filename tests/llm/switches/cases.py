"""Tiny models of every kind, each key of config.json switched: what `record` asks transformers and
the tests ask us.

Only numpy is needed here, and nothing of the product: shapes follow from config.json as Hugging
Face's files have them.
"""

from __future__ import annotations

import zlib
from random import Random
from typing import Any

import numpy as np

Config = dict[str, Any]
TOKENS = (1, 7, 3, 22, 39, 5, 5, 30, 11, 2, 17, 28, 9, 35)
TOGETHER = 5
KEPT = 6
"""Positions whose logits are compared, from the end: all lie behind the windows."""
_COMMON: Config = {
    "hidden_size": 32, "intermediate_size": 48, "num_hidden_layers": 3, "num_attention_heads": 4,
    "num_key_value_heads": 2, "vocab_size": 40, "max_position_embeddings": 64,
    "rms_norm_eps": 1e-5, "rope_theta": 10000.0, "tie_word_embeddings": False,
}  # fmt: skip
_GEMMA: Config = {"head_dim": 16, "tie_word_embeddings": True}
BASES: dict[str, Config] = {
    "llama": {},
    "mistral": {"sliding_window": None},
    "mixtral": {"num_local_experts": 4, "num_experts_per_tok": 2, "sliding_window": None},
    "qwen2": {},
    "qwen3": {"head_dim": 16},
    "qwen3_moe": {
        "head_dim": 16, "num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 24,
        "norm_topk_prob": True,
    },
    "phi3": {"pad_token_id": 0, "eos_token_id": 0},
    "gemma": _GEMMA,
    "gemma2": {**_GEMMA, "sliding_window": 5, "query_pre_attn_scalar": 16},
    "gemma3_text": {
        **_GEMMA, "sliding_window": 5, "query_pre_attn_scalar": 16, "sliding_window_pattern": 2,
    },
}  # fmt: skip
_LLAMA_3 = {
    "rope_type": "llama3", "factor": 4.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
    "original_max_position_embeddings": 16,
}  # fmt: skip
_SHARED: dict[str, Config] = {
    "tied": {"tie_word_embeddings": True},
    "epsilon": {"rms_norm_eps": 0.05},
    "theta": {"rope_theta": 100.0},
    "theta in parameters": {"rope_parameters": {"rope_type": "default", "rope_theta": 50.0}},
    "linear": {"rope_scaling": {"type": "linear", "factor": 4.0}},
    "llama3": {"rope_scaling": _LLAMA_3},
}
_ACTIVATIONS: dict[str, Config] = {
    name: {"hidden_act": name}
    for name in ("gelu", "gelu_new", "gelu_pytorch_tanh", "gelu_fast", "quick_gelu", "relu")
}
_WINDOWS: dict[str, Config] = {
    "window, first layers whole": {
        "use_sliding_window": True, "sliding_window": 5, "max_window_layers": 1
    },
    "window in no layer": {
        "use_sliding_window": True, "sliding_window": 5, "max_window_layers": 3
    },
    "window in all layers": {
        "use_sliding_window": True, "sliding_window": 5, "max_window_layers": 0
    },
    "window by usual layers": {"use_sliding_window": True, "sliding_window": 5},
    "window switched off": {"sliding_window": 5, "max_window_layers": 0},
    "window by kinds": {
        "use_sliding_window": True, "sliding_window": 5,
        "layer_types": ["sliding_attention", "full_attention", "sliding_attention"],
    },
}  # fmt: skip
_GEMMA_2: dict[str, Config] = {
    "scalar": {"query_pre_attn_scalar": 37},
    "no final cap": {"final_logit_softcapping": None},
    "final cap": {"final_logit_softcapping": 2.5},
    "no cap": {"attn_logit_softcapping": None},
    "cap": {"attn_logit_softcapping": 0.5},
    "activation": {"hidden_activation": "gelu"},
    "other key of the activation": {"hidden_act": "relu"},
    "kinds": {"layer_types": ["full_attention", "sliding_attention", "full_attention"]},
    "no window": {"layer_types": ["full_attention"] * 3},
}
SWITCHES: dict[str, dict[str, Config]] = {
    "llama": {
        **_SHARED, **_ACTIVATIONS, "attention bias": {"attention_bias": True},
        "bias": {"mlp_bias": True}, "head size": {"head_dim": 16},
        "no key heads": {"num_key_value_heads": None}, "swish": {"hidden_act": "swish"},
        "both biases": {"attention_bias": True, "mlp_bias": True, "hidden_act": "gelu"},
    },
    "mistral": {
        **_SHARED, **_ACTIVATIONS, "window": {"sliding_window": 5}, "head size": {"head_dim": 16},
    },
    "mixtral": {"window": {"sliding_window": 5}, "activation": {"hidden_act": "gelu"}},
    "qwen2": {**_SHARED, **_ACTIVATIONS, **_WINDOWS},
    "qwen3": {**_SHARED, **_ACTIVATIONS, **_WINDOWS, "attention bias": {"attention_bias": True}},
    "qwen3_moe": {"weights as they are": {"norm_topk_prob": False},
                  "activation": {"hidden_act": "relu"},
                  "window": {"use_sliding_window": True, "sliding_window": 5},
                  "attention bias": {"attention_bias": True}},
    "phi3": {
        **{name: one for name, one in _SHARED.items() if "rope_scaling" not in one},
        **_ACTIVATIONS, "window": {"sliding_window": 5},
        "part of a head": {"partial_rotary_factor": 0.5},
        "all heads have keys": {"num_key_value_heads": None},
    },
    "gemma": {**_SHARED, **_ACTIVATIONS, "untied": {"tie_word_embeddings": False},
              "attention bias": {"attention_bias": True}},
    "gemma2": {**_SHARED, **_GEMMA_2, "attention bias": {"attention_bias": True}},
    "gemma3_text": {
        **{name: one for name, one in _SHARED.items() if name != "theta in parameters"},
        **_GEMMA_2, "attention bias": {"attention_bias": True},
        # By the older name of the key, transformers 4 scales and transformers 5 does not.
        "linear": {"rope_scaling": {"rope_type": "linear", "factor": 4.0}},
        "pattern": {"sliding_window_pattern": 3}, "local base": {"rope_local_base_freq": 50.0},
        "parameters": {"rope_parameters": {
            "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 5000.0},
            "sliding_attention": {"rope_type": "default", "rope_theta": 77.0},
        }},
    },
}  # fmt: skip


def base_of(kind: str) -> Config:
    """config.json of the kind with nothing switched."""
    return {"model_type": kind, **_COMMON, **BASES[kind]}


def all_cases() -> dict[str, Config]:
    """By "kind: what is switched"."""
    found = {f"{kind}: base": base_of(kind) for kind in BASES}
    for kind, switches in SWITCHES.items():
        found |= {f"{kind}: {name}": {**base_of(kind), **one} for name, one in switches.items()}
        found |= {
            f"{kind}: together {at}": {**base_of(kind), **one}
            for at, one in enumerate(_together(kind))
        }
    return found


def _together(kind: str) -> list[Config]:
    """Three switches at once, drawn with a fixed seed."""
    random, found = Random(kind), []
    for _ in range(TOGETHER):
        merged: Config = {}
        for name in random.sample(sorted(SWITCHES[kind]), min(3, len(SWITCHES[kind]))):
            merged |= SWITCHES[kind][name]
        found.append(merged)
    return found


def tensors_of(config: Config) -> dict[str, np.ndarray]:
    """float32 by Hugging Face's names; a tensor's values depend on its name and shape alone."""
    shapes = shapes_of(config)
    return {name: _drawn(name, shape, config) for name, shape in shapes.items()}


def shapes_of(config: Config) -> dict[str, tuple[int, ...]]:
    hidden = config["hidden_size"]
    found: dict[str, tuple[int, ...]] = {
        "model.embed_tokens.weight": (config["vocab_size"], hidden),
        "model.norm.weight": (hidden,),
    }
    if not config["tie_word_embeddings"]:
        found["lm_head.weight"] = (config["vocab_size"], hidden)
    for layer in range(config["num_hidden_layers"]):
        parts = _attention(config) | _norms(config) | _feed_forward(config)
        found |= {f"model.layers.{layer}.{name}": shape for name, shape in parts.items()}
    return found


def _attention(config: Config) -> dict[str, tuple[int, ...]]:
    kind, hidden, heads = config["model_type"], config["hidden_size"], config["num_attention_heads"]
    size = config.get("head_dim") or hidden // heads
    queries, keys = heads * size, (config["num_key_value_heads"] or heads) * size
    found: dict[str, tuple[int, ...]] = {"self_attn.o_proj.weight": (hidden, queries)}
    if kind == "phi3":
        return found | {"self_attn.qkv_proj.weight": (queries + 2 * keys, hidden)}
    widths = {"q": queries, "k": keys, "v": keys}
    found |= {f"self_attn.{part}_proj.weight": (rows, hidden) for part, rows in widths.items()}
    reads_key = kind in ("llama", "qwen3", "qwen3_moe", "gemma", "gemma2", "gemma3_text")
    if kind == "qwen2" or (reads_key and config.get("attention_bias")):
        found |= {f"self_attn.{part}_proj.bias": (rows,) for part, rows in widths.items()}
    if reads_key and config.get("attention_bias"):
        found["self_attn.o_proj.bias"] = (hidden,)
    if kind in ("qwen3", "qwen3_moe", "gemma3_text"):
        found |= {f"self_attn.{part}_norm.weight": (size,) for part in "qk"}
    return found


def _norms(config: Config) -> dict[str, tuple[int, ...]]:
    names = ["input_layernorm", "post_attention_layernorm"]
    if config["model_type"] in ("gemma2", "gemma3_text"):
        names += ["pre_feedforward_layernorm", "post_feedforward_layernorm"]
    return {f"{name}.weight": (config["hidden_size"],) for name in names}


def _feed_forward(config: Config) -> dict[str, tuple[int, ...]]:
    kind, hidden, wide = config["model_type"], config["hidden_size"], config["intermediate_size"]
    if kind == "phi3":
        both = (2 * wide, hidden)
        return {"mlp.gate_up_proj.weight": both, "mlp.down_proj.weight": (hidden, wide)}
    experts = config.get("num_local_experts") or config.get("num_experts")
    if experts:
        return _experts(kind, hidden, config.get("moe_intermediate_size", wide), experts)
    found: dict[str, tuple[int, ...]] = {
        "mlp.gate_proj.weight": (wide, hidden),
        "mlp.up_proj.weight": (wide, hidden),
        "mlp.down_proj.weight": (hidden, wide),
    }
    if kind == "llama" and config.get("mlp_bias"):
        found |= {
            "mlp.gate_proj.bias": (wide,),
            "mlp.up_proj.bias": (wide,),
            "mlp.down_proj.bias": (hidden,),
        }
    return found


def _experts(kind: str, hidden: int, wide: int, count: int) -> dict[str, tuple[int, ...]]:
    names, place = ("gate_proj", "up_proj", "down_proj"), "mlp"
    if kind == "mixtral":
        names, place = ("w1", "w3", "w2"), "block_sparse_moe"
    found: dict[str, tuple[int, ...]] = {f"{place}.gate.weight": (count, hidden)}
    for expert in range(count):
        for name in names:
            shape = (hidden, wide) if name in ("down_proj", "w2") else (wide, hidden)
            found[f"{place}.experts.{expert}.{name}.weight"] = shape
    return found


def _drawn(name: str, shape: tuple[int, ...], config: Config) -> np.ndarray:
    random = np.random.default_rng([zlib.crc32(name.encode()), *shape])
    values = random.standard_normal(shape)
    if name.endswith("norm.weight"):
        centre = 0.0 if str(config["model_type"]).startswith("gemma") else 1.0
        values = centre + 0.2 * values
    elif name.endswith("bias") or "embed" in name:
        values = 0.5 * values
    else:
        values = 1.6 * values / np.sqrt(shape[-1])
    return values.astype(np.float32)
