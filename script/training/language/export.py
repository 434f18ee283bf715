"""Write trained weights as a Hugging Face folder (float16) and as the GGUF that ships (F16).

The GGUF holds the same float16 values; rows of queries and keys are reordered, because GGUF's
Llama rotates neighbouring elements together and Hugging Face's those half a head apart.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from compiler_core.llm.records import ModelConfiguration
from script.training.language.gguf_file import write_gguf
from script.training.language.prepare import TOKENISER
from script.training.language.shape import (
    BEGIN_TOKEN,
    END_TOKEN,
    SHAPE,
    SHIPPED_FOLDER,
    WORK_FOLDER,
)
from script.training.language.tokeniser import BEGIN, END, tokeniser_data

_OUTER_NAMES = {
    "embed_tokens.weight": "token_embd.weight",
    "norm.weight": "output_norm.weight",
}
_LAYER_NAMES = {
    "input_layernorm": "attn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "post_attention_layernorm": "ffn_norm",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
}


def export_model() -> str:
    """Write all files; a sentence with their sizes."""
    from safetensors.numpy import save_file

    with np.load(WORK_FOLDER / "weights.npz") as archive:
        weights = {name: archive[name].astype(np.float16) for name in archive.files}
    folder = TOKENISER.parent
    safetensors = folder / "model.safetensors"
    save_file({f"model.{name}": values for name, values in weights.items()}, safetensors)
    (folder / "config.json").write_text(json.dumps(hugging_face_configuration(SHAPE), indent=2))
    settings = {"add_bos_token": True, "bos_token": BEGIN, "eos_token": END}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings, indent=2) + "\n")
    tensors = gguf_tensors(weights, SHAPE)
    tokeniser = tokeniser_data(TOKENISER.read_text(encoding="utf-8"))
    gguf = write_gguf(SHIPPED_FOLDER / "workshop.gguf", "Workshop", SHAPE, tensors, tokeniser)
    return f"written: {_sized(safetensors)}, {_sized(gguf)}"


def _sized(path: Path) -> str:
    return f"{path.name} {path.stat().st_size} bytes"


def hugging_face_configuration(shape: ModelConfiguration) -> dict[str, object]:
    """What config.json says of the model."""
    return {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "torch_dtype": "float16",
        "hidden_size": shape.hidden,
        "intermediate_size": shape.feed_forward,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "num_key_value_heads": shape.key_value_heads,
        "head_dim": shape.head_size,
        "hidden_act": "silu",
        "vocab_size": shape.vocabulary,
        "max_position_embeddings": shape.context,
        "rms_norm_eps": shape.norm_epsilon,
        "rope_theta": shape.rotary_base,
        "tie_word_embeddings": shape.tied,
        "bos_token_id": BEGIN_TOKEN,
        "eos_token_id": END_TOKEN,
    }


def gguf_tensors(
    weights: dict[str, np.ndarray], shape: ModelConfiguration
) -> dict[str, np.ndarray]:
    """The same values under GGUF's names and in its order of rows."""
    tensors = {}
    for name, values in weights.items():
        new_name = gguf_name(name)
        heads = {"attn_q": shape.heads, "attn_k": shape.key_value_heads}.get(
            new_name.split(".")[-2], 0
        )
        tensors[new_name] = neighbouring(values, heads) if heads else values
    return tensors


def gguf_name(name: str) -> str:
    if name in _OUTER_NAMES:
        return _OUTER_NAMES[name]
    _, layer, rest = name.split(".", 2)
    return f"blk.{layer}.{_LAYER_NAMES[rest.removesuffix('.weight')]}.weight"


def neighbouring(rows: np.ndarray, heads: int) -> np.ndarray:
    """Rows [heads · size, in]: element i and i + size/2 of a head become 2i and 2i + 1."""
    parts = rows.reshape(heads, 2, -1, rows.shape[1])
    return parts.swapaxes(1, 2).reshape(rows.shape)
