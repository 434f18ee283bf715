"""Typed look-ups in config.json, with transformers' defaults for each kind of model."""

from __future__ import annotations

from typing import Any

from compiler_core.llm.reading.architectures import architecture_of_model_type
from compiler_core.llm.reading.configuration_numbers import finite
from compiler_core.llm.reading.errors import ModelFileRefused

# transformers' defaults of what a file need not say; null is no such default.
_DEFAULTS: dict[str, dict[str, Any]] = {
    "mistral": {"sliding_window": 4096, "num_key_value_heads": 8},
    "mixtral": {"rope_theta": 1e6, "rms_norm_eps": 1e-5, "num_key_value_heads": 8},
    "qwen2": {"sliding_window": 4096, "max_window_layers": 28, "num_key_value_heads": 32},
    "qwen2_moe": {"norm_topk_prob": False},
    "qwen3": {
        "sliding_window": 4096, "max_window_layers": 28, "num_key_value_heads": 32, "head_dim": 128,
    },
    "qwen3_moe": {"sliding_window": 4096, "norm_topk_prob": False, "num_key_value_heads": 4},
    "phi3": {"rms_norm_eps": 1e-5},
    "gemma": {"head_dim": 256, "hidden_act": "gelu_pytorch_tanh", "num_key_value_heads": 16},
    "gemma2": {
        "head_dim": 256, "num_key_value_heads": 4, "hidden_activation": "gelu_pytorch_tanh",
        "query_pre_attn_scalar": 256, "sliding_window": 4096, "attn_logit_softcapping": 50.0,
        "final_logit_softcapping": 30.0,
    },
    "gemma3": {
        "num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256,
        "vocab_size": 262_208, "max_position_embeddings": 131_072, "sliding_window": 4096,
        "hidden_activation": "gelu_pytorch_tanh", "query_pre_attn_scalar": 256,
        "rope_theta": 1e6, "rope_local_base_freq": 10_000.0, "sliding_window_pattern": 6,
    },
}  # fmt: skip
_DEFAULTS["gemma3_text"] = _DEFAULTS["gemma3"]
_LARGEST = 1 << 63


class ConfigurationText:
    """Typed look-ups in config.json, its language part first."""

    def __init__(self, config: dict[str, Any]) -> None:
        inner = config.get("text_config")
        self.values = {**config, **inner} if isinstance(inner, dict) else config
        self.model_type = self._model_type()
        self.architecture = architecture_of_model_type(self.model_type)
        self.values = {**_DEFAULTS.get(self.model_type, {}), **self.values}

    def integer(self, key: str, otherwise: int = 0) -> int:
        """A whole number from 0 up; `otherwise` for null, and where the kind has no default."""
        value = self.values.get(key)
        if value is None:
            return otherwise
        if type(value) is not int or not 0 <= value <= _LARGEST:
            raise ModelFileRefused(
                f"{key} is {str(value)[:40]} in config.json; it has to be a whole number from 0 to "
                "2^63."
            )
        return value

    def number(self, key: str, otherwise: float = 0.0) -> float:
        """A finite number, in the same way."""
        value = self.values.get(key)
        return otherwise if value is None else finite(value, key)

    def number_of(self, kinds: tuple[str, ...], key: str) -> float:
        """A number above 0 that only these kinds of models read; 0 for others, and for null."""
        if self.model_type not in kinds or self.values.get(key) is None:
            return 0.0
        value = self.number(key)
        if value <= 0:
            raise ModelFileRefused(
                f"{key} is {value:g} in config.json; it has to be more than 0, or null."
            )
        return value

    def truth(self, key: str, otherwise: str) -> bool:
        """A truth value; `otherwise` is "yes" or "no"."""
        value = self.values.get(key)
        if value is None:
            return otherwise == "yes"
        if not isinstance(value, bool):
            raise ModelFileRefused(f"{key} is {str(value)[:40]} in config.json; not true or false.")
        return value

    def _model_type(self) -> str:
        value = self.values.get("model_type", "")
        if not isinstance(value, str):
            raise ModelFileRefused("model_type in config.json has to be a string.")
        return value
