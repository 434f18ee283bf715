"""Tensors that are missing, without a place, or of another shape or type are said at stage 1."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from compiler_core.llm.compile import compile_language_model
from compiler_core.llm.reading.directory import INDEX
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.settings import settings_of
from compiler_core.llm.source import language_source
from tests.llm.converting.published_form import MODEL_TYPES, write_published

FILE = "model.safetensors"
UP = "model.layers.1.mlp.up_proj.weight"
EXPERT = "model.layers.0.block_sparse_moe.experts.1.w2.weight"
Arrays = dict[str, np.ndarray]


def _changed(folder: Path, kind: str, lost: tuple[str, ...], more: Arrays) -> Path:
    write_published(folder, kind)
    tensors = load_file(folder / FILE)
    kept = {name: one for name, one in tensors.items() if name not in lost}
    save_file(kept | more, folder / FILE)
    return folder


WRONG = {
    "missing in one layer": ("llama", (UP,), {}, (UP, "not in the file")),
    "missing outside layers": (
        "llama-untied", ("lm_head.weight", "model.norm.weight"), {},
        ("lm_head.weight", "model.norm.weight", "needs them"),
    ),
    "missing in all layers": (
        "llama", tuple(f"model.layers.{at}.self_attn.o_proj.weight" for at in range(9)), {},
        ("model.layers.0.self_attn.o_proj.weight",),
    ),
    "an expert missing": ("mixtral", (EXPERT,), {}, (EXPERT, "not in the file")),
    "a name of another runtime": (
        "llama", (UP,), {UP.replace("weight", "qweight"): np.zeros(4, np.int32)},
        (UP, "up_proj.qweight has no place", "GPTQ"),
    ),
    "a part that this kind has not": (
        "llama", (), {"model.layers.0.self_attn.q_norm.weight": np.ones(64, np.float32)},
        ("model.layers.0.self_attn.q_norm.weight: nothing",),
    ),
    "another shape": (
        "llama", (), {UP: np.ones((8, 8), np.float32)}, (UP, "[8, 8]", "config.json asks for"),
    ),
    "whole numbers": (
        "llama", (), {"model.norm.weight": np.ones(256, np.int8)}, ("model.norm.weight (I8)",),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_the_first_stage_names_the_tensors(name: str, tmp_path: Path) -> None:
    kind, lost, more, words = WRONG[name]
    folder = _changed(tmp_path / "source", kind, lost, more)
    compilation = compile_language_model(
        language_source(str(folder)), settings_of({}), tmp_path, stages=("tokens",)
    )
    said = " ".join(warning.text for warning in compilation.results[0].warnings)
    assert all(word in said for word in words), said
    with pytest.raises(ModelFileRefused, match=re.escape(words[0])):
        compile_language_model(
            language_source(str(folder)), settings_of({}), tmp_path, stages=("tokens", "convert")
        )


@pytest.mark.parametrize("kind", [*MODEL_TYPES, "llama-untied", "mixtral"])
def test_a_whole_model_is_refused_nothing(kind: str, tmp_path: Path) -> None:
    write_published(tmp_path, kind)
    assert read_header(tmp_path).refusals == ()


def test_all_shards_that_are_missing_are_named(tmp_path: Path) -> None:
    write_published(tmp_path, "llama")
    names = [FILE, *(f"model-{at}-of-7.safetensors" for at in range(2, 8))]
    places = {f"tensor.{at}": name for at, name in enumerate(names)}
    (tmp_path / INDEX).write_text(json.dumps({"weight_map": places}))
    with pytest.raises(ModelFileRefused, match=r"model-2-of-7.*model-5-of-7.* and 2 more"):
        read_header(tmp_path)


def test_a_shard_that_the_index_leaves_out_is_missed_by_its_tensors(tmp_path: Path) -> None:
    write_published(tmp_path, "llama")
    tensors = load_file(tmp_path / FILE)
    (tmp_path / FILE).unlink()
    save_file({UP: tensors.pop(UP)}, tmp_path / "model-2-of-2.safetensors")
    save_file(tensors, tmp_path / "model-1-of-2.safetensors")
    places = dict.fromkeys(tensors, "model-1-of-2.safetensors")
    (tmp_path / INDEX).write_text(json.dumps({"weight_map": places}))
    assert any(UP in one and "not in the file" in one for one in read_header(tmp_path).refusals)
