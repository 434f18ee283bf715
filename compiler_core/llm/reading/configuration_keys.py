"""Every key of config.json that we know, by kind of model.

Sources: the configuration classes of transformers 4.57 and 5 for what each kind of model reads;
PreTrainedConfig and GenerationConfig for what all carry and no logit depends on.
"""

from __future__ import annotations

from typing import Any

from compiler_core.llm.reading.json_rotation import ROTARY_SCALINGS
from compiler_core.llm.reading.key_findings import (
    OFF,
    UNDERSTOOD,
    WITHOUT_EFFECT,
    KeyFindings,
    KeyRule,
    findings_of,
)

_ALL_KINDS = """
    model_type hidden_size intermediate_size num_hidden_layers num_attention_heads
    num_key_value_heads head_dim vocab_size max_position_embeddings rms_norm_eps rope_theta
    rope_scaling rope_parameters tie_word_embeddings text_config
"""
# Of the training, of the library, of choosing tokens, and of tokens' numbers.
_WITHOUT_EFFECT = """
    _name_or_path name_or_path _commit_hash architectures auto_map dtype torch_dtype
    transformers_version use_cache initializer_range attention_dropout hidden_dropout resid_pdrop
    embd_pdrop pretraining_tp _attn_implementation attn_implementation _flash_attn_2_enabled
    _experts_implementation experts_implementation bos_token_id eos_token_id pad_token_id
    unk_token_id sep_token_id decoder_start_token_id image_token_id output_attentions
    output_hidden_states return_dict torchscript use_bfloat16 tf_legacy_loss
    chunk_size_feed_forward is_encoder_decoder is_decoder cross_attention_hidden_size
    add_cross_attention tie_encoder_decoder gradient_checkpointing finetuning_task id2label
    label2id num_labels task_specific_params problem_type tokenizer_class prefix
    max_length min_length do_sample early_stopping num_beams num_beam_groups diversity_penalty
    temperature top_k top_p typical_p repetition_penalty length_penalty no_repeat_ngram_size
    encoder_no_repeat_ngram_size bad_words_ids num_return_sequences output_scores
    return_dict_in_generate forced_bos_token_id forced_eos_token_id remove_invalid_values
    exponential_decay_length_penalty suppress_tokens begin_suppress_tokens cache_implementation
    unsloth_version unsloth_fixed model_max_length tokenizer_model_max_length neftune_noise_alpha
"""
_EXPERTS = "num_experts_per_tok num_local_experts num_experts"
_QWEN_WINDOW = "use_sliding_window sliding_window max_window_layers layer_types"
_LATER_GEMMA = """
    attention_bias hidden_activation query_pre_attn_scalar sliding_window layer_types
    final_logit_softcapping
"""
_UNDERSTOOD: dict[str, str] = {
    "llama": "hidden_act attention_bias mlp_bias",
    "mistral": "hidden_act sliding_window",
    "mixtral": f"hidden_act sliding_window {_EXPERTS}",
    "qwen2": f"hidden_act {_QWEN_WINDOW}",
    "qwen2_moe": f"hidden_act sliding_window max_window_layers moe_intermediate_size "
    f"shared_expert_intermediate_size norm_topk_prob {_EXPERTS}",
    "qwen3": f"hidden_act attention_bias {_QWEN_WINDOW}",
    "qwen3_moe": f"hidden_act attention_bias use_sliding_window sliding_window "
    f"moe_intermediate_size norm_topk_prob {_EXPERTS}",
    "phi3": "hidden_act sliding_window partial_rotary_factor",
    "gemma": "hidden_act attention_bias",
    "gemma2": f"{_LATER_GEMMA} attn_logit_softcapping",
    "gemma3": f"{_LATER_GEMMA} rope_local_base_freq sliding_window_pattern",
}
# Read by other kinds of models, and by this one not: a file of this kind may carry them.
_NOT_READ: dict[str, str] = {
    "mixtral": "output_router_logits router_aux_loss_coef router_jitter_noise",
    "qwen2_moe": "output_router_logits router_aux_loss_coef",
    "qwen3_moe": "output_router_logits router_aux_loss_coef max_window_layers",
    "phi3": "original_max_position_embeddings attention_bias",
    "gemma": "hidden_activation",
    "gemma2": "hidden_act cache_implementation",
    "gemma3": """hidden_act attn_logit_softcapping vision_config mm_tokens_per_image boi_token_index
        eoi_token_index image_token_index boi_token_id eoi_token_id boi_token eoi_token image_token
        _sliding_window_pattern""",
}
_FLOAT_WEIGHTS = "Take the model's file with floats as weights; types are chosen here."
_WRITES = "Take a model that writes, not one that embeds."
_ALL_SEE_ALL = KeyRule("changes results", OFF, _WRITES)
_CHANGES: dict[str, KeyRule] = {
    "quantization_config": KeyRule("changes results", OFF, _FLOAT_WEIGHTS),
    "compression_config": KeyRule("changes results", OFF, _FLOAT_WEIGHTS),
    "per_layer_config": KeyRule("changes results", OFF, "Take a model whose layers are alike."),
    "pruned_heads": KeyRule("changes results", OFF, "Take the model with all of its heads."),
    "is_causal": KeyRule("changes results", (True, None), _WRITES),
}
_DENSE_LAYERS = KeyRule("changes results", OFF, "Take a mixture whose layers are alike.")
_CHANGES_OF: dict[str, dict[str, KeyRule]] = {
    "qwen2_moe": {
        "use_sliding_window": KeyRule("changes results", OFF),
        "layer_types": KeyRule("changes results", OFF),
        "qkv_bias": KeyRule("changes results", (True, None)),
        "mlp_only_layers": _DENSE_LAYERS,
        "decoder_sparse_step": KeyRule("changes results", (1, None)),
    },
    "qwen3_moe": {
        "mlp_only_layers": _DENSE_LAYERS,
        "decoder_sparse_step": KeyRule("changes results", (1, None)),
    },
    "gemma": {"use_bidirectional_attention": _ALL_SEE_ALL},
    "gemma2": {"use_bidirectional_attention": _ALL_SEE_ALL},
    "gemma3": {"use_bidirectional_attention": _ALL_SEE_ALL},
}  # fmt: skip
_WHOLE_HEADS = KeyRule(
    "changes results", (None, 1), "Only models of the kind phi3 turn a part of each head."
)
# Of rope_scaling and rope_parameters. Which kinds of scaling there are is checked by their names.
_ROTARY_UNDERSTOOD = """
    factor rope_theta original_max_position_embeddings low_freq_factor
    high_freq_factor full_attention sliding_attention
"""
_ROTARY_CHANGES = """
    beta_fast beta_slow attention_factor mscale mscale_all_dim truncate short_factor long_factor
    short_mscale long_mscale mrope_section
"""
_ROTARY_ADVICE = "Scaling of the kinds linear and llama3 is computed."
_ROTARY_KIND = KeyRule(
    "changes results",
    (*ROTARY_SCALINGS, "default", None),
    f"{_ROTARY_ADVICE} That of the kind yarn is converted, for llama.cpp to compute.",
)
_SAME_KIND = {"gemma3_text": "gemma3"}


