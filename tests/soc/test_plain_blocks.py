"""Models without a gate: what is made from a config.json has as many numbers as they have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from compiler_core.errors import InputError
from compiler_core.soc.decoding.model_shape import decode_work, header_of_config

PYTHIA = {
    "model_type": "gpt_neox", "hidden_size": 2048, "intermediate_size": 8192,
    "num_attention_heads": 8, "num_hidden_layers": 16, "vocab_size": 50304,
    "max_position_embeddings": 2048, "tie_word_embeddings": False,
}  # fmt: skip
# Pythia's, Phi's and BLOOM's counts are those published with their weights, read where others list
# them; OPT's and StarCoder2's are worked out by hand, as here Pythia's: 16 blocks of
# 4 · (2048² + 2048) + 2 · 2048 · 8192 + 8192 + 2048 + 4 · 2048, and 2 · 50304 · 2048 + 2 · 2048.
COUNTED: dict[str, tuple[dict[str, Any], int]] = {
    "pythia-1b": (PYTHIA, 1_011_781_632),
    "phi-2": (
        {
            "model_type": "phi", "hidden_size": 2560, "intermediate_size": 10240,
            "num_attention_heads": 32, "num_hidden_layers": 32, "vocab_size": 51200,
            "max_position_embeddings": 2048, "tie_word_embeddings": False,
        },
        2_779_683_840,
    ),
    "bloom-7b1": (
        {
            "model_type": "bloom", "hidden_size": 4096, "n_head": 32, "n_layer": 30,
            "vocab_size": 250880, "seq_length": 2048,
        },
        7_069_016_064,
    ),
    "opt-125m": (
        {
            "model_type": "opt", "hidden_size": 768, "ffn_dim": 3072, "num_attention_heads": 12,
            "num_hidden_layers": 12, "vocab_size": 50272, "max_position_embeddings": 2048,
            "word_embed_proj_dim": 768,
        },
        125_239_296,
    ),
    "starcoder2-3b": (
        {
            "model_type": "starcoder2", "hidden_size": 3072, "intermediate_size": 12288,
            "num_attention_heads": 24, "num_key_value_heads": 2, "num_hidden_layers": 30,
            "vocab_size": 49152, "max_position_embeddings": 16384,
        },
        3_030_371_328,
    ),
}  # fmt: skip


def _written(folder: Path, config: dict[str, Any]) -> Path:
    path = folder / "config.json"
    path.write_bytes(orjson.dumps(config))
    return path


@pytest.mark.parametrize("name", COUNTED)
def test_a_model_has_as_many_parameters_as_are_counted(name: str, tmp_path: Path) -> None:
    config, published = COUNTED[name]
    header = header_of_config(_written(tmp_path, config), "f16")
    assert sum(tensor.elements for tensor in header.tensors) == published
    assert header.problems == ()


def test_a_token_reads_all_but_the_rows_that_are_looked_up(tmp_path: Path) -> None:
    """Pythia's output head is read whole; of its input embedding, a row; of OPT's positions too."""
    pythia = header_of_config(_written(tmp_path, PYTHIA), "f16")
    embedding = 2 * 50304 * 2048
    assert decode_work(pythia, 0).read_bytes == pythia.file_bytes - embedding
    opt = header_of_config(_written(tmp_path, COUNTED["opt-125m"][0]), "f16")
    positions = 4 * (2048 + 2) * 768
    assert decode_work(opt, 0).read_bytes == opt.file_bytes - positions


def test_a_gate_is_counted_for_kinds_that_are_not_known(tmp_path: Path) -> None:
    header = header_of_config(_written(tmp_path, PYTHIA | {"model_type": "other"}), "f16")
    assert "taken to be those of a Llama" in header.problems[0]
    assert sum("ffn_gate" in tensor.name for tensor in header.tensors) == 16


def test_embeddings_of_another_width_are_refused(tmp_path: Path) -> None:
    """As OPT 350M has them, with two matrices more."""
    config = COUNTED["opt-125m"][0] | {"word_embed_proj_dim": 512}
    with pytest.raises(InputError, match="word_embed_proj_dim"):
        header_of_config(_written(tmp_path, config), "f16")
