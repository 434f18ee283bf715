"""Write a small GGUF from a configuration, tensors with GGUF's names, and a tokeniser."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from compiler_core.llm.block_formats.formats import block_format
from compiler_core.llm.records import ModelConfiguration, TokeniserData

# llama.cpp's numbers for "mostly this type".
_FILE_TYPES = {"F32": 0, "F16": 1, "Q4_0": 2, "Q8_0": 7, "Q4_K": 15, "Q6_K": 18}
_NO_TYPES: Mapping[str, str] = {}


def write_gguf(
    path: Path,
    name: str,
    configuration: ModelConfiguration,
    tensors: Mapping[str, np.ndarray],
    tokeniser: TokeniserData,
    matrix_type: str = "F16",
    other_types: Mapping[str, str] = _NO_TYPES,
) -> Path:
    """Write float32 tensors, matrices as `matrix_type` ("F16", "F32" or a block type), vectors as
    F32. other_types: of single matrices, by name."""
    from gguf import GGMLQuantizationType, GGUFWriter

    writer = GGUFWriter(path, configuration.architecture)
    writer.add_name(name)
    writer.add_file_type(_FILE_TYPES[matrix_type])
    _add_shape(writer, configuration)
    _add_special(writer, configuration)
    _add_tokeniser(writer, tokeniser)
    for tensor_name, values in tensors.items():
        kind = other_types.get(tensor_name, matrix_type) if values.ndim > 1 else "F32"
        writer.add_tensor(tensor_name, _stored(values, kind), raw_dtype=GGMLQuantizationType[kind])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _stored(values: np.ndarray, kind: str) -> np.ndarray:
    if kind in ("F32", "F16"):
        return np.ascontiguousarray(values, dtype=np.float16 if kind == "F16" else np.float32)
    encoded = block_format(kind).encode(values.reshape(-1, values.shape[-1]).astype(np.float32))
    return encoded.reshape(*values.shape[:-1], -1)


def _add_shape(writer: Any, configuration: ModelConfiguration) -> None:
    writer.add_block_count(configuration.layers)
    writer.add_context_length(configuration.context)
    writer.add_embedding_length(configuration.hidden)
    writer.add_feed_forward_length(configuration.feed_forward)
    writer.add_head_count(configuration.heads)
    writer.add_head_count_kv(configuration.key_value_heads)
    writer.add_key_length(configuration.head_size)
    writer.add_value_length(configuration.size_of_values)
    writer.add_layer_norm_rms_eps(configuration.norm_epsilon)
    writer.add_rope_freq_base(configuration.rotary_base)
    writer.add_rope_dimension_count(configuration.rotary_size or configuration.head_size)
    writer.add_vocab_size(configuration.vocabulary)


def _add_special(writer: Any, configuration: ModelConfiguration) -> None:
    """What only some kinds have: windows, experts, caps."""
    if configuration.sliding_window:
        writer.add_sliding_window(configuration.sliding_window)
    if configuration.experts:
        writer.add_expert_count(configuration.experts)
        writer.add_expert_used_count(configuration.experts_used)
        if configuration.expert_feed_forward:
            writer.add_expert_feed_forward_length(configuration.expert_feed_forward)
    if configuration.final_softcap:
        writer.add_final_logit_softcapping(configuration.final_softcap)
    if configuration.attention_softcap:
        writer.add_attn_logit_softcapping(configuration.attention_softcap)
    if configuration.windowed_rotary_base:
        writer.add_rope_freq_base_swa(configuration.windowed_rotary_base)


def _add_tokeniser(writer: Any, tokeniser: TokeniserData) -> None:
    writer.add_tokenizer_model(tokeniser.model)
    writer.add_tokenizer_pre(tokeniser.pre)
    writer.add_token_list(list(tokeniser.tokens))
    writer.add_token_types(list(tokeniser.types))
    if tokeniser.scores:
        writer.add_token_scores(list(tokeniser.scores))
    if tokeniser.merges:
        writer.add_token_merges(list(tokeniser.merges))
    if tokeniser.begin is not None:
        writer.add_bos_token_id(tokeniser.begin)
    if tokeniser.end is not None:
        writer.add_eos_token_id(tokeniser.end)
    writer.add_add_bos_token(tokeniser.add_begin)
    writer.add_add_space_prefix(tokeniser.add_space_before)
