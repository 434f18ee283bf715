"""A model's shape from config.json, as transformers' configuration classes read it.

A model that also sees pictures keeps its language part under text_config. Weights are those of the
file: query and key heads rotate by halves, and Gemma's norms still lack their 1.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from compiler_core.llm.reading.architectures import (
    KNOWN,
    Architecture,
    architecture_of_model_type,
    problems_of,
    windowed_layers,
)
from compiler_core.llm.reading.configuration_numbers import check_configuration, finite
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.limits import hold
from compiler_core.llm.records import ModelConfiguration

_GENERIC = Architecture("", ())
# transformers' defaults that published files rely on.
_DEFAULTS: dict[str, dict[str, int]] = {
    "gemma3": {
        "num_attention_heads": 8, "num_key_value_heads": 4, "head_dim": 256,
        "vocab_size": 262_208, "max_position_embeddings": 131_072, "sliding_window": 4096,
    },
    "gemma": {"head_dim": 256},
    "gemma2": {"head_dim": 256},
}  # fmt: skip
_EXPERTS = ("num_local_experts", "num_experts", "n_routed_experts")
_LARGEST = 1 << 63
_ROTARY_BASE = {"gemma3": 1_000_000.0}


class ConfigurationText:
    """Typed look-ups in config.json, its language part first."""

    def __init__(self, config: dict[str, Any]) -> None:
        inner = config.get("text_config")
        self.values = {**config, **inner} if isinstance(inner, dict) else config
        self.model_type = self._model_type()
        self.architecture = architecture_of_model_type(self.model_type)
        self._defaults = _DEFAULTS.get(self.architecture.name if self.architecture else "", {})

    def integer(self, key: str, otherwise: int = 0) -> int:
        """A whole number from 0 up; null counts as missing."""
        value = self.values.get(key)
        if value is None:
            return self._defaults.get(key, otherwise)
        if type(value) is not int or not 0 <= value <= _LARGEST:
            raise ModelFileRefused(
                f"{key} is {str(value)[:40]} in config.json; it has to be a whole number from 0 to "
                "2^63."
            )
        return value

    def number(self, key: str, otherwise: float = 0.0) -> float:
        """A finite number; null counts as missing."""
        value = self.values.get(key)
        return otherwise if value is None else finite(value, key)

    def truth(self, key: str, otherwise: str) -> bool:
        """A truth value; `otherwise` is "yes" or "no"."""
        value = self.values.get(key)
        if value is None:
            return otherwise == "yes"
        if not isinstance(value, bool):
            raise ModelFileRefused(f"{key} is {str(value)[:40]} in config.json; not true or false.")
        return value

    def part(self, *keys: str) -> dict[str, Any]:
        """The first of these keys that holds an object, else an empty one."""
        found = (self.values.get(key) for key in keys)
        return next((one for one in found if isinstance(one, dict)), {})

    def _model_type(self) -> str:
        value = self.values.get("model_type", "")
        if not isinstance(value, str):
            raise ModelFileRefused("model_type in config.json has to be a string.")
        return value


def json_configuration(config: dict[str, Any]) -> tuple[ModelConfiguration, tuple[str, ...]]:
    """The shape, and sentences about what cannot be computed. Raises ModelFileRefused."""
    text = ConfigurationText(config)
    known = text.architecture
    configuration = _configuration(text, known or _GENERIC)
    check_configuration(configuration)
    problems = problems_of(configuration)
    if known is None:
        problems.insert(
            0,
            f"The model type {text.model_type[:60] or '(none)'} is not known here (known: {KNOWN})."
            " The table of tensors and its bytes are exact; the cache follows the common keys "
            "only, and the model cannot be converted or compiled.",
        )
    return configuration, tuple(problems)


def _configuration(text: ConfigurationText, known: Architecture) -> ModelConfiguration:
    layers = text.integer("num_hidden_layers")
    hold("layers", layers)
    hidden = text.integer("hidden_size")
    heads = text.integer("num_attention_heads")
    head_size = text.integer("head_dim") or (hidden // heads if heads else 0)
    experts = next(filter(None, map(text.integer, _EXPERTS)), 0)
    window = _window(text, known)
    scaling = text.part("rope_scaling", "rope_parameters")
    return ModelConfiguration(
        architecture=known.name or text.model_type,
        layers=layers,
        hidden=hidden,
        feed_forward=text.integer("intermediate_size"),
        heads=heads,
        key_value_heads=text.integer("num_key_value_heads", heads),
        head_size=head_size,
        vocabulary=text.integer("vocab_size"),
        context=text.integer("max_position_embeddings"),
        value_size=head_size,
        rotary_size=int(head_size * min(text.number("partial_rotary_factor", 1.0), 1.0)),
        rotary_base=_rotary_base(text, known, scaling),
        rotary_scale=_scaled(scaling, "factor", 1.0),
        rotary_pairing="halves",
        norm_epsilon=text.number("rms_norm_eps", 1e-6),
        norm_offset=known.norm_offset,
        activation=known.activation,
        sliding_window=window,
        windowed_layers=_windowed(text, known, layers, window),
        experts=experts,
        experts_used=text.integer("num_experts_per_tok") if experts else 0,
        tied=text.truth("tie_word_embeddings", "yes" if known.tied_unless_said else "no"),
        query_key_norm=known.query_key_norm,
        query_key_value_bias=known.query_key_value_bias
        or text.truth("attention_bias", "no"),
        post_norms=known.post_norms,
        embedding_scale=sqrt(hidden) if known.scaled_embedding else 1.0,
        final_softcap=text.number("final_logit_softcapping"),
        attention_softcap=text.number("attn_logit_softcapping"),
        expert_feed_forward=text.integer("moe_intermediate_size") if experts else 0,
        rotary_scaling=_scaling_kind(scaling),
        rotary_original_context=int(_scaled(scaling, "original_max_position_embeddings", 0.0)),
        rotary_low_factor=_scaled(scaling, "low_freq_factor", 1.0),
        rotary_high_factor=_scaled(scaling, "high_freq_factor", 1.0),
        windowed_rotary_base=text.number("rope_local_base_freq", known.windowed_rotary_base),
        attention_scale=_attention_scale(text),
    )  # fmt: skip


def _rotary_base(text: ConfigurationText, known: Architecture, scaling: dict[str, Any]) -> float:
    usual = _ROTARY_BASE.get(known.name, 10000.0)
    return text.number("rope_theta", _scaled(scaling, "rope_theta", usual))


def _scaled(scaling: dict[str, Any], key: str, otherwise: float) -> float:
    value = scaling.get(key)
    return otherwise if value is None else finite(value, key)


def _scaling_kind(scaling: dict[str, Any]) -> str:
    kind = scaling.get("rope_type", scaling.get("type", ""))
    if not isinstance(kind, str):
        raise ModelFileRefused("rope_scaling in config.json has a type that is no string.")
    return "" if kind == "default" else {"su": "longrope"}.get(kind, kind)


def _attention_scale(text: ConfigurationText) -> float:
    scalar = text.number("query_pre_attn_scalar")
    return scalar**-0.5 if scalar > 0 else 0.0


def _window(text: ConfigurationText, known: Architecture) -> int:
    if not text.truth("use_sliding_window", "yes"):
        return 0
    # Qwen's files carry a window that only this key, false by default, switches on.
    if known.name.startswith("qwen") and "use_sliding_window" not in text.values:
        return 0
    return text.integer("sliding_window", known.usual_window)


def _windowed(
    text: ConfigurationText, known: Architecture, layers: int, window: int
) -> tuple[int, ...]:
    kinds = text.values.get("layer_types")
    if window and isinstance(kinds, list) and len(kinds) == layers:
        return tuple(at for at, kind in enumerate(kinds) if kind == "sliding_attention")
    if window and known.name.startswith("qwen"):
        return tuple(range(min(text.integer("max_window_layers"), layers), layers))
    return windowed_layers(known, layers, window)
