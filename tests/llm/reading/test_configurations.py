"""config.json and GGUF keys of published models, to the same shape."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from gguf.constants import MODEL_ARCH
from gguf.tensor_mapping import get_tensor_name_map

from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reading.tensor_names import gguf_name
from compiler_core.llm.records import ModelConfiguration
from tests.llm.reading.hostile_directories import TENSORS
from tests.llm.reading.model_files import Gguf, write_safetensors

LLAMA_3: dict[str, Any] = {
    "model_type": "llama", "hidden_size": 4096, "num_hidden_layers": 32,
    "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336,
    "vocab_size": 128256, "max_position_embeddings": 131072, "rms_norm_eps": 1e-05,
    "rope_theta": 500000.0, "tie_word_embeddings": False,
    "rope_scaling": {"factor": 8.0, "high_freq_factor": 4.0, "low_freq_factor": 1.0,
                     "original_max_position_embeddings": 8192, "rope_type": "llama3"},
}  # fmt: skip
QWEN_2: dict[str, Any] = {
    "model_type": "qwen2", "hidden_size": 896, "num_hidden_layers": 24, "num_attention_heads": 14,
    "num_key_value_heads": 2, "intermediate_size": 4864, "vocab_size": 151936,
    "max_position_embeddings": 32768, "rms_norm_eps": 1e-06, "rope_theta": 1000000.0,
    "sliding_window": 32768, "use_sliding_window": False, "max_window_layers": 21,
    "tie_word_embeddings": True,
}  # fmt: skip
GEMMA_2: dict[str, Any] = {
    "model_type": "gemma2", "hidden_size": 2304, "num_hidden_layers": 26, "num_attention_heads": 8,
    "num_key_value_heads": 4, "head_dim": 256, "intermediate_size": 9216, "vocab_size": 256000,
    "max_position_embeddings": 8192, "rms_norm_eps": 1e-06, "sliding_window": 4096,
    "attn_logit_softcapping": 50.0, "final_logit_softcapping": 30.0, "query_pre_attn_scalar": 256,
}  # fmt: skip
GEMMA_3: dict[str, Any] = {
    "model_type": "gemma3",
    "text_config": {"model_type": "gemma3_text", "hidden_size": 2560, "intermediate_size": 10240,
                    "num_hidden_layers": 34, "sliding_window": 1024,
                    "rope_scaling": {"factor": 8.0, "rope_type": "linear"}},
    "vision_config": {"hidden_size": 1152, "num_hidden_layers": 27},
}  # fmt: skip
MIXTRAL: dict[str, Any] = {
    "model_type": "mixtral", "hidden_size": 4096, "num_hidden_layers": 32,
    "num_attention_heads": 32, "num_key_value_heads": 8, "intermediate_size": 14336,
    "vocab_size": 32000, "num_local_experts": 8, "num_experts_per_tok": 2, "sliding_window": None,
}  # fmt: skip
QWEN_3: dict[str, Any] = {
    "model_type": "qwen3", "hidden_size": 1024, "num_hidden_layers": 28, "num_attention_heads": 16,
    "num_key_value_heads": 8, "head_dim": 128, "intermediate_size": 3072, "vocab_size": 151936,
    "tie_word_embeddings": True,
}  # fmt: skip


def configured(folder: Path, config: dict[str, Any]) -> ModelConfiguration:
    write_safetensors(folder / "model.safetensors", TENSORS)
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return read_header(folder).configuration


def expect(found: ModelConfiguration, **fields: object) -> None:
    assert {name: getattr(found, name) for name in fields} == fields


def test_llama_3(tmp_path: Path) -> None:
    expect(
        configured(tmp_path, LLAMA_3),
        head_size=128,
        group=4,
        rotary_base=500000.0,
        rotary_scaling="llama3",
        rotary_scale=8.0,
        rotary_low_factor=1.0,
        rotary_high_factor=4.0,
        rotary_original_context=8192,
        rotary_pairing="halves",
        tied=False,
        norm_epsilon=1e-05,
    )


def test_qwen_2_has_a_window_it_does_not_use(tmp_path: Path) -> None:
    expect(
        configured(tmp_path, QWEN_2),
        sliding_window=0,
        query_key_value_bias=True,
        head_size=64,
        group=7,
        tied=True,
        query_key_norm=False,
    )


def test_qwen_2_windows_begin_at_a_layer(tmp_path: Path) -> None:
    found = configured(tmp_path, {**QWEN_2, "use_sliding_window": True})
    expect(found, sliding_window=32768, windowed_layers=(21, 22, 23))


def test_gemma_2_alternates(tmp_path: Path) -> None:
    expect(
        configured(tmp_path, GEMMA_2),
        windowed_layers=tuple(range(0, 26, 2)),
        head_size=256,
        attention_softcap=50.0,
        final_softcap=30.0,
        embedding_scale=48.0,
        norm_offset=1.0,
        activation="gelu",
        post_norms=True,
        tied=True,
        attention_scale=0.0,
    )


def test_gemma_3_has_its_language_part_inside(tmp_path: Path) -> None:
    found = configured(tmp_path, GEMMA_3)
    expect(
        found,
        layers=34,
        hidden=2560,
        heads=8,
        key_value_heads=4,
        head_size=256,
        rotary_base=1_000_000.0,
        windowed_rotary_base=10000.0,
        rotary_scaling="linear",
        rotary_scale=8.0,
        query_key_norm=True,
        sliding_window=1024,
    )
    assert [layer for layer in range(34) if layer not in found.windowed_layers] == [
        5,
        11,
        17,
        23,
        29,
    ]


def test_mixtral_is_a_llama_with_experts(tmp_path: Path) -> None:
    expect(
        configured(tmp_path, MIXTRAL),
        architecture="llama",
        experts=8,
        experts_used=2,
        sliding_window=0,
    )


def test_a_head_may_be_wider_than_its_share(tmp_path: Path) -> None:
    expect(configured(tmp_path, QWEN_3), head_size=128, query_key_norm=True, rotary_size=128)


def test_an_unknown_model_type_keeps_its_table(tmp_path: Path) -> None:
    configured(tmp_path, {**LLAMA_3, "model_type": "newmodel"})
    header = read_header(tmp_path)
    assert len(header.tensors) == 2
    assert "newmodel is not known" in header.problems[0]


def gguf_configuration_of(folder: Path, *keys: tuple[str, str, object]) -> ModelConfiguration:
    tensors = [("token_embd.weight", "F16", (100, 64)), ("output.weight", "F16", (100, 64))]
    return read_header(Gguf(list(keys), tensors).write(folder / "model.gguf")).configuration


def test_gguf_head_sizes_and_scaling(tmp_path: Path) -> None:
    found = gguf_configuration_of(
        tmp_path, ("general.architecture", "string", "qwen3"), ("qwen3.block_count", "u32", 2),
        ("qwen3.embedding_length", "u32", 64), ("qwen3.attention.head_count", "u32", 4),
        ("qwen3.attention.head_count_kv", "[i32]", [2, 2]),
        ("qwen3.attention.key_length", "u32", 32), ("qwen3.attention.value_length", "u32", 24),
        ("qwen3.rope.scaling.type", "string", "yarn"), ("qwen3.rope.scaling.factor", "f32", 4.0),
        ("qwen3.rope.scaling.original_context_length", "u32", 32768),
    )  # fmt: skip
    expect(
        found,
        head_size=32,
        value_size=24,
        key_value_heads=2,
        rotary_scaling="yarn",
        rotary_scale=4.0,
        rotary_original_context=32768,
        rotary_pairing="halves",
        tied=False,
        vocabulary=100,
        query_key_norm=True,
    )


def test_gguf_gemma_3_knows_what_its_file_leaves_unsaid(tmp_path: Path) -> None:
    found = gguf_configuration_of(
        tmp_path, ("general.architecture", "string", "gemma3"), ("gemma3.block_count", "u32", 12),
        ("gemma3.embedding_length", "u32", 64), ("gemma3.attention.head_count", "u32", 4),
        ("gemma3.attention.sliding_window", "u32", 512),
    )  # fmt: skip
    expect(
        found,
        windowed_layers=(0, 1, 2, 3, 4, 6, 7, 8, 9, 10),
        windowed_rotary_base=10000.0,
        embedding_scale=8.0,
        activation="gelu",
        norm_offset=0.0,
        rotary_pairing="halves",
    )


NAMES = {
    "llama": (MODEL_ARCH.LLAMA, ("input_layernorm", "post_attention_layernorm", "self_attn.q_proj",
                                 "self_attn.k_proj", "self_attn.v_proj", "self_attn.o_proj",
                                 "mlp.gate_proj", "mlp.up_proj", "mlp.down_proj",
                                 "block_sparse_moe.gate")),
    "qwen3": (MODEL_ARCH.QWEN3, ("self_attn.q_norm", "self_attn.k_norm", "mlp.gate_proj")),
    "qwen3moe": (MODEL_ARCH.QWEN3MOE, ("mlp.gate", "self_attn.q_norm")),
    "qwen2moe": (MODEL_ARCH.QWEN2MOE, ("mlp.shared_expert.gate_proj", "mlp.shared_expert_gate")),
    "phi3": (MODEL_ARCH.PHI3, ("self_attn.qkv_proj", "mlp.gate_up_proj", "mlp.down_proj")),
    "gemma2": (MODEL_ARCH.GEMMA2, ("pre_feedforward_layernorm", "post_feedforward_layernorm")),
    "gemma3": (MODEL_ARCH.GEMMA3, ("pre_feedforward_layernorm", "post_feedforward_layernorm")),
}  # fmt: skip


@pytest.mark.parametrize("architecture", NAMES)
def test_names_are_those_of_the_package(architecture: str) -> None:
    kind, parts = NAMES[architecture]
    theirs = get_tensor_name_map(kind, 3)
    # Gemma's head is always the embedding: the package knows no other.
    outside = ["model.embed_tokens", "model.norm"] + ["lm_head"] * ("gemma" not in architecture)
    for name in (*outside, *(f"model.layers.2.{part}" for part in parts)):
        expected = theirs.get_name(name)
        assert expected is not None
        assert gguf_name(f"{name}.weight", architecture) == f"{expected}.weight"


def test_gemma_2_gives_a_norm_of_llama_another_name() -> None:
    name = "model.layers.0.post_attention_layernorm.weight"
    assert gguf_name(name, "llama") == "blk.0.ffn_norm.weight"
    assert gguf_name(name, "gemma2") == "blk.0.post_attention_norm.weight"
