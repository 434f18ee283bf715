"""Figures of published models, from files that hold their headers and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from compiler_core.llm.inspection import Inspection, inspect_model, kv_bytes_per_position
from compiler_core.llm.reading.header import read_header
from tests.llm.inspection.published import (
    PUBLISHED,
    Published,
    config_of,
    hugging_face_name,
    metadata_of,
    tensors_of,
)
from tests.llm.reading.model_files import Gguf, size_of, write_safetensors


def inspected(model: Published, folder: Path) -> Inspection:
    if model.format == "gguf":
        path = Gguf(metadata_of(model), tensors_of(model)).write(folder / "model.gguf")
        return inspect_model(read_header(path))
    rows = [
        (hugging_face_name(name, model), kind, shape) for name, kind, shape in tensors_of(model)
    ]
    write_safetensors(folder / "model.safetensors", rows)
    (folder / "config.json").write_text(json.dumps(config_of(model)), encoding="utf-8")
    return inspect_model(read_header(folder))


@pytest.mark.parametrize("model", PUBLISHED, ids=lambda one: one.name.replace(" ", "-"))
def test_figures_are_those_worked_out_by_hand(model: Published, tmp_path: Path) -> None:
    found = inspected(model, tmp_path)
    assert found.parameters == model.parameters
    assert found.bytes_per_token == model.bytes_per_token
    assert found.kv_bytes_per_position == model.cache
    assert found.bytes_total == sum(size_of(kind, shape) for _, kind, shape in tensors_of(model))
    assert found.active_parameters == (model.active or model.parameters)
    assert sum(found.types.values()) == len(found.tensors)
    assert found.problems == ()


def test_a_q4_k_m_file_is_as_long_as_the_published_one(tmp_path: Path) -> None:
    found = inspected(PUBLISHED[1], tmp_path)
    published_file_bytes = 4_081_004_224
    assert 0 < published_file_bytes - found.bytes_total < 1_000_000
    assert found.types == {"Q4_K": 193, "Q6_K": 33, "F32": 65}


def test_gemma_sees_windows_in_some_layers(tmp_path: Path) -> None:
    for model, first_without in ((PUBLISHED[4], 1), (PUBLISHED[9], 5)):
        folder = tmp_path / model.architecture
        folder.mkdir()
        configuration = inspected(model, folder).configuration
        assert configuration.sliding_window == model.window
        assert first_without not in configuration.windowed_layers
        assert first_without - 1 in configuration.windowed_layers
        assert configuration.tied
        assert configuration.norm_offset == 1.0


def test_a_cache_of_smaller_types_is_smaller(tmp_path: Path) -> None:
    configuration = inspected(PUBLISHED[0], tmp_path).configuration
    # 32 layers · 2 · 8 heads · 128 values, 34 bytes per 32.
    assert kv_bytes_per_position(configuration, "Q8_0", "Q8_0") == 32 * 2 * 8 * 128 // 32 * 34
    assert kv_bytes_per_position(configuration, "Q8_0", "F16") == 32 * 8 * (4 * 34 + 256)


def test_experts_stored_one_by_one_count_like_stacked_ones(tmp_path: Path) -> None:
    model = PUBLISHED[6]
    tensors = [
        (name.replace("_exps.", f".{expert}."), kind, shape[1:])
        for name, kind, shape in tensors_of(model)
        if "_exps" in name
        for expert in range(model.experts)
    ] + [one for one in tensors_of(model) if "_exps" not in one[0]]
    path = Gguf(metadata_of(model), tensors).write(tmp_path / "old.gguf")
    found = inspect_model(read_header(path))
    assert (found.parameters, found.bytes_per_token) == (model.parameters, model.bytes_per_token)


def test_a_tied_head_that_is_stored_twice_counts_once(tmp_path: Path) -> None:
    model = PUBLISHED[4]
    rows = [
        (hugging_face_name(name, model), kind, shape) for name, kind, shape in tensors_of(model)
    ]
    rows.append(("lm_head.weight", model.head, (model.vocabulary, model.hidden)))
    write_safetensors(tmp_path / "model.safetensors", rows)
    (tmp_path / "config.json").write_text(json.dumps(config_of(model)), encoding="utf-8")
    found = inspect_model(read_header(tmp_path))
    assert (found.parameters, found.bytes_per_token) == (model.parameters, model.bytes_per_token)
