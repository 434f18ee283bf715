"""A GGUF's keys and tensors: understood, without effect, or named; never passed over."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from compiler_core.errors import InputError
from compiler_core.llm.converting.metadata import Keys
from compiler_core.llm.converting.writing import TensorToWrite, write_file
from compiler_core.llm.engine.write import write_engine
from compiler_core.llm.inspection import inspect_model
from compiler_core.llm.reading.gguf_header import read_gguf
from compiler_core.llm.reading.gguf_values import GgufValue
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.reading.header_bytes import bytes_of_file
from compiler_core.llm.records import ModelHeader
from compiler_core.llm.reference.loading import load_reference
from compiler_core.llm.tensors import raw_tensor
from tests.llm.tiny_models import KINDS, tiny_gguf


def changed(folder: Path, keys: Keys, extra: tuple[str, ...] = (), lost: str = "") -> Path:
    """A tiny llama with more keys, more tensors, or one tensor less."""
    source, out = tiny_gguf(folder / "plain.gguf"), folder / "changed.gguf"
    header = read_header(source)
    with source.open("rb") as file:
        table = read_gguf(bytes_of_file(file, source.stat().st_size))
    kept = [tensor for tensor in header.tensors if tensor.name != lost]
    tensors = [TensorToWrite(one.name, one.type, one.shape, one.size) for one in kept]
    data = [np.array(raw_tensor(header, source, one.name)) for one in kept]
    for name in extra:
        tensors.append(TensorToWrite(name, "F32", (256,), 1024))
        data.append(np.zeros(1024, np.uint8))
    write_file(out, {**table.metadata, **keys}, tuple(tensors), data)
    return out


def refused(path: Path, word: str) -> None:
    """The header names it, and neither reference nor engine takes the file."""
    header = read_header(path)
    assert any(word in refusal for refusal in inspect_model(header).refusals)
    with pytest.raises(InputError, match=word.replace(".", r"\.")):
        load_reference(path)
    with pytest.raises(InputError, match=word.replace(".", r"\.")):
        write_engine(header, path, path.parent / "engine")


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_said_of_a_usual_file(kind: str, tmp_path: Path) -> None:
    header = read_header(tiny_gguf(tmp_path / "plain.gguf", kind=kind))
    assert (header.warnings, header.refusals) == ((), ())


@pytest.mark.parametrize("key", ["llama.spin", "qwen2.block_count", "other.thing", "x"])
def test_a_key_that_nobody_knows_is_named(key: str, tmp_path: Path) -> None:
    header = read_header(changed(tmp_path, {key: GgufValue("u32", 3)}))
    assert key in header.warnings[0]
    assert header.refusals == ()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("llama.residual_scale", GgufValue("f32", 0.25)),
        ("llama.logit_scale", GgufValue("f32", 8.0)),
        ("llama.attention.causal", GgufValue("bool", False)),
        ("llama.attention.clamp_kqv", GgufValue("f32", 2.0)),
        ("general.type", GgufValue("string", "adapter")),
        ("llama.rope.scaling.type", GgufValue("string", "yarn")),
        ("llama.rope.scaling.type", GgufValue("string", "longrope")),
    ],
)
def test_a_key_that_changes_logits_is_refused_by_name(
    key: str, value: GgufValue, tmp_path: Path
) -> None:
    refused(changed(tmp_path, {key: value}), key)


def test_a_neutral_value_changes_nothing(tmp_path: Path) -> None:
    keys = {
        "llama.residual_scale": GgufValue("f32", 1.0),
        "llama.attention.causal": GgufValue("bool", True),
    }
    header: ModelHeader = read_header(changed(tmp_path, keys))
    assert (header.warnings, header.refusals) == ((), ())


@pytest.mark.parametrize(
    "name",
    ["blk.0.attn_sinks.weight", "blk.7.attn_norm.weight", "blk.0.ffn_gate.bias", "output.bias"],
)
def test_a_tensor_without_a_place_is_refused_by_name(name: str, tmp_path: Path) -> None:
    refused(changed(tmp_path, {}, (name,)), name)


def test_a_tensor_that_is_not_there_is_refused_by_name(tmp_path: Path) -> None:
    refused(changed(tmp_path, {}, lost="blk.1.ffn_up.weight"), "blk.1.ffn_up.weight")
