"""safetensors to GGUF: the same model afterwards, whichever way its rows are turned."""

from __future__ import annotations

import json
from dataclasses import replace
from math import pi
from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFReader
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors.numpy import load_file, save_file

from compiler_core.errors import InputError
from compiler_core.llm.converting.convert import convert_model
from compiler_core.llm.converting.metadata import fitted
from compiler_core.llm.converting.plan import plan_conversion
from compiler_core.llm.converting.records import Conversion, ConversionSettings
from compiler_core.llm.converting.row_order import adjacent_pairs
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.tensors import load_tensor
from compiler_core.llm.tokenising.tokeniser import tokeniser_of
from tests.llm.converting.published_form import half_apart, write_published
from tests.llm.tiny_models import tiny_gguf
from tests.llm.tokenising.vocabularies import byte_level, hugging_face_byte_level

KINDS = ("llama", "llama-untied", "mixtral", "mistral", "qwen2", "qwen3", "gemma", "gemma2")
TOKENS = list(range(3, 43))
EXACT = ConversionSettings("f32")


@pytest.mark.parametrize("kind", KINDS)
def test_the_converted_model_computes_the_same(kind: str, tmp_path: Path) -> None:
    configuration, tensors = write_published(tmp_path / "source", kind)
    conversion = convert_model(tmp_path / "source", tmp_path / "out.gguf", EXACT)
    converted = load_reference(tmp_path / "out.gguf")
    expected = forward(ReferenceModel(configuration, tensors), TOKENS)
    assert np.abs(forward(converted, TOKENS) - expected).max() < 2e-5 * np.abs(expected).max()
    shape = replace(converted.configuration, norm_epsilon=configuration.norm_epsilon)
    assert shape == replace(
        configuration, value_size=configuration.head_size, windowed_layers=shape.windowed_layers
    )
    assert {tensor.name for tensor in conversion.tensors} == set(tensors)
    assert conversion.dropped == ()


def test_the_file_opens_in_the_package(tmp_path: Path) -> None:
    _, tensors = write_published(tmp_path / "source", "mixtral")
    convert_model(tmp_path / "source", tmp_path / "out.gguf", ConversionSettings("f16"))
    reader = GGUFReader(tmp_path / "out.gguf")
    assert {tensor.name: tensor.tensor_type.name for tensor in reader.tensors} == {
        name: "F16" if values.ndim > 1 and "gate_inp" not in name else "F32"
        for name, values in tensors.items()
    }
    field = reader.get_field("llama.expert_count")
    assert field is not None
    assert field.contents() == 4


def test_rows_of_queries_and_keys_are_turned_and_said_to_be(tmp_path: Path) -> None:
    write_published(tmp_path / "source", "llama")
    conversion = convert_model(tmp_path / "source", tmp_path / "out.gguf", EXACT)
    turned = {tensor.name for tensor in conversion.tensors if tensor.permutation}
    assert turned == {f"blk.{layer}.attn_{one}.weight" for layer in (0, 1) for one in "qk"}
    changes = {change.subject: change for change in conversion.changes}
    assert changes["blk.0.attn_q.weight"].kind == "laid out"
    assert changes["blk.0.attn_v.weight"].kind == "replaced"
    assert changes["blk.0.attn_v.weight"].before == ("model.layers.0.self_attn.v_proj.weight",)


def test_experts_are_stacked_in_order(tmp_path: Path) -> None:
    write_published(tmp_path / "source", "mixtral")
    conversion = convert_model(tmp_path / "source", tmp_path / "out.gguf", EXACT)
    found = next(one for one in conversion.tensors if one.name == "blk.1.ffn_up_exps.weight")
    assert [name.split(".")[5] for name in found.source] == ["0", "1", "2", "3"]
    assert found.permutation == "4 experts stacked"


def test_gemma_norms_gain_their_one_only_once(tmp_path: Path) -> None:
    _, tensors = write_published(tmp_path / "source", "gemma2")
    first, second = tmp_path / "one.gguf", tmp_path / "two.gguf"
    convert_model(tmp_path / "source", first, EXACT)
    convert_model(first, second, EXACT)
    name = "blk.0.post_ffw_norm.weight"
    for path in (first, second):
        found = load_tensor(read_header(path), path, name)
        assert np.allclose(found, tensors[name], atol=1e-6)


def shard(source: Path) -> None:
    """The same directory in two files with an index."""
    whole = load_file(source / "model.safetensors")
    names = sorted(whole)
    parts = {
        "model-00001-of-00002.safetensors": names[::2],
        "model-00002-of-00002.safetensors": names[1::2],
    }
    (source / "model.safetensors").unlink()
    for file, kept in parts.items():
        save_file({name: whole[name] for name in kept}, source / file)
    places = {name: file for file, kept in parts.items() for name in kept}
    index = json.dumps({"metadata": {}, "weight_map": places})
    (source / "model.safetensors.index.json").write_text(index, encoding="utf-8")