def configuration_findings(config: dict[str, Any]) -> KeyFindings:
    """What is to be said of a config.json's keys; nothing of a kind of model not known at all."""
    inner = config.get("text_config")
    values = {**config, **inner} if isinstance(inner, dict) else config
    model_type = values.get("model_type")
    kind = _SAME_KIND.get(str(model_type), str(model_type))
    if kind not in _UNDERSTOOD:
        return KeyFindings()
    outer = findings_of(values, lambda key: _rule(kind, key), "config.json")
    parts = [
        findings_of(part, lambda key: _rotary_rule(kind, key.rpartition(".")[2]), "config.json")
        for part in _rotary_parts(values)
    ]
    return KeyFindings(
        (*outer.warnings, *(warning for part in parts for warning in part.warnings)),
        (*outer.refusals, *(refusal for part in parts for refusal in part.refusals)),
    )


def _rule(kind: str, key: str) -> KeyRule | None:
    if key in f"{_ALL_KINDS} {_UNDERSTOOD[kind]}".split():
        return UNDERSTOOD
    if key in _CHANGES_OF.get(kind, {}):
        return _CHANGES_OF[kind][key]
    if key in f"{_WITHOUT_EFFECT} {_NOT_READ.get(kind, '')}".split():
        return WITHOUT_EFFECT
    return _WHOLE_HEADS if key == "partial_rotary_factor" else _CHANGES.get(key)


def _rotary_rule(kind: str, key: str) -> KeyRule | None:
    if key in ("rope_type", "type"):
        return _ROTARY_KIND
    if key in _ROTARY_UNDERSTOOD.split():
        return UNDERSTOOD
    if key == "partial_rotary_factor":
        return UNDERSTOOD if kind == "phi3" else _WHOLE_HEADS
    if key in _ROTARY_CHANGES.split():
        return KeyRule("changes results", (None,), _ROTARY_ADVICE)
    return None


def _rotary_parts(values: dict[str, Any]) -> list[dict[str, Any]]:
    """The objects about rotation, their keys with the place in front."""
    parts: list[dict[str, Any]] = []
    for name in ("rope_scaling", "rope_parameters"):
        outer = values.get(name)
        if not isinstance(outer, dict):
            continue
        parts.append({f"{name}.{key}": value for key, value in outer.items()})
        parts += [
            {f"{name}.{kind}.{key}": value for key, value in inner.items()}
            for kind, inner in outer.items()
            if isinstance(inner, dict)
        ]
    return parts
