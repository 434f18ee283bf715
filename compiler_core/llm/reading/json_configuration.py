"""A model's shape from config.json, as transformers' configuration classes read it.

A model that also sees pictures keeps its language part under text_config. Weights are those of the
file: query and key heads rotate by halves, and Gemma's norms still lack their 1.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Any

from compiler_core.llm.reading.architectures import (
    KNOWN,
    Architecture,
    problems_of,
)
from compiler_core.llm.reading.configuration_numbers import check_configuration
from compiler_core.llm.reading.configuration_text import ConfigurationText
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.json_rotation import rotary_of
from compiler_core.llm.reading.json_windows import windows_of
from compiler_core.llm.reading.limits import hold
from compiler_core.llm.records import Activation, ModelConfiguration

_GENERIC = Architecture(name="", model_types=())
# Names of one function, by transformers' ACT2FN.
_ACTIVATIONS: dict[str, Activation] = {
    "silu": "silu", "swish": "silu", "gelu": "gelu_exact", "gelu_python": "gelu_exact",
    "gelu_new": "gelu", "gelu_pytorch_tanh": "gelu", "gelu_fast": "gelu", "gelu_accurate": "gelu",
    "quick_gelu": "gelu_quick", "relu": "relu",
}  # fmt: skip
# Kinds that read the key attention_bias, whose output product then has a bias too.
_WITH_ATTENTION_BIAS = ("llama", "qwen3", "qwen3_moe", "gemma", "gemma2", "gemma3", "gemma3_text")
_MIXTURES = ("mixtral", "qwen2_moe", "qwen3_moe")
_WITH_SCORE_CAP = ("gemma2",)
_WITH_FINAL_CAP = ("gemma2", "gemma3", "gemma3_text")
_EXPERTS = ("num_local_experts", "num_experts", "n_routed_experts")


def json_configuration(config: dict[str, Any]) -> tuple[ModelConfiguration, tuple[str, ...]]:
    """The shape, and sentences about what cannot be computed. Raises ModelFileRefused."""
    text = ConfigurationText(config)
    known = text.architecture
    configuration = _turned(text, known or _GENERIC, _configuration(text, known or _GENERIC))
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
    experts = _experts(text, known)
    window, windowed = windows_of(text, known, layers)
    bias = text.model_type in _WITH_ATTENTION_BIAS and text.truth("attention_bias", "no")
    sizes = ModelConfiguration(
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
        rotary_pairing="halves",
        norm_epsilon=text.number("rms_norm_eps", 1e-6),
        norm_offset=known.norm_offset,
        activation=_activation(text, known),
        sliding_window=window,
        windowed_layers=windowed,
        experts=experts,
        experts_used=text.integer("num_experts_per_tok") if experts else 0,
    )
    return _with_features(sizes, text, known, bias)


def _with_features(
    sizes: ModelConfiguration, text: ConfigurationText, known: Architecture, bias: bool
) -> ModelConfiguration:
    """Norms, biases, caps and factors. bias: whether the products of attention have one."""
    of_qwen = text.model_type.startswith("qwen")
    mixed = of_qwen and sizes.experts
    return replace(
        sizes,
        tied=text.truth("tie_word_embeddings", "yes" if known.tied_unless_said else "no"),
        query_key_norm=known.query_key_norm,
        query_key_value_bias=known.query_key_value_bias or bias,
        post_norms=known.post_norms,
        embedding_scale=sqrt(sizes.hidden) if known.scaled_embedding else 1.0,
        final_softcap=text.number_of(_WITH_FINAL_CAP, "final_logit_softcapping"),
        attention_softcap=text.number_of(_WITH_SCORE_CAP, "attn_logit_softcapping"),
        expert_feed_forward=text.integer("moe_intermediate_size") if mixed else 0,
        attention_scale=_attention_scale(text, sizes.head_size),
        attention_output_bias=bias,
        feed_forward_bias=text.model_type == "llama" and text.truth("mlp_bias", "no"),
        packed_projections=known.packed_projections,
        expert_weights_sum_to_one=not of_qwen or text.truth("norm_topk_prob", "yes"),
    )


def _turned(
    text: ConfigurationText, known: Architecture, configuration: ModelConfiguration
) -> ModelConfiguration:
    """With its rotary positions."""
    rotary = rotary_of(text.values, text.model_type, known)
    return replace(
        configuration,
        rotary_size=int(configuration.head_size * rotary.part),
        rotary_base=rotary.base,
        rotary_scale=rotary.scale,
        rotary_scaling=rotary.scaling,
        rotary_original_context=rotary.original_context,
        rotary_low_factor=rotary.low_factor,
        rotary_high_factor=rotary.high_factor,
        windowed_rotary_base=rotary.windowed_base,
    )


def _experts(text: ConfigurationText, known: Architecture) -> int:
    """A dense kind does not read these keys; a kind that nobody knows may."""
    if known.name and text.model_type not in _MIXTURES:
        return 0
    return next(filter(None, map(text.integer, _EXPERTS)), 0)


def _activation(text: ConfigurationText, known: Architecture) -> Activation:
    """The function between gate and down. Raises ModelFileRefused for one that is not computed."""
    if not known.name:
        return known.activation
    key = "hidden_activation" if known.name in ("gemma2", "gemma3") else "hidden_act"
    name = text.values.get(key)
    if name is None:
        return known.activation
    if known.name == "gemma" and name == "gelu":
        return known.activation  # Gemma's first files say gelu and mean its tanh formula.
    if not isinstance(name, str) or name not in _ACTIVATIONS:
        raise ModelFileRefused(
            f"{key} is {str(name)[:40]} in config.json, a function that is not computed here.",
            f"Computed are {', '.join(_ACTIVATIONS)}.",
        )
    return _ACTIVATIONS[name]


def _attention_scale(text: ConfigurationText, head_size: int) -> float:
    if not text.model_type.startswith(("gemma2", "gemma3")):
        return 0.0
    scalar = text.number("query_pre_attn_scalar")
    if scalar <= 0:
        raise ModelFileRefused(
            f"query_pre_attn_scalar is {scalar:g} in config.json; it has to be more than 0."
        )
    return 0.0 if scalar == head_size else scalar**-0.5
