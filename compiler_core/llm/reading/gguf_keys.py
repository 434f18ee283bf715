"""Every metadata key of a GGUF that we know, for the kinds of models that are computed with.

Sources: docs/gguf.md in the ggml repository; llama-arch.cpp and llama-model.cpp of llama.cpp for
which keys change what a model computes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from compiler_core.llm.reading.architectures import architecture_named
from compiler_core.llm.reading.gguf_header import GgufTable
from compiler_core.llm.reading.gguf_values import GgufValue
from compiler_core.llm.reading.key_findings import (
    OFF,
    UNDERSTOOD,
    WITHOUT_EFFECT,
    KeyFindings,
    KeyRule,
    findings_of,
)
from compiler_core.llm.records import ModelConfiguration
from compiler_core.llm.tensor_shapes import tensor_refusals

# Of the file, of who made it and how; the tokeniser's own keys do not change what is computed.
_GROUPS_WITHOUT_EFFECT = ("general.", "tokenizer.", "quantize.", "imatrix.", "split.")
# Under the architecture's name.
_UNDERSTOOD = """
    block_count context_length embedding_length feed_forward_length vocab_size
    attention.head_count attention.head_count_kv attention.key_length attention.value_length
    attention.layer_norm_rms_epsilon attention.sliding_window attention.sliding_window_pattern
    attention.scale rope.dimension_count rope.freq_base rope.freq_base_swa
    rope.scaling.factor rope.scale_linear rope.scaling.original_context_length
    final_logit_softcapping attn_logit_softcapping hidden_activation expert_count
    expert_used_count expert_feed_forward_length expert_weights_norm
    expert_shared_feed_forward_length expert_shared_count
"""
_WITHOUT_EFFECT = """
    attention.layer_norm_epsilon rope.scaling.finetuned tensor_data_layout
    rope.scaling.yarn_log_multiplier
"""
_ONE = (1, None)
_NEUTRAL = "Take a model whose file leaves this key at its neutral value."
_CHANGES: dict[str, KeyRule] = {
    **{
        key: KeyRule("changes results", _ONE, _NEUTRAL)
        for key in ("logit_scale", "residual_scale", "embedding_scale", "rope.scaling.attn_factor",
                    "rope.scaling.yarn_ext_factor", "rope.scaling.yarn_attn_factor",
                    "attention.output_scale", "attention.value_scale")
    },
    **{
        key: KeyRule("changes results", OFF, _NEUTRAL)
        for key in ("attention.clamp_kqv", "attention.max_alibi_bias", "use_parallel_residual",
                    "rope.dimension_sections", "attention.shared_kv_layers",
                    "attention.temperature_length", "attention.temperature_scale",
                    "leading_dense_block_count", "nextn_predict_layers", "pooling_type",
                    "expert_weights_scale", "expert_gating_func", "expert_group_count",
                    "interleave_moe_layer_step", "swin_norm", "rescale_every_n_layers",
                    "attention.key_length_swa", "attention.value_length_swa",
                    "rope.dimension_count_swa", "embedding_length_per_layer_input")
    },
    "rope.scaling.type": KeyRule(
        "changes results",
        ("", "none", "linear", None),
        "Computed are linear scaling, that of Llama 3, and none.",
    ),
    "attention.causal": KeyRule(
        "changes results", (True, None), "Take a model that writes, not one that embeds."
    ),
}  # fmt: skip
_KIND = KeyRule("changes results", ("model", None), "An adapter needs the model it is for.")


def gguf_findings(table: GgufTable, configuration: ModelConfiguration) -> KeyFindings:
    """What is to be said of keys and tensors; nothing for an architecture not known at all."""
    name = configuration.architecture
    known = architecture_named(name)
    if known is None:
        return KeyFindings()
    keys = findings_of(_plain(table.metadata), lambda key: _rule(name, key), "the metadata")
    window = f"{name}.attention.sliding_window"
    silent = known.window_must_be_said and not configuration.sliding_window
    switched_off = (
        (
            f"The key {window} of the metadata is left out: no list says which layers have that "
            "window, and models of this kind carry it switched off.",
        )
        if silent and window in table.metadata and f"{window}_pattern" not in table.metadata
        else ()
    )
    tensors = tensor_refusals(configuration, ((entry.name, entry.shape) for entry in table.tensors))
    if _is_part(table.metadata):
        tensors = ()
    return KeyFindings((*keys.warnings, *switched_off), (*keys.refusals, *tensors))


def _plain(metadata: Mapping[str, GgufValue]) -> dict[str, Any]:
    return {key: value.value for key, value in metadata.items()}


def _rule(architecture: str, key: str) -> KeyRule | None:
    if key == "general.type":
        return _KIND
    if key.startswith(_GROUPS_WITHOUT_EFFECT):
        return WITHOUT_EFFECT
    prefix = f"{architecture}."
    inner = key.removeprefix(prefix)
    if not key.startswith(prefix):
        return None
    if inner in _UNDERSTOOD.split():
        return UNDERSTOOD
    return WITHOUT_EFFECT if inner in _WITHOUT_EFFECT.split() else _CHANGES.get(inner)


def _is_part(metadata: Mapping[str, GgufValue]) -> bool:
    """One of several files has only some of the tensors, which the header says elsewhere."""
    count = metadata.get("split.count")
    return count is not None and isinstance(count.value, int) and count.value > 1