def test_shards_give_the_same_file(tmp_path: Path) -> None:
    write_published(tmp_path / "source", "llama")
    convert_model(tmp_path / "source", tmp_path / "one.gguf", EXACT)
    shard(tmp_path / "source")
    header = read_header(tmp_path / "source")
    assert len(header.directory_files) == 2
    convert_model(tmp_path / "source", tmp_path / "two.gguf", EXACT)
    assert (tmp_path / "one.gguf").read_bytes() == (tmp_path / "two.gguf").read_bytes()


def test_llama_3_scaling_becomes_a_tensor(tmp_path: Path) -> None:
    source = tmp_path / "source"
    write_published(source, "llama")
    config = json.loads((source / "config.json").read_text(encoding="utf-8"))
    config["rope_scaling"] = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0,
                              "high_freq_factor": 4.0,
                              "original_max_position_embeddings": 128}  # fmt: skip
    (source / "config.json").write_text(json.dumps(config), encoding="utf-8")
    conversion = convert_model(source, tmp_path / "out.gguf", EXACT)
    header = read_header(tmp_path / "out.gguf")
    found = load_tensor(header, tmp_path / "out.gguf", "rope_freqs.weight")
    wavelengths = 2 * pi * 10000.0 ** (np.arange(32) / 32)
    assert np.all(found[wavelengths < 128 / 4] == 1)
    assert np.all(found[wavelengths > 128] == 8)
    middle = (wavelengths > 128 / 4) & (wavelengths < 128)
    smooth = (128 / wavelengths[middle] - 1) / 3
    assert np.allclose(1 / found[middle], (1 - smooth) / 8 + smooth)
    assert header.configuration.rotary_scaling == "llama3"
    assert [one.kind for one in conversion.changes if one.subject == "rope_freqs.weight"] == [
        "added"
    ]


def test_the_tokeniser_comes_along(tmp_path: Path) -> None:
    source = tmp_path / "source"
    write_published(source, "llama")
    (source / "tokenizer.json").write_text(hugging_face_byte_level().to_str(), encoding="utf-8")
    (source / "tokenizer_config.json").write_text(
        json.dumps({"bos_token": "<|begin|>", "chat_template": "{{ x }}"}), encoding="utf-8"
    )
    conversion = convert_model(source, tmp_path / "out.gguf", ConversionSettings())
    before, after = read_header(source).tokeniser, read_header(tmp_path / "out.gguf").tokeniser
    count = len(before.tokens)
    assert after.tokens[:count] == before.tokens
    assert len(after.tokens) == 512
    assert set(after.types[count:]) == {5}
    assert (after.merges, after.begin, after.pre) == (before.merges, before.begin, "gpt-2")
    assert after.chat_template == "{{ x }}"
    assert conversion.warnings == ()


def test_tokens_without_an_embedding_are_left_out() -> None:
    data = byte_level()
    plain = data.types.index(3)
    cut = fitted(data, plain + 1)
    assert (len(cut.tokens), len(cut.types)) == (plain + 1, plain + 1)
    assert (cut.begin, cut.end) == (plain, None)
    assert tokeniser_of(cut).encode("hello") == tokeniser_of(data).encode("hello")
    with pytest.raises(ModelFileRefused, match="merging makes"):
        fitted(data, plain - 1)


def converted(folder: Path, settings: ConversionSettings) -> Conversion:
    path = tiny_gguf(folder / "plain.gguf", kind="llama-untied")
    return convert_model(path, folder / "out.gguf", settings)


@pytest.mark.parametrize("name", ["q8_0", "q4_0", "q4_k_m"])
def test_a_gguf_becomes_one_of_another_type(name: str, tmp_path: Path) -> None:
    conversion = converted(tmp_path, ConversionSettings(name))
    plain, out = tmp_path / "plain.gguf", tmp_path / "out.gguf"
    first, second = read_header(plain), read_header(out)
    assert second.configuration == first.configuration
    assert second.tokeniser == first.tokeniser
    assert conversion.bytes_after < 0.56 * conversion.bytes_before
    assert len(conversion.errors) == sum(
        tensor.type_after not in ("F16", "F32") for tensor in conversion.tensors
    )
    for entry in GGUFReader(out).tensors:
        before = load_tensor(first, plain, entry.name)
        after = load_tensor(second, out, entry.name)
        assert np.abs(after - before).max() <= 0.2 * np.abs(before).max()
    kinds = {change.subject: change.kind for change in conversion.changes}
    assert kinds["blk.0.attn_q.weight"] == "quantised"
    assert "blk.0.attn_norm.weight" not in kinds


@pytest.mark.parametrize("method", ["gptq", "awq"])
def test_methods_run_on_calibration_text(method: str, tmp_path: Path) -> None:
    path = tiny_gguf(tmp_path / "plain.gguf", layers=1, feed_forward=256)
    text = "The quick brown fox jumps over the lazy dog. " * 8
    calibrated = ConversionSettings("q4_0", method, text, 64)
    conversion = convert_model(path, tmp_path / "out.gguf", calibrated)
    assert method in {error.method for error in conversion.errors}
    with pytest.raises(InputError, match="--calibration"):
        convert_model(path, tmp_path / "out.gguf", replace(calibrated, calibration=""))


