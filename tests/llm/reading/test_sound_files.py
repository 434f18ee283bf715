"""Files as others write them: read like the package gguf reads them, large ones by their header."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from gguf import GGUFReader, GGUFWriter
from gguf.constants import GGML_QUANT_SIZES, GGMLQuantizationType
from gguf.quants import dequantize, quantize

from compiler_core.llm.inspection import inspect_model
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.ggml_types import TENSOR_TYPES
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.tensors import load_tensor, raw_tensor
from tests.llm.reading.hostile_gguf import KEYS, sound
from tests.llm.reading.model_files import Gguf, header_of, safetensors_content
from tests.stopwatch import Stopwatch

TOKEN_COUNT = 151_936
MEBIBYTE = 1 << 20
NOT_DECODED = ("Q8_1", "Q8_K", "I8", "I16", "I32", "I64", "F64", "Q1_0")


def big_file(folder: Path) -> Path:
    """4 GB with the vocabulary and merges of a large tokeniser; data is a hole."""
    tokens = [f"Ġtoken{at}" for at in range(TOKEN_COUNT)]
    keys = [
        *KEYS, ("tokenizer.ggml.model", "string", "gpt2"),
        ("tokenizer.ggml.tokens", "[string]", tokens),
        ("tokenizer.ggml.token_type", "[i32]", [1] * TOKEN_COUNT),
        ("tokenizer.ggml.merges", "[string]", [f"Ġ {token}" for token in tokens]),
    ]  # fmt: skip
    tensors = [("token_embd.weight", "F16", (TOKEN_COUNT, 64))]
    tensors += [(f"blk.0.part{at}.weight", "Q4_0", (1 << 15, 4096)) for at in range(57)]
    return Gguf(keys, tensors).write(folder / "big.gguf")


def bytes_read() -> int:
    """By this process so far, from files and pipes."""
    lines = Path("/proc/self/io").read_text(encoding="ascii").splitlines()
    return int(dict(line.split(": ") for line in lines)["rchar"])


def test_a_file_of_4_gb_costs_its_header(tmp_path: Path) -> None:
    path = big_file(tmp_path)
    assert path.stat().st_size > 4_000_000_000
    before, watch = bytes_read(), Stopwatch()
    header = read_header(path)
    found = inspect_model(header)
    seconds, read = watch.seconds(), bytes_read() - before
    assert seconds < 1
    assert header.header_bytes <= read < 64 * MEBIBYTE
    assert len(found.tensors) == 58
    assert len(header.tokeniser.merges) == TOKEN_COUNT


def test_safetensors_without_its_configuration_is_a_table() -> None:
    rows = [(f"model.layers.{at}.mlp.up_proj.weight", "F16", (64, 64)) for at in range(200)]
    found = header_of(*safetensors_content(rows))
    assert len(found.tensors) == 200
    assert "config.json" in found.problems[0]
    assert inspect_model(found).kv_bytes_per_position is None


def test_the_table_of_types_is_that_of_the_package() -> None:
    theirs = {(one.value, one.name): GGML_QUANT_SIZES[one] for one in GGMLQuantizationType}
    ours = {(one.number, one.name): (one.block_elements, one.block_bytes) for one in TENSOR_TYPES}
    assert ours == theirs


def written_by_the_package(path: Path, kinds: list[GGMLQuantizationType]) -> dict[str, np.ndarray]:
    random = np.random.default_rng(3)
    writer = GGUFWriter(path, "llama")
    writer.add_block_count(1)
    writer.add_float32("llama.rope.freq_base", 500000.0)
    writer.add_array("a.list", [1, -2, 3])
    writer.add_custom_alignment(64)
    values = {}
    for kind in kinds:
        elements, size = GGML_QUANT_SIZES[kind]
        raw = random.integers(0, 255, (8, 512 // elements * size), np.uint8)
        if kind.name in ("F32", "F16", "BF16", "Q4_0", "Q8_0"):
            raw = quantize(random.standard_normal((8, 512)).astype(np.float32), kind).view(np.uint8)
        writer.add_tensor(kind.name, raw, raw_dtype=kind)
        values[kind.name] = raw
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return values


def test_tensors_are_those_of_the_package(tmp_path: Path) -> None:
    """Of every type it decodes, whatever the bytes are: infinite scales too."""
    decoded = [one for one in GGMLQuantizationType if one.name not in NOT_DECODED]
    path = tmp_path / "all.gguf"
    raw = written_by_the_package(path, decoded)
    header, reader = read_header(path), GGUFReader(path)
    assert header.alignment == 64
    theirs = {tensor.name: tensor for tensor in reader.tensors}
    for entry in header.tensors:
        assert entry.offset == theirs[entry.name].data_offset
        assert np.array_equal(raw_tensor(header, path, entry.name), raw[entry.name].reshape(-1))
        with np.errstate(all="ignore"):
            expected = dequantize(raw[entry.name], GGMLQuantizationType[entry.type])
        found = load_tensor(header, path, entry.name)
        assert found.dtype == np.float32
        assert found.shape == entry.shape == (8, 512)
        assert np.array_equal(found, expected.reshape(8, 512), equal_nan=True)


def test_a_type_that_nothing_decodes_is_named(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    written_by_the_package(path, [GGMLQuantizationType.Q1_0])
    with pytest.raises(ModelFileRefused, match="Q1_0 cannot be decoded"):
        load_tensor(read_header(path), path, "Q1_0")


def test_a_file_that_became_shorter_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    written_by_the_package(path, [GGMLQuantizationType.F32])
    header = read_header(path)
    os.truncate(path, header.tensors[0].offset + 8)
    with pytest.raises(ModelFileRefused, match="ends before"):
        raw_tensor(header, path, "F32")


def test_metadata_is_shown_with_its_type(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    written_by_the_package(path, [GGMLQuantizationType.F32])
    shown = {one.key: (one.type, one.value, one.count) for one in read_header(path).metadata}
    assert shown["a.list"] == ("[i32]", "[1, -2, 3]", 3)
    assert shown["llama.rope.freq_base"] == ("f32", "500000.0", 1)
    assert shown["general.alignment"] == ("u32", "64", 1)


def test_version_2_reads_like_version_3() -> None:
    old, new = sound(), sound()
    old.version = 2
    first, second = header_of(old.content()), header_of(new.content())
    assert (first.version, second.version) == (2, 3)
    assert first.tensors == second.tensors


def test_an_unknown_architecture_is_shown_and_named(tmp_path: Path) -> None:
    keys = [("general.architecture", "string", "mamba"), ("mamba.block_count", "u32", 4),
            ("mamba.attention.head_count", "[i32]", [0, 8, 0, 8])]  # fmt: skip
    path = Gguf(keys, [("blk.0.ssm_in.weight", "F32", (8, 8))]).write(tmp_path / "m.gguf")
    header = read_header(path)
    found = inspect_model(header)
    assert found.architecture == "mamba"
    assert len(found.tensors) == 1
    assert found.kv_bytes_per_position is None
    assert any("mamba is not known" in problem for problem in found.problems)
    assert any("differs by layer" in one for one in found.problems)


@pytest.mark.parametrize("size", [0, 1, 7])
def test_a_stub_of_a_file_is_refused_in_words(size: int, tmp_path: Path) -> None:
    path = tmp_path / "stub.gguf"
    path.write_bytes(os.urandom(size))
    with pytest.raises(Exception, match="short"):
        read_header(path)