@pytest.mark.parametrize(
    ("settings_given", "words"),
    [(ConversionSettings("q3_k"), "no type"), (ConversionSettings(method="guess"), "no method"),
     (ConversionSettings(group=48), "no group")],
    ids=["type", "method", "group"],
)  # fmt: skip
def test_what_is_not_offered_is_named(
    settings_given: ConversionSettings, words: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=words):
        converted(tmp_path, settings_given)


def broken(folder: Path, **changes: object) -> Path:
    """A published model whose tensors are changed; None takes one away."""
    source = folder / "source"
    write_published(source, "llama-untied")
    tensors = load_file(source / "model.safetensors")
    for name, values in changes.items():
        tensors.pop(name, None)
        if isinstance(values, np.ndarray):
            tensors[name] = values
    save_file(tensors, source / "model.safetensors")
    return source


QUERY = "model.layers.0.self_attn.q_proj.weight"
NORM = "model.layers.1.input_layernorm.weight"
BROKEN = {
    "a part missing": ({NORM: None}, "model.layers.1.input_layernorm.weight: not in the file"),
    "a name from another runtime": (
        {"model.layers.0.self_attn.q_proj.qweight": np.zeros(4, np.int32)}, "no place",
    ),
    "rows that are no heads": ({QUERY: np.zeros((250, 256), np.float32)}, r"asks for \[256, 256\]"),
    "a value that is no number": ({NORM: np.full(256, np.nan, np.float32)}, "no numbers"),
    "a value beyond F16": ({QUERY: np.full((256, 256), 1e6, np.float32)}, "F16 cannot hold"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_model_is_refused_and_leaves_no_file(name: str, tmp_path: Path) -> None:
    changes, words = BROKEN[name]
    source = broken(tmp_path, **changes)
    with pytest.raises(ModelFileRefused, match=words):
        convert_model(source, tmp_path / "out.gguf", ConversionSettings("f16"))
    assert sorted(one.name for one in tmp_path.iterdir()) == ["source"]


NUMBERS = (
    "num_hidden_layers", "hidden_size", "intermediate_size", "num_attention_heads",
    "num_key_value_heads", "head_dim", "vocab_size", "max_position_embeddings",
)  # fmt: skip
# What is computed from others where it is not said.
DERIVED = {("head_dim", None), ("head_dim", 0)}
FREE = "max_position_embeddings"


@pytest.mark.parametrize("key", NUMBERS)
@pytest.mark.parametrize("wrong", [None, 0, 0.5, 2, 3])
def test_a_number_that_is_not_that_of_the_weights_is_refused(
    key: str, wrong: float | None, tmp_path: Path
) -> None:
    """wrong: how many times the right one."""
    source = broken(tmp_path)
    file = source / "config.json"
    config = json.loads(file.read_text())
    right = config.get(key, config["hidden_size"] // config["num_attention_heads"])
    value = wrong if wrong is None else int(right * wrong)
    file.write_text(json.dumps(config | {key: value}))
    if (key, value) in DERIVED or (key == FREE and value):
        plan_conversion(read_header(source))
        return
    with pytest.raises(ModelFileRefused, match=r"config\.json|not in the file|no place|divide"):
        plan_conversion(read_header(source))


def test_buffers_are_left_out_and_a_tied_head_is_stored_once(tmp_path: Path) -> None:
    source = tmp_path / "source"
    write_published(source, "llama")
    tensors = load_file(source / "model.safetensors")
    tensors["lm_head.weight"] = tensors["model.embed_tokens.weight"].copy()
    tensors["model.layers.0.self_attn.rotary_emb.inv_freq"] = np.ones(32, np.float32)
    save_file(tensors, source / "model.safetensors")
    conversion = convert_model(source, tmp_path / "out.gguf", EXACT)
    assert len(conversion.dropped) == 2
    assert read_header(tmp_path / "out.gguf").configuration.tied


def test_a_file_is_not_written_over_itself(tmp_path: Path) -> None:
    path = tiny_gguf(tmp_path / "plain.gguf")
    before = path.read_bytes()
    with pytest.raises(InputError, match="what is being converted"):
        convert_model(path, path, ConversionSettings("q8_0"))
    with pytest.raises(InputError, match="not a directory"):
        convert_model(path, tmp_path / "missing" / "out.gguf", EXACT)
    assert path.read_bytes() == before


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 8), st.integers(1, 16), st.integers(1, 3))
def test_turning_rows_back_gives_them_back(heads: int, half: int, columns: int) -> None:
    rows = np.arange(heads * 2 * half * columns).reshape(heads * 2 * half, columns)
    turned = adjacent_pairs(rows, heads)
    assert np.array_equal(half_apart(turned, heads), rows)
